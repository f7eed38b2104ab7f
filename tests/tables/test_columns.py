"""Each cell is read by itself, under the decimal mark that was declared; values told by hand."""

import math

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hetdp_core.numerals import MISSING, number
from hetdp_core.tables import read_table
from hetdp_core.tables.columns import numbers
from hetdp_core.tables.curator import notes
from tests.own_columns import own_column

NAN = math.nan

UNDER_EITHER = {
    "5": 5.0,
    "-5": -5.0,
    "−5": -5.0,
    "+5": 5.0,
    "1e3": 1000.0,
    "2E-2": 0.02,
    "1 200": 1200.0,
    "12\u00a0500": 12_500.0,
    "12\u202f500": 12_500.0,
    "1\u2009234\u2009567": 1_234_567.0,
    "1'200": 1200.0,
    "1’200": 1200.0,
    "10%": 10.0,
    "10 %": 10.0,
    "007": 7.0,
    **dict.fromkeys(
        ["", "NA", "n/a", "1,5dd", "inf", "1e400", "1e101", "two", "1_000", "12 50", "1 2345"], NAN
    ),
    **dict.fromkeys(
        ["1 234.567,8", "1.2.3", "--5", "1e", "0 500", "=1+1", "٣", "5%%", "1,23,4"], NAN
    ),
}
BY_MARK = {
    ".": {
        "1.200": 1.2,
        "1,200": 1200.0,
        "12,500.5": 12_500.5,
        "1,234,567": 1_234_567.0,
        "0.5": 0.5,
        ".5": 0.5,
        "5.": 5.0,
        "0,5": NAN,
        "0,500": NAN,
        "1,5": NAN,
        "1.234,5": NAN,
        "12,3456": NAN,
        "1234,567": NAN,
        "1,5%": NAN,
        "1.5%": 1.5,
    },
    ",": {
        "1.200": 1200.0,
        "1,200": 1.2,
        "12.500,5": 12_500.5,
        "1.234.567": 1_234_567.0,
        "0,5": 0.5,
        ",5": 0.5,
        "0.5": NAN,
        "0.500": NAN,
        "1.5": NAN,
        "1,234.5": NAN,
        "1,5 %": 1.5,
        "-2,5e3": -2500.0,
    },
}
CASES = [
    (cell, mark, value)
    for mark in (".", ",")
    for cell, value in {**UNDER_EITHER, **BY_MARK[mark]}.items()
]


@pytest.mark.parametrize(("cell", "mark", "value"), CASES)
def test_a_cell_is_the_number_that_the_declared_mark_makes_of_it(cell, mark, value):
    np.testing.assert_array_equal(numbers([cell], mark), [value])


@example(["1,5dd"] * 399 + ["0.5"], ".")  # one cell with another mark
@example(["1,5dd"] * 399 + ["0,5"], ".")
@given(st.lists(st.sampled_from([cell for cell, _, _ in CASES]), min_size=1), st.sampled_from(".,"))
def test_no_cell_decides_how_another_is_read(cells, mark):
    alone = [numbers([cell], mark)[0] for cell in cells]
    np.testing.assert_array_equal(numbers(cells, mark), alone)


@given(st.floats(-1e100, 1e100))
def test_numbers_are_read_back_to_the_last_bit(value):
    assert number(repr(value), ".") == value
    assert number(repr(value).replace(".", ","), ",") == value


def test_words_for_a_missing_value_are_missing_in_any_case():
    for words, said in {tuple(MISSING): 0, ("no", "two"): 1}.items():
        rows = "".join(f"{word.upper()};1\n" for word in words)
        table = read_table(f"a;b\n{rows}0;1\n0;1\n".encode())
        assert len(notes(table, [own_column("a", bounds=(0.0, 1.0))])) == said
