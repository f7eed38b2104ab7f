"""Guesses about the columns of a user's own table: all of them from the names."""

import pytest

from hetdp_core import datasets
from hetdp_core.errors import InvalidInput
from hetdp_core.tables import ColumnGuess, guess_schema
from hetdp_core.tables.guess import for_name, identifies, sensitivity_of


def guess(name: str) -> ColumnGuess:
    """The guess for one column."""
    return guess_schema([name])[0]


@pytest.mark.parametrize(
    ("name", "bounds", "unit"),
    [
        ("age", (0, 120), "years"),
        ("Age (years)", (0, 120), "years"),
        ("BMI", (10, 70), "kg/m²"),
        ("Systolic BP", (60, 260), "mmHg"),
        ("body fat %", (0, 100), "%"),
        ("year", (1900, 2100), ""),
        ("birth_year", (1900, 2100), ""),
        ("children", (0, 15), "children"),
        ("height", None, ""),
        ("average", None, ""),
        ("age_in_months", None, ""),
        ("charges_per_year", None, ""),
        ("percent_change", None, ""),
        ("x", None, ""),
    ],
)
def test_bounds_are_suggested_by_a_known_name_and_by_nothing_else(name, bounds, unit):
    found = for_name(name)
    assert (found.bounds, found.unit, bool(found.reason)) == (bounds, unit, bounds is not None)
    assert (guess(name).kind, guess(name).bounds) == ("number", bounds)


def test_bounds_of_shipped_quantities_are_those_shipped():
    assert for_name("sbp").bounds == datasets.info("nhefs").column("sbp").bounds


@pytest.mark.parametrize(
    ("name", "labels"),
    [
        ("Sex", ("female", "male")),
        ("patient_gender", ("female", "male")),
        ("smoker", ("no", "yes")),
        ("is married", ("no", "yes")),
        ("sexual_health", ()),
        ("smokers_per_house", ()),
        ("pet", ()),
    ],
)
def test_labels_are_suggested_by_a_known_name_whole_and_by_nothing_else(name, labels):
    assert for_name(name).categories == labels
    assert guess(name).kind == ("category" if labels else "number")


@pytest.mark.parametrize("name", ["town", "Home country", "marital status"])
def test_a_name_that_speaks_of_words_is_a_category_whose_labels_its_owner_knows(name):
    assert (guess(name).kind, guess(name).categories) == ("category", ())


def test_names_that_identify_people_are_left_out():
    assert all(map(identifies, ["id", "Patient ID", "E-Mail", "First name", "Unnamed: 0", "SSN"]))
    assert not any(map(identifies, ["age", "paid", "idea", "rowing", "bmi"]))
    guessed = guess("patient_id")
    assert (guessed.use, guessed.note) == (False, "Its name says that it tells who somebody is.")


def test_names_of_money_and_health_are_sensitive():
    assert sensitivity_of("Annual Income (k$)") == sensitivity_of("smoker") == "high"
    assert sensitivity_of("points") == "medium"


def test_a_guess_becomes_a_declaration_as_suggested():
    column = guess("age").column()
    assert (column.kind, column.bounds, column.unit) == ("number", (0, 120), "years")
    assert column.bounds_from == "human life"


def test_what_the_user_says_comes_first():
    column = guess("age").column(kind="integer", bounds=(18, 90), sensitivity="high")
    assert (column.kind, column.bounds, column.sensitivity) == ("integer", (18, 90), "high")
    assert column.bounds_from == "declared by you"
    read_off = guess("x").column(bounds=(1, 2), bounds_from="read off the data")
    assert read_off.bounds_from == "read off the data"


def test_a_changed_kind_brings_its_own_suggestion():
    assert guess("children").column(kind="binary").bounds == (0, 1)
    assert guess("children").column(kind="integer").bounds == (0, 15)
    codes = guess("age").column(kind="category", categories=["1", "2", "3"])
    assert (codes.bounds, codes.categories) == (None, ("1", "2", "3"))


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({}, "bounds of 'x' must be declared"),
        ({"bounds": (2, 1)}, r"bounds of 'x' must go from a lower to a higher value \(low < high"),
        ({"bounds": (0, float("nan"))}, r"bounds of 'x'\[1\] must be a finite number"),
        ({"bounds": (0, 1e200)}, "bounds of 'x' must lie between -1e"),
        ({"kind": "binary", "bounds": (0, 2)}, "bounds of 'x' must be 0 and 1, got .* an integer"),
        ({"kind": "category"}, "labels of 'x' must be declared"),
        ({"kind": "category", "bounds": (0, 1)}, "labels of 'x' must be declared"),
        ({"kind": "category", "categories": ["1", "1"]}, "must each be given once"),
        ({"kind": "category", "categories": [""]}, "not be empty"),
        ({"bounds": (0, 1), "categories": ["1"]}, "without labels"),
        ({"kind": "text"}, "kind of 'x' must be one of number, integer, binary"),
        ({"kind": "date"}, "kind of 'x' must be one of number, integer, binary"),
        ({"bounds": (0, 1), "sensitivity": "some"}, "sensitivity of 'x' must be one of"),
    ],
)
def test_a_declaration_without_what_it_needs_is_refused(changes, says):
    with pytest.raises(InvalidInput, match=says):
        guess("x").column(**changes)


@pytest.mark.parametrize(
    "name",
    [
        "eps",
        "Epsilon",
        "ε",
        "privacy level",
        "privacy wish",
        "my_privacy_choice",
        "Datenschutzstufe",
    ],
)
def test_what_people_ask_for_is_a_privacy_level_by_its_name_and_needs_no_bounds(name):
    guessed = guess(name)
    assert (guessed.kind, guessed.bounds, guessed.use) == ("level", None, True)
    assert guessed.column().bounds is None


@pytest.mark.parametrize("name", ["steps", "privacy_law", "level", "wish", "Datenschutzrecht"])
def test_other_names_are_no_privacy_levels(name):
    assert guess(name).kind != "level"
