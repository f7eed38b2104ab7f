"""Verdicts follow from numbers: every item of the papers has one, and every claim is borne out."""

import math
import re
from collections import Counter
from dataclasses import replace
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.evidence import (
    RECIPES,
    Check,
    Item,
    Verdict,
    card,
    cards,
    chosen,
    claim_cards,
    stored,
    tally,
    verdict,
)
from hetdp_core.evidence.catalogue import NOTE
from hetdp_core.evidence.items import ROUNDING, half_a_unit
from hetdp_core.experiments import SWEEPS
from hetdp_core.experiments.ridge import SIMULATED
from hetdp_core.figures.evidence import findings

ITEMS = [card.item for card in cards()]
CLAIMS = [card.item for card in claim_cards()]

IMPOSSIBLE = {
    "Heterogeneous mean: Figure 1",
    "Heterogeneous mean: Figure 2",
    "Feature privacy: Figure 4",
    "Privacy odometer: Figure 1(b)",
}
GIVEN = {"Feature privacy: Figure 1", "Feature privacy: Figure 2", "Privacy odometer: Table I"}

ALL_AGREE = (Verdict.REPRODUCED, Verdict.ASSUMED, Verdict.IN_RANGE, Verdict.GIVEN)


def judged(*agree, **words):
    item = Item("mean", "Table 0", "", "none", (), **words)
    check = Check("", "x", 1.0, within=0.1)
    return verdict(item, tuple(check.find({"x": 1.05 if near else 2.0}) for near in agree))


def test_all_that_agrees_is_reproduced_and_with_assumptions_under_them():
    assert judged(True, True) is Verdict.REPRODUCED
    assert judged(True, assumptions=("n = 1000",)) is Verdict.ASSUMED


def test_a_difference_needs_a_reason_which_decides_between_wrong_and_impossible():
    assert judged(True, False, refutation="off by two") is Verdict.WRONG
    assert judged(False, obstacle="seed lost") is Verdict.IMPOSSIBLE
    for words in ({}, {"refutation": "off", "obstacle": "lost"}):
        with pytest.raises(InvalidInput, match="one reason"):
            judged(True, False, **words)


def test_where_all_agrees_or_nothing_was_printed_there_is_nothing_to_refute():
    for words in ({"refutation": "off by two"}, {"obstacle": "seed lost"}):
        with pytest.raises(InvalidInput, match="where all agrees"):
            judged(True, **words)
    assert judged(obstacle="the figure is lost") is Verdict.IMPOSSIBLE
    with pytest.raises(InvalidInput, match="never printed"):
        judged(refutation="off by two")


@given(ours=st.floats(-1e6, 1e6), printed=st.floats(-1e6, 1e6), within=st.floats(0.0, 1e6))
def test_a_number_agrees_exactly_if_it_lies_within(ours, printed, within):
    finding = Check("", "x", printed, within=within).find({"x": ours})
    assert finding.agrees == (abs(ours - printed) <= within)
    assert finding.difference == pytest.approx(ours - printed)


@pytest.mark.parametrize(
    ("printed", "near", "far"),
    [("7.50", 7.5049, 7.5051), ("0.03", 0.0251, 0.0249), ("4", 4.0, 3.9), ("-9.1", -9.14, -9.16)],
)
def test_without_a_distance_the_decimals_that_are_printed_decide(printed, near, far):
    check = Check("", "x", float(printed), printed_as=printed)
    assert check.find({"x": near}).agrees
    assert not check.find({"x": far}).agrees


def shown_numbers(text):
    """The ends of a number or a range as a card shows it."""
    plain = {
        "−": "-",
        "∞": "inf",
        ",": None,
        **dict(zip("⁻⁰¹²³⁴⁵⁶⁷⁸⁹", "-0123456789", strict=True)),
    }
    ends = text.replace(" × 10", "e").translate(str.maketrans(plain)).split(" to ")
    return [float(end.lstrip("≤≥<= ")) for end in ends]


def follows(check, row):
    """Whether a row's verdict follows from its other cells by the rule that its card states."""
    ours, printed = shown_numbers(row["ours"])[0], shown_numbers(row["in the paper"])
    if check.printed is None:
        sign = row["in the paper"][0]
        if sign in "≤<":
            return ours <= printed[0]
        return ours >= printed[0] if sign == "≥" else printed[0] <= ours <= printed[-1]
    if check.band_widened is not None:
        low, high = shown_numbers(row["our range"])
        return low <= printed[0] <= high
    within = check.within or half_a_unit(row["in the paper"])
    apart = 0.0 if ours == printed[0] else ours - printed[0]
    assert shown_numbers(row["difference"])[0] == pytest.approx(apart, abs=1e-9)
    assert abs(abs(apart) - within) > ROUNDING / 10.0, "shown on the edge: one digit more decides"
    return abs(apart) <= within + ROUNDING


def test_each_yes_or_no_follows_from_the_numbers_beside_it():
    for one in cards():
        for check, (_, row) in zip(one.item.checks, findings(one.findings).iterrows(), strict=True):
            yes = "yes" if check.band_widened is None else "in range"
            said = "–" if not check.judged else yes if follows(check, row) else "no"
            assert row["agrees"] == said, (one.item.name, *row)


def test_a_band_holds_its_ends_and_what_it_is_widened_by():
    values = {"x: mean": 1.0, "x: low": 1.0, "x: high": 2.0}
    inside = [0.96, 1.5, 2.08]
    outside = [0.95, 2.09]
    for printed in (*inside, *outside):
        check = Check("", "x: mean", printed, band_widened=0.04)
        assert check.find(values).agrees == (printed in inside)


