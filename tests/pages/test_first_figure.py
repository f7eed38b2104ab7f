"""The first figure of a session brings the word by which a browser says that it is drawn."""

from __future__ import annotations

import json
from typing import Any

import pytest
from streamlit.testing.v1 import AppTest

from pages.inside.topics import TOPICS
from pages.shared.figure.live_figure import awaited
from tests.pages.app import open_page
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
