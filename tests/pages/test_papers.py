"""The articles about the papers: their words belong to their figures, their claims to verdicts."""

from __future__ import annotations

import pytest

from hetdp_core.papers import PAPERS
from hetdp_core.reproductions import PAPERS as PAPER_NAMES
from pages.inside.papers.article import prose
from pages.inside.papers.catalogue import ARTICLES
from pages.inside.papers.page import figure_of
from pages.inside.topics import TOPICS
from pages.shared.evidence import way_to
from tests.pages.app import follow_link, open_page, sentences

BY_ROOM = {topic.room: topic for topic in TOPICS.values()}


def test_every_topic_has_an_article():
    assert list(ARTICLES) == list(BY_ROOM)


@pytest.mark.parametrize("room", ARTICLES)
def test_it_has_about_a_thousand_words(room):
    assert 900 < sum(len(text.split()) for text in ARTICLES[room].texts) < 1100


@pytest.mark.parametrize("room", ARTICLES)
def test_every_word_that_lights_up_a_line_finds_one_in_the_figure(room):
    figure = figure_of(BY_ROOM[room]).figure
    drawn = {name for trace in figure.data for name in (trace.name, trace.legendgroup)}
    assert ARTICLES[room].series
    assert ARTICLES[room].series <= drawn


@pytest.mark.parametrize("room", ARTICLES)
def test_every_claim_has_a_verdict_and_a_command(room):
    checked = ARTICLES[room].checked()
    assert len(checked) >= 3
    assert all(card.item.paper == room and card.item.commands for _, card in checked)
    assert len({claim.item for claim, _ in checked}) == len(checked)


@pytest.mark.parametrize("room", ARTICLES)
def test_every_claim_leads_to_its_evidence(room):
    for _, card in ARTICLES[room].checked():
        app = open_page("reproductions", **way_to(card.item))
        title = f"{PAPER_NAMES[room]} · {card.item.item}"
        assert title in [one.value for one in app.subheader]
        assert "card" not in app.query_params


@pytest.mark.parametrize("card", ["", "nothing", "a b<", '"]', "mean-table-i mean"])
def test_a_link_to_a_card_that_is_none_brings_nothing_into_sight(card):
    def brought(app):
        return [one for one in app.get("bidi_component") if "into_sight" in str(one.proto)]

    app = open_page("reproductions", card=card)
    assert not app.exception
    assert not brought(app)
    _, known = ARTICLES["mean"].checked()[0]
    assert brought(open_page("reproductions", **way_to(known.item)))


def test_evidence_is_found_although_other_results_were_looked_at():
    app = open_page("reproductions")
    app.selectbox(key="cards_of").set_value("ridge").run()
    (claim, card) = ARTICLES["mean"].checked()[0]
    app.query_params.update(way_to(card.item))
    assert f"{PAPER_NAMES['mean']} · {claim.item}" in [one.value for one in app.run().subheader]


@pytest.mark.parametrize("room", PAPERS)
def test_an_entry_in_bibtex_is_whole(room):
    entry = PAPERS[room].bibtex
    assert entry.count("{") == entry.count("}")
    assert f"title = {{{{{PAPERS[room].title}}}}}," in entry
    assert PAPERS[room].authors.split(",")[0].split()[0] in entry
    assert len({paper.bibtex.split(",")[0] for paper in PAPERS.values()}) == len(PAPERS)


def test_a_term_is_a_button_that_names_its_series_and_other_text_stays():
    assert prose("a [[b|c]] **[[d]]** <e>") == (
        'a <button type="button" class="term" data-series="c">b</button> '
        '<strong><button type="button" class="term" data-series="d">d</button></strong> &lt;e&gt;'
    )


def test_the_page_opens_with_the_first_and_shows_verdicts_and_citation():
    app = follow_link("papers")
    assert not app.exception
    links = [one.proto.label for one in app.main.get("page_link")]
    article = ARTICLES["mean"]
    assert PAPERS["mean"].title in [one.value for one in app.subheader]
    said = sentences(app.main.markdown)
    for claim, card in article.checked():
        assert claim.says in said
        assert f"Its evidence, {card.item.item}: **{str(card.verdict).lower()}**" in links
    assert PAPERS["mean"].bibtex in [one.value for one in app.code]


def test_the_address_names_the_paper():
    app = follow_link("papers", paper="Privacy odometer")
    assert not app.exception
    assert PAPERS["accounting"].title in [one.value for one in app.subheader]


def test_an_address_that_names_none_opens_the_first():
    app = follow_link("papers", paper="nothing")
    assert not app.exception
    assert PAPERS["mean"].title in [one.value for one in app.subheader]
