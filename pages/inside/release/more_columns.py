"""The other columns of a file, for the pages that use more than one."""

from __future__ import annotations

from typing import get_args

import pandas as pd
import streamlit as st

from hetdp_core.datasets import Sensitivity
from hetdp_core.tables import Description
from hetdp_core.tables.curator import looks_like
from hetdp_core.tables.description import KINDS, still_empty, with_ranges_read
from pages.inside.release.check import for_the_curator_only
from pages.inside.release.draft import Draft, current_draft
from pages.inside.release.entries import draw_entries
from pages.shared.text import notices

_SENSITIVITIES = list(get_args(Sensitivity))


def key_of_more(draft: Draft, mean: str) -> str:
    """Return the key of the choice of other columns, which are others for another mean."""
    return draft.key("more_beside_", mean)


def draw_more(draft: Draft, mean: str, column: str) -> str:
    """Draw which other columns take part, and the entries of one; return what is wrong with it.

    Those are chosen first of whose name the possible values are known: the others may hold words.
    """
    others = [name for name in draft.table.names if name not in (mean, column)]
    kinds = {name: about.kind for name, about in draft.begun.items()}
    chosen: list[str] = st.multiselect(
        "Other columns to use",
        others,
        [name for name in others if kinds[name] != "text" and draft.begun[name].is_complete],
        key=key_of_more(draft, mean),
        persist_state="session",
    )
    if not chosen:
        return ""
    described = [draft.description(name) for name in chosen]
    st.dataframe(
        pd.DataFrame(map(_row, described)),
        hide_index=True,
        alt="The other columns, with what each may hold so far",
    )
    left, middle, right = st.columns(3)
    name = left.selectbox("Column to describe", chosen, key=draft.key("more_column"))
    middle.selectbox(
        "Kind",
        list(KINDS),
        list(KINDS).index(kinds[name]),
        format_func=KINDS.__getitem__,
        key=draft.key("kind", name),
        persist_state="session",
    )
    right.selectbox(
        "Sensitivity, for feature privacy",
        _SENSITIVITIES,
        _SENSITIVITIES.index(draft.begun[name].sensitivity),
        key=draft.key("sensitivity", name),
        persist_state="session",
        help="How much a person may mind this value being revealed. The page “Feature privacy” "
        "protects columns of high sensitivity first.",
    )
    if kinds[name] == "text":
        st.caption("Its name says that it tells who somebody is.")
    wrong = draw_entries(draft, draft.description(name))
    _draw_what_cells_say(draft, mean, described)
    return wrong


def _row(about: Description) -> dict[str, str]:
    """Return a column's row in the table of what is said so far."""
    possible = {
        "category": about.labels or "?",
        "binary": "0 or 1",
        "level": "above 0",
        "text": "",
    }
    numbers = f"{about.low or '?'} to {about.high or '?'} {about.unit}".strip()
    return {
        "column": about.name,
        "kind": KINDS[about.kind],
        "possible values": possible.get(about.kind, numbers),
    }


def _draw_what_cells_say(draft: Draft, mean: str, described: list[Description]) -> None:
    """Draw what the cells look like, and what fills in entries from them."""
    if empty := still_empty(described):
        notices.info(empty, icon=":material/edit:")
    with for_the_curator_only():
        st.dataframe(
            looks_like(draft.table, draft.decimal),
            hide_index=True,
            alt="For each column of the file what its cells look like, for the curator only",
        )
        if empty:
            st.button(
                "Fill in from the file (not private)",
                key=draft.key("fill"),
                on_click=_fill_in,
                args=(mean, [about.name for about in described]),
                help="Takes empty bounds and labels from the cells. They reveal extremes and rare "
                "labels, each perhaps one person's. Results that depend on them cannot be "
                "published.",
            )


def _fill_in(mean: str, columns: list[str]) -> None:
    """Take empty bounds and labels from the cells; in a callback, which is given no cells.

    A column without any that could be used is no longer chosen.
    """
    draft = current_draft()
    if draft is None:
        return
    for column in columns:
        about = with_ranges_read(draft.description(column), draft.table)
        for entry in ("kind", "low", "high", "labels", "read_off"):
            st.session_state[draft.key(entry, column)] = getattr(about, entry)
    st.session_state[key_of_more(draft, mean)] = [
        column for column in columns if draft.description(column).kind != "text"
    ]
