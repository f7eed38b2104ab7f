"""Rows that all lean to one side say so on their card, by the factor that they have."""

import re

import numpy as np
import pytest

from hetdp_core.evidence import cards, stored
from hetdp_core.experiments.ridge import METHODS, REGULARISED
from hetdp_core.features.sweep import typical_miss
from hetdp_core.ridge.records import draw_levels, paper_profile, synthetic_problem

RIDGE = {card.item.item: card for card in cards() if card.item.paper == "ridge"}
TABLES = {"Table 1": 80, "Table 2": 1070}
"""Their training records."""


def factors(card, wanted=bool):
    """Ours over the printed numbers of a card, by the name of ours."""
    rows = zip(card.item.checks, card.findings, strict=True)
    return {
        check.value: row.ours / check.printed
        for check, row in rows
        if row.band is not None and wanted(check.value)
    }


def said(card, pattern):
    """The numbers that a sentence of a card says."""
    (numbers,) = re.findall(pattern, " ".join(card.item.assumptions))
    return numbers


def method_of(name):
    return name.partition(" at ")[0]


def test_every_method_whose_rows_lean_one_way_by_a_tenth_is_named_with_its_factor():
    leaning = set()
    for title, card in RIDGE.items():
        found = factors(card)
        for method in {method_of(name) for name in found}:
            its = np.array([one for name, one in found.items() if method_of(name) == method])
            if its.min() > 1.1 or its.max() < 0.9:
                leaning.add((title, method))
    other = ("non_personalised", f"non_personalised{REGULARISED}")
    assert leaning == {(title, method) for title in TABLES for method in other}
    for title in TABLES:
        its = factors(RIDGE[title], lambda name: name.startswith("non_personalised"))
        factor = said(RIDGE[title], r"Non-personalised are all about (\S+) times")
        assert factor == f"{np.median([*its.values()]):.1f}"
        assert max(abs(one / float(factor) - 1.0) for one in its.values()) < 0.1
    rows = [row for row in RIDGE["Table 1"].findings if row.label.startswith("Non-p")]
    wide = sorted(f"{row.band[1] / row.band[0]:.0f}" for row in rows if row.band)
    assert said(RIDGE["Table 1"], r"range are (\S+) to (\S+) times apart") == (wide[0], wide[-1])


@pytest.mark.parametrize(("title", "records"), TABLES.items())
def test_a_draw_with_a_larger_smallest_level_would_explain_the_factor(title, records):
    """The mean over draws goes with that of 1 / ε², the printed loss with that of one draw."""
    rng = np.random.default_rng(0)
    profiles = (paper_profile(records, seed) for seed in range(3000))
    least = np.array([draw_levels(profile, rng).min() for profile in profiles])
    its = factors(RIDGE[title], lambda name: name.startswith("non_personalised"))
    needed = np.sqrt(np.median([*its.values()]) / np.mean(least**-2.0))
    level, share = said(RIDGE[title], r"smallest ε of (\S+) would explain .* (\S+) % of draws")
    assert needed == pytest.approx(float(level), abs=5e-4)
    assert 100.0 * np.mean(least >= needed) == pytest.approx(float(share), abs=1.5)


@pytest.mark.parametrize("title", ["Table 1", "Table 3", "Figure 1"])
def test_where_the_data_matter_most_the_card_says_between_which_factors(title):
    def wanted(name):
        lam = float(name.partition(" at ")[2].partition(":")[0])
        plain = REGULARISED not in name and not name.startswith(METHODS[1])
        return plain and lam >= 50.0

    its = [*factors(RIDGE[title], wanted).values()]
    low, high = said(RIDGE[title], r"From λ = 50 upwards .* are (\S+) to (\S+) times")
    assert (low, high) == (f"{min(its):.1f}", f"{max(its):.1f}")


def test_a_loss_under_a_large_penalty_nears_the_mean_square_of_the_test_labels():
    rng = np.random.default_rng(0)
    squares = np.array([np.mean(synthetic_problem(rng).y_test ** 2) for _ in range(3000)])
    ours = stored("ridge-synthetic-lambda").values["pdp_op at 1000: mean"]
    assert ours == pytest.approx(squares.mean(), rel=0.1)
    level, share = said(RIDGE["Table 3"], r"at most (\S+), .* in (\S+) % of draws")
    known = {check.value: check.printed for check in RIDGE["Table 3"].item.checks}
    assert known["pdp_op at 500: mean"] == pytest.approx(float(level), abs=5e-5)
    assert 100.0 * np.mean(squares <= float(level)) == pytest.approx(float(share), abs=1.5)


def test_the_card_of_figure_3_says_its_unit_and_all_three_places():
    (card,) = (one for one in cards() if one.item.name == "Feature privacy: Figure 3")
    error, percent = said(card, r"summed over the features: (\S+) is a typical error of (\S+) %")
    first = card.findings[0].ours
    assert error == f"{first:.2f}"
    assert percent == f"{typical_miss(first, 10):.1f}"
    where = {row.label: f"q = {row.ours:.2g}" for row in card.findings if "loses to" in row.label}
    assert len(where) == 3
    assert all(f"{place}" in card.reason for place in where.values())
