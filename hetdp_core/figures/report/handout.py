"""A lesson as one HTML file that needs no network: its questions, then its answers."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from html import escape

from hetdp_core.figures.figure import Figure
from hetdp_core.figures.report.page import drawn, inline, link, listed, named, page


@dataclass(frozen=True, eq=False)
class Picture:
    """A figure of a handout.

    Attributes:
        figure: drawn with `height` pixels.
        name: what it shows, in a few words.
        height: in pixels.
    """

    figure: Figure
    name: str
    height: int


@dataclass(frozen=True, eq=False)
class Exercise:
    """One question and its answer; of texts, `**strong**` and `*emphasis*` are understood.

    Attributes:
        title: a few words.
        situation: what holds.
        ask: the question.
        options: the possible answers in words; none for a number.
        range: within which a number lies, in words; "" where there are options.
        before: goes with the question, and does not tell the answer.
        answer: the right one.
        why: explains it.
        source: paper and theorem.
        after: goes with the answer.
        link: where one goes on with these settings; "" for nowhere.
    """

    title: str
    situation: str
    ask: str
    options: Sequence[str]
    range: str
    before: Picture
    answer: str
    why: str
    source: str
    after: Picture
    link: str


@dataclass(frozen=True, eq=False)
class Handout:
    """All that a handout says; every text is shown as it is.

    Attributes:
        title: of the lesson.
        learns: the things that a class learns.
        about: a line on its audience, and when it was made.
        exercises: in order.
        link: opens the lesson; "" if no server is known.
    """

    title: str
    learns: str
    about: str
    exercises: Sequence[Exercise]
    link: str


def to_html(handout: Handout) -> str:
    """Return the file: a reader from the top meets all questions before the first answer."""
    questions = [drawn(task.before.figure, task.before.height) for task in handout.exercises]
    answers = [drawn(task.after.figure, task.after.height) for task in handout.exercises]
    body = "\n".join(
        [
            f"<h1>{escape(handout.title)}</h1>",
            f"<p>{inline(handout.learns)}</p>",
            f'<p class="caption">{escape(handout.about)} {link(handout.link, "Open it live")}</p>',
            "<h2>Questions</h2>",
            *map(_question, range(1, len(questions) + 1), handout.exercises, questions),
            '<h2 class="new-sheet">Answers</h2>',
            *map(_answer, range(1, len(answers) + 1), handout.exercises, answers),
        ]
    )
    return page(handout.title, body, [*questions, *answers])


def _question(number: int, task: Exercise, figure: str) -> str:
    offered = listed(map(inline, task.options)) if task.options else f"<p>{inline(task.range)}</p>"
    return f"""<section>
<h3>{number}. {escape(task.title)}</h3>
<p>{inline(task.situation)}</p>
{named(figure, task.before.name)}
<p class="headline"><strong>{inline(task.ask)}</strong></p>
{offered}
</section>"""


def _answer(number: int, task: Exercise, figure: str) -> str:
    return f"""<section>
<h3>{number}. {escape(task.title)}</h3>
<p>{inline(task.situation)} {inline(task.ask)}</p>
<p class="headline"><strong>{inline(task.answer)}</strong></p>
{named(figure, task.after.name)}
<p>{inline(task.why)}</p>
<p class="caption">Source: {inline(task.source)}. {link(task.link, "Try it yourself")}</p>
</section>"""
