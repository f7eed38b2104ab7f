"""Settings of everything at once, by name: each paper's, some for teaching, one for stress."""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache

import streamlit as st

from hetdp_core.validate import MAX_USERS
from pages.shared.controls import state
from pages.shared.controls.state import State


@dataclass(frozen=True)
class Preset:
    """A named setting: what it shows, and the link's parameters that make it."""

    title: str
    shows: str
    params: Mapping[str, str] = field(default_factory=dict)

    @property
    def state(self) -> dict[str, object]:
        """What every control holds."""
        return state.of_params(self.params)


_MEDICAL = {"dataset": "Medical cost (SIMULATED)"}
_SEGMENTS = {
    "profile": "Conservative, pragmatist, liberal",
    "low": "0.01",
    "mid": "0.2",
    "high": "1",
    "strict": "34",
    "pragmatists": "43",
}

PRESETS: dict[str, Preset] = {
    "first": Preset("Reset to the first settings", "All settings as on the first visit."),
    "paper_mean": Preset(
        "Paper: heterogeneous mean",
        "Table I, high variance (assumed: ln ε uniform on [−4, 2]).",
        {"n": "1000", "low": f"{math.exp(-4):.4g}", "high": f"{math.exp(2):.4g}", "spread": "20"},
    ),
    "paper_features": Preset(
        "Paper: feature privacy",
        "Figure 3: two of ten features ask for δ = 0.2, the report for ε = 2.",
        {"d": "10", "sensitive": "2", "delta": "0.2", "epsilon": "2", "reports": "10000"},
    ),
    "paper_ridge": Preset(
        "Paper: ridge regression",
        "Synthetic records, three segments, noise as printed.",
        {
            **_SEGMENTS,
            "rows": "Synthetic, as in the paper",
            "records": "100",
            "dimension": "30",
            "noise": "As printed (Theorem 3.2)",
            "centre": "false",
            "norm": "false",
        },
    ),
    "paper_odometer": Preset(
        "Paper: privacy odometer",
        "Section 6.1: linear regressions on nine coordinates, a budget of 10.",
        {"questions": "Linear regressions", "coordinates": "9", "budget": "10"},
    ),
    "two_groups": Preset(
        "Teaching: two groups",
        "Half of the users are strict, half relaxed: whom does it help?",
        {"profile": "Two groups", "low": "0.1", "high": "5", "strict": "50", "n": "200"},
    ),
    "public_few": Preset(
        "Teaching: a few volunteers",
        "One user in twenty asks for no privacy at all.",
        {"low": "0.01", "high": "0.5", "public": "5", "n": "1000", **_MEDICAL},
    ),
    "correlated": Preset(
        "Teaching: columns that tell on each other",
        "Strongly correlated features; three questions of the conversation are answered.",
        {
            "q": "0.5",
            "sensitive": "4",
            "answers": "101",
            "conversation": "The paper's Example 3",
            "questions": "x, x², x³ … of a number from 0 to 10",
            **_MEDICAL,
        },
    ),
    "stress": Preset(
        "Stress: the largest of all",
        "A million users over nine orders of magnitude, 50 features, full correlation.",
        {
            "n": str(MAX_USERS),
            "low": "1e-06",
            "high": "1000",
            "public": "1",
            "d": "50",
            "sensitive": "25",
            "q": "1",
            "reports": "10000000",
            "rows": "Synthetic, as in the paper",
            "records": "5000",
            "dimension": "60",
        },
    ),
}
"""By name; a name is part of links, so it does not change."""

PRESET = "preset"
"""The address's parameter; there only while every control is as the preset sets it."""

_MENU = "preset_menu"


def name_of(held: State, named: str = "") -> str | None:
    """Return the preset that sets every control as `held` does, or None.

    named : the preset that counts where several do; alone it counts where all are as at first.
    """
    names = [name for name, preset_state in _states().items() if preset_state == held]
    if named in names:
        return named
    return None if "first" in names else next(iter(names), None)


@cache
def _states() -> dict[str, dict[str, object]]:
    return {name: preset.state for name, preset in PRESETS.items()}


def present_name() -> str | None:
    """Return the preset that holds now, or None."""
    return name_of(state.present(), st.query_params.get(PRESET, ""))


def draw_presets() -> None:
    """Draw the list; a choice sets everything, and the browser's Back undoes it."""
    chosen = PRESETS.get(present_name() or "")
    st.menu_button(
        "Start from a setting …" if chosen is None else chosen.title,
        list(PRESETS),
        format_func=lambda key: PRESETS[key].title,
        key=_MENU,
        on_click=_take,
        help="Sets every control of every page at once.",
        icon=":material/tune:",
        width="stretch",
    )
    if chosen is not None:
        st.caption(chosen.shows)


def _take() -> None:
    name = st.session_state[_MENU]
    if name in PRESETS:
        state.put(PRESETS[name].state)
        st.query_params[PRESET] = name
