"""A user's own CSV: what is accepted, and the one sentence for what is not."""

import csv
import io

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.file_text import escape_for_spreadsheet
from hetdp_core.numerals import trimmed
from hetdp_core.tables import read_table
from hetdp_core.validate import MAX_UPLOAD_BYTES


def cells(content: bytes) -> list[list[str]]:
    return read_table(content).cells.to_numpy().tolist()


@pytest.mark.parametrize(
    "content",
    [
        b"a,b\n1,x\n2,y\n",
        b"\xef\xbb\xbfa,b\r\n1,x\r\n2,y",
        b"a;b\r1;x\r2;y\r",
        b"a\tb\n1\tx\n2\ty\n",
        b'"a","b"\n"1","x"\n"2","y"\n',
        b'a, "b"\n 1 ,x \n2, "y"\n',
        b"\n \r\na,b\n1,x\n2,y\n\n \r\n\n",
    ],
)
def test_every_usual_way_of_writing_a_table_gives_the_same_cells(content):
    assert read_table(content).names == ("a", "b")
    assert cells(content) == [["1", "x"], ["2", "y"]]


@pytest.mark.parametrize(
    ("content", "separator", "names"),
    [
        (b"a;b\n1,5;2,5\n1,5;2\n", ";", ("a", "b")),
        (b"weight, kg;height, m\n1,5;2,5\n1,5;3,5\n", ";", ("weight, kg", "height, m")),
        (b'a,b\n1,"x; y"\n2,"z; t"\n', ",", ("a", "b")),
        (b"a\tb\n1,5\tx;y\n2,5\tx\n", "\t", ("a", "b")),
        (b'"a","b;c"\n1,2\n3,4\n', ",", ("a", "b;c")),
        (b"a|b, kg\n1|2\n3|4\n", "|", ("a", "b, kg")),
        (b"sep=|\na|b;c\n1|2\n3|4\n", "|", ("a", "b;c")),
    ],
)
def test_the_separator_is_what_splits_the_names(content, separator, names):
    table = read_table(content)
    assert (table.separator, table.names) == (separator, names)


def test_the_owner_may_say_another_separator():
    content = b"a;b,c\n1;2,3\n4;5,6\n"
    assert read_table(content).names == ("a", "b,c")
    assert read_table(content, ",").names == ("a;b", "c")
    with pytest.raises(InvalidInput, match="must be one of tabs, semicolons, pipes, commas"):
        read_table(content, "x")


@pytest.mark.parametrize("end", ["\n", "\r", "\r\n"])
def test_lines_are_those_of_the_file_even_after_blank_ones_and_breaks_in_cells(end):
    table = read_table(f'{end} {end}a,b{end}1,"x{end}y"{end}2,z{end}'.encode())
    assert table.lines.tolist() == [4, 6]
    assert table.cells["b"].tolist() == [f"x{end}y", "z"]


@pytest.mark.parametrize("delimiter", [",", ";", "\t"])
@pytest.mark.parametrize("place", [1, 2, 3])
def test_a_row_of_empty_cells_is_a_row_wherever_it_stands(delimiter, place):
    lines = ["a,b,c", "1,2,3", "4,5,6"]
    lines.insert(place, ",,")
    table = read_table("\n".join(lines).replace(",", delimiter).encode())
    assert table.rows == 3
    assert table.cells.iloc[place - 1].tolist() == ["", "", ""]


def test_of_one_column_each_line_below_the_name_is_a_person():
    assert cells(b"\na\n1\n\n  \n2\n\n") == [["1"], [""], [""], ["2"], [""]]
    assert read_table(b"a\n" + b"1\n" * 39 + b"\n").rows == 40
    assert cells(b'a\n1\n2\n""\n') == [["1"], ["2"], [""]]


def wide(columns: int, rows: int = 2) -> bytes:
    header = ",".join(f"c{i}" for i in range(columns))
    return (header + "\n" + rows * ("1," * (columns - 1) + "1\n")).encode()


def test_exactly_200_columns_and_a_million_cells_are_read():
    table = read_table(wide(200, 5_000))
    assert (len(table.names), table.rows) == (200, 5_000)


