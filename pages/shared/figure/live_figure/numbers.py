"""The numbers behind a figure: folded up under it, a table to read and files to take away."""

from __future__ import annotations

from html import escape
from typing import Any

import pandas as pd
import streamlit as st

from hetdp_core.calls import Call
from pages.shared import cache
from pages.shared.controls.state import State
from pages.shared.figure.live_figure import take_away

MOST_ROWS = 300
"""A table for reading; whoever wants all rows downloads the data."""

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
) -> None:
    """Draw them folded up; nothing is computed before they are opened, no file before its click.

    key, name, numbers : see `live_figure`.
    caption : what stands above the table.
    held : what every control holds for this figure; None for what they hold now.
    """
    folded = st.expander(title(numbers), key=key_of(key), type="compact", on_change="rerun")
    if not folded.open:
        return
    with folded:
        table = cache.value(numbers)
        st.html(html(table, caption))
        if isinstance(numbers, Call):
            files = take_away.files(key, name, numbers, table, held)
            with st.container(horizontal=True):
                for file in files:
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
        return [f"{value:.4g}" for value in values]
    if pd.api.types.is_integer_dtype(column):
        return [f"{value:,}" for value in values]
    return [escape(str(value)) for value in values]
