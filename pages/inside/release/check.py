"""The third step: what the cells say about the description, for the curator's eyes only."""

from __future__ import annotations

import math
from collections.abc import Iterable, Iterator
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
            ":material/visibility_lock: **For the curator only.** This looks at the cells. "
            "Nothing of it reaches a receipt, a link or anything else that is published."
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
        _draw_middles(dataset, dataset.numeric_columns())
        if total := likely_total(table):
            notices.warning(total)
        said = notes(table, dataset.info.columns)
        lines = [f"- **{literal(name)}**: {_marked(note)}" for name, note in said[:_MOST_NOTES]]
        if len(said) > _MOST_NOTES:
            lines.append(f"- … and {len(said) - _MOST_NOTES:,} more.")
        st.markdown("\n".join(lines) or "Every value can be read and fits the description.")
    with st.container(horizontal=True):
        steps.draw_way("Change the description", "describe")
        st.button(
            "Continue", type="primary", key="release_checked", on_click=steps.go, args=("decide",)
        )


def draw_missing(own: Dataset, column: str, tolerable: float, plus_minus: float) -> None:
    """Draw again, where it is decided, what missing and clipped values do to the mean of a column.

    tolerable : the largest acceptable typical error, in percent of a share; infinity for any.
    plus_minus : with which the mean would be published, in the column's unit; infinity for none.
    """
    held, declared = own.values(column), own.info.column(column)
    moved = moved_by_clipping(held.values, declared.bounds or (-math.inf, math.inf))
    moved *= held.values.size / len(own.frame)  # of all cells; a missing one is not clipped
    if held.missing or moved > tolerable:
        with for_the_curator_only():
            _draw_middles(own, [column], tolerable, plus_minus)
            if moved > tolerable:
                far = with_unit(number(moved), unit_of_errors(declared.unit))
                st.markdown(
                    f"**{literal(column)}**: clipping values outside the bounds moves the mean by "
                    f"{literal(far)}: **more than you accept, whatever is recommended below.**"
                )


def _draw_middles(
    dataset: Dataset,
    names: Iterable[str],
    tolerable: float = math.inf,
    plus_minus: float = math.inf,
) -> None:
    """Draw how far the cells that count as the middle may move means; see `draw_missing`.

    Where they are most of a column it is only warned of: to stop there would tell others of them.
    """
    middles = {
        name: found
        for name in names
        if (bounds := dataset.info.column(name).bounds) is not None
        and (found := counted_as_middle(dataset.frame[name].to_numpy(), bounds)).cells
    }
    if empty := [name for name, found in middles.items() if found.cells * 2 > found.rows]:
        notices.marked(
            "warning",
            f"**Most cells of {', '.join(map(literal, empty[:_MOST_NOTES]))} cannot be read or are "
            "missing**, so the mean would say nothing. Change the description or the file first. "
            "No button and no recommendation depends on it: others would learn of the cells.",
        )
    for name, found in list(middles.items())[:_MOST_NOTES]:
        column = dataset.info.column(name)
        parts, sign = (100.0, "%") if column.kind == "binary" else (1.0, column.unit)
        unit, pull = f" {literal(unit_of_errors(sign))}".rstrip(), parts * abs(found.pull)
        pulled = f"{number(pull)}{unit} {'higher' if found.pull > 0 else 'lower'}"
        against = f" With the middle the mean is {pulled} than that of the other cells."
        if pull > tolerable:
            against = f"{against[:-1]}: **more than you accept, whatever is recommended below.**"
        more = ""
        moves, published = number(parts * found.most), number(parts * plus_minus)
        if found.most > plus_minus and moves != published:
            more = f": **more than the published ± {published}{unit}**"
        st.markdown(
            f"**{literal(name)}**: {found.cells:,} of {counted(found.rows, 'cell')} count as the "
            "middle of the bounds. Their true values could move the mean up or down by "
            f"{moves}{unit}{more}. No ± and no recommendation counts it."
            f"{'' if math.isnan(found.pull) else against}"
        )
    if middles:
        st.caption(
            "**These numbers stay with you.** In public, say what the receipt says: how a missing "
            "value counts, and that the ± leaves this out. If it matters, fill the cells in. For "
            "the mean of those who answered, leave the other rows out of the file. Do so only if "
            "it may be public who answered: no noise protects the number of rows."
        )


def _marked(note: str) -> str:
    """Return a sentence as Markdown: what it begins with may be in bold, no cell is."""
    bold, mark, rest = note.partition("** ") if note.startswith("**") else ("", "", note)
    return f"{bold}{mark}{literal(rest, _LONGEST)}"