REFUSED = {
    "empty": (b"", "file must hold a table .given: an empty file"),
    "blank": (b" \n \t \n\n", "file must hold a table"),
    "too large": (b"a" * (MAX_UPLOAD_BYTES + 1), "at most 5 MB .given: 5.0 MB"),
    "latin-1": (
        "a,b\n1,2\nMüller,3\n".encode("latin-1"),
        "in UTF-8 .given: another encoding on line 3",
    ),
    "half of a utf-16": (b"\xff\xfea\x00,", "given: another encoding"),
    "workbook": (b"PK\x03\x04 and more", "must be a CSV .given: a workbook"),
    "no names": (
        b",,\n1,2,3\n4,5,6\n",
        "0 names for 3 columns.. If line 1 is a title, set .* to 1. Otherwise add",
    ),
    "title above": (
        b"Survey 2020\nage,visits\n20,0\n",
        "line 2 .* 1 cell, .* line 1 .“Survey 2020” ….*given: 2.. If line 1 .*, set .* to 1. ",
    ),
    "title beside empty cells": (
        b"Survey,,\na,b,c\n1,2,3\n",
        "1 name for 3 columns.. .* to 1. Otherwise add",
    ),
    "title of two cells": (
        b"Survey,2020\na,b,c\n1,2,3\n",
        "line 2 .* 2 cells, .*given: 3.. If line 1",
    ),
    "open at the end": (b'a,b\n1,2\n3,"4', "an open or stray one on line 3"),
    "too many columns": (wide(201), "at most 200 columns .given: 201"),
    "one row": (b"a,b\n1,2\n", "at least 2 rows below the names .given: 1"),
    "only names": (b"a,b\n", "at least 2 rows .*given: 0"),
    "row too short": (b"a,b\n1,2\n3\n", "line 3 of the file must have 2 cells, .*given: 1"),
    "blanks inside": (b"a;b\n  \n1;2\n3;4\n", "line 2 of the file must have .* a blank line"),
    "long cell": (b"a,b\n1,2\n3," + b"x" * 131_073, "131,072 letters in a cell .* on line 3"),
    "long name": (
        b"a," + b"x" * 1_001 + b"\n1,2\n3,4\n",
        "names of at most 1,000 letters .given: 1,001 in column 2",
    ),
    "row too long": (b"a,b\n1,2,3\n1,2\n", "line 2 of the file must have 2 cells, .*given: 3"),
    "open quotation mark": (b'a,b\n1,2\n3,"4\n5,6\n', "an open or stray one on line 3.. Close it"),
    "text after a quotation mark behind a separator": (
        b'a,b\n1,2\n3,"4, 5"6\n',
        "an open or stray one on line 3",
    ),
    "text after a quotation mark on another line": (
        b'a,b\n1,2\n3,"4\n5"6\n',
        "stray one on line 3",
    ),
    "a separator between stray ones": (b'a,b,c\n1,"x "y, z" w"\n3,4,5\n', "stray one on line 2"),
    "one mark a line": (b'a,b\n"x,2\n"y,4\n5,6\n', "an open or stray one on line 2"),
    "JSON, one record a line": (b'{"age": 1, "x": 2}\n' * 3, "must be a CSV .given: JSON"),
    "open in the first row": (b'a,b\n1,"2\n3,4\n', "an open or stray one on line 2"),
    "too many cells": (wide(200, 5_001), "at most 1,000,000 cells .given: more up to line 5,002"),
}


@pytest.mark.parametrize("case", REFUSED)
def test_bad_files_are_refused_in_one_sentence_with_the_place(case):
    content, says = REFUSED[case]
    with pytest.raises(InvalidInput, match=says) as caught:
        read_table(content)
    sentence = str(caught.value)
    assert sentence.endswith(".")
    assert "\n" not in sentence
    assert len(sentence) < 250


STRAY = [
    *('"5" pipe', '"30" ', ' "5" pipe', '"a "b" c"', '"say ""x"" y" z', '"a"b""c"', '5"', '""'),
    *('"x"" y"', '"two\nlines"', '"a, ""b"" c"', 'a "b"', '"=1" "2"'),
]
"""Cells whose ends are clear, though quotation marks stand where none should or are no marks."""


@pytest.mark.parametrize("cell", STRAY)
@pytest.mark.parametrize("place", [0, 1, 2])
def test_stray_quotation_marks_are_read_as_by_pandas(cell, place):
    row = ["1", "2", "3"]
    row[place] = cell
    content = "\n".join(["a,b,c", "x,y,z", ",".join(row), "u,v,w", ""])
    told = pd.read_csv(
        io.StringIO(content), dtype=str, skipinitialspace=True, keep_default_na=False
    )
    assert cells(content.encode()) == [[trimmed(c) for c in one] for one in told.to_numpy()]


def test_a_stray_quotation_mark_is_read_beside_a_quoted_separator():
    content = b'a,b,c\n"x, ""y"" z","5" pipe,"u, v"\n1,2,3\n'
    assert cells(content)[0] == ['x, "y" z', "5 pipe", "u, v"]


def test_formulas_stay_text_and_are_escaped_on_the_way_out():
    content = b'a,b\n=1+1,@x\n"=HYPERLINK(""http://x"")",-cmd\n'
    found = cells(content)
    assert found == [["=1+1", "@x"], ['=HYPERLINK("http://x")', "-cmd"]]
    assert all(escape_for_spreadsheet(cell) == f"'{cell}" for row in found for cell in row)


TEXT = st.text(st.characters(codec="utf-8", exclude_characters="\x00"))


@st.composite
def written_tables(draw):
    """Cells of any text, as the standard library writes them with one of the delimiters."""
    width = draw(st.integers(2, 5))
    row = st.lists(TEXT, min_size=width, max_size=width)
    rows = draw(st.lists(row, min_size=2, max_size=6))
    file = io.StringIO()
    writer = csv.writer(file, delimiter=draw(st.sampled_from(",;\t|")), quoting=csv.QUOTE_ALL)
    writer.writerows([[f"c{i}" for i in range(width)], *rows])
    return file.getvalue().encode(), rows


@given(written_tables())
def test_any_written_table_is_read_back(written):
    content, rows = written
    assert cells(content) == [[trimmed(cell) for cell in row] for row in rows]
