"""The overview: what this is, all topics on one map, and a chooser that leads on."""

import re

import pytest

from pages.inside.topics import TOPICS
from pages.shared.controls.presets import PRESETS
from tests.pages.app import follow_link, open_page, sentences


def test_the_overview_says_what_this_is_in_three_sentences():
    app = open_page()
    assert not app.exception
    assert app.main.markdown[0].value.count(". ") + 1 == 3


def test_every_topic_is_on_the_map_by_trust_and_by_what_differs():
    texts = sentences(open_page().main.markdown)
    curator, nobody = (
        next(i for i, text in enumerate(texts) if f"trust {whom}" in text)
        for whom in ("a curator", "nobody")
    )
    for topic in TOPICS.values():
        place = texts.index(f"**{topic.title}**: {topic.varies} differ")
        assert (curator < place < nobody) == (topic.trusted == "the curator")


def test_the_map_follows_the_scenario():
    before = sentences(open_page().main.markdown)
    after = sentences(open_page(high="0.02", q="1").main.markdown)
    assert "51.5 %" in " ".join(before)
    assert "51.5 %" not in " ".join(after)
    assert "saves **0 % of the error** at q = 1" in " ".join(after)


@pytest.mark.parametrize("key", TOPICS)
def test_the_chooser_has_a_button_and_a_setting_for_every_topic(key):
    # That it leads there is a matter for the browser tests: `AppTest` does not switch pages.
    app = open_page()
    assert app.button(key=f"choose_{key}").label == TOPICS[key].chooser
    assert TOPICS[key].start in PRESETS


def test_bad_input_shows_one_sentence_and_the_map_stays():
    app = open_page()
    app.number_input(key="low").set_value(50.0).run()
    assert not app.exception
    assert len(app.sidebar.error) == len(app.main.error) == 1
    assert "51.5 %" in " ".join(sentences(app.main.markdown))


def test_the_overview_and_the_page_of_the_odometer_say_the_same_number():
    said = {"questions": "x, x², x³ … of a number from 0 to 10", "budget": "3"}
    counts = re.compile(r"\*\*([\d.,]+)(?: questions)?\*\*[^*]*\((median of 20 streams)\)")
    card, page = (
        counts.findall(" ".join(sentences(follow_link(name, **said).main.markdown)))
        for name in ("", "privacy_odometer")
    )
    assert card == page != []
