"""What a file's owner says of it, and what its cells tell the curator alone."""

import math
from dataclasses import replace

import numpy as np
import pytest

from hetdp_core.tables import curator, described, read_table
from hetdp_core.tables.columns import numbers
from tests.own_columns import own_column

NAN = math.nan


@pytest.mark.parametrize(
    ("cells", "of_all"), [("1;1,3", [1, 1.3]), ("1;2", [1, 2]), ("x;,", [NAN, NAN])]
)
def test_c05_one_cell_of_another_column_does_not_say_what_a_point_means(cells, of_all):
    rows = "".join(f"{1.5 + k / 100:.2f};{cell}\n" for k, cell in enumerate(cells.split(";")))
    table = read_table(f"height;answers\n{rows}".encode())
    assert table.decimal == ","  # the separator gives the default
    assert np.isnan(numbers(table.column("height"), ",")).all()
    np.testing.assert_allclose(numbers(table.column("height"), "."), [1.5, 1.51])  # said by hand
    np.testing.assert_array_equal(numbers(table.column("answers"), ","), of_all)


def told(table, decimal=None, bounds=(-1e99, 1e99), ignored=()):
    """What the curator is told of the first column, described as numbers."""
    low, high = map(repr, bounds)
    about = replace(described(table)[0], kind="number", low=low, high=high)
    column = replace(about.column(), decimal=decimal or table.decimal, ignored=ignored)
    return " ".join(said for _, said in curator.notes(table, [column]))


@pytest.mark.parametrize(
    ("content", "says"),
    [
        (b"pay;x\n1.200;1\n950;1\n", "“1.200” is read as 1200."),
        (b'pay,x\n"1,200",1\n950,1\n', "“1,200” is read as 1200."),
        (
            b"share;x\n5%;1\n1,5 %;1\n",
            "“5%” is read as 5, “1,5 %” is read as 1.5. If this is wrong",
        ),
        (
            b"h;x\n1.50;1\n2;1\n",
            "1 of 2 cells cannot be read as a number, and count as missing; the first is “1.50” on",
        ),
        (b"pay,x\n1.200,1\n950,1\n", "“1.200” is read as 1.2. If this is wrong, correct the"),
        (b"x,y\n1.5,1\n2,1\n", ""),
    ],
)
def test_the_curator_is_told_how_cells_are_read(content, says):
    assert says in told(read_table(content))


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        ("".join(f"{1000 + k}\n" for k in range(60)), "60 of 60 values will be clipped"),
        (
            "70\n" * 57 + "1000\n" * 2 + "0\n",
            "3 of 60 values will be clipped to the nearest bound, such as “1000” (2 ×), “0” (1 ×). "
            "If one means that there is no value, enter it under",
        ),
        (
            "70\n" * 59 + "−1\n",
            "1 of 60 values will be clipped to the nearest bound, such as “−1” (1 ×). If one",
        ),
        ("70\n" * 60, ""),
    ],
)
def test_c14_the_curator_is_told_what_lies_outside(rows, says):
    table = read_table(f"sbp\n{rows}".encode())
    said = told(table, bounds=(60.0, 260.0))
    said = said.removeprefix(
        "“−1” is read as -1. If this is wrong, correct the decimal mark or the file. "
    )
    assert said.startswith(says)
    assert bool(said) == bool(says)


@pytest.mark.parametrize(
    ("labels", "says"),
    [
        (
            ("south", "north"),
            "4 of 4 cells cannot be read as a declared label; the first is “South” on line 2. "
            "“South” is “south”, which is declared, in another case or form.",
        ),
        (
            ("South",),
            "2 of 4 cells cannot be read as a declared label; the first is “North” on line 3.",
        ),
        (("South", "North"), ""),
    ],
)
def test_c03_the_curator_is_told_what_holds_no_declared_label(labels, says):
    table = read_table(b"town,age\n" + b"South,20\nNorth,50\n" * 2)
    said = curator.notes(table, [own_column("town", kind="category", categories=labels)])
    assert [one for _, one in said] == ([says] if says else [])


def test_the_curator_is_told_where_the_other_decimal_mark_reads_more():
    table = read_table(b"pay;age\n1.5;30\n2.25;40\nmany;50\n")
    said = told(table)
    assert said.startswith("3 of 3 cells cannot be read as a number, and count as missing; the")
    assert said.endswith("“1.5” on line 2. With a point as “Decimal mark”, 2 can be read.")
    assert "ecimal" not in told(table, ".")
    mixed = read_table(b"pay;x\n1.5;1\n1.5;1\n18.211,75;1\nn/a;1\n")
    assert "can be read" not in told(mixed, ".")


def test_the_curator_is_told_of_a_sign_beside_the_number_of_the_first_cell_that_is_none():
    for cell, sign in {"€ 5": "€", "7 kg": "kg", "Fr. -5": "Fr."}.items():
        table = read_table(f"pay;age\n950;30\n{cell};40\n".encode())
        assert f"enter “{sign}” under “Signs to ignore in numbers” on Describe." in told(table)
        assert "Signs to ignore" not in told(table, ignored=(sign,))
    both = told(read_table(b"pay;age\n1 319,50 Fr.;30\n12,50 Fr.;40\n"), ".")
    assert "To read it, with a comma as “Decimal mark”, enter “Fr.” under “Signs" in both
    for cell in ("Total 4", "(5)", "5-"):
        table = read_table(f"pay;age\n1;2\n3;4\n{cell};6\n".encode())
        assert told(table).endswith(f"the first is “{cell}” on line 4.")


@pytest.mark.parametrize("missing", [0, 1, 7, 20])
def test_no_values_in_place_of_the_missing_ones_move_the_mean_further_than_is_said(missing):
    low, high = -10.0, 90.0
    values = np.linspace(-20.0, 95.0, 20)
    values[:missing] = np.nan
    told = curator.counted_as_middle(values, (low, high))
    present = np.clip(values[missing:], low, high)
    mean = np.append(present, [40.0] * missing).mean()
    ends = [np.append(present, [end] * missing).mean() for end in (low, high)]
    assert told[:2] == (missing, 20)
    assert told.most == pytest.approx(max(abs(end - mean) for end in ends))
