"""What of the papers holds up: each table and figure, printed beside ours, and the errata."""

from __future__ import annotations

from html import escape
from urllib.parse import urlencode

from hetdp_core.figures import reproductions as figures
from hetdp_core.figures.report.markup import folded, inline, listed, table_of
from hetdp_core.papers import PAPERS
from hetdp_core.reproductions import PAPERS as TITLES
from hetdp_core.reproductions import Card, cards
from pages.inside.reproductions.cards import ADDRESSES, view, words
from pages.inside.site.page import Dashboard, Page, Places

NEEDS = (
    "The command of a card computes its numbers again, in the project's folder; to change a "
    "scenario there is the dashboard."
)
FILE = "results.html"


def results(dashboard: Dashboard) -> Page:
    """Return every table, figure and example with its verdict, then the errata."""
    places, everything = Places(), cards()
    body = [
        "<h1>Published results</h1>"
        '<p class="claim">Which published results hold up, computed again</p>',
        places.view(view(everything)),
        dashboard.note(NEEDS, "reproductions", "Open “Published results” in the dashboard."),
        _errata(),
        *(_of_paper(paper, everything, dashboard) for paper in TITLES),
    ]
    return Page(FILE, "Published results", "\n".join(body), places.views)


def _errata() -> str:
    said = (
        f"<strong>Erratum {one.number}. {inline(one.printed)}</strong> {inline(one.holds)}"
        for paper in PAPERS.values()
        for one in paper.errata
    )
    return f"<section><h2>Errata</h2>{listed(said)}</section>"


def _of_paper(paper: str, everything: tuple[Card, ...], dashboard: Dashboard) -> str:
    its = "".join(_card(one, dashboard) for one in everything if one.item.paper == paper)
    source = f'<p class="caption">{escape(PAPERS[paper].citation)}</p>'
    return f"<section><h2>{escape(TITLES[paper])}</h2>{source}{its}</section>"


def _card(one: Card, dashboard: Dashboard) -> str:
    item = one.item
    said = "".join(f"<p>{inline(sentence)}</p>" for sentence in words(one))
    rows = figures.findings(one.findings)
    commands = " ".join(f"<code>{escape(command)}</code>" for command in item.commands)
    query = urlencode(dict(item.view), doseq=True)
    scenario = dashboard.link(f"{ADDRESSES[item.paper]}?{query}", "Open this scenario")
    return f"""<article class="card {one.verdict.name.lower()}">
<h3>{escape(item.item)}</h3>
<p class="badge">{escape(one.verdict)}</p>
{said}
{folded(f"Printed beside ours ({len(rows)})", table_of(rows, item.name))}
<p class="caption">{commands} Stored: {escape(one.made_with)}. {scenario}</p>
</article>"""
