"""The third step: what the cells say about the description, for the curator's eyes only."""

from __future__ import annotations

import math
from collections.abc import Iterator
from contextlib import contextmanager

import streamlit as st

from hetdp_core.datasets import Dataset
from hetdp_core.figures.formats import number, with_unit
from hetdp_core.numerals import counted, unit_of_errors
from hetdp_core.tables import RawTable
from hetdp_core.tables.curator import counted_as_middle, likely_total, moved_by_clipping, notes
from hetdp_core.tables.description import declared_frame
from pages.inside.release import steps
from pages.shared.text import notices
from pages.shared.text.notices import literal

_MOST_NOTES, _LONGEST = 12, 1_000
"""Sentences that are shown, of all others only the number; letters of a sentence."""


@contextmanager
def for_the_curator_only() -> Iterator[None]:
    """Draw a block that looks at cells, and says so."""
    with st.container(border=True):
        st.markdown(
            ":material/visibility_lock: **For the curator only.** This step reads the cells. "
            "None of it reaches a receipt, a link or anything else that is published."
        )
        yield


def draw(table: RawTable, dataset: Dataset) -> None:
    """Draw the description, and what its cells say about it."""
    st.table(
        declared_frame(dataset).map(literal),
        hide_index=True,
        alt="The columns as described: what each may hold",
    )
    with for_the_curator_only():
        if total := likely_total(table):
            notices.warning(total)
        said = [
            (name, note) for name in dataset.numeric_columns() for note in _moved(dataset, name)
        ]
        said += [(name, _marked(note)) for name, note in notes(table, dataset.info.columns)]
        lines = [f"- **{literal(name)}**: {note}" for name, note in said[:_MOST_NOTES]]
        if len(said) > _MOST_NOTES:
            lines.append(f"- … and {len(said) - _MOST_NOTES:,} more.")
        st.markdown("\n".join(lines) or "Every value can be read and fits the description.")
    with st.container(horizontal=True):
        steps.draw_way("Change the description", "describe")
        st.button(
            "Continue", type="primary", key="release_checked", on_click=steps.go, args=("decide",)
        )


def draw_moved(own: Dataset, column: str, tolerable: float) -> None:
    """Draw again, where it is decided, how far missing and clipped values may move the mean.

    tolerable : the largest acceptable typical error, in percent of a share; infinity for any.
    """
    if said := [f"**{literal(column)}**: {note}" for note in _moved(own, column, tolerable)]:
        with for_the_curator_only():
            st.markdown("\n\n".join(said))
            st.caption(
                "**These numbers stay with you.** If you leave rows with missing values out of the "
                "file, it must be public who answered: no noise protects the number of rows."
            )


def _moved(own: Dataset, column: str, tolerable: float = math.inf) -> Iterator[str]:
    """Yield sentences about missing values, and about clipped ones that move too much."""
    held, declared = own.values(column), own.info.column(column)
    bounds, is_share = declared.bounds or (-math.inf, math.inf), declared.kind == "binary"
    unit = unit_of_errors("%" if is_share else declared.unit)

    def far(moved: float) -> str:
        more = ": **more than you accept, whatever is recommended below**" * (moved > tolerable)
        return f"{literal(with_unit(number(moved), unit))}{more}"

    if held.missing:
        middle = counted_as_middle(own.frame[column].to_numpy(), bounds)
        if 2 * middle.cells > middle.rows:  # to stop there would tell others of them
            yield "**Most cells cannot be read or are missing**, so the mean would say nothing."
        yield (
            f"{middle.cells:,} of {counted(middle.rows, 'cell')} are missing or cannot be read, "
            "and count as the middle of the bounds. Their true values could move the mean up or "
            f"down by {far(middle.most * (100.0 if is_share else 1.0))}. No ± and no "
            "recommendation counts it."
        )
    clipped = moved_by_clipping(held.values, bounds) * held.values.size / len(own.frame)
    if clipped > tolerable:
        yield f"Clipping values outside the bounds moves the mean by {far(clipped)}."


def _marked(note: str) -> str:
    """Return a sentence as Markdown: what it begins with may be in bold, no cell is."""
    bold, mark, rest = note.partition("** ") if note.startswith("**") else ("", "", note)
    return f"{bold}{mark}{literal(rest, _LONGEST)}"