def test_not_a_number_agrees_with_nothing_and_infinity_with_itself_alone():
    nothing = dict.fromkeys(("x: mean", "x: low", "x: high"), math.nan)
    for check in (
        Check("", "x: mean", 1.0, within=10.0),
        Check("", "x: mean", 1.0, band_widened=0.0),
        Check("", "x: mean", at_least=0.0),
        Check("", "x: mean", at_most=0.0),
    ):
        assert check.find(nothing).agrees is False
    check = Check("", "x", math.inf, within=1.0)
    assert check.find({"x": math.inf}).agrees
    assert check.find({"x": math.inf}).difference == 0.0
    assert not check.find({"x": 1e300}).agrees


def test_a_number_that_is_only_shown_is_not_judged_and_one_that_is_not_stored_is_named():
    assert Check("", "x", at_most=-0.04).find({"x": -0.07}).printed == "≤ -0.04"  # and not 0
    finding = Check("", "x").find({"x": 1.0})
    assert (finding.printed, finding.difference, finding.agrees) == ("", None, None)
    with pytest.raises(InvalidInput, match=r"stored value of “tau” must be one of y .given: 'x'"):
        Check("tau", "x").find({"y": 1.0})


def test_every_table_figure_example_and_tried_statement_of_the_four_papers_has_one_card():
    assert len({item.name for item in ITEMS}) == len(ITEMS) == 52
    ridge = {f"Table {number}" for number in range(1, 13)}
    ridge |= {f"Figure {number}" for number in range(1, 19)}
    assert {item.item for item in ITEMS if item.paper == "ridge"} == ridge
    mean = {"Figure 1", "Figure 2", "Table I"}
    assert {item.item for item in ITEMS if item.paper == "mean"} == mean
    features = {f"Figure {number}" for number in range(1, 5)} | {"Example 1", "Example 2"}
    assert {item.item for item in ITEMS if item.paper == "features"} == features
    panels = {f"Figure 1({panel})" for panel in "abcd"}
    examples = {f"Example {number}" for number in range(1, 4)}
    statements = {"Definition 3.3", "Lemma 3.2", "Theorem 3.1"}
    tables = {"Table I", "Appendix E, losses", "Section 6.3, predictions"}
    odometer = panels | examples | statements | tables
    assert {item.item for item in ITEMS if item.paper == "odometer"} == odometer


def test_verdicts_are_the_known_ones():
    """The wrong ones are those of the errata: `tests/pages/test_reproductions.py`."""
    verdicts = {card.item.name: card.verdict for card in cards()}
    assert {name for name, kind in verdicts.items() if kind is Verdict.IMPOSSIBLE} == IMPOSSIBLE
    assert Counter(verdicts.values())[Verdict.REPRODUCED] == 5
    assert {name for name, kind in verdicts.items() if kind is Verdict.GIVEN} == GIVEN
    assert verdicts["Ridge regression: Table 1"] is Verdict.IN_RANGE


def test_a_verdict_is_that_of_its_own_numbers():
    for one in cards():
        agree = [row.agrees for row in one.findings if row.agrees is not None]
        all_agree = bool(agree) and all(agree)
        assert one.verdict is verdict(one.item, one.findings), one.item.name
        assert (one.verdict in ALL_AGREE) == all_agree, one.item.name
        assert bool(one.reason) == (one.verdict in (Verdict.WRONG, Verdict.IMPOSSIBLE))


def test_other_numbers_lead_to_another_verdict():
    """A card that could not fail would say nothing."""

    def spoiled(recipe):
        result = stored(recipe)
        return replace(result, values=dict.fromkeys(result.values, math.nan))

    for item in ITEMS + CLAIMS:
        if card(item).verdict in ALL_AGREE:
            with pytest.raises(InvalidInput, match="one reason"):
                card(item, spoiled)
        else:
            assert card(item, spoiled).verdict is card(item).verdict, item.name


def test_without_the_authors_table_their_results_are_not_compared():
    item = next(item for item in ITEMS if item.name == "Ridge regression: Table 2")
    elsewhere = card(item, lambda recipe: replace(stored(recipe), records=SIMULATED))
    assert elsewhere.verdict is Verdict.IMPOSSIBLE
    assert "insurance.csv" in elsewhere.reason


def test_commands_name_what_there_is():
    command = re.compile(r"python -m hetdp_core\.(evidence|experiments) [a-z0-9-]+")
    for item in ITEMS + CLAIMS:
        assert item.recipe in RECIPES
        assert not item.simulation or item.simulation in SWEEPS
        assert all(map(command.fullmatch, item.commands)), item.name


def test_filters_and_counts_split_the_cards():
    table = tally(cards())
    for paper, row in table.items():
        for kind, number in row.items():
            assert len(chosen(paper, str(kind))) == number
    assert sum(sum(row.values()) for row in table.values()) == len(chosen())
    assert chosen("mean", str(Verdict.WRONG)) == ()


def test_every_section_of_the_note_has_one_claim_in_its_order():
    note = (Path(__file__).parents[2] / NOTE).read_text(encoding="utf-8")
    sections = [int(number) for number in re.findall(r"^## (\d+)\.", note, flags=re.MULTILINE)]
    assert [claim.section for claim in CLAIMS] == sections


@pytest.mark.parametrize("claim", CLAIMS, ids=lambda claim: claim.item)
def test_a_claim_without_a_judged_number_is_refused(claim):
    shown = tuple(replace(check, at_least=-math.inf, at_most=math.inf) for check in claim.checks)
    with pytest.raises(InvalidInput, match="one reason"):
        card(replace(claim, checks=shown))
