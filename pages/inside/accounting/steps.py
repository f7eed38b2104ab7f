"""The tab “Computation by step”: a conversation with one record; the address holds all of it."""

from __future__ import annotations

import numpy as np
import streamlit as st

from hetdp_core.accounting.odometer_course import OdometerCourse
from hetdp_core.accounting.step_settings import StepSettings
from hetdp_core.accounting.step_text import text_of
from hetdp_core.accounting.stepping import Walk
from hetdp_core.computation import Computation
from hetdp_core.errors import HetDPError
from hetdp_core.figures.text import factor, number, readable
from hetdp_core.uploads import epsilons_from_text
from pages.inside.accounting import results, views
from pages.inside.accounting.controls import read_conversation
from pages.shared.controls import knobs, widgets
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import present
from pages.shared.figure.view import draw_below
from pages.shared.kept import value
from pages.shared.patience import SECONDS
from pages.shared.words import notices
from pages.shared.words.literal import literal

_LAST_GOOD = "last_good_conversation"


def step_by_step(shared: Scenario, course: OdometerCourse) -> None:
    """Draw the next question, what it would cost, and the answer one gives it."""
    del course
    talk = conversation()
    known = value(talk)
    left, right = st.columns([2, 3], gap="large")
    with left:
        _next_question(known)
        _buttons(known, shared.seed)
    with right:
        draw_below(views.conversation(talk))
    if known.steps:
        st.dataframe(readable(value(views.answers(talk))), hide_index=True)


def conversation() -> Computation[Walk]:
    """Draw what sets it up; return the conversation, or the last good one with the reason."""
    with st.expander("Questions, budget, answers", expanded=False):
        if widgets.choice(knobs.odometer.STEP_KIND) != "powers":
            widgets.text(knobs.odometer.STEP_TYPED)
        left, middle, right = st.columns(3)
        with left:
            widgets.exact(knobs.odometer.STEP_RATIO)
        with middle:
            widgets.exact(knobs.odometer.STEP_MOST)
        with right:
            widgets.text(knobs.odometer.STEP_ANSWERS)
    try:
        talk = read_conversation(present())
        value(talk)  # fails where an answer follows a refusal
    except HetDPError as error:
        notices.error(error, "The figures still show the last usable conversation.")
        known: Computation[Walk] | None = st.session_state.get(_LAST_GOOD)
        return known or results.conversation(StepSettings(), ())
    st.session_state[_LAST_GOOD] = talk
    return talk


def _next_question(talk: Walk) -> None:
    decision, low, high = talk.decision, *talk.chances
    first, second = st.columns(2)
    first.metric("Odometer exp(L)", factor(talk.ratio), help=f"L = {number(talk.loss)}")
    second.metric("Basic composition", factor(talk.basic_ratio))
    verdict = "accepted" if decision.accepted else "refused"
    st.markdown(
        f"#### Question {len(talk.steps) + 1}: {literal(talk.label)} — {verdict}\n"
        f"The answer is 1 with a chance between {number(low)} and {number(high)}, depending on "
        f"the record. After the answer **1** the odometer would show "
        f"**{factor(talk.ratio_after(True))}**, after **0** **{factor(talk.ratio_after(False))}**; "
        f"the budget is × {number(talk.settings.most)}."
    )
    if decision.accepted:
        notices.success(decision.reason, icon=":material/check:")
    else:
        notices.warning(decision.reason, icon=":material/block:")
    if talk.cut_short:
        notices.info(_why_wide(talk), icon=":material/timer:")
    if decision.accepted and talk.basic_refuses:
        st.caption("Basic composition has no budget left: it would refuse this question.")


def _why_wide(talk: Walk) -> str:
    why = f"stopped after {SECONDS:g} s on a busy server"
    if talk.out_of_work:
        why = "came to its limit of work, the same on every machine"
    return (
        f"The search for the loss {why}. What it found is certified: e^L now lies between "
        f"× {number(talk.least_ratio)} and × {number(talk.ratio)}, and only the upper end counts "
        "against the budget."
    )


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
        widgets.text(knobs.odometer.STEP_RECORD)
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
        notices.error(problem)


def _remember(outputs: tuple[bool, ...]) -> None:
    st.session_state[knobs.odometer.STEP_ANSWERS.key] = text_of(outputs)


def _draw(talk: Walk, seed: int) -> None:
    """Add one more answer, the same again for the same seed and conversation."""
    rng = np.random.default_rng([seed, len(talk.steps), *map(int, talk.outputs)])
    try:
        typed = epsilons_from_text(st.session_state[knobs.odometer.STEP_RECORD.key], "record")
        record = typed or talk.settings.usual_record
        answer = talk.settings.draw(len(talk.steps) + 1, record, rng)
    except HetDPError as error:
        st.session_state["draw_problem"] = str(error)
        return
    _remember((*talk.outputs, answer))
