"""The five places of the menu, and the ways between pages that stand beside it."""

import pytest
import streamlit as st

from pages.inside.topics import TOPICS
from tests.pages.app import go_to, head, open_page, sentences

QUICK = {"questions": "x, x², x³ … of a number from 0 to 10", "runs": "2"}


@pytest.fixture
def listed(monkeypatch):
    """Titles and addresses of the pages in the menu, as often as it is set up."""
    navigation, menus = st.navigation, []

    def note(pages, **how):
        shown = navigation(pages, **how)
        visible = [page for page in pages if page.visibility == "visible"]
        menus.append([(page.title, page.url_path) for page in visible])
        return shown

    monkeypatch.setattr(st, "navigation", note)
    return menus


@pytest.mark.parametrize("key", TOPICS)
def test_the_menu_has_five_places_and_explores_the_topic_looked_at_last(listed, key):
    go_to(open_page(key, **QUICK), "lessons")
    assert listed[-1] == [
        ("Start", ""),
        ("Explore", key),
        ("Lessons", "lessons"),
        ("Release", "release"),
        ("Evidence", "evidence"),
    ]


def test_before_any_topic_was_looked_at_it_explores_the_first(listed):
    open_page()
    assert ("Explore", next(iter(TOPICS))) in listed[-1]


@pytest.mark.parametrize("key", TOPICS)
def test_each_topic_leads_to_all_topics_but_not_in_a_presentation(key):
    app = open_page(key, **QUICK)
    explored = (
        app.session_state["explored"] if "explored" in app.session_state else next(iter(TOPICS))
    )
    assert explored == key
    links = [link.label for link in app.main.get("page_link")]
    assert links[: len(TOPICS)] == [topic.title for topic in TOPICS.values()]
    assert not open_page(key, present="1", **QUICK).main.get("page_link")


def test_what_topics_share_goes_along():
    app = open_page("heterogeneous_mean", seed="7", low="0.02")
    app = go_to(app, "ridge")
    assert app.session_state["seed"] == 7
    assert app.session_state["low"] == 0.02


@pytest.mark.parametrize("name", ["evidence", "papers", "reproductions"])
def test_the_evidence_opens_at_its_address_and_at_those_of_before(name):
    app = open_page(name)
    assert head(app)[0] == "Evidence"
    gone = any(text.startswith("The articles are gone.") for text in sentences(app.info))
    assert gone == (name == "papers")
