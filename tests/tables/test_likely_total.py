"""Rows that may be no person of their own, named for the curator: a total, or a repetition."""

import pytest

from hetdp_core.tables import read_table
from hetdp_core.tables.curator import likely_total, notes

ROWS = b"home,kWh,level\n1,300,low\n2,400,high\n"


@pytest.mark.parametrize(
    "last", [b"Total,700,", b"Summe,700,low", b"Gesamtsumme,700,x", b"SUM:,700,a", b"3,Total,700"]
)
def test_a_last_row_that_is_called_a_total_is_named_with_its_line(last):
    said = likely_total(read_table(ROWS + last + b"\n"))
    assert said.startswith("Line 4, the last one, is probably a total")


@pytest.mark.parametrize("last", [b"3,700,low", b"3,,low", b"summer,700,low", b",700,"])
def test_a_person_s_row_is_none(last):
    assert likely_total(read_table(ROWS + last + b"\n")) == ""


def test_rows_that_repeat_an_identifier_are_counted_and_empty_cells_are_none():
    twice = notes(read_table(b"id,kWh\n1,3\n2,3\n1,3\n,3\n,3\n"), [])
    assert [(name, said[:19]) for name, said in twice] == [("id", "1 row repeats a val")]
