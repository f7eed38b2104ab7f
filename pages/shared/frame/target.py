"""“What would it take?”: the question under each topic, its answer in words, and its figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass

import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.errors import OutOfTime
from hetdp_core.figures import target as figures
from hetdp_core.target import Answer
from pages.shared.cache import value
from pages.shared.controls import state, widgets
from pages.shared.controls.control import Control
from pages.shared.controls.state import State
from pages.shared.figure.view import View, draw_below

TITLE = "What would it take?"


@dataclass(frozen=True)
class Goal:
    """What is wanted.

    wanted : the target in a sentence that begins "For … it takes".
    measure : what the measure is called in a sentence, and along an axis.
    told : a measure in words.
    caption : how the numbers came about.
    put_in : what is said of an answer that was found.
    beyond : what is said of measures that no value in the range has.
    """

    wanted: str
    measure: str
    axis: str
    told: Callable[[float], str]
    caption: str
    put_in: str = ""
    beyond: str = "out of reach"


@dataclass(frozen=True)
class Unknown:
    """What may change.

    axis : along the figure, and above its column of the table.
    told : a value in words.
    alone : completes "cannot be reached …".
    because : why a measure settles early, and why the end of the range is no better.
    settings : what the controls hold where a value is used; nothing where no control sets it.
    """

    axis: str
    told: Callable[[float], str]
    alone: str
    because: tuple[str, str]
    settings: Callable[[float], State]


Asked = tuple[Unknown, Call[Answer]]


def draw_question(
    controls: Sequence[Control], key: str, goal: Goal, asked: Asked, others: Sequence[Asked]
) -> None:
    """Draw the controls of the question, the answer, and a button that puts it to use.

    controls : what may change, and what is wanted.
    key : of the figure.
    others : further unknowns that might do where the one asked for does not.
    """
    left, right, beside = st.columns([3, 4, 2], vertical_alignment="bottom")
    with left:
        widgets.draw(controls[0])
    with right:
        widgets.draw(controls[1])
    found = _searched(asked[1])
    used = asked[0].settings(found.value) if found.reached else {}
    with beside:
        st.button(
            "Use the answer",
            key=f"{key}_use",
            on_click=state.put,
            args=(used,),
            disabled=not used or found.value == found.now,
            help="Sets the control to what it takes.",
            icon=":material/check:",
            width="stretch",
        )
    draw_below(view(key, goal, asked, others))


def view(key: str, goal: Goal, asked: Asked, others: Sequence[Asked] = ()) -> View:
    """Return the answer, and the curve that it stands on."""
    unknown, computed = asked
    found = _searched(computed)
    return View(
        key=key,
        name=f"{goal.axis} against {unknown.axis}, and what it takes",
        headline=f"{sentence(goal, unknown, found)}{_instead(found, others)}",
        figure=figures.target(
            found,
            unknown.axis,
            goal.axis,
            unknown.told(found.value) if found.reached else "",
            goal.told(found.target),
            f"{goal.beyond}: {goal.told(found.best)} is the best",
        ),
        numbers=Call(figures.table, computed, unknown.axis, goal.axis),
        caption=_caption(goal, found),
        height=420,
    )


def _caption(goal: Goal, found: Answer) -> str:
    said = goal.caption if found.certain else f"{goal.caption} {_UNCERTAIN}"
    return f"{said} {goal.put_in}".strip() if found.reached else said


_UNCERTAIN = (
    "On a grid, refined between two of its points: the answer suffices, the step before it does "
    "not, and no point of the grid before it does."
)


def sentence(goal: Goal, unknown: Unknown, found: Answer) -> str:
    """Say what it takes, or why nothing does."""
    now = f"now {unknown.told(found.now)}: {goal.told(found.now_measure)}"
    if found.reached and found.value == found.now:
        return f"For {goal.wanted} it takes **just what there is now**, {unknown.told(found.now)}."
    if found.reached and found.enough_now:
        return f"For {goal.wanted}, **{unknown.told(found.value)}** would do already ({now})."
    if found.reached:
        return f"For {goal.wanted} it takes **{unknown.told(found.value)}** ({now})."
    settled, ended = unknown.because
    best, there = f"**{goal.told(found.best)}**", unknown.told(found.best_at)
    if found.measures.max() == found.measures.min():
        how = f"it changes nothing, {goal.measure} stays at {best}{settled}"
    elif found.settles:
        how = f"from {there} on {goal.measure} stays at {best}{settled}"
    elif found.best_at == found.end:
        how = f"even with {there} {goal.measure} is {best}{ended}"
    else:
        how = f"at its best, with {there}, {goal.measure} is {best}"
    wanted = f"{goal.wanted[0].upper()}{goal.wanted[1:]}"
    return f"{wanted} **cannot be reached** {unknown.alone} ({now}): {how}."


def _instead(found: Answer, others: Sequence[Asked]) -> str:
    """Name what else would do, where this does not."""
    if found.reached:
        return ""
    would = []
    for unknown, computed in others:
        with suppress(OutOfTime):
            one = _searched(computed)
            if one.reached:
                would.append(unknown.told(one.value))
    return f" Instead, **{'**, or **'.join(would)}** would do." if would else ""


_GIVEN_UP = "searches_given_up"
_MOST_GIVEN_UP = 32


def _searched(computed: Call[Answer]) -> Answer:
    """Search, or say again that this search had to be given up: not once more at every rerun."""
    if not computed.is_kept:  # it rests on what goes on, as streams do, and is soon at hand
        return value(computed)
    given_up: dict[object, str] = st.session_state.setdefault(_GIVEN_UP, {})
    if computed.key in given_up:
        raise OutOfTime(given_up[computed.key])
    try:
        return value(computed)
    except OutOfTime as error:
        if len(given_up) >= _MOST_GIVEN_UP:
            given_up.clear()
        given_up[computed.key] = str(error)
        raise
