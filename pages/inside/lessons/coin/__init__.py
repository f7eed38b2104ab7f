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
    tossed = toss(np.random.default_rng([seed, count])) if count else None
    coins = [] if tossed is None else [tossed.honest, tossed.yes]
    shown = [heads for heads in coins if heads is not None]
    _component(key="coin", data={"tosses": count, "coins": shown, "says": says(tossed)})


def _again() -> None:
    st.session_state[TOSSES] = st.session_state.get(TOSSES, 0) + 1


def says(tossed: Toss | None) -> str:
    """Return what the coin tells somebody to do, in words."""
    if tossed is None:
        return "Think of a question with a true answer that you keep to yourself."
    if tossed.yes is None:
        return "Heads: tell the truth."
    return f"Tails, then {'heads: say yes' if tossed.yes else 'tails: say no'}, whatever is true."
