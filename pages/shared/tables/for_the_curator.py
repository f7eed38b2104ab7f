"""What depends on cells: one marked block, for whoever declares the table, and nowhere else."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from contextlib import contextmanager

import streamlit as st

from pages.shared.text.literal import literal

_MOST = 12
"""Sentences that are shown; of more their number is told."""


@contextmanager
def only() -> Iterator[None]:
    """Draw what stands in the block."""
    with st.container(border=True, key="for_the_curator_only"):
        st.markdown(
            ":material/visibility_lock: **For the curator only.** This looks at the cells. "
            "Nothing of it reaches a receipt, a link or another page."
        )
        yield


def draw_notes(notes: Sequence[str]) -> None:
    """Draw sentences about cells, each on a line."""
    lines = [f"- {_marked(note)}" for note in notes[:_MOST]]
    if len(notes) > _MOST:
        lines.append(f"- … and {len(notes) - _MOST:,} more.")
    st.markdown("\n".join(lines) or "Nothing to mind: every cell can be read.")


def _marked(note: str) -> str:
    """Return a sentence as Markdown: only that most lies outside is set in bold."""
    bold, mark, rest = note.rpartition("** ")
    return f"{bold}{mark}{literal(rest)}" if bold.startswith("**") else literal(note)
