"""The paper's four health regressions: what their answers would reveal, and what was printed."""

from __future__ import annotations

import numpy as np
import streamlit as st

from hetdp_core.accounting.checkup import draw_record, outcome_table
from hetdp_core.accounting.checkup_view import Checkup, checkup
from hetdp_core.accounting.odometer_course import OdometerCourse
from hetdp_core.figures import accounting_checkup as figures
from hetdp_core.figures import accounting_tables as tables
from hetdp_core.figures.text import number, share
from hetdp_core.recipes import Call, Given
from pages.shared import cached_odometer as cached
from pages.shared import knobs, widgets
from pages.shared.live_figure import live_figure
from pages.shared.scenario import Scenario

_DRAWN = "simulated_people_drawn"


def health_checkup(shared: Scenario, course: OdometerCourse) -> None:
    """A record that is typed or simulated, and the 16 outcomes of four noisy answers."""
    del course
    record = _record(shared.seed)
    found = checkup(record, cached.outcomes())
    st.markdown(_what_it_reveals(found))
    live_figure(
        figures.checkup_outcomes(found),
        key="checkup_outcomes",
        name="What each of the 16 outcomes of the check-up would reveal, and how likely it is",
        numbers=Given(
            tables.checkup_outcomes(found),
            Call(tables.checkup_outcomes, Call(checkup, record, Call(outcome_table))),
        ),
        height=520,
    )
    st.caption(
        "Four answers with ε = 1 each; losses are certified to 0.0002 over all records with age 10 "
        "to 100, blood pressure 50 to 200 and BMI 10 to 50. The record is typed or simulated: "
        "nothing is ever computed about a row of a real dataset."
    )


def _record(seed: int) -> tuple[float, float, float, float]:
    """Draw the controls; age, sex (0 or 1), blood pressure, BMI."""
    places = st.columns(5, vertical_alignment="bottom")
    places[4].button(
        "Simulate a person",
        on_click=_simulate,
        args=(seed,),
        width="stretch",
        help="Independent normal values, rounded and clipped; no real person's data.",
    )
    with places[0]:
        age = widgets.exact(knobs.AGE, 1.0)
    with places[1]:
        sex = widgets.choice(knobs.SEX)
    with places[2]:
        pressure = widgets.exact(knobs.PRESSURE, 1.0)
    with places[3]:
        bmi = widgets.exact(knobs.BMI, 1.0)
    return age, float(sex == "male"), pressure, bmi


def _simulate(seed: int) -> None:
    """Another simulated person in the controls."""
    drawn = st.session_state[_DRAWN] = st.session_state.get(_DRAWN, 0) + 1
    age, sex, pressure, bmi = draw_record(np.random.default_rng([seed, drawn])).tolist()
    st.session_state[knobs.AGE.key] = age
    st.session_state[knobs.SEX.key] = "male" if sex else "female"
    st.session_state[knobs.PRESSURE.key] = pressure
    st.session_state[knobs.BMI.key] = bmi


def _what_it_reveals(found: Checkup) -> str:
    heart, stroke, diabetes, sleep = found.results.tolist()
    return (
        f"The regressions would say: heart disease {share(heart)}, stroke {share(stroke)}, "
        f"diabetes {share(diabetes)}, {number(sleep)} hours of sleep. Each is answered at random. "
        f"Basic composition counts {number(found.basic)}; what the answers really tell is "
        f"**{number(found.expected_loss)} on average** for this record, and at most "
        f"{number(found.median_loss)} half of the time."
    )


def appendix_e(shared: Scenario, course: OdometerCourse) -> None:
    """The table of Appendix E, exact beside printed."""
    del shared, course
    rows = cached.outcomes()
    table = tables.printed_losses(rows)
    gaps = table["printed too high by"]
    st.markdown(
        "**Erratum 5.** The losses printed in Appendix E are upper bounds of a search that was "
        f"stopped early, not the losses: the exact values are lower by {gaps.min():.3f} to "
        f"{gaps.max():.3f} in every row."
    )
    live_figure(
        figures.printed_losses(rows),
        key="appendix_e",
        name="Privacy loss of the 16 outcomes, exact and as printed",
        numbers=Given(table, Call(tables.printed_losses, Call(outcome_table))),
        height=420,
    )
    st.dataframe(
        table, hide_index=True, column_config=dict.fromkeys(table.columns[1:], _FOUR_DIGITS)
    )
    st.caption("“At least” and “at most” are the ends of a certified interval.")


_FOUR_DIGITS = st.column_config.NumberColumn(format="%.4f")
