"""A topic is a folder, a door, and a line in each of four lists; the rest follows by itself.

The lists: `topics.TOPICS`, `catalog.ALL` (with `catalog.BY_KEY`), `papers.PAPERS`, and the rooms of
the core in `tests/test_rooms.py`, of which the weather has none.
"""

import pytest

from hetdp_core.papers import PAPERS
from pages.inside.topics import TOPICS
from pages.shared.controls import address, catalog
from pages.shared.frame import topic
from tests.pages.app import ROOT, head, open_page, sentences, title
from tests.pages.made_up.topic import PAPER, TOPIC, WARMTH

DOOR = "tests/pages/made_up/door"


@pytest.fixture(autouse=True)
def added(monkeypatch):
    """The four lists, each with one line more."""
    monkeypatch.setitem(TOPICS, TOPIC.key, TOPIC)
    monkeypatch.setattr(catalog, "ALL", (*catalog.ALL, WARMTH))
    monkeypatch.setitem(catalog.BY_KEY, WARMTH.key, WARMTH)
    monkeypatch.setattr(topic, "PAPERS", {**PAPERS, TOPIC.room: PAPER})


def opened(**params):
    """Its page, found in the menu; the address says `params`."""
    app = open_page(**params)
    app.query_params = params
    return app.switch_page(f"{ROOT}/{DOOR}.py").run()


def test_it_has_a_page_with_hero_and_tabs():
    app = opened()
    assert head(app) == [TOPIC.title, TOPIC.question]
    assert sentences(app.main.markdown).count("It is **20 degrees** warm.") == 2
    assert [tab.label for tab in app.tabs] == ["Tomorrow"]


def test_its_control_stands_in_the_address():
    assert "It is **-3 degrees** warm." in sentences(opened(warmth="-3").main.markdown)
    assert address.params_of(address.state_of({"warmth": ["-3"]}))["warmth"] == ["-3.0"]


def test_it_has_a_card():
    app = open_page()
    assert f"**{TOPIC.title}**" in [link.label for link in app.main.get("page_link")]
    assert "A card about the weather." in sentences(app.main.markdown)


def test_the_present_setting_is_compared_with_a_pinned_one():
    app = opened(warmth="5", a="v=1&warmth=30")
    words = sentences(app.main.markdown)
    assert "The tabs below show B." in sentences(app.caption)
    assert "**B.** It is **5 degrees** warm." in words
    assert "From A to B: Warmth: **30** → **5**." in words


def test_it_has_slides():
    app = opened(present="1", slide="2")
    assert title(app) == "Tomorrow"
    assert len(app.tabs) == 0
    assert "warmth_row" in [entry.key for entry in app.get("bidi_component")]


def test_its_lesson_is_offered_and_runs():
    assert open_page("lessons").button(key="start_weather").label == "Start “Is it warm?”"
    app = open_page("lessons", lesson="weather", step="1")
    assert "Look out of the window." in sentences(app.main.markdown)


def test_it_has_a_chapter_in_the_report(reports):
    open_page(warmth="12").button(key="report").click().run()
    chapter = reports[0].chapters[-1]
    assert (chapter.title, chapter.headline) == ("Weather", "It is **12 degrees** warm.")
    assert "Frost, “On the Weather”" in reports[0].sources
