"""What a column holds by its name, and what a declaration needs."""

from dataclasses import replace

import pytest

from hetdp_core import datasets
from hetdp_core.errors import InvalidInput
from hetdp_core.tables import declare, read_table, suggested
from hetdp_core.tables.guess import identifies


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
    found = suggested(name)
    assert (found.kind, found.bounds, found.unit) == ("number", bounds, unit)
    assert (found.bounds_from == "declared by you") == (bounds is None)


def test_bounds_of_shipped_quantities_are_those_shipped():
    assert suggested("sbp").bounds == datasets.info("nhefs").column("sbp").bounds


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
    found = suggested(name)
    assert (found.kind, found.categories) == ("category" if labels else "number", labels)


@pytest.mark.parametrize("name", ["town", "Home country", "marital status"])
def test_a_name_that_speaks_of_words_is_a_category_whose_labels_its_owner_knows(name):
    assert (suggested(name).kind, suggested(name).categories) == ("category", ())


def test_names_that_identify_people_are_left_out():
    assert all(map(identifies, ["id", "Patient ID", "E-Mail", "First name", "Unnamed: 0", "SSN"]))
    assert not any(map(identifies, ["age", "paid", "idea", "rowing", "bmi"]))


def test_names_of_money_and_health_are_sensitive():
    assert suggested("Annual Income (k$)").sensitivity == suggested("smoker").sensitivity == "high"
    assert suggested("points").sensitivity == "medium"


COLUMN = replace(suggested("x"), bounds=(0, 2))
LABELLED = {"kind": "category", "bounds": None}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"bounds": None}, "bounds of 'y' must be declared"),
        ({"bounds": (2, 1)}, r"bounds of 'y' must go from a lower to a higher value \(low < high"),
        ({"bounds": (0, float("nan"))}, r"bounds of 'y'\[1\] must be a finite number"),
        ({"bounds": (0, 1e200)}, "bounds of 'y' must lie between -1e"),
        ({"kind": "binary"}, "bounds of 'y' must be 0 and 1, got .* an integer"),
        ({"kind": "category", "bounds": None}, "labels of 'y' must be declared"),
        ({"kind": "category"}, "labels of 'y' must be declared"),
        ({**LABELLED, "categories": ("1", "1")}, "must each be given once"),
        ({**LABELLED, "categories": ("",)}, "not be empty"),
        ({"categories": ("1",)}, "without labels"),
        ({"kind": "text"}, "kind of 'y' must be one of number, integer, binary"),
        ({"kind": "date"}, "kind of 'y' must be one of number, integer, binary"),
        ({"sensitivity": "some"}, "sensitivity of 'y' must be one of"),
    ],
)
def test_a_declaration_without_what_it_needs_is_refused(changes, says):
    with pytest.raises(InvalidInput, match=says):
        declare(read_table(b"x\n1\n2\n"), [COLUMN, replace(COLUMN, name="y", **changes)])


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
    assert (suggested(name).kind, suggested(name).bounds) == ("level", None)


@pytest.mark.parametrize("name", ["steps", "privacy_law", "level", "wish", "Datenschutzrecht"])
def test_other_names_are_no_privacy_levels(name):
    assert suggested(name).kind != "level"
