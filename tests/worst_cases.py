"""Five megabytes of the worst for whatever looks for patterns in a visitor's text.

Run as a program: it comes to an end, or some pattern is not linear.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from contextlib import suppress

from hetdp_core.errors import InvalidInput
from hetdp_core.figures.report.html import Report, to_html
from hetdp_core.figures.report.markup import inline
from hetdp_core.figures.text import visible
from hetdp_core.tables import RawTable, escape_for_spreadsheet, read_table
from hetdp_core.tables.curator import notes_on_numbers
from hetdp_core.tables.suggest import for_name, holds_levels, identifies, sensitivity_of
from hetdp_core.uploads import epsilons_from_text, number_from_text, read_epsilon_csv
from hetdp_core.validate import MAX_UPLOAD_BYTES
from pages.shared.words.literal import literal

LETTERS = MAX_UPLOAD_BYTES


def much(unit: str, end: str = "") -> str:
    """A unit over and over, and an end that makes a pattern go back and try again."""
    return unit * ((LETTERS - len(end)) // len(unit)) + end


def tables() -> Iterator[str]:
    """Files; in some, digits stand in cells that are as long as cells may be."""
    for unit in ("9", "9,"):
        cell = unit * (130_000 // len(unit))
        yield "a;b\n1;2\n" + f"{cell}x;1\n" * 38
    for end in ("", "x"):
        yield "a\tb\n1\t2\n" + f"9{',999' * 32_000}{end}\t1\n" * 38
    for unit in (",", '"', "9", "\n"):
        yield f"a\n1{much(unit)}"[:LETTERS]


def read(text: str) -> None:
    for reader in (lambda content: noted(read_table(content)), read_epsilon_csv):
        with suppress(InvalidInput):
            reader(text.encode())


def noted(table: RawTable) -> None:
    for mark in (".", ","):
        notes_on_numbers(table, table.names[0], mark, 0.0, 1.0)


def typed(text: str) -> None:
    for reader in (epsilons_from_text, number_from_text):
        with suppress(InvalidInput):
            reader(text, "levels")


def reported(text: str) -> None:
    to_html(Report(text, "now", [], [], [], [], [text], "", {}))


NUMBERS = [much(unit, "x") for unit in ("9", "9,", ".", ",999", " 999")]
NAMES = [much(unit, "!x") for unit in ("birth_", "eps_")]
MARKS = [much(unit) for unit in ("**two words ", "\\ and ", "\0001234567")]

WORST: dict[str, list[tuple[Callable[[str], object], list[str]]]] = {
    "hetdp_core/numerals.py": [
        (escape_for_spreadsheet, [f"-{text}" for text in NUMBERS]),
        (read, list(tables())),
    ],
    "hetdp_core/tables/read.py": [(read, [much("sep=;"), f"sep=;{much(' ')}"[:LETTERS]])],
    "hetdp_core/uploads.py": [(typed, [*NUMBERS, much("9, "), much("9 "), much("1.234;")])],
    "hetdp_core/tables/suggest.py": [
        (look, NAMES) for look in (for_name, holds_levels, identifies, sensitivity_of)
    ],
    "hetdp_core/figures/report/page.py": [(reported, MARKS)],
    "hetdp_core/figures/report/markup.py": [(inline, MARKS)],
    "hetdp_core/figures/text.py": [(visible, MARKS[1:])],
    "pages/shared/words/literal.py": [(literal, MARKS[1:])],
}
"""For each module that looks for patterns in such texts, what looks and at what; the cells of a
table are looked at as it is read."""

OWN_WORDS_ONLY = {
    "hetdp_core/computation/names.py",
    "hetdp_core/figures/compare.py",
    "hetdp_core/figures/frames.py",
    "pages/inside/reproductions/page.py",
    "pages/shared/lessons/lesson.py",
    "pages/shared/scripts.py",
    "pages/shared/server.py",
}
"""Modules whose patterns meet nothing but names and texts of the project, or Streamlit's page."""

if __name__ == "__main__":
    for cases in WORST.values():
        for look, texts in cases:
            for text in texts:
                look(text)
