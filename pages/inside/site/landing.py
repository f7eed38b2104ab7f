"""The first page: the sentence, the figure to play with, the four topics, what ε means."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from hetdp_core.figures.report.markup import folded, inline
from pages.inside.overview import people
from pages.inside.overview.landing import SENTENCE, TITLE
from pages.inside.overview.map import TRUST
from pages.inside.site.dashboard import Dashboard
from pages.inside.site.page import Page, Places, items, to
from pages.inside.topics import TOPICS
from pages.shared.controls import knobs, scenario
from pages.shared.controls.state import State
from pages.shared.frame import meaning
from pages.shared.frame.topic import Topic
from pages.shared.words.glossary import TERMS

NEEDS = (
    "These pages are plain files: every slider works, with all other controls as at first. Other "
    "settings, your own table and a private release are in the dashboard."
)


def landing(state: State, dashboard: Dashboard) -> Page:
    """Return the first page."""
    places = Places()
    meant = knobs.overview.MEANT
    level = meaning.Level(meant.label, float(meant.start), meant.guards)
    body = [
        f'<h1>{escape(TITLE)}</h1><p class="claim">{escape(SENTENCE)}.</p>',
        places.view(people.view(float(knobs.overview.RELAXED.start))),
        dashboard.note(NEEDS, "", "Open the dashboard."),
        "<h2>Four topics</h2>",
        *_map(places, state),
        f"<h2>{escape(meaning.TITLE)}</h2>",
        places.view(meaning.view(level)),
        folded("Words used here", items(TERMS.items())),
    ]
    return Page("index.html", "Overview", "\n".join(body), places.views)


def _map(places: Places, state: State) -> Iterable[str]:
    """Two rows by trust; in each, what varies and how it looks."""
    for trusted, words in TRUST.items():
        cards = [_card(places, one, state) for one in TOPICS.values() if one.trusted == trusted]
        yield f'<p>{inline(words)}</p><div class="cards">{"".join(cards)}</div>'


def _card(places: Places, topic: Topic, state: State) -> str:
    shown = places.view(topic.card(state, scenario.read(state)))
    title = to(file_of(topic), topic.title)
    return f'<section class="card"><h3>{title}: {escape(topic.varies)} differ</h3>{shown}</section>'


def file_of(topic: Topic) -> str:
    """Return the name of a topic's page."""
    return f"{topic.key}.html"
