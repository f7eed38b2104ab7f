"""What a private mean is off by, as cards in the unit of the chosen column."""

from __future__ import annotations

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.figures.text import number
from hetdp_core.mean.estimate import MeanDecision
from hetdp_core.numerals import counted
from pages.inside.mean import results
from pages.inside.mean.views import unit_of
from pages.shared.cache import value
from pages.shared.controls.scenario import Scenario
from pages.shared.frame.cards import Card, draw_column
from pages.shared.tables import data_source
from pages.shared.text import notices
from pages.shared.text.literal import literal

UNUSABLE = "The column of ε cannot be used: “A real column”, below, says why."

ANOTHER = "Another column or table: under “A real column”, below."


def draw_decision(scenario: Scenario) -> None:
    """Draw the cards, or why the chosen column has no mean."""
    try:
        errors = value(results.decision(scenario))
    except HetDPError as error:
        if scenario.levels_column:
            st.caption(UNUSABLE)
        else:
            notices.error(error)
        return
    column = data_source.info(scenario.dataset).column(scenario.column)
    about = f"**{literal(column.label)}**: mean over {counted(errors.users, 'user')}"
    draw_column(cards(errors, unit_of(scenario)), about, ANOTHER)


def cards(errors: MeanDecision, unit: str) -> tuple[Card, Card, Card]:
    """Return what the answer is off by."""
    vary, whatever = "vary as in this table", "Whatever the values within the declared range"
    beside = ""
    if errors.go_with_levels:
        vary, whatever = f"{vary} and go with ε as they do", f"{whatever}, and whoever has which"
        beside = " The figure's is for values that have nothing to do with ε."
    return (
        Card(
            "Without privacy",
            f"± {number(errors.without_privacy)}{unit}",
            "The plain mean: only whom one happened to ask. Not private.",
        ),
        Card(
            "Private, typically",
            f"± {number(errors.typical)}{unit}",
            f"For values that {vary}; how they do is not private.",
        ),
        Card(
            "Private, in the worst case",
            f"± {number(errors.worst)}{unit}{' at most' if errors.go_with_levels else ''}",
            f"{whatever}: known beforehand.{beside}",
        ),
    )
