"""The tab “Step by step”: a conversation with one record, and beliefs along it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.errors import HetDPError
from hetdp_core.figures.formats import (
    MOST_TIMES,
    factor,
    loss_and_odds,
    number,
    odds,
    share,
    times,
)
from hetdp_core.numerals import counted
from hetdp_core.odometer.beliefs import GLeakage, Statement
from hetdp_core.odometer.conversation import Conversation, ConversationSettings, text_of
from hetdp_core.uploads import epsilons_from_text
from pages.inside.odometer import results, views
from pages.inside.odometer.controls import read_conversation
from pages.shared.cache import value
from pages.shared.controls import catalog, panel
from pages.shared.controls.state import current_state, put
from pages.shared.figure.view import draw_below
from pages.shared.limits import SECONDS
from pages.shared.text import notices
from pages.shared.text.notices import literal

FALLEN = (
    "The loss has fallen: the last answer contradicts earlier ones, so all answers together "
    "tell less about the record."
)

SMALLER = (
    "**A smaller example than the figure above**: one person is asked for one secret number x, "
    "then x², x³ and so on. It is easier to follow. Change it under “Questions, answers”."
)

FOLDED = "questions_and_answers"
"""What holds whether questions and answers are unfolded."""

_LAST_GOOD = "last_good_conversation"


def step_by_step(_: object) -> None:
    """Draw the next question, what it would cost, and the answer one gives it."""
    state = current_state()
    if state[catalog.odometer.STEP_KIND.key] == "powers" != state[catalog.odometer.QUERY_KIND.key]:
        st.markdown(SMALLER)
    talk = conversation()
    known = value(talk)
    left, right = st.columns([2, 3], gap="large")
    with left:
        _next_question(known)
        _buttons(known, state[catalog.shared.SEED.key])
        _explained(known)  # below the buttons, which keep their place whatever is said
    with right:
        draw_below(views.conversation(talk))


def conversation() -> Call[Conversation]:
    """Draw what sets it up; return the conversation, or the last good one with the reason."""
    panel.draw(catalog.odometer.STEP_BUDGET)
    folded = st.expander("Questions, answers", key=FOLDED, on_change="rerun")
    if folded.open:
        with folded:
            _setting_up()
    try:
        talk = read_conversation(current_state())
        value(talk)  # fails where the filter cannot be set up
    except HetDPError as error:
        notices.error(error, "The figures still show the last usable conversation.")
        talk = st.session_state.get(_LAST_GOOD) or results.conversation(ConversationSettings(), ())
    st.session_state[_LAST_GOOD] = talk
    return talk


def _setting_up() -> None:
    """Draw what is asked about, and what was answered so far."""
    if panel.draw(catalog.odometer.STEP_KIND) != "powers":
        panel.draw(catalog.odometer.STEP_TYPED)
    panel.draw(catalog.odometer.STEP_ANSWERS)


def _next_question(talk: Conversation) -> None:
    with st.container(horizontal=True):
        _metric("Odometer", talk.spent.loss)
        _metric("Basic composition (sum of ε)", talk.spent.basic)
    verdict = "allowed" if talk.decision.accepted else "refused"
    next_one = len(talk.steps) + 1
    st.markdown(
        f"#### Question {next_one} asks for {literal(talk.label)}: {verdict}, ε\u00a0=\u00a0"
        f"{number(talk.settings.level(next_one))}"
    )


def _explained(talk: Conversation) -> None:
    decision, low, high = talk.decision, *talk.chances
    next_one = len(talk.steps) + 1
    secret, about = "x", "x is a whole number from 0 to 10"
    if talk.settings.kind != "powers":
        secret, about = "the record", "x₁, x₂ … are numbers from −1 to 1"
    st.markdown(
        f"{about} that only this person knows. The "
        f"answer is 1 or 0, with noise: 1 with a chance between {number(low)} and {number(high)}, "
        f"depending on {secret}. {_after_it(talk)}."
    )
    _invite(talk)
    if talk.has_fallen:
        st.caption(FALLEN)
    if decision.accepted:
        notices.success(decision.reason, icon=":material/check:")
    else:
        notices.info(decision.reason, icon=":material/block:")
    if talk.unused:
        later = counted(talk.unused, "answer does", "answers do")
        notices.info(f"Question {next_one} is refused at these settings, so {later} not count.")
    if talk.cut_short:
        notices.info(_why_wide(talk), icon=":material/timer:")
    if decision.accepted and talk.basic_refuses:
        st.caption("Basic composition has too little budget left and would refuse this question.")


def _invite(talk: Conversation) -> None:
    """Say at first how to see the odometer fall: only where a second question is answered."""
    if not talk.steps and talk.decision.accepted:
        second = value(results.conversation(talk.settings, (True,))).decision
        example = (
            "This budget allows one answer. For a second one choose “Example 3” under “"
            f"{catalog.odometer.STEP_BUDGET.label}”."
        )
        first = "**Try it**: choose “Answer 1”, then “Answer 0”. The odometer can fall."
        st.markdown(first if second.accepted else example)


def _after_it(talk: Conversation) -> str:
    yes, no = (loss_and_odds(talk.loss_after(answer)) for answer in (True, False))
    same = "the same, " if yes == no else ""
    return f"After the answer **1** the odometer would show **{yes}**; after **0**: {same}**{no}**"


def _metric(name: str, loss: float) -> None:
    st.metric(name, number(round(loss, 9)), odds(loss), delta_color="off", delta_arrow="off")


def _why_wide(talk: Conversation) -> str:
    why = f"stopped after {SECONDS:g} s on a busy server"
    if talk.out_of_work:
        why = "reached its limit of work, the same on every machine"
    return (
        f"The search for the loss {why}. Its result is certified: the loss now lies between "
        f"{number(talk.spent.lower)} and {number(talk.spent.loss)}. Only the upper end counts "
        "against the budget."
    )


def _buttons(talk: Conversation, seed: int) -> None:
    refused = not talk.decision.accepted
    with st.container(horizontal=True):
        for answer in (True, False):
            st.button(
                f"Answer {int(answer)}",
                on_click=_remember,
                args=((*talk.outputs, answer),),
                disabled=refused,
                help="The filter refused this question." if refused else None,
                width="stretch",
                type="primary",
            )
    none = not talk.steps
    with st.container(horizontal=True):
        for label, outputs in (("Undo", talk.outputs[:-1]), ("Restart", ())):
            st.button(
                label,
                on_click=_remember,
                args=(outputs,),
                disabled=none,
                help="There is no answer yet." if none else None,
                width="stretch",
            )
    with st.container(horizontal=True, vertical_alignment="bottom"):
        usual = ", ".join(map(number, talk.settings.usual_record))
        panel.draw(replace(catalog.odometer.STEP_RECORD, placeholder=usual))
        st.button(
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
    put({catalog.odometer.STEP_ANSWERS.key: text_of(outputs)})


def _draw(talk: Conversation, seed: int) -> None:
    """Add one more answer, the same again for the same seed and conversation."""
    rng = np.random.default_rng([seed, len(talk.steps), *map(int, talk.outputs)])
    try:
        typed = epsilons_from_text(st.session_state[catalog.odometer.STEP_RECORD.key], "record")
        record = typed or talk.settings.usual_record
        answer = talk.settings.draw(len(talk.steps) + 1, record, rng)
    except HetDPError as error:
        st.session_state["draw_problem"] = str(error)
        return
    _remember((*talk.outputs, answer))


def posterior(_: object) -> None:
    """Draw the belief before and after the same answers, for a statement of the user's choice."""
    talk = st.session_state.get(_LAST_GOOD) or read_conversation(current_state())
    known = value(talk)
    after = len(known.steps)
    if not after:
        notices.info("Answer a question, and this shows how beliefs about the person change.")
        return
    shown = _coordinates(known.settings)
    prior, statement = _question(known.settings, shown)
    believed = results.beliefs(talk, prior, statement, shown)
    draw_below(views.beliefs(believed, after))
    st.markdown(_any_guess(value(believed).leakages[after], known.spent.loss))


