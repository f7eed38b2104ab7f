"""What is public of a table depends on no cell: neighbours have the same records beside theirs."""

import csv
import io
from dataclasses import replace

import numpy as np
from hypothesis import example, given
from hypothesis import strategies as st

from hetdp_core.tables import declare, described, read_table
from hetdp_core.tables.description import averageable, declared_frame
from hetdp_core.tables.read import names_like_values, reading_note

NAMES = ("age", "wage", "children", "sex", "days", "user_id")

CELL = (
    st.sampled_from(
        ["", "0", "1", "0.5", "0,5", "1.200", "1,5dd", "NA", "inf", "1e400", "yes", '"']
    )
    | st.integers(-5, 2000).map(str)
    | st.text(st.characters(codec="utf-8", exclude_characters="\x00"), max_size=9)
    | st.sampled_from(["x" * 5000, "two\nlines", 'a "quoted", one', "a;b|c\td", "\r\n", "sep=;"])
)


@st.composite
def neighbours(draw):
    """Two files by a CSV writer that differ in one person's cells, whose these are, and the
    separator, which has to be said of one column: no name shows it."""
    names = draw(st.lists(st.sampled_from(NAMES), min_size=1, max_size=4, unique=True))
    row = st.lists(CELL, min_size=len(names), max_size=len(names))
    rows = draw(st.lists(row, min_size=2, max_size=8))
    place = draw(st.sampled_from([0, len(rows) // 2, len(rows) - 1]))
    changed = list(rows)
    changed[place] = draw(row)
    separator = draw(st.sampled_from(",;"))
    quoting = draw(st.sampled_from([csv.QUOTE_MINIMAL, csv.QUOTE_ALL]))
    files = [written(names, one, separator, quoting) for one in (rows, changed)]
    return files, place, separator if len(names) == 1 else None


def written(names, rows, separator, quoting):
    file = io.StringIO()
    writer = csv.writer(file, delimiter=separator, quoting=quoting)
    writer.writerows([names, *rows])
    return file.getvalue().encode()


def pair(cells, others, names=("wage",), separator=";"):
    """Two files whose last person has one cell or another."""
    rows = [list(row) for row in others]
    files = [written(names, [*rows, [cell]], separator, csv.QUOTE_MINIMAL) for cell in cells]
    return files, len(rows), separator


DECIMAL_MARK = pair(("0.5", "0,5"), [["1,5"], ["2,5"]] * 20)
BETWEEN_THOUSANDS = pair(("1,234", "0.5"), [["1,500"], ["2,500"]] * 20)
ONE_IS_NO_NUMBER = pair(("0", "many"), [["0"], ["1"]] * 20)
LAST_IS_EMPTY = pair(("5", ""), [["3"]] * 39)


def public(table):
    """All that a page may show, choose or release by, but for what its owner says."""
    descriptions = described(table)
    return [
        table.rows,
        table.separator,
        table.decimal,
        reading_note(table),
        names_like_values(table.names),
        descriptions,
        averageable(descriptions),
    ]


@example(ONE_IS_NO_NUMBER)
@example(LAST_IS_EMPTY)
@given(neighbours())
def test_all_that_is_public_is_the_same_for_neighbours(drawn):
    files, _, said = drawn
    first, second = (read_table(content, said) for content in files)
    assert public(first) == public(second)


def mean_of(table, name, decimal):
    """What is declared of a column whose mean it is."""
    about = next(about for about in described(table) if about.name == name)
    return replace(about, kind="number", low="0", high="10", decimal=decimal).column()


@example(DECIMAL_MARK, ",")
@example(BETWEEN_THOUSANDS, ".")
@example(ONE_IS_NO_NUMBER, ".")
@example(LAST_IS_EMPTY, ".")
@given(neighbours(), st.sampled_from(".,"))
def test_all_other_records_are_the_same_for_neighbours(drawn, decimal):
    files, place, said = drawn
    tables = [read_table(content, said) for content in files]
    averaged = averageable(described(tables[0]))[0]
    first, second = (declare(table, [mean_of(table, averaged, decimal)]) for table in tables)
    assert first.info == second.info
    assert declared_frame(first).equals(declared_frame(second))
    others = np.arange(len(first.frame)) != place
    assert first.frame[others].equals(second.frame[others])
    cells = [table.cells[others].to_numpy().tolist() for table in tables]
    assert cells[0] == cells[1]
