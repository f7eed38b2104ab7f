"""“What would it take?”: the question under each topic, its answer in words, and its figure."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from contextlib import suppress
from dataclasses import dataclass
from typing import TypeVar

import numpy as np
import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.errors import OutOfTime
from hetdp_core.figures import formats
from hetdp_core.figures import what_it_takes as figures
from hetdp_core.target_search import SAME, Answer
from hetdp_core.validate import FloatArray
from pages.shared.cache import value
from pages.shared.controls import catalog, panel, state
from pages.shared.controls.control import Control
from pages.shared.controls.state import State
from pages.shared.figure.view import View, draw_below
from pages.shared.frame.tabs import bring_into_sight
from pages.shared.text.notices import literal


@dataclass(frozen=True)
class Goal:
    """What is wanted.

    wanted : the target in a sentence that begins "For … it takes".
    measure : what the measure is called in a sentence, and along an axis.
    in_words : a measure in words, before its unit.
    unit : of the measure, which is not ours; "" where the words hold it.
    beyond : what is said of measures that no value in the range has, with a place for the best.
    at_first : what is said before the answer.
    other_way : what is said of another way with the present settings.
    at_answer : what is said of the setting that is needed.
    further : where the range only ends as far as was looked, what to do for more; "" where it ends.
    """

    wanted: str
    measure: str
    axis: str
    in_words: Callable[[float], str]
    caption: str
    unit: str = ""
    put_in: str = ""
    beyond: str = "out of reach: less than {}"
    at_first: str = ""
    other_way: str = ""
    at_answer: Callable[[Answer], str] = lambda _: ""
    further: str = ""

    def said(self, measure: float) -> str:
        """Return a measure with its unit, in a sentence."""
        return f"{self.in_words(measure)} {literal(self.unit)}".rstrip()

    def drawn(self, words: str, between: str = " ") -> str:
        """Return words of a figure with the unit."""
        return f"{words}{between}{formats.literal(self.unit)}" if self.unit else words


@dataclass(frozen=True)
class Unknown:
    """What may change.

    axis : along the figure, and above its column of the table.
    alone : completes "cannot be reached …".
    because : why a measure settles early, and why the end of the range is no better.
    settings : what the controls hold where a value is used; nothing where no control sets it.
    need : says that a value is needed; of what the data decide nobody can need one.
    """

    axis: str
    in_words: Callable[[float], str]
    alone: str
    because: tuple[str, str]
    settings: Callable[[float], State]
    need: str = "you need **{}**"


Found = TypeVar("Found")

Question = tuple[Unknown, Call[Answer]]

Beside = tuple[str, Call[FloatArray]]
"""What a curve is compared with: its name, and the measure at the same values."""


def draw_question(
    controls: Sequence[Control],
    key: str,
    goal: Goal,
    question: Question,
    others: Sequence[Question],
    beside: Beside | None = None,
) -> None:
    """Draw the controls of the question, the answer, and a button for it or why there is none.

    controls : what may change, and what is wanted.
    others : further unknowns that might do where the one asked for does not.
    """
    left, right, last = st.columns([3, 4, 2], vertical_alignment="bottom")
    with left:
        panel.draw(controls[0])
    with right:
        panel.draw(controls[1])
    answer = searched(question[1])
    used = question[0].settings(answer.value) if answer.reached else {}
    with last:
        if not used or answer.value == answer.now:
            st.caption(_nothing_to_set(answer, goal, question[0]))
        else:
            is_expert = catalog.shared.PUBLIC_SHARE.key in used
            st.button(
                "Set it in “Expert settings”" if is_expert else "Show this value above",
                key=f"{key}_use",
                on_click=_show_above,
                args=(used,),
                help="Sets the control to this value.",
                icon=":material/check:",
                width="stretch",
            )
    draw_below(view(key, goal, question, others, beside))
    if shown := st.session_state.get(_SHOWN):
        bring_into_sight("head", f"{_SHOWN} {shown}")


_SHOWN = "shown_above"
"""How often a value was set from its answer, where the session holds it."""


def _show_above(used: State) -> None:
    state.put(used)
    st.session_state[_SHOWN] = st.session_state.get(_SHOWN, 0) + 1


def _nothing_to_set(answer: Answer, goal: Goal, unknown: Unknown) -> str:
    if not answer.reached:
        known = f"Even {unknown.in_words(answer.end)} is not enough."
        return known if goal.further else "Your target is out of reach."
    if answer.value == answer.now:
        return "Already set above."
    return "No control sets this: records would have to be collected."


def view(
    key: str,
    goal: Goal,
    question: Question,
    others: Sequence[Question] = (),
    beside: Beside | None = None,
) -> View:
    """Return the answer, and the curve that it stands on.

    beside : what the curve is to be compared with.
    """
    unknown, computed = question
    answer = searched(computed)
    return View(
        key=key,
        name=f"{goal.axis} against {unknown.axis}, and the value needed",
        headline=f"{goal.at_first}{sentence(goal, unknown, answer)}{goal.at_answer(answer)}"
        f"{_flat(goal, unknown, answer)}{_instead(answer, others)}{goal.other_way}",
        figure=figures.target(
            answer,
            unknown.axis,
            goal.drawn(goal.axis, ", "),
            unknown.in_words(answer.value) if answer.reached else "",
            goal.drawn(goal.in_words(answer.target)),
            goal.drawn(goal.beyond.format(goal.in_words(answer.best))),
            beside and (beside[0], value(beside[1])),
        ),
        numbers=Call(figures.table, computed, unknown.axis, goal.axis, beside),
        caption=_caption(goal, answer),
        height=420,
    )


def _caption(goal: Goal, answer: Answer) -> str:
    if not answer.reached or answer.enough_at_start:
        return goal.caption
    short = "smaller" if answer.helps == "more" else "larger"
    how = goal.put_in if answer.certain else f"{_UNCERTAIN} the next {short} one does not."
    return f"{goal.caption} {how}".rstrip()


_UNCERTAIN = (
    "Found on a grid and refined between two of its points. This value reaches the target, and"
)


def sentence(goal: Goal, unknown: Unknown, answer: Answer) -> str:
    present = unknown.in_words(answer.now)
    now = f"now {present}: {goal.said(answer.now_measure)}"
    goal_said, needed = (
        f"For {goal.wanted}",
        unknown.in_words(answer.value) if answer.reached else "",
    )
    if answer.enough_at_start:
        least = "smallest" if answer.helps == "more" else "largest"
        return f"{goal_said}, **{needed}** is enough, the {least} value tried ({now})."
    if answer.reached and answer.value == answer.now:
        gives = goal.said(answer.now_measure)
        return f"{goal_said} **your current value is just enough**: {gives} with {present}."
    if answer.reached and answer.enough_now:
        return f"{goal_said}, **{needed}** would still be enough ({now})."
    if answer.reached and (answer.value < answer.now) == (answer.helps == "more"):
        missed = f"though {present} is not ({goal.said(answer.now_measure)})"
        return f"{goal_said}, **{needed}** is enough, {missed}: {goal.measure} moves in steps."
    if answer.reached:
        more = f"it gives {goal.said(answer.measure)}; " * (answer.measure > answer.target)
        return f"{goal_said} {unknown.need.format(needed)} ({more * answer.more_is_better}{now})."
    settled, ended = unknown.because
    side = "above" if answer.helps == "more" else "below"
    best, place = f"**{goal.said(answer.best)}**", unknown.in_words(answer.best_at)
    if goal.further:
        end = unknown.in_words(answer.end)
        return f"Up to {end} you get {best} ({now}). For {goal.wanted}, **{goal.further}**."
    if answer.measures.max() == answer.measures.min():
        how = f"this setting changes nothing, {goal.measure} stays at {best}{settled}"
    elif answer.settles:
        how = f"{side} {place} {goal.measure} stays at {best}{settled}"
    elif answer.best_at == answer.end:
        how = f"even with {place} {goal.measure} is {best}{ended}"
    else:
        how = f"the best value drawn is {place}, where {goal.measure} is {best}"
    wanted = f"{goal.wanted[0].upper()}{goal.wanted[1:]}"
    why = f"{how[0].upper()}{how[1:]}"
    return f"{wanted} **cannot be reached** {unknown.alone} ({now}). {why}."


A_FLAT_PART = 0.25
"""Of a curve: where less than this is flat, its shape asks for no words."""


def _flat(goal: Goal, unknown: Unknown, answer: Answer) -> str:
    """Say where the curve of a target that is reached has become flat, and why."""
    if not answer.reached:
        return ""
    measures = answer.measures if answer.helps == "more" else answer.measures[::-1]
    same = np.isclose(measures, measures[-1], rtol=SAME, atol=0.0)
    begins = int(np.argmax(np.logical_and.accumulate(same[::-1])[::-1]))
    if measures.size - begins < A_FLAT_PART * measures.size:
        return ""
    return f" Further on {goal.measure} stays at {goal.said(measures[-1])}{unknown.because[0]}."


def _instead(answer: Answer, others: Sequence[Question]) -> str:
    """Name what else would do, where this does not."""
    if answer.reached:
        return ""
    would = []
    for unknown, computed in others:
        with suppress(OutOfTime):
            other = searched(computed)
            if other.reached:
                would.append(unknown.in_words(other.value))
    return f" Instead, **{'**, or **'.join(would)}** would be enough." if would else ""


_GIVEN_UP = "searches_given_up"
_MOST_GIVEN_UP = 32


def searched(computed: Call[Found]) -> Found:
    """Search, or say again that this search had to be given up: not once more at every rerun."""
    if not computed.is_cached:  # it rests on what goes on, as streams do, and is soon at hand
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
