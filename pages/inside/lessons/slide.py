"""One step of a lesson on the screen, with nothing around it, and what a class answered to it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace

import pandas as pd
import streamlit as st

from hetdp_core.figures import classroom
from hetdp_core.tally import middle, of_choices, of_numbers
from pages.shared import cache
from pages.shared.figure.view import View, draw_graph
from pages.shared.lessons.lesson import GOOD, Choice, Lesson, Slider, Step
from pages.shared.text import notices

VERDICTS: dict[str, tuple[notices.Kind, str]] = {
    "right": ("success", "Right"),
    "close": ("info", "Close"),
    "off": ("warning", "Not quite"),
}
"""By how good a guess was: the kind of box, and its first words (not of a number that is off)."""


def draw_step(
    lesson: Lesson,
    number: int,
    revealed: bool,
    guess: str = "",
    *,
    predict: Callable[[], None] | None = None,
    tally: Callable[[], bool] | None = None,
    below: Callable[[], None] | None = None,
) -> None:
    """Draw title, situation, figure and question; once revealed, the answer and why.

    Nothing is read from the reader's own settings, and nothing is written to them.

    guess : what was predicted, or "".
    predict : draws what to predict with, under the question; else the answers are
        listed, as on a slide.
    tally : of a class, draws its answers once they are known, and returns whether the truth is
        marked there; the reason then stands in the place of the situation.
    """
    step = lesson.steps[number - 1]
    alone = predict is not None and tally is None
    instead = revealed and tally is not None  # a class has heard the situation
    st.title(step.title, anchor=False)
    with st.container(key="lesson_step" if alone else None):
        words = st.container()
        if alone:  # in this order on a phone; a wide screen has the figure beside all words
            left, right = st.container(), st.container()
        else:  # a class's answers are a second figure
            left, right = st.columns([1, 1] if instead else [2, 1], gap="large")
    with words:
        st.markdown(step.write(step.why if instead else step.text))
    if step.demo is not None and (alone or not revealed):  # before others the answer is larger
        with right if tally is None else left, st.container(key="lesson_demo"):
            step.demo()
    with left:
        figure = view(lesson, number, revealed, guess)
        draw_graph(figure, figure.fills)
    with right:
        st.markdown(f"**{step.write(step.ask)}**")
        with st.container():  # so that what is below keeps its place, and a button its focus
            if revealed:
                if tally is None or not tally():
                    notices.marked(*judged(step, step.truth(), guess))
                if not instead:
                    st.markdown(step.write(step.why))
                st.caption(f"Source: {step.source}.")
            elif predict is not None:
                predict()
            elif isinstance(step.question, Choice):
                list_options(step.question)
        if below is not None:
            below()


def list_options(question: Choice) -> None:
    st.markdown("\n".join(f"- {option}" for option in question.options.values()))


def view(lesson: Lesson, number: int, revealed: bool, guess: str = "") -> View:
    """Return the figure of a step's question or answer, by itself: words would tell.

    So would its files: there is nothing to take away before the answer is shown.  And so would a
    control; but frames that are played show no other setting.
    """
    step = lesson.steps[number - 1]
    shown = step.answered(guess) if revealed else step.before(step.state)
    return replace(
        shown,
        key=f"lesson_{lesson.key}_{number}_{'after' if revealed else 'before'}",
        headline="",
        caption="",
        tag="",
        opens=False,
        numbers=shown.numbers if revealed else cache.value(shown.numbers),
        figure=shown.still,
        moves=None,
        parameters=(shown.parameters or step.state) if revealed else None,
        frames=shown.frames if shown.frames is not None and shown.frames.plays else None,
        height=min(shown.height, 460),  # of a phone; a wide screen has more
        fills=True,
    )


def draw_end(lesson: Lesson) -> None:
    """Draw what was asked, and what is true: all that a class may take home."""
    st.title(lesson.title, anchor=False)
    st.markdown(lesson.learns)
    for step in lesson.steps:
        idea, ask, true = st.columns([2, 3, 2], gap="large", vertical_alignment="center")
        idea.markdown(f"**{step.title}**")
        ask.markdown(step.write(step.ask))
        true.markdown(f"**{step.question.shown(step.truth())}**")


def judged(step: Step, truth: str | float, guess: str) -> tuple[notices.Kind, str]:
    """Return how good a guess was, as a kind of box, and what to say: Markdown.

    truth : that of the step, which takes a while to compute.
    guess : one that the question accepts, or "" for none.
    """
    question = step.question
    answer = f"**{question.shown(truth)}**"
    if not guess:
        return "info", answer
    verdict = question.judge(guess, truth)
    yours = question.shown(guess)
    kind, said = VERDICTS[verdict]
    if verdict == "right":
        return kind, f"{said}. {answer}"
    if isinstance(question, Slider):
        off = question.difference(guess, truth)
        said = f"{said}: {off}" if verdict == "close" else off
    return kind, f"{said}. You said: {yours}. It is: {answer}"


def class_view(key: str, step: Step, answers: Sequence[str], revealed: bool) -> View:
    """Return the class's answers; the truth is marked among them once it is revealed.

    key : of the step, unlike that of any other.
    answers : at least one answer that the step's question accepts.
    """
    question, truth = step.question, step.truth() if revealed else None
    if isinstance(question, Choice):
        labels = list(question.options.values())
        counts = of_choices(answers, list(question.options))
        right = None if truth is None else list(question.options).index(str(truth))
        figure = classroom.choices(labels, counts, right)
        numbers = classroom.choice_table(labels, counts)
        height = classroom.height_of_choices(labels)
    else:
        binned = of_numbers(
            [*map(float, answers)], question.low, question.high, logarithmic=not question.step
        )
        title = f"Answer: {question.form.format('…')}"
        figure = classroom.numbers(binned, title, None if truth is None else float(truth))
        numbers, height = classroom.number_table(binned), 210
    headline = class_sentence(step, answers, revealed)
    return View(f"class_{key}", "Answers of the class", headline, figure, numbers, height=height)


def class_sentence(step: Step, answers: Sequence[str], revealed: bool) -> str:
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
    lower, upper = map(question.shown, middle([*map(float, answers)]))
    if lower == upper:
        return f"{opening} The middle one is {lower}."
    return f"{opening} The middle two are {lower} and {upper}."


def class_table(lesson: Lesson, by_step: Mapping[int, Sequence[str]]) -> pd.DataFrame:
    """Return how many phones gave which answer to which question, in the order of the question.

    by_step : answers that the steps' questions accept, by the number of the step.
    """
    rows: list[tuple[int, str, str, int]] = []
    for place in sorted(by_step):
        step, answers = lesson.steps[place - 1], by_step[place]
        question = step.question
        order: Callable[[str], float] = (
            list(question.options).index if isinstance(question, Choice) else float
        )
        counts = Counter(map(question.shown, sorted(answers, key=order)))
        rows += [(place, step.write(step.ask), *count) for count in counts.items()]
    return pd.DataFrame(rows, columns=["step", "question", "answer", "phones"])
