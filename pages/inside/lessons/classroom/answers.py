"""What the class answered to a step, as a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence

import pandas as pd

from hetdp_core import tally
from hetdp_core.figures import classroom
from pages.shared.figure.view import View
from pages.shared.lessons.lesson import GOOD, Choice, Lesson, Slider, Step, said

HEIGHT = 210
"""Pixels of numbers: they stand beside the step's own figure, above the reason."""

NONE = "Nobody has answered yet."


def view(key: str, step: Step, given: Sequence[str], revealed: bool) -> View:
    """Return the class's answers; the truth is marked among them once it is revealed.

    key : of the step, unlike that of any other.
    given : at least one answer that the step's question accepts.
    """
    question = step.question
    draw = _choices if isinstance(question, Choice) else _numbers
    return draw(f"class_{key}", step, given, revealed)


def sentence(step: Step, given: Sequence[str], revealed: bool) -> str:
    """Say in a sentence or two what the class answered; Markdown."""
    if not given:
        return "Nobody answered this question." if revealed else NONE
    count = f"{len(given):,} {'answer' if len(given) == 1 else 'answers'}"
    if revealed:
        truth = step.truth()
        verdicts = [step.question.judge(one, truth) for one in given]  # type: ignore[arg-type]
        right = sum(verdict in GOOD for verdict in verdicts)
        verb = "is" if 1 in (right, len(given)) else "are"
        close = "right" if isinstance(step.question, Choice) else "right or close"
        said = f"**{right:,} of {count} {verb} {close}.**"
    else:
        said = f"**{count}.**"
    if isinstance(step.question, Choice):
        return said
    lower, upper = map(step.question.shown, tally.middle([*map(float, given)]))
    if lower == upper:
        return f"{said} The middle one is {lower}."
    return f"{said} The middle two are {lower} and {upper}."


def table(lesson: Lesson, given: Mapping[int, Sequence[str]]) -> pd.DataFrame:
    """Return how many phones gave which answer to which question, of all steps.

    given : answers that the steps' questions accept, by the number of the step.
    """
    rows: list[tuple[int, str, str, int]] = []
    for number, answers in given.items():
        step = lesson.steps[number - 1]
        counts = Counter(map(step.question.shown, _in_order(step.question, answers)))
        rows += [(number, said(step.question.ask, step.state), *one) for one in counts.items()]
    return pd.DataFrame(rows, columns=["step", "question", "answer", "phones"])


def _in_order(question: Choice | Slider, answers: Sequence[str]) -> Sequence[str]:
    order = float if isinstance(question, Slider) else list(question.options).index
    return sorted(answers, key=order)


def _choices(key: str, step: Step, given: Sequence[str], revealed: bool) -> View:
    assert isinstance(step.question, Choice)
    options = list(step.question.options)
    counts = tally.of_choices(given, options)
    right = options.index(str(step.truth())) if revealed else None
    labels = list(step.question.options.values())
    return View(
        key,
        "What the class answered",
        sentence(step, given, revealed),
        classroom.choices(labels, counts, right),
        classroom.choice_table(labels, counts),
        height=classroom.height_of_choices(labels),
    )


def _numbers(key: str, step: Step, given: Sequence[str], revealed: bool) -> View:
    question = step.question
    assert isinstance(question, Slider)
    found = tally.of_numbers(
        [*map(float, given)], question.low, question.high, logarithmic=not question.step
    )
    title = f"Answer: {question.form.format('…')}"
    truth = float(step.truth()) if revealed else None
    return View(
        key,
        "What the class answered",
        sentence(step, given, revealed),
        classroom.numbers(found, title, truth),
        classroom.number_table(found),
        height=HEIGHT,
    )
