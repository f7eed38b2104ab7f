"""A conversation with one record, question by question; the address holds all of it."""

from __future__ import annotations

import numpy as np
import streamlit as st

from hetdp_core.accounting.odometer_course import OdometerCourse
from hetdp_core.accounting.step_settings import StepSettings
from hetdp_core.accounting.step_text import outputs_from_text, queries_from_text, text_of
from hetdp_core.accounting.stepping import Walk
from hetdp_core.errors import HetDPError
from hetdp_core.figures import accounting_tables as tables
from hetdp_core.figures import accounting_talk as figures
from hetdp_core.figures.text import number
from hetdp_core.recipes import Call
from hetdp_core.uploads import epsilons_from_text
from pages.shared import cached_odometer as cached
from pages.shared import knobs, recipes, widgets
from pages.shared.live_figure import live_figure
from pages.shared.scenario import Scenario

_LAST_GOOD = "last_good_conversation"


def step_by_step(shared: Scenario, course: OdometerCourse) -> None:
    """The next question, what it would cost, and the answer one gives it."""
    del course
    talk = conversation()
    left, right = st.columns([2, 3], gap="large")
    with left:
        _next_question(talk)
        _buttons(talk, shared.seed)
    with right:
        live_figure(
            figures.odometer_so_far(talk),
            key="odometer_so_far",
            name="The odometer after each answer, and what the next answer would make of it",
            table=tables.odometer_so_far(talk),
            recipe=Call(tables.odometer_so_far, recipes.conversation(talk)),
            height=380,
        )
    if talk.steps:
        st.dataframe(tables.conversation(talk), hide_index=True)


def conversation() -> Walk:
    """Draw what sets it up; the conversation, or the last good one with the reason."""
    with st.expander("Questions, budget, answers", expanded=False):
        kind = widgets.choice(knobs.STEP_KIND)
        typed = str(knobs.STEP_TYPED.default)
        if kind != "powers":
            typed = widgets.text(knobs.STEP_TYPED)
        left, middle, right = st.columns(3)
        with left:
            ratio = widgets.exact(knobs.STEP_RATIO)
        with middle:
            most = widgets.exact(knobs.STEP_MOST)
        with right:
            answers = widgets.text(knobs.STEP_ANSWERS)
    try:
        settings = StepSettings(kind, ratio, most, queries_from_text(typed))
        talk = cached.conversation(settings, outputs_from_text(answers))
    except HetDPError as error:
        st.error(f"{error} The figures still show the last usable conversation.")
        known: Walk | None = st.session_state.get(_LAST_GOOD)
        return known or cached.conversation(StepSettings(), ())
    st.session_state[_LAST_GOOD] = talk
    return talk


def _next_question(talk: Walk) -> None:
    decision, low, high = talk.decision, *talk.chances
    first, second = st.columns(2)
    first.metric("Odometer e^L", f"× {talk.ratio:.2f}", help=f"L = {number(talk.loss)}")
    second.metric("Basic composition", f"× {talk.basic_ratio:.2f}")
    verdict = "accepted" if decision.accepted else "refused"
    st.markdown(
        f"#### Question {len(talk.steps) + 1}: {talk.label} — {verdict}\n"
        f"The answer is 1 with a chance between {number(low)} and {number(high)}, depending on "
        f"the record. After the answer **1** the odometer would show **× "
        f"{talk.ratio_after(True):.2f}**, after **0** **× {talk.ratio_after(False):.2f}**; the "
        f"budget is × {number(talk.settings.most)}."
    )
    show = st.success if decision.accepted else st.warning
    show(decision.reason, icon=":material/check:" if decision.accepted else ":material/block:")
    if decision.accepted and talk.basic_refuses:
        st.caption("Basic composition has no budget left: it would refuse this question.")


def _buttons(talk: Walk, seed: int) -> None:
    refused = not talk.decision.accepted
    for place, answer in zip(st.columns(2), (True, False), strict=True):
        place.button(
            f"Answer {int(answer)}",
            on_click=_remember,
            args=((*talk.outputs, answer),),
            disabled=refused,
            width="stretch",
            type="primary",
        )
    left, right = st.columns(2)
    none = not talk.steps
    back = (talk.outputs[:-1],)
    left.button("Undo", on_click=_remember, args=back, disabled=none, width="stretch")
    right.button("Restart", on_click=_remember, args=((),), disabled=none, width="stretch")
    left, right = st.columns(2, vertical_alignment="bottom")
    with left:
        widgets.text(knobs.STEP_RECORD)
    right.button(
        "Draw an answer",
        on_click=_draw,
        args=(talk, seed),
        disabled=refused,
        width="stretch",
        help="At random, as this simulated person would.",
    )
    problem = st.session_state.pop("draw_problem", "")
    if problem:
        st.error(problem)


def _remember(outputs: tuple[bool, ...]) -> None:
    st.session_state[knobs.STEP_ANSWERS.key] = text_of(outputs)


def _draw(talk: Walk, seed: int) -> None:
    """One more answer, the same again for the same seed and conversation."""
    rng = np.random.default_rng([seed, len(talk.steps), *map(int, talk.outputs)])
    try:
        typed = epsilons_from_text(st.session_state[knobs.STEP_RECORD.key], "record")
        record = typed or talk.settings.usual_record
        answer = talk.settings.draw(len(talk.steps) + 1, record, rng)
    except HetDPError as error:
        st.session_state["draw_problem"] = str(error)
        return
    _remember((*talk.outputs, answer))
