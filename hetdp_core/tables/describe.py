"""What was read, and what was declared, in words and as a table to show."""

from __future__ import annotations

from collections.abc import Sequence

import pandas as pd

from hetdp_core.counted import counted
from hetdp_core.datasets import Column, Dataset
from hetdp_core.tables.cells import MISSING, column_cells
from hetdp_core.tables.commas import looks_like_number
from hetdp_core.tables.edit import KINDS, labels_as_text
from hetdp_core.tables.guess import MOSTLY_NUMBERS, ColumnGuess
from hetdp_core.tables.read import NUMBER, RawTable
from hetdp_core.tables.suggest import identifies
from hetdp_core.tables.write import escape_for_spreadsheet

_SEPARATORS = {",": "commas", ";": "semicolons", "\t": "tabs"}


def reading_note(table: RawTable, guesses: Sequence[ColumnGuess]) -> str:
    """Return one line about a file: rows, columns, how it is written, missing values.

    >>> from hetdp_core.tables import guess_schema, read_table
    >>> table = read_table(b"a;b\\n1,5;2\\n;3\\n")
    >>> reading_note(table, guess_schema(table))
    '2 rows, 2 columns, separated by semicolons, with decimal commas, 1 missing value.'
    """
    missing = sum(guess.missing for guess in guesses)
    decimal = ["with decimal commas"] if table.decimal_comma else []
    parts = [
        counted(table.rows, "row"),
        counted(len(table.names), "column"),
        f"separated by {_SEPARATORS[table.delimiter]}" if len(table.names) > 1 else "",
        *decimal,
        counted(missing, "missing value") if missing else "no missing values",
    ]
    return ", ".join(part for part in parts if part) + "."


def unclear_commas(table: RawTable, guesses: Sequence[ColumnGuess]) -> tuple[str, ...]:
    """Return a sentence for each column that was not taken as numbers because of its commas.

    >>> from hetdp_core.tables import guess_schema, read_table
    >>> table = read_table(b'pay,age\\n"1,234",30\\n"2,345",40\\n')
    >>> unclear_commas(table, guess_schema(table))[0][:58]
    "“pay” was not taken as numbers: what the comma in '1,234' "
    """
    named = ((guess.name, _unclear(table, guess)) for guess in guesses)
    return tuple(
        f"“{name[:40]}” was not taken as numbers: what the comma in {where} means is not clear, a "
        "decimal mark or one between thousands. Write numbers with a decimal point and nothing "
        "between thousands, in all columns, and bring the file again."
        for name, where in named
        if where
    )


def mistaken_cells(table: RawTable, guesses: Sequence[ColumnGuess]) -> tuple[str, ...]:
    """Return a sentence for each other column whose cells are mostly numbers, and not all.

    >>> from hetdp_core.tables import guess_schema, read_table
    >>> table = read_table(b"days\\n" + b"3\\n" * 9 + b"two weeks\\n")
    >>> mistaken_cells(table, guess_schema(table))[0][:56]
    '“days” is not offered as numbers. Most cells are numbers'
    """
    return tuple(
        f"“{guess.name[:40]}” is not offered as numbers. {guess.note} Correct it in the file, and "
        "bring it again; an empty cell is a missing value."
        for guess in guesses
        if guess.note.startswith(MOSTLY_NUMBERS) and not _unclear(table, guess)
    )


def names_like_values(table: RawTable) -> str:
    """Return a sentence where the first line seems to hold values and no names; "" elsewhere.

    >>> from hetdp_core.tables import read_table
    >>> names_like_values(read_table(b"A,30\\nB,40\\nC,50\\n"))[:42]
    'The first line names the columns, but “30”'
    >>> names_like_values(read_table(b"group,age\\nB,40\\nC,50\\n"))
    ''
    """
    numbers = [name for name in table.names if NUMBER.fullmatch(name)]
    if not numbers:
        return ""
    return (
        f"The first line names the columns, but “{numbers[0][:40]}” looks like a value. If the "
        "file has no line of names, its first person is lost: add such a line, and bring the file "
        "again."
    )


def _unclear(table: RawTable, guess: ColumnGuess) -> str:
    """Return the first cell with a comma and its line, if all cells look like numbers; else ""."""
    if guess.kind not in ("category", "text") or identifies(guess.name):
        return ""
    first = ""
    for line, cell in zip(table.lines, column_cells(table, guess.name), strict=True):
        if cell.lower() in MISSING:
            continue
        if not looks_like_number(cell):
            return ""
        if "," in cell and not first:
            first = f"{cell[:40]!r} on line {line:,}"
    return first


def declared_frame(dataset: Dataset, *, counts: bool = True) -> pd.DataFrame:
    """Return a declared schema to read: for each column its kind, range or labels and their reason,
    the counts of missing values and of values outside, and the sensitivity.

    Texts are safe to open in a spreadsheet.  Without `counts` nothing depends on the rows.
    """
    rows = [
        {
            "column": escape_for_spreadsheet(column.name),
            "kind": KINDS[column.kind],
            "possible values": escape_for_spreadsheet(_possible(column)),
            "from": escape_for_spreadsheet(column.bounds_from),
            "missing": int(dataset.frame[column.name].isna().sum()),
            "outside": column.outside(dataset.frame[column.name]),
            "sensitivity": column.sensitivity,
        }
        for column in dataset.info.columns
    ]
    frame = pd.DataFrame(rows)
    return frame if counts else frame.drop(columns=["missing", "outside"])


def _possible(column: Column) -> str:
    if column.kind == "level" and column.asks:
        return ", ".join(f"{word or 'empty'}: ε = {epsilon:g}" for word, epsilon in column.asks)
    if column.kind == "level":
        return "above 0, or infinite for a public person"
    if column.bounds is None:
        return labels_as_text(column.categories)
    low, high = column.bounds
    return f"{low:,g} to {high:,g} {column.unit}".strip().replace("-", "−")
