"""What was read and what was declared, in words and as a table: nothing here depends on a cell."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

import pandas as pd

from hetdp_core.datasets import Column, Dataset
from hetdp_core.file_text import escape_for_spreadsheet
from hetdp_core.numerals import counted, is_numeral
from hetdp_core.tables.description import KINDS, labels_as_text
from hetdp_core.tables.read import RawTable
from hetdp_core.uploads import SEPARATORS


def reading_note(table: RawTable) -> str:
    """Return one line about a file: rows, columns, how it is written.

    >>> from hetdp_core.tables import read_table
    >>> reading_note(read_table(b",a\\n1,5\\n2,3\\n"))
    '2 rows, 1 column, separated by commas; 1 column without a name is left out.'
    """
    several = len(table.names) + table.unnamed > 1
    parts = [
        counted(table.rows, "row"),
        counted(len(table.names), "column"),
        *([f"separated by {SEPARATORS[table.separator]}"] if several else []),
    ]
    if not table.unnamed:
        return f"{', '.join(parts)}."
    left_out = counted(table.unnamed, "column without a name is", "columns without a name are")
    return f"{', '.join(parts)}; {left_out} left out."


def names_like_values(names: Sequence[str]) -> str:
    """Return a sentence where a name of a column seems to be a value; "" elsewhere.

    >>> names_like_values(["A", "30"])[:42], names_like_values(["group", "age"])
    ('The first line names the columns, but “30”', '')
    """
    numerals = [name for name in names if is_numeral(name)]
    if not numerals:
        return ""
    return (
        f"The first line names the columns, but “{numerals[0][:40]}” looks like a value. If a "
        "title stands above the names, skip its lines. If the file has no line of names, its first "
        "person is lost: add such a line, and bring the file again."
    )


def declared_frame(dataset: Dataset) -> pd.DataFrame:
    """Return a declared schema to read: for each column its kind, range or labels and their reason.

    Texts are safe to open in a spreadsheet.  For the curator: a code may be copied from a cell.
    """
    rows = [
        (column.name, KINDS[column.kind], "; ".join(_possible(column)), column.bounds_from)
        for column in dataset.info.columns
    ]
    frame = pd.DataFrame(rows, columns=["column", "kind", "possible values", "from"])
    return frame.map(escape_for_spreadsheet)


def _possible(column: Column) -> Iterator[str]:
    if column.words:
        sign = ": ε =" if column.kind == "level" else " ="
        yield ", ".join(f"{word or 'empty'}{sign} {value:g}" for word, value in column.words)
    elif column.kind == "level":
        yield "above 0, or infinite for a public person"
    elif column.bounds is None:
        yield labels_as_text(column.categories)
    else:
        low, high = column.bounds
        yield f"{low:,g} to {high:,g} {column.unit}".strip().replace("-", "−")
    if column.ignored:
        yield f"signs ignored beside a number: {', '.join(map(repr, column.ignored))}"
    if column.missing:
        yield f"codes of a missing value: {', '.join(map(repr, column.missing))}"
