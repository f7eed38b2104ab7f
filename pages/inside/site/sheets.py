"""All pages of the site, and what stands around each; one says what of the papers holds up."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from html import escape
from urllib.parse import urlencode

import hetdp_core
from hetdp_core.evidence import Card, Verdict, cards
from hetdp_core.figures import evidence as figures
from hetdp_core.figures.report.page import folded, inline, listed, table_of
from hetdp_core.papers import PAPERS, Paper
from pages.inside.evidence.page import TOPIC_OF, view, words
from pages.inside.lessons.progress import lessons
from pages.inside.overview import landing as first_screen
from pages.inside.overview.landing import SENTENCE, TITLE
from pages.inside.site.lesson import chooser, lesson_page
from pages.inside.site.page import Dashboard, Page, Places, items, paragraphs, to
from pages.inside.topics import TOPICS
from pages.shared.controls import catalog, scenario, state
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.frame import meaning
from pages.shared.frame.tabs import A_SLIDE, EVIDENCE, Sections, inside, tabs
from pages.shared.frame.topic import Topic
from pages.shared.scripts import plotly_asset_name
from pages.shared.text.glossary import TERMS

RESULTS_NEED = (
    "The command of a card computes its numbers again, in the project's folder; to change a "
    "scenario there is the dashboard."
)
FILE = "results.html"
_MARKS = dict(zip(Verdict, "●○△◇✕□", strict=True))


def results(dashboard: Dashboard) -> Page:
    places, everything = Places(), cards()
    body = [
        "<h1>Published results</h1>"
        '<p class="claim">Which published results hold up, computed again</p>',
        places.view(view(everything)),
        dashboard.note(RESULTS_NEED, "evidence", "Open “Evidence” in the dashboard."),
        f"<section><h2>Errata</h2>{_errata(*PAPERS.values())}</section>",
        *(_of_paper(paper, everything, dashboard) for paper in PAPERS),
    ]
    return Page(FILE, "Published results", "\n".join(body), places.views)


def _errata(*papers: Paper) -> str:
    return listed(
        f"<strong>Erratum {erratum.number}. {inline(erratum.printed)}</strong> "
        f"{inline(erratum.holds)}"
        for paper in papers
        for erratum in paper.errata
    )


def _of_paper(paper: str, everything: tuple[Card, ...], dashboard: Dashboard) -> str:
    its = "".join(_result(card, dashboard) for card in everything if card.item.paper == paper)
    source = f'<p class="caption">{escape(PAPERS[paper].citation)}</p>'
    return f"<section><h2>{escape(PAPERS[paper].topic)}</h2>{source}{its}</section>"


def _result(card: Card, dashboard: Dashboard) -> str:
    item = card.item
    text = "".join(f"<p>{inline(sentence)}</p>" for sentence in words(card))
    rows = figures.findings(card.findings)
    commands = " ".join(f"<code>{escape(command)}</code>" for command in item.commands)
    query = urlencode(dict(item.view), doseq=True)
    scenario = dashboard.link(f"{TOPIC_OF[item.paper].key}?{query}", "Open this scenario")
    return f"""<article class="card {card.verdict.name.lower()}">
