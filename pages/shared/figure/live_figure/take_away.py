"""Files of a figure that are made on request: its numbers, its parameters, its computation.

The browser asks by a trigger, the script runs again, and the answer travels with the figure in
that run alone.
"""

from __future__ import annotations

from urllib.parse import urlsplit

import pandas as pd
import streamlit as st

import hetdp_core
from hetdp_core.computation import Computation, written
from hetdp_core.tables import csv_text, json_text
from pages.shared import kept
from pages.shared.controls import state

SCHEMA = 1
"""Of the file of parameters; counted up when a reader of older files would be wrong."""

TYPES = {"csv": "text/csv", "json": "application/json", "py": "text/x-python"}
"""Files that are made here, by their endings."""

_LONGEST_TOKEN = 100


def stem(key: str) -> str:
    """The name of a figure's files without their endings."""
    return key.replace("_", "-")


def note_wish(key: str) -> None:
    """Keep what the browser asks for until the figure is drawn in the same run."""
    wanted = st.session_state[key].get("wanted")
    if isinstance(wanted, dict):
        st.session_state[_wish(key)] = wanted


def answer(
    key: str,
    name: str,
    computation: Computation[pd.DataFrame] | None,
    held: state.State | None = None,
) -> dict[str, str] | None:
    """The file that was asked for in this run, if any; never one without a computation."""
    wanted = st.session_state.pop(_wish(key), {})
    ending, token = str(wanted.get("ending")), str(wanted.get("token"))[:_LONGEST_TOKEN]
    if computation is None or ending not in TYPES:  # nothing, or nothing that our figure asks for
        return None
    if ending == "csv":
        text = csv(kept.value(computation))
    elif ending == "json":
        text = parameters(key, name, held)
    else:
        text = python(name, computation)
    return {"ending": ending, "token": token, "type": TYPES[ending], "text": text}


def csv(table: pd.DataFrame) -> str:
    """All rows, each number with all its digits, no text a formula."""
    return csv_text(table)


def python(name: str, computation: Computation) -> str:
    """A script in UTF-8 that prints the same CSV.

    Names may be a visitor's own: they stand in literals only, and none in the first two lines,
    where even a comment can declare another encoding.
    """
    return (
        "# -*- coding: utf-8 -*-\n"
        f"# Computed with hetdp_core {hetdp_core.__version__}; put this file into the project's "
        "folder and run it there.\n"
        f"{written('FIGURE', name)}\n"
        f"{computation.source('print({})', through=csv_text)}"
    )


def parameters(key: str, name: str, held: state.State | None = None) -> str:
    """What the reader chose, now or for this figure, and the address that restores it."""
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


def _wish(key: str) -> str:
    return f"{key}_wanted"
