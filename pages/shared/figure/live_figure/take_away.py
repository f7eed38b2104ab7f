"""Files of a figure: its numbers, its parameters, its script."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import partial
from urllib.parse import urlsplit

import pandas as pd
import streamlit as st

import hetdp_core
from hetdp_core.calls import Call
from hetdp_core.tables import csv_text, json_text
from pages.shared.controls import state

SCHEMA = 1
"""Of the file of parameters; counted up when a reader of older files would be wrong."""


@dataclass(frozen=True)
class File:
    """A file under a title, made when it is asked for: outside of the session."""

    title: str
    name: str
    type: str
    text: Callable[[], str]


def files(
    key: str,
    name: str,
    call: Call[pd.DataFrame],
    table: pd.DataFrame,
    held: state.State | None = None,
) -> list[File]:
    """Return what can be taken away of a figure whose call has made this table."""
    stem = key.replace("_", "-")
    settings = parameters(key, name, held)
    return [
        File("CSV", f"{stem}.csv", "text/csv", partial(csv, table)),
        File("JSON", f"{stem}.json", "application/json", lambda: settings),
        File("Python", f"{stem}.py", "text/x-python", partial(python, name, call)),
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
    present = state.present() if held is None else held
    content = {
        "dashboard": hetdp_core.__version__,
        "schema": SCHEMA,
        "page": urlsplit(st.context.url or "").path.rstrip("/").rpartition("/")[2],
        "figure": {"key": key, "name": name},
        "address": f"?{state.packed(present)}",
        "parameters": dict(present),
    }
    return json_text(content) + "\n"
