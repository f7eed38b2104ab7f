"""A coin that is tossed on the screen; it tells what to say, and never hears what is true."""

from __future__ import annotations

import secrets
from pathlib import Path

import numpy as np
import streamlit as st

from hetdp_core.odometer.channel import Toss, toss

_HERE = Path(__file__).parent
_component = st.components.v2.component(
    "hetdp_coin",
    js=(_HERE / "coin.js").read_text(encoding="utf-8"),
    css=(_HERE / "coin.css").read_text(encoding="utf-8"),
)
SEED, TOSSES = "coin_seed", "coin_tosses"
"""Of this session's tosses, and how many there were; in no address."""


@st.fragment
def draw_coin() -> None:
    """Draw the coin and the button that tosses it; the server tosses, the browser shows it."""
    seed = st.session_state.setdefault(SEED, secrets.randbits(64))
    st.button("Toss the coin", key="coin_toss", on_click=_again)
    count = st.session_state.get(TOSSES, 0)
    found = toss(np.random.default_rng([seed, count])) if count else None
    _component(
        key="coin",
        data={"tosses": count, "coins": _coins(found), "says": says(found)},
    )


def _again() -> None:
    st.session_state[TOSSES] = st.session_state.get(TOSSES, 0) + 1


def _coins(found: Toss | None) -> list[bool]:
    """Return what the coins show that were tossed: whether it is heads."""
    if found is None:
        return []
    return [found.honest] if found.yes is None else [found.honest, found.yes]


def says(found: Toss | None) -> str:
    """Return what the coin tells somebody to do, in words."""
    if found is None:
        return "Think of a question with a true answer that you keep to yourself."
    if found.yes is None:
        return "Heads: tell the truth."
    return f"Tails, then {'heads: say yes' if found.yes else 'tails: say no'}, whatever is true."
