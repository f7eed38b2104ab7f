"""The page of a topic: its hero figure with the slider, and what its tabs show at first."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from html import escape

from hetdp_core.figures.report.markup import inline, listed
from hetdp_core.papers import Paper
from pages.inside.site.dashboard import Dashboard
from pages.inside.site.landing import file_of
from pages.inside.site.page import Page, Places, to
from pages.shared.controls.state import State
from pages.shared.frame.tabs import FOR_REVIEWERS
from pages.shared.frame.topic import Stills, Topic

PATIENCE = 30.0
"""Seconds for what is computed beside a page; what is shipped is there at once."""


def topic_page(topic: Topic, state: State, dashboard: Dashboard) -> Page:
    """Return the page of a topic for what every control holds."""
    topic.finish(state, PATIENCE)
    places, stills = Places(), topic.stills(state)
    missing = [title for title in (*topic.tabs, *topic.reviewed) if title not in stills]
    body = [
        f'<h1>{escape(topic.title)}</h1><p class="claim">{escape(topic.question)}</p>',
        places.view(topic.view(state)),
        *_sections(places, topic.tabs, stills, 2),
        f"<h2>{FOR_REVIEWERS}</h2>" if any(title in stills for title in topic.reviewed) else "",
        *_sections(places, topic.reviewed, stills, 3),
        errata(topic.paper),
        dashboard.note(_needs(missing), topic.key, f"Open “{topic.title}” in the dashboard."),
        f'<p class="caption">Source: {escape(topic.paper.citation)}. '
        f"{to('results.html', 'What of it was reproduced')}</p>",
    ]
    return Page(file_of(topic), topic.title, "\n".join(body), places.views)


def _sections(places: Places, titles: Iterable[str], stills: Stills, level: int) -> Iterable[str]:
    for title in titles:
        if title in stills:
            shown = "".join(map(places.view, stills[title]))
            yield f"<section><h{level}>{escape(title)}</h{level}>{shown}</section>"


def _needs(missing: Sequence[str]) -> str:
    also = ", ".join(f"“{title}”" for title in missing)
    return (
        "All controls but the sliders are as at first here. The others are in the dashboard"
        f"{f', and so is {also}' if also else ''}."
    )


def errata(paper: Paper) -> str:
    """Return what of a paper does not hold, or "" where all does."""
    if not paper.errata:
        return ""
    said = (
        f"<strong>Erratum {one.number}. {inline(one.printed)}</strong> {inline(one.holds)}"
        for one in paper.errata
    )
    return f"<section><h2>Errata of the paper</h2>{listed(said)}</section>"
