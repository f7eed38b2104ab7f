"""How far a reader has come in a lesson, as the address says it.

    lesson=mean&step=3&guess=0.5~52&shown=true

The guesses of the first steps, in order, stand between "~"; an empty one was left out.

All lessons, in the order in which they are offered.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, replace

from pages.inside.lessons import across, zero
from pages.inside.topics import TOPICS
from pages.shared.controls.knobs.knob import whole_number
from pages.shared.lessons.lesson import Lesson, Step


def lessons() -> dict[str, Lesson]:
    """Return the one to start with, the one across all topics and each topic's own, by key."""
    found = (zero.LESSON, across.LESSON, *(topic.lesson for topic in TOPICS.values()))
    return {lesson.key: lesson for lesson in found}


KEYS = ("lesson", "step", "guess", "shown")
_BETWEEN = "~"


@dataclass(frozen=True)
class Progress:
    """A place in a lesson.

    lesson : which one.
    number : of the step, counted from 1.
    guesses : one for each step, "" where there is none.
    shown : whether the answer of this step is shown.
    """

    lesson: Lesson
    number: int
    guesses: tuple[str, ...]
    shown: bool

    @property
    def step(self) -> Step:
        """The present one."""
        return self.lesson.steps[self.number - 1]

    @property
    def guess(self) -> str:
        """What was predicted here, or ""."""
        return self.guesses[self.number - 1]

    @property
    def last(self) -> bool:
        """Whether this is the last step."""
        return self.number == len(self.lesson.steps)

    def revealed(self, guess: str) -> Progress:
        """The same step with its answer shown, and what was predicted."""
        index = self.number - 1
        guesses = (*self.guesses[:index], guess, *self.guesses[index + 1 :])
        return replace(self, guesses=guesses, shown=True)

    def moved_to(self, number: int) -> Progress:
        """Another step; it shows its answer if something was predicted there before."""
        return replace(self, number=number, shown=bool(self.guesses[number - 1]))

    @property
    def slides(self) -> list[tuple[int, bool]]:
        """What a presentation shows: of each step the question, then the answer."""
        numbers = range(1, len(self.lesson.steps) + 1)
        return [(number, shown) for number in numbers for shown in (False, True)]

    @property
    def params(self) -> dict[str, str]:
        """What the address says."""
        said = {"lesson": self.lesson.key, "step": str(self.number)}
        guesses = _BETWEEN.join(self.guesses).rstrip(_BETWEEN)
        return said | {"guess": guesses, "shown": "true" if self.shown else "false"}


def start(lesson: Lesson) -> Progress:
    """The first step of a lesson."""
    return Progress(lesson, 1, ("",) * len(lesson.steps), False)


def read(params: Mapping[str, str]) -> tuple[Progress | None, list[str]]:
    """What an address says, and a sentence for each part of it that is unusable.

    Without a lesson there is no progress.  What is unusable counts as absent.
    """
    key = params.get("lesson", "")
    if key not in lessons():
        known = ", ".join(lessons())
        return None, [_problem("lesson", key, f"one of {known}")] if key else []
    lesson, problems = lessons()[key], []
    steps = len(lesson.steps)
    step = whole_number(params.get("step", "1"), 1, steps)
    if step is None:
        rule = f"a whole number from 1 to {steps}"
        problems.append(_problem("step", params["step"], rule))
    shown = params.get("shown", "false")
    if shown not in ("true", "false"):
        problems.append(_problem("shown", shown, "true or false"))
    guesses, wrong = _guesses(lesson, params.get("guess", ""))
    return Progress(lesson, step or 1, guesses, shown == "true"), problems + wrong


def _guesses(lesson: Lesson, text: str) -> tuple[tuple[str, ...], list[str]]:
    given = text.split(_BETWEEN)[: len(lesson.steps)]
    given += [""] * (len(lesson.steps) - len(given))
    fits = [not one or s.question.accepts(one) for s, one in zip(lesson.steps, given, strict=True)]
    wrong = [one for one, fit in zip(given, fits, strict=True) if not fit]
    kept = tuple(one if fit else "" for one, fit in zip(given, fits, strict=True))
    return kept, [_problem("guess", wrong[0], "an answer that its step offers")] if wrong else []


def _problem(key: str, given: str, rule: str) -> str:
    return f"“{key}={given[:30]}” in the address is not usable: {key} must be {rule}."
