"""What a file's owner says of it, and what its cells tell the curator alone."""

import math
from dataclasses import replace

import numpy as np
import pytest

from hetdp_core.tables import curator, described, numbers, read_table, suggested

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
            "“5%” is read as 5, “1,5 %” is read as 1.5. The sign “%” is ignored",
        ),
        (b"h;x\n1.50;1\n2;1\n", "1 of 2 cells cannot be read as a number; the first is “1.50” on"),
        (b"smokes,x\nyes,1\nno,1\n", "turn on “Each cell says yes or no”"),
    ],
)
def test_the_curator_is_told_how_cells_are_read(content, says):
    assert says in told(read_table(content))


@pytest.mark.parametrize(
    ("rows", "says"),
    [
        (
            "".join(f"{1000 + k}\n" for k in range(60)),
            "**Most values lie outside the bounds.** 60 values lie",
        ),
        (
            "70\n" * 57 + "1000\n" * 2 + "0\n",
            "3 values lie outside and will be clipped to the nearest bound: “1000” 2 times, “0” "
            "once. If one means that there is no value, enter it under",
        ),
        (
            "70\n" * 59 + "−1\n",
            "1 value lies outside and will be clipped to the nearest bound: “−1” once. If one",
        ),
        ("70\n" * 60, ""),
    ],
)
def test_c14_the_curator_is_told_what_lies_outside(rows, says):
    table = read_table(f"sbp\n{rows}".encode())
    said = told(table, bounds=(60.0, 260.0)).removeprefix("“−1” is read as -1. ")
    assert said.startswith(says)
    assert bool(said) == bool(says)


@pytest.mark.parametrize(
    ("labels", "says"),
    [
        (
            ("south", "north"),
            "4 of 4 cells hold no declared label, as “South”: “south” is declared",
        ),
        (("South",), "2 of 4 cells hold no declared label, as “North”."),
        (("South", "North"), ""),
    ],
)
def test_c03_the_curator_is_told_what_holds_no_declared_label(labels, says):
    table = read_table(b"town,age\n" + b"South,20\nNorth,50\n" * 2)
    said = curator.notes(table, [replace(suggested("town"), categories=labels)])
    assert [one[: len(says)] for _, one in said] == ([says] if says else [])


def test_the_curator_is_told_where_the_other_decimal_mark_reads_more():
    table = read_table(b"pay;age\n1.5;30\n2.25;40\nmany;50\n")
    said = told(table)
    assert said.startswith("3 of 3 cells cannot be read")
    assert "with a point as “Decimal mark”, 2 could be read. If “many” means" in said
    said = told(table, ".")
    assert "decimal" not in said
    for cell, advised in {"CHF 1'850.00": True, "7 kg": False}.items():  # 7 is read with either
        table = read_table(("pay;age\n" + "950;30\n" * 40 + f"{cell};40\n").encode())
        sign = cell.replace("1'850.00", "").strip("7 ")
        assert f"“{sign}” under “Ignore beside numbers”" in told(table)
        assert ("a point as “Decimal mark” and" in told(table)) == advised
        assert ("a point as “Decimal mark”, 1" in told(table, ignored=(sign,))) == advised
    assert "Ignore beside" not in told(read_table(b"pay;age\n1;2\n3;4\nTotal 4;6\n"))


def test_a_file_with_both_decimal_marks_is_told_and_no_value_is_advised_as_a_code():
    cells = ["1.5"] * 30 + ["18.211,75 €"] * 30 + ["n/a"] * 4
    table = read_table("\n".join(["pay;x", *(f"{cell};1" for cell in cells)]).encode())
    said = told(table, ".")
    assert "Some cells have a decimal comma, some a point" in said
    assert "enter" not in said


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
    if present.size:
        assert told.pull == pytest.approx(mean - present.mean())
    else:
        assert np.isnan(told.pull)