def _any_guess(leaked: GLeakage, loss: float) -> str:
    most = math.exp(loss)
    grows = f"may grow {times(most)}" if most > MOST_TIMES else f"grows at most {factor(most)}"
    return (
        f"**Whatever an observer guesses**, the best expected gain {grows} (Theorem 3.3). For "
        "guessing whether this statement is true, the chance of "
        f"being right changed from {share(leaked.prior_vulnerability)} to "
        f"{share(leaked.posterior_vulnerability)}, {factor(leaked.factor)}."
    )


def _coordinates(settings: ConversationSettings) -> tuple[int, ...]:
    """Let the user choose which coordinates are shown; return them, counted from 0."""
    names = tuple(range(settings.dimension))
    if len(names) <= 2:
        return names
    chosen = st.multiselect(
        "Coordinates shown",
        names,
        default=names[:2],
        format_func=lambda coordinate: f"Coordinate {coordinate + 1}",
        max_selections=2,
        key="belief_coordinates",
    )
    return tuple(chosen) if len(chosen) == 2 else (0, 1)


def _question(settings: ConversationSettings, shown: tuple[int, ...]) -> tuple[str, Statement]:
    """Draw the controls of prior and statement; return both."""
    places = iter(st.columns(4 if len(shown) > 1 else 3, vertical_alignment="bottom"))
    with next(places):
        prior = panel.draw(catalog.odometer.BELIEF_PRIOR)
    coordinate = shown[0]
    if len(shown) > 1:
        coordinate = next(places).selectbox(
            "Statement about",
            shown,
            format_func=lambda index: f"Coordinate {index + 1}",
            key=f"statement_coordinate_{'_'.join(map(str, shown))}",
        )
    with next(places):
        comparison = panel.draw(catalog.odometer.STATEMENT_IS)
    with next(places):
        finite = settings.kind == "powers"
        threshold = panel.draw(
            catalog.odometer.STATEMENT_NUMBER if finite else catalog.odometer.STATEMENT_LEVEL
        )
    return prior, Statement(coordinate, comparison, threshold)