<h3>{escape(item.item)}</h3>
<p class="badge">{_MARKS[card.verdict]} {escape(card.verdict)}</p>
{text}
{folded(f"Printed beside ours ({len(rows)})", table_of(rows, item.name))}
<p class="caption">{commands} Stored: {escape(card.made_with)}. {scenario}</p>
</article>"""


NEEDS = (
    "These pages are plain files: every slider works, with all other controls as at first. Other "
    "settings, your own table and a private release are in the dashboard."
)


def landing(state: State, dashboard: Dashboard) -> Page:
    places = Places()
    meant = catalog.overview.MEANT
    level = meaning.Level(meant.label, float(meant.start), meant.guards)
    body = [
        f'<h1>{escape(TITLE)}</h1><p class="claim">{escape(SENTENCE)}</p>',
        places.view(first_screen.view(float(catalog.overview.LESS_PRIVATE.start))),
        dashboard.note(NEEDS, "", "Open the dashboard."),
        "<h2>Four topics</h2>",
        '<div class="cards">',
        *(_card(places, topic, state) for topic in TOPICS.values()),
        "</div>",
        f"<h2>{escape(meaning.TITLE)}</h2>",
        places.view(meaning.view(level)),
        folded("Words used here", items(TERMS.items())),
    ]
    return Page("index.html", "Start", "\n".join(body), places.views)


def _card(places: Places, topic: Topic, state: State) -> str:
    shown = places.view(topic.card(state, scenario.read(state)))
    title = to(file_of(topic), topic.title)
    return f'<section class="card"><h3>{title}</h3>{shown}</section>'


def file_of(topic: Topic) -> str:
    return f"{topic.key}.html"


PATIENCE = 30.0
"""Seconds for what is computed beside a page; what is shipped is there at once."""


def topic_page(topic: Topic, state: State, dashboard: Dashboard) -> Page:
    topic.finish(state, PATIENCE)
    places, stills = Places(), topic.stills(state)
    missing = [title for title in topic.titles if title not in stills]
    shown = [part for part in topic.sections if part.title in stills and part.tab != A_SLIDE]
    also = ", ".join(f"“{title}”" for title in missing)
    body = [
        f'<h1>{escape(topic.title)}</h1><p class="claim">{escape(topic.question)}</p>',
        places.view(topic.view(state)),
        *(_tab(places, tab, inside(shown, tab), stills) for tab in [*tabs(shown), EVIDENCE]),
        errata(topic.paper),
        dashboard.note(
            (
                "All controls but the sliders are as at first here. The others are in the dashboard"
                f"{f', and so is {also}' if also else ''}."
            ),
            topic.key,
            f"Open “{topic.title}” in the dashboard.",
        ),
        f'<p class="caption">Source: {escape(topic.paper.citation)}. '
        f"{to('results.html', 'What of it was reproduced')}</p>",
    ]
    return Page(file_of(topic), topic.title, "\n".join(body), places.views)


def _tab(places: Places, tab: str, sections: Sections, stills: Mapping[str, Iterable[View]]) -> str:
    """Return the sections of a tab under its title; "" where it has none without a server."""
    if not sections:
        return ""
    parts = [f"<h2>{escape(tab)}</h2>"]
    for section in sections:
        head = "" if section.title == tab else f"<h3>{escape(section.title)}</h3>"
        shown = "".join(map(places.view, stills[section.title]))
        parts.append(f"<section>{head}{paragraphs(section.intro)}{shown}</section>")
    return "".join(parts)


def errata(paper: Paper) -> str:
    """Return what of a paper does not hold, or "" where all does."""
    if not paper.errata:
        return ""
    return f"<section><h2>Errata of the paper</h2>{_errata(paper)}</section>"


POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file: 'unsafe-inline'; "
    "img-src 'self' file: data: blob:; base-uri 'none'; form-action 'none'"
)
"""Nothing is loaded but files beside the page; `'self'` alone is no file to some browsers."""


def pages(dashboard: Dashboard) -> list[Page]:
    present = state.defaults()
    return [
        landing(present, dashboard),
        *(topic_page(topic, present, dashboard) for topic in TOPICS.values()),
        chooser(),
        *(lesson_page(lesson, dashboard) for lesson in lessons().values()),
        results(dashboard),
    ]


def html(page: Page, menu: list[Page], dashboard: Dashboard) -> str:
    """Return the text of a page's file."""
    entries = ""
    for entry in menu:
        current = ' aria-current="page"' if entry is page else ""
        entries += f'<li><a href="{entry.file}"{current}>{escape(entry.title)}</a></li>'
    scripts = (plotly_asset_name(), data_file(page), "site.js")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{escape(page.title)} · Privacy that differs</title>
<link rel="icon" href="assets/icon.svg">
<link rel="stylesheet" href="assets/site.css">
<noscript><link rel="stylesheet" href="assets/without-script.css"></noscript>
{"".join(f'<script defer src="assets/{file}"></script>' for file in scripts if page.views)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><nav aria-label="Pages"><ul>{entries}</ul></nav></header>
<main id="main" tabindex="-1">
<noscript><p class="note">Figures and predictions need JavaScript.</p></noscript>
{page.body}
</main>
<footer><p>Made by hetdp_core {hetdp_core.__version__}, from the figures and words of the dashboard
for heterogeneous differential privacy. {dashboard.link("", "Open the dashboard.")}</p></footer>
</body>
</html>
"""


def data_file(page: Page) -> str:
    return f"data-{page.file.removesuffix('.html')}.js"
