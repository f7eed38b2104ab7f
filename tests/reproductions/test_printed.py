"""Printed values that were typed agree with the papers' text and with what else is known."""

import csv
from pathlib import Path

import pytest

from hetdp_core.experiments.ridge import REGULARISED
from hetdp_core.reproductions import ITEMS, cards, stored
from hetdp_core.reproductions.ridge_recipes import published
from tests.tolerance import half_a_unit

TARGETS = Path(__file__).parents[1] / "papers" / "ridge_targets.csv"
NAMES = {"insurance": "real", "synthetic": "synthetic"}

LEFT_IN_THE_TEXT: dict[str, list[tuple[float, str, str]]] = {
    # Table, λ, method: the cells that the text of the ridge paper still holds, as printed.
    "Table 1": [
        (75, "non_personalised", "3.78"),
        (100, "non_personalised", "1.80"),
        (125, "non_personalised", "1.06"),
    ],
    "Table 2": [(5, "non_personalised", "4.49")],
    "Table 3": [
        (7, "jorgensen_max", "4.81"),
        (7, "jorgensen_mean", "8.85"),
        (10, "jorgensen_max", "1.88"),
        (10, "jorgensen_mean", "3.44"),
        (15, "jorgensen_mean", "1.16"),
        (50, f"jorgensen_max{REGULARISED}", "3.83"),
        (50, f"jorgensen_mean{REGULARISED}", "6.95"),
        (75, f"jorgensen_max{REGULARISED}", "1.95"),
        (75, f"jorgensen_mean{REGULARISED}", "3.56"),
        (100, f"jorgensen_max{REGULARISED}", "1.26"),
        (100, f"jorgensen_mean{REGULARISED}", "2.28"),
    ],
    "Table 4": [
        (0.5, "jorgensen_mean", "3.10"),
        (0.5, f"jorgensen_max{REGULARISED}", "3.80"),
        (0.5, f"jorgensen_mean{REGULARISED}", "7.19"),
        (0.6, "jorgensen_mean", "1.85"),
        (0.6, f"jorgensen_max{REGULARISED}", "2.50"),
        (0.6, f"jorgensen_mean{REGULARISED}", "4.76"),
        (0.7, "jorgensen_mean", "1.23"),
        (0.7, f"jorgensen_max{REGULARISED}", "1.80"),
        (0.7, f"jorgensen_mean{REGULARISED}", "3.43"),
        (0.8, f"jorgensen_max{REGULARISED}", "1.39"),
        (0.8, f"jorgensen_mean{REGULARISED}", "2.63"),
        (0.9, f"jorgensen_max{REGULARISED}", "1.08"),
        (0.9, f"jorgensen_mean{REGULARISED}", "2.03"),
        (1, f"jorgensen_mean{REGULARISED}", "1.62"),
    ],
    "Figure 1": [
        (10, "jorgensen_max", "2.18"),
        (10, "jorgensen_mean", "4.09"),
        (15, "jorgensen_mean", "1.30"),
        (20, f"jorgensen_max{REGULARISED}", "7.43"),
        (25, f"jorgensen_max{REGULARISED}", "5.22"),
        (25, f"jorgensen_mean{REGULARISED}", "9.15"),
        (50, f"jorgensen_max{REGULARISED}", "1.53"),
        (50, f"jorgensen_mean{REGULARISED}", "2.62"),
        (75, f"jorgensen_mean{REGULARISED}", "1.34"),
    ],
    "Figure 2": [
        (0.5, "jorgensen_max", "1.78"),
        (0.5, "jorgensen_mean", "3.26"),
        (0.5, f"jorgensen_max{REGULARISED}", "2.73"),
        (0.5, f"jorgensen_mean{REGULARISED}", "4.99"),
        (0.6, "jorgensen_max", "1.02"),
        (0.6, "jorgensen_mean", "1.96"),
        (0.6, f"jorgensen_max{REGULARISED}", "1.63"),
        (0.6, f"jorgensen_mean{REGULARISED}", "3.21"),
        (0.7, "jorgensen_mean", "1.26"),
        (0.7, f"jorgensen_max{REGULARISED}", "1.16"),
        (0.7, f"jorgensen_mean{REGULARISED}", "2.25"),
        (0.8, f"jorgensen_mean{REGULARISED}", "1.73"),
        (0.9, f"jorgensen_mean{REGULARISED}", "1.28"),
        (1, f"jorgensen_mean{REGULARISED}", "1.00"),
    ],
}


@pytest.mark.parametrize("item", LEFT_IN_THE_TEXT)
def test_the_published_values_are_the_cells_left_in_the_text(item):
    data = "real" if int(item.split()[1]) % 2 == 0 else "synthetic"
    for lam, method, cell in LEFT_IN_THE_TEXT[item]:
        row = published()[data, method, float(lam)]
        value = row.mean if item.startswith("Table") else row.standard_deviation
        assert value == pytest.approx(float(cell), abs=half_a_unit(2)), (item, lam, method)


def test_the_published_means_are_those_the_ridge_tests_know():
    with TARGETS.open(encoding="utf-8") as file:
        rows = list(csv.DictReader(file))
    assert len(rows) == len(published()) == 288
    for row in rows:
        method = row["method"] + (REGULARISED if row["regularised"] == "1" else "")
        mine = published()[NAMES[row["dataset"]], method, float(row["lam"])]
        assert mine.mean == float(row["authors_value"])


def test_no_value_of_ours_is_typed_into_a_record():
    """Every number of ours on a card is one of the stored ones."""
    known = {value for item in ITEMS for value in stored(item.recipe).values.values()}
    known |= set(stored("linear-streams-joint").values.values())
    known |= set(stored("figure-3-exact").values.values())
    assert all(row.ours in known for one in cards() for row in one.findings)


def test_example_2_by_hand():
    by_hand, found = 0.44 * 0.592 * 0.4016, stored("accounting-example-2").values
    assert found["x = 2"] == pytest.approx(by_hand, rel=1e-7)  # stored to 8 digits
    assert round(found["x = 3"], 3) == 0.109


def test_the_losses_of_appendix_e_are_lower_by_a_tenth_to_three_twentieths():
    found = stored("check-up").values
    assert 0.0995 < found["least gap"] < found["largest gap"] < 0.15
