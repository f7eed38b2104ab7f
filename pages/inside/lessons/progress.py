"""All lessons, and a reader's progress in one, as the address says it.

    lesson=mean&step=3&guess=0.5~52&shown=true

Guesses are in the order of the steps, with "~" between them; an empty guess was left out.

A lesson opens a topic's page, and its address names the step to return to.

    heterogeneous_mean?high=10&from=mean.3

Another page does not keep this parameter.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

import streamlit as st

from pages.inside.lessons import across, first_lesson
from pages.inside.topics import TOPICS
from pages.shared import page_paths, slides
from pages.shared.controls import address
from pages.shared.controls.control import whole_number
from pages.shared.frame.tabs import DOWN
from pages.shared.lessons.lesson import Lesson, Step
from pages.shared.text import notices


def lessons() -> dict[str, Lesson]:
    """Return the one to start with, the one across all topics and each topic's own, by key."""
    every = (first_lesson.LESSON, across.LESSON, *(topic.lesson for topic in TOPICS.values()))
    return {lesson.key: lesson for lesson in every}


KEYS = ("lesson", "step", "guess", "shown")
_BETWEEN = "~"
FROM = "from"
"""In the address of a topic's page: the lesson and the step one came from."""

_LEFT = "lesson_left"
"""What the address said of the lesson that this session left last."""


@dataclass(frozen=True)
class Progress:
    """A place in a lesson.

    number : of the step, counted from 1.
    guesses : one for each step, "" where there is none.
    """

    lesson: Lesson
    number: int
    guesses: tuple[str, ...]
    shown: bool

    @property
    def step(self) -> Step:
        return self.lesson.steps[self.number - 1]

    @property
    def guess(self) -> str:
        """What was predicted here, or ""."""
        return self.guesses[self.number - 1]

    @property
    def last(self) -> bool:
        return self.number == len(self.lesson.steps)

    def revealed(self, guess: str) -> Progress:
        index = self.number - 1
        guesses = (*self.guesses[:index], guess, *self.guesses[index + 1 :])
        return replace(self, guesses=guesses, shown=True)

    def moved_to(self, number: int) -> Progress:
        """Return another step; it shows its answer if something was predicted there before."""
        return replace(self, number=number, shown=bool(self.guesses[number - 1]))

    @property
    def slides(self) -> list[tuple[int, bool]]:
        """What a presentation shows: of each step the question, then the answer."""
        numbers = range(1, len(self.lesson.steps) + 1)
        return [(number, shown) for number in numbers for shown in (False, True)]

    @property
    def params(self) -> dict[str, str]:
        return {
            "lesson": self.lesson.key,
            "step": str(self.number),
            "guess": _BETWEEN.join(self.guesses).rstrip(_BETWEEN),
            "shown": "true" if self.shown else "false",
        }


def start(lesson: Lesson) -> Progress:
    return Progress(lesson, 1, ("",) * len(lesson.steps), False)


def read(params: Mapping[str, str]) -> tuple[Progress | None, list[str]]:
    """Return what an address says, and a sentence for each unusable part, which is left out."""
    key = params.get("lesson", "")
    if key not in lessons():
        known = ", ".join(lessons())
        return None, [_problem("lesson", key, f"one of {known}")] if key else []
    lesson, problems = lessons()[key], []
    steps = len(lesson.steps)
    step = whole_number(params.get("step", "1"), 1, 99)
    if step is None:
        rule = f"a whole number from 1 to {steps}"
        problems.append(_problem("step", params["step"], rule))
    shown = params.get("shown", "false")
    if shown not in ("true", "false"):
        problems.append(_problem("shown", shown, "true or false"))
    guesses, wrong = _guesses(lesson, params.get("guess", ""))
    number = min(step or 1, steps)  # the lesson may have had more steps
    return Progress(lesson, number, guesses, shown == "true"), problems + wrong


def _guesses(lesson: Lesson, text: str) -> tuple[tuple[str, ...], list[str]]:
    guesses = text.split(_BETWEEN)[: len(lesson.steps)]
    guesses += [""] * (len(lesson.steps) - len(guesses))
    usable = [
        guess if step.question.accepts(guess) else ""
        for step, guess in zip(lesson.steps, guesses, strict=True)
    ]
    wrong = [guess for guess, used in zip(guesses, usable, strict=True) if guess != used]
    problems = [_problem("guess", wrong[0], "an answer that its step offers")] if wrong else []
    return tuple(usable), problems


def _problem(key: str, text: str, rule: str) -> str:
    return f"The link contains an invalid value ({key}={text[:30]}): {key} must be {rule}."


# --- to a topic's page and back ---------------------------------------------------------------


def leave(present: Progress) -> None:
    """Open the page that the present step is about, with its settings; does not return."""
    step, lesson = present.step, present.lesson
    topic = TOPICS[step.topic]
    others = {FROM: [f"{lesson.key}.{present.number}"]}
    if step.tab:
        on_evidence = step.tab in topic.on_evidence
        others |= {topic.tabs_key: [step.tab]} | ({} if on_evidence else {DOWN: ["1"]})
    st.session_state[_LEFT] = present.params
    address.go(topic.page, step.state, others=others)


def draw_way_back(page: str) -> None:
    """Draw the way back to the step that the address names, above the page of a topic."""
    origin = st.query_params.get(FROM)
    leads = (*TOPICS, page_paths.url_path(page_paths.EVIDENCE))
    if origin is None or page not in leads or slides.on():
        return
    lesson, _, number = origin.partition(".")
    named = {"lesson": lesson, "step": number, "shown": "true"}
    left = st.session_state.get(_LEFT, {})
    if {**left, **named} == left:
        named = left
    present, problems = read(named)
    if present is None or problems:
        notices.warning(
            f"The link contains an invalid value ({FROM}={origin[:30]}): {FROM} must be a lesson "
            "and the number of its step, as in mean.3.",
            icon=":material/link_off:",
        )
        return
    st.page_link(
        page_paths.LESSONS,
        label=f"Back to the lesson “{present.lesson.title}”, step {present.number}",
        icon=":material/arrow_back:",
        query_params=present.params,
    )
