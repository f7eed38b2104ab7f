"""The other columns of a file, for the pages that use more than one."""

from __future__ import annotations

from dataclasses import replace

import pandas as pd
import streamlit as st

from hetdp_core.tables import Description
from hetdp_core.tables.curator import looks_like
from hetdp_core.tables.description import KINDS, SENSITIVITIES, still_empty, with_ranges_read
from pages.inside.release.check import for_the_curator_only
from pages.inside.release.draft import Draft, current_draft, keep
from pages.inside.release.entries import draw_entries, draw_levels
from pages.shared.text import notices
from pages.shared.text.notices import literal


def key_of_more(draft: Draft, mean: str) -> str:
    """Return the key of the choice of other columns, which are others for another mean."""
    return draft.key("more_beside_", mean)


def draw_more(draft: Draft, mean: str, column: str) -> None:
    """Draw which other columns take part, and the entries of one.

    Those are chosen first of whose name the possible values are known: the others may hold words.
    """
    others = [name for name in draft.table.names if name not in (mean, column)]
    by_name = {about.name: about for about in draft.suggested}
    chosen: list[str] = st.multiselect(
        "Other columns to use",
        others,
        [name for name in others if by_name[name].use and by_name[name].is_complete],
        key=key_of_more(draft, mean),
        persist_state="session",
    )
    if not chosen:
        return
    described = [replace(draft.description(name), use=True) for name in chosen]
    st.dataframe(
        pd.DataFrame(map(_row, described)),
        hide_index=True,
        alt="The other columns, with what each may hold so far",
    )
    left, middle, right = st.columns(3)
    name = left.selectbox("Column to describe", chosen, key=draft.key("more_column"))
    about = by_name[name]
    middle.selectbox(
        "Kind",
        list(KINDS),
        list(KINDS).index(about.kind),
        format_func=KINDS.__getitem__,
        key=draft.key("kind", name),
        persist_state="session",
    )
    right.selectbox(
        "Sensitivity, for feature privacy",
        SENSITIVITIES,
        SENSITIVITIES.index(about.guess.sensitivity),
        key=draft.key("sensitivity", name),
        persist_state="session",
        help="How much a person may mind this value being revealed. The page “Feature privacy” "
        "protects columns of high sensitivity first.",
    )
    about = draft.description(name)
    if about.guess.note:
        st.caption(literal(about.guess.note))
    if about.kind == "level":
        draw_levels(draft, name)
    draw_entries(draft, about)
    _draw_what_cells_say(draft, mean, described)


def _row(about: Description) -> dict[str, str]:
    """Return a column's row in the table of what is said so far."""
    match about.kind:
        case "number" | "integer":
            possible = f"{about.low or '?'} to {about.high or '?'} {about.unit}".strip()
        case "category":
            possible = about.labels or "?"
        case "binary":
            possible = "0 or 1"
        case _:
            possible = "above 0" if about.kind == "level" else ""
    return {
        "column": about.name,
        "kind": KINDS.get(about.kind, ""),
        "possible values": possible,
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
    suggested, chosen = list(draft.suggested), []
    for column in columns:
        before = replace(draft.description(column), use=True)
        about = with_ranges_read(before, draft.table, draft.decimal)
        place = draft.table.names.index(about.name)
        suggested[place] = replace(suggested[place], read_off=about.read_off)
        if about.use:
            chosen.append(column)
        for entry in ("kind", "low", "high", "labels"):
            st.session_state[draft.key(entry, about.name)] = getattr(about, entry)
    st.session_state[key_of_more(draft, mean)] = chosen
    keep(replace(draft, suggested=tuple(suggested)))
