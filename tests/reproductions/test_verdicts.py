"""Verdicts follow from numbers, and every item of the papers has one."""

import math
import re
from collections import Counter
from dataclasses import replace

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.experiments import SWEEPS
from hetdp_core.experiments.ridge import PAPER_ITEMS, SIMULATED
from hetdp_core.reproductions import (
    ITEMS,
    RECIPES,
    Check,
    Reproduction,
    Verdict,
    card,
    cards,
    chosen,
    stored,
    tally,
    verdict,
)

WRONG = {
    "Feature privacy: Figure 3",
    "Privacy odometer: Appendix E, losses",
    "Privacy odometer: Section 6.3, predictions",
    "Privacy odometer: Example 2",
}
IMPOSSIBLE = {
    "Heterogeneous mean: Figure 2",
    "Feature privacy: Figure 4",
    "Privacy odometer: Figure 1(b)",
}


def judged(*agree, **words):
    item = Reproduction("mean", "Table 0", "", "none", (), **words)
    checks = [Check("", "x", 1.0, within=0.1) for _ in agree]
    found = (
        check.find({"x": 1.05 if one else 2.0}) for check, one in zip(checks, agree, strict=True)
    )
    return verdict(item, tuple(found))


# --- the rule -------------------------------------------------------------------------


def test_all_that_agrees_is_reproduced_and_with_assumptions_under_them():
    assert judged(True, True) is Verdict.REPRODUCED
    assert judged(True, assumptions=("n = 1000",)) is Verdict.ASSUMED


def test_a_difference_needs_a_reason_which_decides_between_wrong_and_impossible():
    assert judged(True, False, refutation="off by two") is Verdict.WRONG
    assert judged(False, obstacle="seed lost") is Verdict.IMPOSSIBLE
    for words in ({}, {"refutation": "off", "obstacle": "lost"}):
        with pytest.raises(InvalidInput, match="one reason"):
            judged(True, False, **words)


def test_a_reason_without_a_difference_is_refused():
    for words in ({"refutation": "off by two"}, {"obstacle": "seed lost"}):
        with pytest.raises(InvalidInput, match="where all agrees"):
            judged(True, **words)


def test_what_was_never_printed_is_impossible_and_cannot_be_refuted():
    assert judged(obstacle="the figure is lost") is Verdict.IMPOSSIBLE
    with pytest.raises(InvalidInput, match="never printed"):
        judged(refutation="off by two")


@given(
    ours=st.floats(-1e6, 1e6),
    printed=st.floats(-1e6, 1e6),
    within=st.floats(0.0, 1e6),
)
def test_a_number_agrees_exactly_if_it_lies_within(ours, printed, within):
    found = Check("", "x", printed, within=within).find({"x": ours})
    assert found.agrees == (abs(ours - printed) <= within)
    assert found.difference == pytest.approx(ours - printed)


def test_not_a_number_agrees_with_nothing():
    nothing = {"x": math.nan, "low": math.nan, "high": math.nan}
    for check in (
        Check("", "x", 1.0, within=10.0),
        Check("", "x", 1.0, band=("low", "high")),
        Check("", "x", at_least=0.0),
        Check("", "x", at_most=0.0),
    ):
        assert check.find(nothing).agrees is False


def test_a_band_holds_its_ends_and_what_it_is_widened_by():
    values = {"x": 1.0, "low": 1.0, "high": 2.0}
    inside = [0.96, 1.5, 2.08]
    outside = [0.95, 2.09]
    for printed in (*inside, *outside):
        check = Check("", "x", printed, band=("low", "high"), widened=0.04)
        assert check.find(values).agrees == (printed in inside)


def test_infinity_as_printed_agrees_with_infinity_alone():
    check = Check("", "x", math.inf, within=1.0)
    assert check.find({"x": math.inf}).agrees
    assert check.find({"x": math.inf}).difference == 0.0
    assert not check.find({"x": 1e300}).agrees


def test_a_number_that_is_only_shown_is_not_judged():
    found = Check("", "x").find({"x": 1.0})
    assert (found.printed, found.difference, found.agrees) == ("", None, None)


# --- the items ------------------------------------------------------------------------


def test_every_table_figure_and_example_of_the_four_papers_has_one_card():
    names = {item.name for item in ITEMS}
    assert len(names) == len(ITEMS) == 49
    assert {item.item for item in ITEMS if item.paper == "ridge"} == set(PAPER_ITEMS)
    assert {item.item for item in ITEMS if item.paper == "mean"} == {
        "Figure 1",
        "Figure 2",
        "Table I",
    }
    features = {f"Figure {number}" for number in range(1, 5)} | {"Example 1", "Example 2"}
    assert {item.item for item in ITEMS if item.paper == "features"} == features
    panels = {f"Figure 1({panel})" for panel in "abcd"}
    examples = {f"Example {number}" for number in range(1, 4)}
    assert {item.item for item in ITEMS if item.paper == "accounting"} == panels | examples | {
        "Table I",
        "Appendix E, losses",
        "Section 6.3, predictions",
    }


def test_verdicts_are_the_known_ones():
    found = {one.item.name: one.verdict for one in cards()}
    assert {name for name, kind in found.items() if kind is Verdict.WRONG} == WRONG
    assert {name for name, kind in found.items() if kind is Verdict.IMPOSSIBLE} == IMPOSSIBLE
    assert Counter(found.values())[Verdict.REPRODUCED] == 7


@pytest.mark.parametrize("one", cards(), ids=lambda one: one.item.name)
def test_a_verdict_is_that_of_its_own_numbers(one):
    agree = [row.agrees for row in one.findings if row.agrees is not None]
    assert one.verdict is verdict(one.item, one.findings)
    assert (one.verdict in (Verdict.REPRODUCED, Verdict.ASSUMED)) == (bool(agree) and all(agree))
    assert bool(one.reason) == (one.verdict in (Verdict.WRONG, Verdict.IMPOSSIBLE))


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.name)
def test_other_numbers_lead_to_another_verdict(item):
    """A card that could not fail would say nothing."""

    def spoiled(recipe):
        result = stored(recipe)
        return replace(result, values=dict.fromkeys(result.values, math.nan))

    if card(item).verdict in (Verdict.REPRODUCED, Verdict.ASSUMED):
        with pytest.raises(InvalidInput, match="one reason"):
            card(item, spoiled)
    else:
        assert card(item, spoiled).verdict is card(item).verdict


def test_without_the_authors_table_their_results_are_not_compared():
    item = next(item for item in ITEMS if item.name == "Ridge regression: Table 2")
    elsewhere = card(item, lambda recipe: replace(stored(recipe), records=SIMULATED))
    assert elsewhere.verdict is Verdict.IMPOSSIBLE
    assert "insurance.csv" in elsewhere.reason


@pytest.mark.parametrize("item", ITEMS, ids=lambda item: item.name)
def test_commands_name_what_there_is(item):
    assert item.recipe in RECIPES
    assert not item.simulation or item.simulation in SWEEPS
    for command in item.commands:
        assert re.fullmatch(
            r"python -m hetdp_core\.(reproductions|experiments) [a-z0-9-]+", command
        )


def test_filters_and_counts_split_the_cards():
    table = tally(cards())
    for paper, row in table.items():
        for kind, number in row.items():
            assert len(chosen(paper, str(kind))) == number
    assert sum(sum(row.values()) for row in table.values()) == len(chosen())
    assert chosen("mean", str(Verdict.WRONG)) == ()
