"""No text of a visitor, however made, keeps a pattern busy.

Run as a program, this is a tenth of a megabyte of the worst for whatever looks for patterns in
such texts: it comes to an end, or some pattern is not linear.
"""

import subprocess
import sys
from collections.abc import Callable, Iterator
from contextlib import suppress

from hetdp_core.errors import InvalidInput
from hetdp_core.figures.formats import visible
from hetdp_core.figures.report.html import Report, to_html
from hetdp_core.figures.report.page import inline
from hetdp_core.file_text import escape_for_spreadsheet
from hetdp_core.numerals import holds_levels
from hetdp_core.tables import RawTable, read_table
from hetdp_core.tables.curator import notes
from hetdp_core.tables.description import identifies
from hetdp_core.uploads import epsilons_from_text, number_from_text, read_epsilon_csv
from hetdp_core.validate import MAX_UPLOAD_BYTES
from pages.shared.text.notices import literal
from tests.own_columns import own_column
from tests.pages.app import ROOT

LETTERS = MAX_UPLOAD_BYTES // 50


def much(unit: str, end: str = "") -> str:
    """A unit over and over, and an end that makes a pattern go back and try again."""
    return unit * ((LETTERS - len(end)) // len(unit)) + end


def tables() -> Iterator[str]:
    """Files; in some, digits stand in cells that are as long as cells may be."""
    for unit in ("9", "9,"):
        cell = unit * (130_000 // len(unit))
        yield "a;b\n1;2\n" + f"{cell}x;1\n" * 2
    for end in ("", "x"):
        yield "a\tb\n1\t2\n" + f"9{',999' * 32_000}{end}\t1\n" * 2
    for unit in (",", '"', "9", "\n"):
        yield f"a\n1{much(unit)}"[:LETTERS]


def read(text: str) -> None:
    for reader in (lambda content: noted(read_table(content)), read_epsilon_csv):
        with suppress(InvalidInput):
            reader(text.encode())


def noted(table: RawTable) -> None:
    for mark in (".", ","):
        said = {"kind": "number", "bounds": (0.0, 1.0), "decimal": mark}
        notes(table, [own_column(table.names[0], **said)])


def typed(text: str) -> None:
    for reader in (epsilons_from_text, number_from_text):
        with suppress(InvalidInput):
            reader(text, "levels")


def reported(text: str) -> None:
    to_html(Report(text, "now", [], [], [], [], [text], "", {}))


NUMBERS = [much(unit, "x") for unit in ("9", "9,", ".", ",999", " 999")]
NAMES = [much(unit, "!x") for unit in ("birth_", "eps_")]
MARKS = [much(unit) for unit in ("**two words ", "\\ and ", "\0001234567")]

WORST: list[tuple[Callable[[str], object], list[str]]] = [
    (escape_for_spreadsheet, [f"-{text}" for text in NUMBERS]),
    (read, [*tables(), much("sep=;"), f"sep=;{much(' ')}"[:LETTERS]]),
    (typed, [*NUMBERS, much("9, "), much("9 "), much("1.234;")]),
    *((look, NAMES) for look in (holds_levels, identifies)),
    *((look, MARKS) for look in (reported, inline)),
    *((look, MARKS[1:]) for look in (visible, literal)),
]
"""What looks for patterns in such texts, and at what; cells are looked at as a table is read."""

HANGS = 240.0
"""Seconds after which a run that takes a few is given up: what is quadratic takes days."""


def test_a_tenth_of_a_megabyte_of_the_worst_is_worked_through():
    program = [sys.executable, "-m", __name__]
    assert subprocess.run(program, cwd=ROOT, timeout=HANGS, check=False).returncode == 0


if __name__ == "__main__":
    for look, texts in WORST:
        for text in texts:
            look(text)
