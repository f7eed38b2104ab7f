"""The numbers behind a figure: folded up under it, a table to read and files to take away.

The files are its numbers, its parameters, and the script that computes them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from html import escape
from typing import Any
from urllib.parse import urlsplit

import pandas as pd
import streamlit as st

import hetdp_core
from hetdp_core.calls import Call
from hetdp_core.figures.formats import number, unbroken
from hetdp_core.file_text import csv_text, json_text
from pages.shared import cache
from pages.shared.controls import state
from pages.shared.controls.state import State

SCHEMA = 1
"""Of the file of parameters; counted up when a reader of older files would be wrong."""


@dataclass(frozen=True)
class File:
    """A file under a title."""

    title: str
    name: str
    type: str
    text: str


def files(
    key: str,
    name: str,
    call: Call[pd.DataFrame],
    table: pd.DataFrame,
    held: state.State | None = None,
) -> list[File]:
    """Return what can be taken away of a figure whose call has made this table."""
    stem = key.replace("_", "-")
    return [
        File("CSV", f"{stem}.csv", "text/csv", csv(table)),
        File("JSON", f"{stem}.json", "application/json", parameters(key, name, held)),
        File("Python", f"{stem}.py", "text/x-python", python(name, call)),
    ]


def csv(table: pd.DataFrame) -> str:
    """Return all rows, each number with all its digits, no text a formula."""
    return csv_text(table)


def python(name: str, call: Call[pd.DataFrame]) -> str:
    """Return a script in UTF-8 that prints the same CSV.

    Names may be a visitor's own: they stand in literals only, and none in the first two lines,
    where even a comment can declare another encoding.
    """
    return (
        "# -*- coding: utf-8 -*-\n"
        f"# Computed with hetdp_core {hetdp_core.__version__}; put this file into the project's "
        "folder and run it there.\n"
        f"FIGURE = {name!r}\n"
        f"{call.script(csv_text)}"
    )


def parameters(key: str, name: str, held: state.State | None = None) -> str:
    """Return what the reader chose, now or for this figure, and the address that restores it."""
    present = state.current_state() if held is None else held
    content = {
        "dashboard": hetdp_core.__version__,
        "schema": SCHEMA,
        "page": urlsplit(st.context.url or "").path.rstrip("/").rpartition("/")[2],
        "figure": {"key": key, "name": name},
        "address": f"?{state.packed(present)}",
        "parameters": dict(present),
    }
    return json_text(content) + "\n"


MOST_ROWS = 300
"""The rows of a table for reading; the files have all of them."""

_TABLE = "Show the numbers as a table"


def key_of(key: str) -> str:
    """Return the key of what is folded up under a figure."""
    return f"{key}_numbers"


def draw(
    key: str,
    name: str,
    caption: str,
    numbers: Call[pd.DataFrame] | pd.DataFrame,
    held: State | None,
    explained: str = "",
    tag: str = "",
) -> None:
    """Draw them folded up; nothing is computed before they are opened.

    Files are made then and not at a click: what a click makes lies with the server until two runs
    of anybody have ended, and with many readers that is before the browser has fetched it.

    key, name, numbers : see `live_figure`.
    caption : what stands above the table.
    held : what every control holds for this figure; None for what they hold now.
    explained : how the numbers came about, above all; Markdown.
    tag : what they are: exact, simulated, a bound.
    """
    said = f" ({tag})" if tag else ""
    words = f"How this is calculated{said}, and its numbers" if explained else title(numbers)
    folded = st.expander(words, key=key_of(key), type="compact", on_change="rerun")
    if explained:
        folded.caption(unbroken(explained))
    if not folded.open:
        return
    with folded:
        table = cache.value(numbers)
        st.html(html(table, caption))
        if isinstance(numbers, Call):
            downloads = files(key, name, numbers, table, held)
            with st.container(horizontal=True):
                for file in downloads:
                    st.download_button(
                        file.title,
                        file.text,
                        file.name,
                        file.type,
                        key=f"{key}_{file.title}",
                        icon=":material/download:",
                        on_click="ignore",
                    )


def title(numbers: Call[pd.DataFrame] | pd.DataFrame) -> str:
    """Return the words under which the numbers are folded up."""
    return f"{_TABLE}, or download them" if isinstance(numbers, Call) else _TABLE


def html(table: pd.DataFrame, caption: str) -> str:
    """Return a table that scrolls by itself, its first column naming the rows (no index).

    Numbers are written with four significant digits.  Of a longer table only the first
    `MOST_ROWS` rows are there, and the caption says so.
    """
    if len(table) > MOST_ROWS:
        caption = f"{caption} (the first {MOST_ROWS} of {len(table):,} rows)"
    columns = [_texts(table.iloc[:MOST_ROWS, place]) for place in range(table.shape[1])]
    heads = "".join(f'<th scope="col">{escape(str(column))}</th>' for column in table.columns)
    rows = "".join(
        f'<tr><th scope="row">{first}</th>{"".join(f"<td>{text}</td>" for text in others)}</tr>'
        for first, *others in zip(*columns, strict=True)
    )
    label = escape(caption)
    return (
        f'<div class="live-figure-scroll" tabindex="0" role="region" aria-label="{label}">'
        f"<table><caption>{label}</caption><thead><tr>{heads}</tr></thead>"
        f"<tbody>{rows}</tbody></table></div>"
    )


def _texts(column: pd.Series[Any]) -> list[str]:
    values = column.tolist()
    if pd.api.types.is_float_dtype(column):
        return ["–" if math.isnan(value) else number(value, 4) for value in values]
    if pd.api.types.is_integer_dtype(column):
        return [f"{value:,}" for value in values]
    return [escape(str(value)) for value in values]
