"""The largest typical error that whoever decides accepts: a preference that no rule can supply."""

from __future__ import annotations

import math
from hashlib import sha256

import streamlit as st

from hetdp_core.uploads import optional_number_from_text
from pages.shared.tables import data_source
from pages.shared.text.literal import literal


def draw(dataset: str, column: str, made_of: str) -> float:
    """Draw the entry; return what it holds, infinity while nobody has said.

    made_of : what a typical error is made of, in words.

    Raises:
        HetDPError: there is no such table, or what was said is no number.
    """
    unit = data_source.info(dataset).column(column).unit
    st.text_input(
        f"How large a typical error can you live with?{f' ({literal(unit)})' if unit else ''}",
        value="",
        key=_key(dataset, column),
        placeholder="Not said",
        persist_state="session",
        help=f"In the worst case over all data: {made_of}. Releases that are typically further "
        "off are not recommended; of two that are within, the one that exposes the most exposed "
        "user less is.",
    )
    return held(dataset, column)


def held(dataset: str, column: str) -> float:
    """Return what was said, drawn or not.

    Raises:
        HetDPError: there is no such table, or what was said is no number.
    """
    typed = str(st.session_state.get(_key(dataset, column), ""))
    most = optional_number_from_text(typed, "error that can be lived with")
    return math.inf if most is None else most


def _key(dataset: str, column: str) -> str:
    """Return the key of the entry of one column: by what is declared, and no checksum of cells."""
    table = data_source.OWN if data_source.is_own(dataset) else dataset
    declared = repr((table, column, data_source.info(dataset).column(column).unit))
    return f"decision_tolerable_{sha256(declared.encode()).hexdigest()[:12]}"
