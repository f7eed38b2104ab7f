"""A whole scenario as one HTML file that needs no network: figures, numbers, settings, sources."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from html import escape

import pandas as pd

from hetdp_core.decision import Decision
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.report.decision import Sheet, side_by_side
from hetdp_core.figures.report.page import (
    drawn,
    folded,
    inline,
    link,
    listed,
    named,
    page,
    table_of,
)

MOST_ROWS = 300
"""Rows of a table in the report; the dashboard gives all of them as CSV."""


@dataclass(frozen=True, eq=False)
class Chapter:
    """One topic of the report.

    Attributes:
        title: of the topic.
        headline: what the figure shows; `**strong**` and `*emphasis*` are understood.
        figure: drawn with its own height or `height` pixels.
        name: what the figure shows, in a few words.
        table: the numbers behind it.
        caption: what they rest on, in the same form as the headline.
        link: where the topic is found live; "" for nowhere.
        height: of the figure in pixels.
    """

    title: str
    headline: str
    figure: Figure
    name: str
    table: pd.DataFrame
    caption: str
    link: str = ""
    height: int = 460


@dataclass(frozen=True)
class Missing:
    """A topic that the scenario does not fit, and why."""

    title: str
    problem: str


@dataclass(frozen=True, eq=False)
class Report:
    """All contents of a report; every text is shown as it is.

    Attributes:
        title: of the whole.
        made_on: date and time in words.
        chapters: in order.
        changed: (control, value) of all that is not as at first.
        others: (control, value) of the rest.
        errata: (what, where and why) of the papers, in an appendix.
        sources: papers, then data with their licences.
        link: opens the same scenario; "" if no server is known.
        versions: of the software that made it.
        decision: before the chapters; after it where there is only one, the subject of the report.
            None for nothing.
        curator_only: whether figures are computed from values of the user's own table.
        question: that the figures of a mean, and the decision about it, answer; "" where there are
            none.
    """

    title: str
    made_on: str
    chapters: Sequence[Chapter | Missing]
    changed: Sequence[tuple[str, str]]
    others: Sequence[tuple[str, str]]
    errata: Sequence[tuple[str, str]]
    sources: Sequence[str]
    link: str
    versions: Mapping[str, str]
    decision: Decision | None = None
    curator_only: bool = False
    question: str = ""


FOR_THE_CURATOR = (
    '<p class="recommended"><strong>For the curator only.</strong> Figures here are calculated '
    "from the values of your own dataset, without noise. Publish a receipt, not this page.</p>"
)


def to_html(report: Report) -> str:
    """Return the file, with plotly.js inside; it loads nothing, and its policy forbids it to."""
    figures = [
        drawn(part.figure, part.height) if isinstance(part, Chapter) else ""
        for part in report.chapters
    ]
    changed = (
        _settings(report.changed)
        if report.changed
        else ("<p>All settings have their defaults.</p>")
    )
    main = [_decision(report.decision), *map(_chapter, report.chapters, figures)]
    if len(report.chapters) == 1:
        main.reverse()
    body = "\n".join(
        [
            f"<h1>{escape(report.title)}</h1>",
            f"<p>Made on {escape(report.made_on)}. {link(report.link, 'Open it live')}</p>",
            *([FOR_THE_CURATOR] if report.curator_only else []),
            *([f"<p>{inline(report.question)}</p>"] if report.question else []),
            *main,
            f"<h2>Settings</h2>{changed}",
            folded("All other settings", _settings(report.others)),
            "<h2>Sources</h2>",
            listed(map(inline, report.sources)),
            "<h2>Made with</h2>",
            listed(escape(f"{name} {version}") for name, version in report.versions.items()),
            *_appendix(report.errata),
        ]
    )
    return page(report.title, body, figures)


def _decision(decision: Decision | None) -> str:
    if decision is None:
        return ""
    subject = decision.options[-1].subject
    return (
        f"<section><h2>Decision: mean of {escape(subject.column)}</h2><p>It uses all "
        f"{subject.users:,} rows of the dataset, one for each person. Figures may use another "
        f"number of people.</p>{side_by_side(Sheet(decision))}</section>"
    )


def _appendix(errata: Sequence[tuple[str, str]]) -> list[str]:
    if not errata:
        return []
    entries = (f"<strong>{inline(what)}</strong> {inline(why)}" for what, why in errata)
    return ["<h2>Appendix: errata of the papers</h2>", listed(entries)]


def _chapter(chapter: Chapter | Missing, figure: str) -> str:
    if isinstance(chapter, Missing):
        return f"<h2>{escape(chapter.title)}</h2>\n<p>Not shown: {escape(chapter.problem)}</p>"
    rows = len(chapter.table)
    more = f" (the first {MOST_ROWS} of {rows:,} rows)" if rows > MOST_ROWS else ""
    return f"""<section>
<h2>{escape(chapter.title)}</h2>
<p class="headline">{inline(chapter.headline)}</p>
{named(figure, chapter.name)}
<p class="caption">{inline(chapter.caption)} {link(chapter.link, "Open this topic live")}</p>
{folded(f"The numbers{more}", table_of(chapter.table[:MOST_ROWS], chapter.name))}
</section>"""


def _settings(rows: Sequence[tuple[str, str]]) -> str:
    return table_of(pd.DataFrame(rows, columns=["Control", "Set to"]), "Settings")
