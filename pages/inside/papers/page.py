"""The page of the articles: one at a time, beside the figure that it is about."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import replace
from html import escape

import streamlit as st

from hetdp_core.papers import PAPERS
from hetdp_core.reproductions import Card
from pages.inside.papers.article import Article, Claim, prose
from pages.inside.papers.catalogue import ARTICLES
from pages.inside.topics import TOPICS
from pages.shared import doors
from pages.shared.controls.state import defaults
from pages.shared.evidence import way_to
from pages.shared.figure.view import View, draw
from pages.shared.frame.head import draw_head
from pages.shared.frame.topic import Topic

PATIENCE = 4.0
"""Seconds for what is computed beside the page; what an article shows at first is shipped."""


def draw_papers() -> None:
    """Draw the article that the address names, or the first."""
    draw_head("Papers", "What each claims, and what became of it")
    topics = {topic.room: topic for topic in TOPICS.values() if topic.room in ARTICLES}
    room = st.segmented_control(
        "Paper",
        list(topics),
        format_func=lambda one: topics[one].title,
        default=next(iter(topics)),
        required=True,
        key="paper",
        bind="query-params",
        label_visibility="collapsed",
    )
    _draw(ARTICLES[room], topics[room])


def _draw(article: Article, topic: Topic) -> None:
    paper = PAPERS[article.room]
    st.subheader(paper.title, anchor=False)
    st.caption(paper.authors)
    figure, words = st.columns([6, 5], gap="large")  # on a phone it comes first
    with figure, st.container(key="beside_article"):
        draw(figure_of(topic))
        st.page_link(topic.page, label=f"With your own settings: {topic.title}")
    with words:
        st.html("".join(text_of(article)))
    st.subheader("What became of its claims", anchor=False)
    for claim, card in article.checked():
        _draw_claim(claim, card)
    st.subheader("Cite it", anchor=False)
    st.code(paper.bibtex, language=None)


def text_of(article: Article) -> Iterator[str]:
    """Return the article as HTML, piece by piece."""
    yield f"<p>{prose(article.lead)}</p>"
    for section in article.sections:
        yield f"<h4>{escape(section.title)}</h4>"
        yield from (f"<p>{prose(text)}</p>" for text in section.paragraphs)


def figure_of(topic: Topic) -> View:
    """Return a topic's first figure for settings as at first: its slider sets nothing."""
    topic.finish(defaults(), PATIENCE)
    view = topic.view(defaults())
    return replace(
        view, key=f"paper_{topic.room}", moves=None, on_release=None, parameters=defaults()
    )


def _draw_claim(claim: Claim, card: Card) -> None:
    with st.container(border=True, gap="xsmall"):
        st.markdown(claim.says)
        st.page_link(
            doors.REPRODUCTIONS,
            label=f"Its evidence, {card.item.item}: **{str(card.verdict).lower()}**",
            icon=":material/fact_check:",
            query_params=way_to(card.item),
        )
        if card.reason:
            st.caption(card.reason)
        st.markdown("  \n".join(f"`{command}`" for command in card.item.commands))
