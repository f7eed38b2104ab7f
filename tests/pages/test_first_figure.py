"""A session's first figure: it brings the word by which a browser says that it is drawn, and comes
before menu and buttons."""

from __future__ import annotations

import json
from typing import Any

import pytest
from streamlit.runtime.scriptrunner_utils.script_run_context import ScriptRunContext
from streamlit.testing.v1 import AppTest

from pages.inside.topics import TOPICS
from pages.shared.figure.live_figure import awaited
from pages.shared.frame import compare
from tests.pages.app import follow_link, open_page
from tests.pages.test_topics import FEW_STREAMS


def words(app: AppTest) -> list[str]:
    """All that the page's figures bring."""
    brought = [one.proto.json for one in app.get("bidi_component")]
    data: list[Any] = [json.loads(one) for one in brought if one]
    return [one[awaited.NAME] for one in data if isinstance(one, dict) and one.get(awaited.NAME)]


@pytest.mark.parametrize("topic", TOPICS)
def test_the_hero_brings_a_word_once(topic: str) -> None:
    app = open_page(topic, **FEW_STREAMS)
    (word,) = words(app)
    assert awaited.word_in_path(f"/lab/{awaited.PATH}/{word}") == word
    message = json.dumps({"name": "hero", awaited.NAME: word})
    assert awaited.word_in_message(message.encode()) == word
    assert words(app.run()) == []


def test_two_sessions_have_words_of_their_own() -> None:
    assert words(open_page("ridge")) != words(open_page("ridge"))


@pytest.fixture
def sent(monkeypatch: pytest.MonkeyPatch) -> list[str]:
    """What goes to the browser: the menu with its place, figure, buttons; newest last."""
    names: list[str] = []
    enqueue = ScriptRunContext.enqueue

    def note(self: ScriptRunContext, message: Any) -> None:
        said = message.SerializeToString()
        if message.WhichOneof("type") == "navigation":
            navigation = message.navigation
            names.append(navigation.Position.Name(navigation.position))
        elif awaited.word_in_message(said):
            names.append("figure")
        elif message.delta.new_element.button.label == "Compare":
            names.append("Compare")
        enqueue(self, message)

    monkeypatch.setattr(ScriptRunContext, "enqueue", note)
    return names


@pytest.mark.parametrize("topic", TOPICS)
def test_menu_and_buttons_come_after_the_first_figure_and_then_at_once(
    topic: str, sent: list[str]
) -> None:
    app = follow_link(topic, **FEW_STREAMS)
    assert set(sent[: sent.index("figure")]) == {"HIDDEN"}
    assert sent[sent.index("figure") :] == ["figure", "Compare", "TOP"]
    app.run()
    assert sent[-2:] == ["TOP", "Compare"]


def test_another_page_has_its_menu_at_once(sent: list[str]) -> None:
    follow_link("lessons", lesson="mean", step="2")
    assert sent[-3:] == ["HIDDEN", "TOP", "figure"]


def test_a_page_that_fails_has_its_menu(sent: list[str], monkeypatch: pytest.MonkeyPatch) -> None:
    def fail() -> None:
        raise ZeroDivisionError

    monkeypatch.setattr(compare, "draw_buttons", fail)
    app = follow_link("ridge")
    assert app.exception
    assert sent[-1] == "TOP"
