"""Guesses about the columns of a user's own table: kinds from the cells, bounds from the name."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import datasets
from hetdp_core.errors import InvalidInput
from hetdp_core.tables import MAX_LABELS, ColumnGuess, guess_schema, read_table
from hetdp_core.tables.cells import levels
from hetdp_core.tables.describe import unclear_commas
from hetdp_core.tables.suggest import coding, for_name, identifies, sensitivity_of


def guess(name: str, values) -> ColumnGuess:
    """The guess for one column, beside another so that empty cells do not end a row."""
    rows = "".join(f"{value};1\n" for value in values)
    return guess_schema(read_table(f"{name};beside\n{rows}".encode()))[0]


@pytest.mark.parametrize(
    ("values", "kind", "missing"),
    [
        (["1.5", "2", "-3e2"], "number", 0),
        (["1", "2.0", "", "NA", "n/a", "."], "integer", 4),
        (["0", "1", "1", "-"], "binary", 1),
        (["yes", "no", "", "yes"], "category", 1),
        (["none", "some", "none", "some"], "category", 0),
        (["a", "b", "c", "c"], "text", 0),
        (["1", "2", "x", "x"], "text", 0),
        (["", "", "NA"], "text", 3),
        (["inf", "1", "2", "3"], "text", 0),
        (["1_000", "2", "3", "4"], "text", 0),
        (["1e200", "2", "3", "4"], "text", 0),
        (["=1+1", "=1+1", "=2", "=2"], "category", 0),
        ([f"label {i % MAX_LABELS}" for i in range(100)], "category", 0),
        ([f"label {i % (MAX_LABELS + 1)}" for i in range(100)], "text", 0),
    ],
)
def test_the_kind_follows_from_the_cells(values, kind, missing):
    found = guess("x", values)
    assert (found.kind, found.missing) == (kind, missing)
    assert found.use == (kind != "text")


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


@given(st.lists(st.integers(-(10**6), 10**6), min_size=2, max_size=20), st.integers(1, 10**6))
def test_no_suggestion_depends_on_the_range_of_the_values(values, factor):
    values = [5, *values]  # not binary
    stretched = [5 + factor * value for value in values]
    for name in ("age", "amount"):
        assert guess(name, values).suggested == guess(name, stretched).suggested == for_name(name)


def test_bounds_of_shipped_quantities_are_those_shipped():
    assert for_name("sbp").bounds == datasets.info("nhefs").column("sbp").bounds


@pytest.mark.parametrize(
    ("labels", "whole"),
    [
        ({"yes"}, ("no", "yes")),
        ({"No", "Yes"}, ("No", "Yes")),
        ({"F", "M"}, ("F", "M")),
        ({"male", "female"}, ("female", "male")),
        ({"TRUE"}, ("FALSE", "TRUE")),
        ({"yes", "No"}, ()),
        ({"yes", "maybe"}, ()),
        (set(), ()),
    ],
)
def test_labels_are_suggested_for_a_usual_coding_whole_and_for_nothing_else(labels, whole):
    assert coding(labels).categories == whole


def test_names_that_identify_people_are_left_out():
    assert all(map(identifies, ["id", "Patient ID", "E-Mail", "First name", "Unnamed: 0", "SSN"]))
    assert not any(map(identifies, ["age", "paid", "idea", "rowing", "bmi"]))
    found = guess("patient_id", range(9))
    assert (found.use, found.note) == (False, "Its name says that it tells who somebody is.")


def test_names_of_money_and_health_are_sensitive():
    assert sensitivity_of("Annual Income (k$)") == sensitivity_of("smoker") == "high"
    assert sensitivity_of("points") == "medium"


@pytest.mark.parametrize("values", [["3", "3", ""], ["yes", "yes", ""]])
def test_a_constant_column_is_used_and_noted(values):
    found = guess("x", values)
    assert (found.use, found.note) == (True, "It has one value only.")


def test_a_mistake_among_numbers_is_shown_with_its_line():
    found = guess("x", [*range(9), "12 kg"])
    assert found.note == "Most cells are numbers, but not '12 kg' on line 11."
    assert found.kind == "text"


def test_an_empty_column_and_one_of_many_texts_say_so():
    assert guess("x", ["", ""]).note == "It has no values."
    assert guess("x", map(chr, range(65, 91))).note.startswith("It has too many different texts")


def unclear(content):
    table = read_table(content)
    return unclear_commas(table, guess_schema(table))


@pytest.mark.parametrize(
    "content",
    [
        b'pay,age\nNA,30\n"1,234",30\n"2,345",40\n',
        b'pay,age\n,30\n"1,5",30\n"2,5",40\n',
        b"pay;age\n;0,5\n1.234,50;0,5\n2.345,50;0,5\n",
    ],
)
def test_a_column_whose_commas_are_unclear_is_named_with_the_line_and_what_to_do(content):
    (said,) = unclear(content)
    assert said.startswith("“pay” was not taken as numbers")
    assert "on line 3 means is not clear" in said
    assert "Write numbers with a decimal point" in said


@pytest.mark.parametrize(
    "content",
    [
        b'pay,age\n"1,234.50",30\n"2,345",40\n',
        b'who,age\n"Doe, Jane",30\n"Roe, Joe",40\n',
        b'patient_id,age\n"1,234",30\n"2,345",40\n',
        b"seen,age\n1.2.2020,30\n2.2.2020,40\n",
    ],
)
def test_nothing_is_said_of_commas_in_other_columns(content):
    assert unclear(content) == ()


def test_decimal_commas_are_numbers():
    assert guess("x", ["1,5", "2,5"]).kind == "number"


def test_a_guess_becomes_a_declaration_as_suggested():
    column = guess("age", [30, 40]).column()
    assert (column.kind, column.bounds, column.unit) == ("integer", (0, 120), "years")
    assert column.bounds_from == "human life"


def test_what_the_user_says_comes_first():
    column = guess("age", [30, 40]).column(kind="number", bounds=(18, 90), sensitivity="high")
    assert (column.kind, column.bounds, column.sensitivity) == ("number", (18, 90), "high")
    assert column.bounds_from == "declared by you"
    read_off = guess("x", [1, 2]).column(bounds=(1, 2), bounds_from="read off the data")
    assert read_off.bounds_from == "read off the data"


def test_a_changed_kind_brings_its_own_suggestion():
    flags = guess("children", [0, 1, 0])
    assert flags.kind == "binary"
    assert flags.column().bounds == (0, 1)
    assert flags.column(kind="integer").bounds == (0, 15)
    codes = guess("x", [1, 2, 3]).column(kind="category", categories=["1", "2", "3"])
    assert (codes.bounds, codes.categories) == (None, ("1", "2", "3"))


@pytest.mark.parametrize(
    ("values", "changes", "says"),
    [
        ([1, 2], {}, "bounds of 'x' must be declared"),
        (
            [1, 2],
            {"bounds": (2, 1)},
            r"bounds of 'x' must go from a lower to a higher value \(low < high\)",
        ),
        ([1, 2], {"bounds": (0, np.nan)}, r"bounds of 'x'\[1\] must be a finite number"),
        ([1, 2], {"bounds": (0, 1e200)}, "bounds of 'x' must lie between -1e"),
        ([0, 1], {"bounds": (0, 2)}, "bounds of 'x' must be 0 and 1, got .* an integer"),
        ([1, 2], {"kind": "category"}, "labels of 'x' must be declared"),
        ([1, 2], {"kind": "category", "bounds": (0, 1)}, "labels of 'x' must be declared"),
        ([1, 2], {"kind": "category", "categories": ["1", "1"]}, "must each be given once"),
        ([1, 2], {"kind": "category", "categories": [""]}, "not be empty"),
        ([1, 2], {"bounds": (0, 1), "categories": ["1"]}, "without labels"),
        ([1, 2], {"kind": "text"}, "column 'x' must hold numbers or labels"),
        ([1, 2], {"kind": "date"}, "kind of 'x' must be one of number, integer, binary"),
        ([1, 2], {"bounds": (0, 1), "sensitivity": "some"}, "sensitivity of 'x' must be one of"),
        (["p", "q", "r", "s"], {}, "column 'x' must hold numbers or labels"),
        (["p", "p", "r", "r"], {}, "labels of 'x' must be declared"),
    ],
)
def test_a_declaration_without_what_it_needs_is_refused(values, changes, says):
    with pytest.raises(InvalidInput, match=says):
        guess("x", values).column(**changes)


@pytest.mark.parametrize("name", ["eps", "Epsilon", "ε", "eps_asked", "privacy level"])
def test_what_people_ask_for_is_a_privacy_level_by_its_name_and_needs_no_bounds(name):
    found = guess(name, ["0.1", "inf", "1", "1"])
    assert (found.kind, found.bounds, found.use) == ("level", None, True)
    assert found.column().bounds is None


@pytest.mark.parametrize("mistake", ["abc", "", "0", "-1"])
def test_one_mistake_among_levels_is_told_and_not_a_reason_to_deal_levels_out(mistake):
    """Else nobody would get what they ask for, and only a small note would say so."""
    found = guess("epsilon", ["0.3"] * 9 + [mistake])
    assert (found.kind, found.use) == ("level", True)
    text = "\n".join(["epsilon,x", *["0.3,1"] * 9, f"{mistake},1"])
    with pytest.raises(InvalidInput, match="'epsilon' on line 11 must be a positive privacy level"):
        levels(read_table(text.encode()), "epsilon")


@pytest.mark.parametrize(("name", "value"), [("eps", "low"), ("steps", "1"), ("privacy_law", "1")])
def test_other_words_and_other_names_are_no_privacy_levels(name, value):
    assert guess(name, ["1", "2", value]).kind != "level"
