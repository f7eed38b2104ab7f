"""Text that leaves the dashboard is text for whatever opens it."""

import csv
import io
import json
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.file_text import csv_text, escape_for_spreadsheet, json_text

FORMULAS = [
    *("=1+1", "+cmd|' /C calc'!A0", "-2+3", "@SUM(A1)", "-", "+", "=", "@"),
    *("\t=1", "\r=1", "\n=1", " =1", "\ufeff=1", "\u200b=1", "\x00=1", "\u00a0=1", "\r\n,=1"),
    *("＝1+1", "＋1+1", "－1+1", "＠SUM(A1)", "﹦1"),
]


@pytest.mark.parametrize("text", FORMULAS)
def test_what_a_spreadsheet_would_run_is_shown_as_text_in_cell_and_header(text):
    table = pd.DataFrame({text: [text, "plain"], "n": [-1.5, 2.0]})
    header, first, last = csv.reader(io.StringIO(csv_text(table), newline=""))
    escaped = f"'{text}"
    assert escape_for_spreadsheet(text) == escaped
    in_file = escaped.replace("\r\n", "\n").replace("\r", "\n")
    assert (header, first, last) == ([in_file, "n"], [in_file, "-1.5"], ["plain", "2.0"])


@pytest.mark.parametrize("text", ["-1.5", "+3", "-,5", "-2e-3", "plain", "", "a=1", "'=1", "−3"])
def test_numbers_and_plain_text_are_not_escaped(text):
    assert escape_for_spreadsheet(text) == text


def test_a_table_of_numbers_keeps_all_their_digits_and_signs():
    table = pd.DataFrame({"x": [-0.1, 1 / 3, -np.inf, np.nan], "k": [-1, 2, -3, 4], "yes": True})
    assert csv_text(table) == table.to_csv(index=False)
    assert csv_text(table.iloc[:0]) == "x,k,yes\n"


def test_columns_of_the_same_name_both_stay_and_the_table_is_not_changed():
    table = pd.DataFrame([["=1", -1.0, "b"]], columns=["=a", "=a", "c"])
    before = table.copy()
    assert csv_text(table) == "'=a,'=a,c\n'=1,-1.0,b\n"
    pd.testing.assert_frame_equal(table, before)


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(st.characters()),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(), inner, max_size=4),
    max_leaves=12,
)


@given(VALUES)
def test_json_is_valid_wherever_it_stands_and_comes_back(value):
    text = json_text(value)
    text.encode()
    assert "<" not in text

    def refuse(constant):
        raise AssertionError(constant)

    assert same(json.loads(text, parse_constant=refuse), value)


def same(found, value) -> bool:
    if isinstance(value, float) and not math.isfinite(value):
        return found in ("infinity", "-infinity", "not a number")
    if isinstance(value, list):
        return all(map(same, found, value)) and len(found) == len(value)
    if isinstance(value, dict):
        return all(map(same, found.values(), value.values())) and len(found) == len(value)
    if isinstance(value, str):
        return found == value.encode("utf-8", "replace").decode()
    return found == value
