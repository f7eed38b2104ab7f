"""What the class answered to a step, as a view."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence

import pandas as pd

from hetdp_core import tally
from hetdp_core.figures import classroom
from pages.shared.figure.view import View
from pages.shared.lessons.lesson import GOOD, Choice, Lesson, Step

HEIGHT = 210
"""Pixels of numbers: they stand beside the step's own figure, above the reason."""


def view(key: str, step: Step, answers: Sequence[str], revealed: bool) -> View:
    """Return the class's answers; the truth is marked among them once it is revealed.

    key : of the step, unlike that of any other.
    answers : at least one answer that the step's question accepts.
    """
    question, truth = step.question, step.truth() if revealed else None
    if isinstance(question, Choice):
        labels = list(question.options.values())
        counts = tally.of_choices(answers, list(question.options))
        right = None if truth is None else list(question.options).index(str(truth))
        figure = classroom.choices(labels, counts, right)
        numbers = classroom.choice_table(labels, counts)
        height = classroom.height_of_choices(labels)
    else:
        binned = tally.of_numbers(
            [*map(float, answers)], question.low, question.high, logarithmic=not question.step
        )
        title = f"Answer: {question.form.format('…')}"
        figure = classroom.numbers(binned, title, None if truth is None else float(truth))
        numbers, height = classroom.number_table(binned), HEIGHT
    headline = sentence(step, answers, revealed)
    return View(f"class_{key}", "What the class answered", headline, figure, numbers, height=height)


def sentence(step: Step, answers: Sequence[str], revealed: bool) -> str:
    """Say in a sentence or two what the class answered; Markdown."""
    if not answers:
        return "Nobody answered this question." if revealed else "Nobody has answered yet."
    question = step.question
    count = f"{len(answers):,} {'answer' if len(answers) == 1 else 'answers'}"
    opening = f"**{count}.**"
    if revealed:
        truth = step.truth()
        right = sum(question.judge(answer, truth) in GOOD for answer in answers)
        verb = "is" if 1 in (right, len(answers)) else "are"
        close = "right" if isinstance(question, Choice) else "right or close"
        opening = f"**{right:,} of {count} {verb} {close}.**"
    if isinstance(question, Choice):
        return opening
    lower, upper = map(question.shown, tally.middle([*map(float, answers)]))
    if lower == upper:
        return f"{opening} The middle one is {lower}."
    return f"{opening} The middle two are {lower} and {upper}."


def table(lesson: Lesson, by_step: Mapping[int, Sequence[str]]) -> pd.DataFrame:
    """Return how many phones gave which answer to which question, in the order of the question.

    by_step : answers that the steps' questions accept, by the number of the step.
    """
    rows: list[tuple[int, str, str, int]] = []
    for number in sorted(by_step):
        step, answers = lesson.steps[number - 1], by_step[number]
        question = step.question
        order: Callable[[str], float] = (
            list(question.options).index if isinstance(question, Choice) else float
        )
        counts = Counter(map(question.shown, sorted(answers, key=order)))
        rows += [(number, step.write(step.ask), *count) for count in counts.items()]
    return pd.DataFrame(rows, columns=["step", "question", "answer", "phones"])
