"""The tabs on the paper's four health regressions: the check-up, and what was printed."""

from __future__ import annotations

import numpy as np
import streamlit as st

from hetdp_core.odometer.paper.checkup import draw_record
from hetdp_core.odometer.streams.course import OdometerCourse
from pages.inside.odometer import views
from pages.inside.odometer.controls import read_record
from pages.shared.controls import knobs, widgets
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import present, put
from pages.shared.figure.view import draw_below
from pages.shared.kept import value

_DRAWN = "simulated_people_drawn"
_FOUR_DIGITS = st.column_config.NumberColumn(format="%.4f")


def health_checkup(shared: Scenario, course: OdometerCourse) -> None:
    """Draw a record that is typed or simulated, and the 16 outcomes of four noisy answers."""
    del course
    st.markdown(
        "Four questions about a person's health, each answered at random: how much each of the 16 "
        "possible outcomes would tell, and how likely it is."
    )
    _draw_record(shared.seed)
    draw_below(views.checkup(read_record(present())))


def _draw_record(seed: int) -> None:
    places = st.columns(5, vertical_alignment="bottom")
    places[4].button(
        "Simulate a person",
        on_click=_simulate,
        args=(seed,),
        width="stretch",
        help="Independent normal values, rounded and clipped; no real person's data.",
    )
    with places[0]:
        widgets.draw(knobs.odometer.AGE)
    with places[1]:
        widgets.draw(knobs.odometer.SEX)
    with places[2]:
        widgets.draw(knobs.odometer.PRESSURE)
    with places[3]:
        widgets.draw(knobs.odometer.BMI)


def _simulate(seed: int) -> None:
    """Put another simulated person into the controls."""
    drawn = st.session_state[_DRAWN] = st.session_state.get(_DRAWN, 0) + 1
    age, sex, pressure, bmi = draw_record(np.random.default_rng([seed, drawn])).tolist()
    put(
        {
            knobs.odometer.AGE.key: age,
            knobs.odometer.SEX.key: "male" if sex else "female",
            knobs.odometer.PRESSURE.key: pressure,
            knobs.odometer.BMI.key: bmi,
        }
    )


def appendix_e(shared: Scenario, course: OdometerCourse) -> None:
    """Draw the table of Appendix E, exact beside printed."""
    del shared, course
    draw_below(views.appendix_e())
    table = value(views.printed_losses())
    st.dataframe(
        table, hide_index=True, column_config=dict.fromkeys(table.columns[1:], _FOUR_DIGITS)
    )
    st.caption("“At least” and “at most” are the ends of a certified interval.")
