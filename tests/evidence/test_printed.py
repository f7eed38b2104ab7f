"""Printed values that were typed agree with the papers' text and with what else is known."""

import csv
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import linprog
from scipy.special import logit

from hetdp_core.evidence import cards, stored
from hetdp_core.evidence.items import half_a_unit
from hetdp_core.evidence.odometer import MOCK_RECORDS
from hetdp_core.evidence.ridge import SPREAD
from hetdp_core.mean.comparison import REGIMES
from hetdp_core.odometer.examples import PRINTED
from tests.tolerance import half_a_unit as half_of

PAPERS = Path(__file__).parents[1] / "papers"
CARDS = {(card.item.paper, card.item.item): card.item for card in cards()}


def rows(file):
    with (PAPERS / file).open(encoding="utf-8") as text:
        return list(csv.DictReader(text))


def printed(paper, item):
    """The printed numbers of an item, by the name of ours."""
    checks = CARDS[paper, item].checks
    return {check.value: check.printed for check in checks if check.printed is not None}


def test_the_published_losses_are_the_cells_left_in_the_text():
    """Most cells of the ridge paper are lost in the text at hand; these are not."""
    for row in rows("ridge_cells.csv"):
        spread = "" if row["item"].startswith("Table") else SPREAD
        name = f"{row['method']}{spread} at {row['lambda']}: mean"
        value = printed("ridge", row["item"])[name]
        assert value == pytest.approx(float(row["cell"]), abs=half_of(2)), row


@pytest.mark.parametrize("item", ["Table 1", "Table 2", "Table 3", "Table 4"])
def test_the_published_means_are_those_the_ridge_tests_know(item):
    data = "insurance" if int(item.split()[1]) % 2 == 0 else "synthetic"
    known = {
        f"{row['method']}{' (regularised)' if row['regularised'] == '1' else ''} "
        f"at {float(row['lam']):g}: mean": float(row["authors_value"])
        for row in rows("ridge_targets.csv")
        if row["dataset"] == data
    }
    losses = printed("ridge", item)
    assert len(losses) >= 48
    assert losses == {name: known[name] for name in losses}


def test_what_a_topic_prints_itself_is_what_its_card_prints():
    assert printed("mean", "Table I") == {
        f"{key}: {method}": value
        for key, regime in REGIMES.items()
        for method, value in regime.printed.items()
    }
    losses = printed("odometer", "Appendix E, losses")
    for outputs, loss in PRINTED.items():
        outcome = "".join(str(int(output)) for output in outputs)
        assert losses[f"certified at {outcome}: mean"] == loss


def test_example_2_by_hand():
    by_hand, ours = 0.44 * 0.592 * 0.4016, stored("accounting-example-2").values
    assert ours["x = 2"] == pytest.approx(by_hand, rel=1e-7)  # stored to 8 digits
    assert round(ours["x = 3"], 3) == 0.109


def rounded_from(printed):
    """Return the ends of what is rounded to a printed number."""
    half = half_a_unit(printed)
    return float(printed) - half, float(printed) + half


def can_come_from_rounded_coefficients(name, people):
    """Whether some coefficients that round to Table I give the printed predictions of a name."""
    checks = [one for one in CARDS["odometer", "Table I"].checks if one.value.startswith(name)]
    bounds = [rounded_from(one.printed_as) for one in checks]
    rows, limits = [], []
    for one in CARDS["odometer", "Section 6.3, predictions"].checks:
        person, what = one.value.split(": ")
        if what == name and person in people:
            ends = rounded_from(one.printed_as)
            low, high = ends if name == "sleep" else logit(ends)
            record = np.array([*MOCK_RECORDS[person], 1.0])
            rows += [record, -record]
            limits += [high, -low]
    return linprog(np.zeros(len(bounds)), np.array(rows), limits, bounds=bounds).status == 0


def test_rounded_coefficients_explain_two_wrong_predictions_and_no_more():
    wrong = {
        ("stroke", ("ID 0",)): False,
        ("diabetes", ("ID 0",)): False,
        ("diabetes", ("ID 1",)): False,
        ("sleep", ("ID 0", "ID 1")): False,
        ("heart disease", ("ID 1",)): True,
        ("stroke", ("ID 1",)): True,
    }
    assert {one: can_come_from_rounded_coefficients(*one) for one in wrong} == wrong
