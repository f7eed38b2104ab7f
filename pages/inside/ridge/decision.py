"""What to release, as cards in the target's own unit, and the λ that goes with it."""

from __future__ import annotations

import streamlit as st

from hetdp_core.figures.text import number, of_hundred
from hetdp_core.ridge.decision import Candidate, Decision
from hetdp_core.ridge.sweep import SERIES
from pages.inside.ridge.controls import RidgeChoice
from pages.inside.ridge.results import Regression
from pages.shared.cache import value
from pages.shared.controls import catalog
from pages.shared.controls.state import put
from pages.shared.frame.cards import Card, draw_column
from pages.shared.text.literal import literal

NUMBERS = {"private_mean": "Only the mean", "zero": "Always 0"}
"""One number for all, by key."""


def draw_decision(choice: RidgeChoice) -> None:
    """Draw the cards, and a button for each λ."""
    decision = value(Regression(choice).decision())
    draw_column(cards(choice, decision))
    _draw_button("Use best λ", decision.hindsight, "best", choice)
    _draw_button("Use λ from public numbers", decision.public, "public", choice)
    st.caption(NOT_PRIVATE)


NOT_PRIVATE = (
    "The best λ and all numbers on the cards were found on these very records: none of that is "
    "private. λ from public numbers looks at no record, only at how many there are, what columns "
    "may hold, and the ε asked."
)


def cards(choice: RidgeChoice, decision: Decision) -> tuple[Card, Card, Card]:
    """Return what each way to predict would miss by."""
    unit = unit_of(choice)
    return (
        Card(
            "Without privacy",
            f"± {number(decision.without_privacy)}{unit}",
            "The best regression without noise, of all λ in the figure. Not private.",
        ),
        Card(
            NUMBERS[decision.trivial],
            f"± {number(decision.trivial_miss)}{unit}",
            "One prediction for all. Squared error in the figure: "
            f"{number(decision.trivial_loss)}.",
            recommended=not decision.regression_is_better,
        ),
        Card(
            "Private regression",
            f"± {number(decision.weighed.miss)}{unit}",
            _about_regression(decision),
            recommended=decision.regression_is_better,
        ),
    )


def _about_regression(decision: Decision) -> str:
    weighed, beats = decision.weighed, decision.beats
    number_for_all = "the mean" if decision.trivial == "private_mean" else "always saying 0"
    origin = "the best one, found in hindsight, so this λ is **not private**"
    if decision.choice == "public":
        best = number(decision.hindsight.miss)
        origin = f"from public numbers (best in hindsight: ± {best}, a demonstration, not private)"
    return (
        f"{SERIES[weighed.method]}, λ = {number(weighed.lam)}: {origin}. Squared error in the "
        f"figure: {number(weighed.loss)}. Beats {number_for_all} in "
        f"{of_hundred(beats.value, beats.standard_error)} releases (simulated)."
    )


def unit_of(choice: RidgeChoice) -> str:
    """Return what follows a number: a space and the unit of the target, if it has one."""
    unit = value(Regression(choice).prepared).unit
    return f" {literal(unit)}" if unit else ""


def _draw_button(label: str, candidate: Candidate, key: str, choice: RidgeChoice) -> None:
    """Draw a button that sets λ as its control would; there is nothing to do where it is set."""
    st.button(
        f"{label}: {number(candidate.lam)}",
        key=f"use_{key}_lambda",
        on_click=_take,
        args=(candidate.lam,),
        disabled=choice.scenario.lam == candidate.lam,
        width="stretch",
    )


def _take(lam: float) -> None:
    put({catalog.ridge.LAMBDA.key: lam})
