"""Articles: one about each paper, with the figure to play with and what became of its claims."""

from __future__ import annotations

from collections.abc import Iterable
from html import escape

from hetdp_core.reproductions import Card
from pages.inside.papers.article import Article, Claim, prose
from pages.inside.papers.catalogue import ARTICLES
from pages.inside.site.dashboard import Dashboard
from pages.inside.site.page import Page, Places, to
from pages.inside.topics import TOPICS
from pages.shared.controls.state import State
from pages.shared.frame.topic import Topic

PAPERS = "papers.html"


def has(topic: Topic) -> bool:
    """Say whether there is an article about a topic's paper."""
    return topic.room in ARTICLES


def file_of(topic: Topic) -> str:
    """Return the name of the page about a topic's paper."""
    return f"paper-{topic.room}.html"


def shelf() -> Page:
    """Return the list of all articles."""
    cards = (
        f'<section class="card"><h2>{to(file_of(topic), topic.paper.title)}</h2>'
        f"<p>{escape(ARTICLES[topic.room].lead)}</p>"
        f'<p class="caption">{escape(topic.paper.authors)}</p></section>'
        for topic in TOPICS.values()
        if has(topic)
    )
    body = (
        '<h1>Papers</h1><p class="claim">What each claims, and what became of it</p>'
        f'<div class="cards">{"".join(cards)}</div>'
    )
    return Page(PAPERS, "Papers", body, {})


def article_page(topic: Topic, state: State, dashboard: Dashboard) -> Page:
    """Return the article about a topic's paper, beside the topic's first figure."""
    places, article = Places(), ARTICLES[topic.room]
    body = [
        f"<h1>{escape(topic.paper.title)}</h1>",
        f'<p class="claim">{escape(topic.paper.authors)}</p>',
        f'<div class="article"><div class="figure">{places.view(topic.view(state))}</div>',
        f"<div><p>{prose(article.lead)}</p>{''.join(_sections(article))}</div></div>",
        f"<h2>What became of its claims</h2>{_claims(article)}",
        "<h2>Cite it</h2>",
        '<div class="scroll" tabindex="0" role="region" aria-label="BibTeX">'
        f"<pre>{escape(topic.paper.bibtex)}</pre></div>",
        f"<p>{to(f'{topic.key}.html', f'All figures about it: {topic.title}')}. "
        f"{to(PAPERS, 'All papers')}. "
        f"{dashboard.link(f'papers?paper={topic.room}', 'This article in the dashboard')}</p>",
    ]
    return Page(file_of(topic), topic.paper.title, "\n".join(body), places.views)


def _sections(article: Article) -> Iterable[str]:
    for section in article.sections:
        said = "".join(f"<p>{prose(text)}</p>" for text in section.paragraphs)
        yield f"<section><h2>{escape(section.title)}</h2>{said}</section>"


def _claims(article: Article) -> str:
    rows = "".join(_claim(*one) for one in article.checked())
    return f'<ol class="claims">{rows}</ol>'


def _claim(claim: Claim, card: Card) -> str:
    commands = " ".join(f"<code>{escape(one)}</code>" for one in card.item.commands)
    return (
        f'<li class="{card.verdict.name.lower()}"><p>{prose(claim.says)}</p>'
        f'<p class="badge">{escape(card.verdict)} ({escape(card.item.item)})</p>'
        f'<p class="caption">{commands}</p></li>'
    )
