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
        learns: what one will have learned.
        about: a line on whom it is for, and when it was made.
        exercises: in order.
        link: opens the lesson; "" if no server is known.
    """

    title: str
    learns: str
    about: str
    exercises: Sequence[Exercise]
    link: str


def to_html(handout: Handout) -> str:
    """Return the file: whoever reads from the top meets all questions before the first answer."""
    asked = [drawn(one.before.figure, one.before.height) for one in handout.exercises]
    answered = [drawn(one.after.figure, one.after.height) for one in handout.exercises]
    body = "\n".join(
        [
            f"<h1>{escape(handout.title)}</h1>",
            f"<p>{inline(handout.learns)}</p>",
            f'<p class="caption">{escape(handout.about)} {link(handout.link, "Open it live")}</p>',
            "<h2>Questions</h2>",
            *map(_question, range(1, len(asked) + 1), handout.exercises, asked),
            '<h2 class="new-sheet">Answers</h2>',
            *map(_answer, range(1, len(answered) + 1), handout.exercises, answered),
        ]
    )
    return page(handout.title, body, [*asked, *answered])


def _question(number: int, one: Exercise, figure: str) -> str:
    offered = listed(map(inline, one.options)) if one.options else f"<p>{inline(one.range)}</p>"
    return f"""<section>
<h3>{number}. {escape(one.title)}</h3>
<p>{inline(one.situation)}</p>
{named(figure, one.before.name)}
<p class="headline"><strong>{inline(one.ask)}</strong></p>
{offered}
</section>"""


def _answer(number: int, one: Exercise, figure: str) -> str:
    return f"""<section>
<h3>{number}. {escape(one.title)}</h3>
<p>{inline(one.situation)} {inline(one.ask)}</p>
<p class="headline"><strong>{inline(one.answer)}</strong></p>
{named(figure, one.after.name)}
<p>{inline(one.why)}</p>
<p class="caption">Source: {inline(one.source)}. {link(one.link, "Try it yourself")}</p>
</section>"""
