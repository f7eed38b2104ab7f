"""Printed values that were typed agree with the papers' text and with what else is known."""

import csv
from pathlib import Path

import pytest

from hetdp_core.evidence import cards, stored
from hetdp_core.evidence.ridge import SPREAD
from hetdp_core.mean.comparison import REGIMES
from hetdp_core.odometer.examples import PRINTED
from tests.tolerance import half_a_unit

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
        assert value == pytest.approx(float(row["cell"]), abs=half_a_unit(2)), row


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
