"""Start: what this is, a figure to play with, and a card for each topic that opens its page."""

import re
from urllib.parse import parse_qs

import pytest

from hetdp_core.calls import Call
from pages.inside.lessons.progress import lessons
from pages.inside.overview import landing
from pages.inside.topics import TOPICS
from pages.shared.controls import address, scenario, state
from pages.shared.controls.address import PRESETS
from tests.pages.app import open_page, prose, sentences

PAGE = ""
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


def test_it_opens_where_some_privacy_is_free(first_look):
    text = prose(first_look.main.markdown)
    assert "**Some privacy is free.** The less private half gets ε = 0.9, not 2:" in text


def test_the_slider_is_where_the_address_says_and_where_it_was_left():
    app = open_page(relaxed="0.25")
    assert "here **2.5 times as much**" in prose(app.main.markdown)
    app = open_page()
    app.session_state["relaxed"] = 0.25
    app.run()
    assert "here **2.5 times as much**" in prose(app.main.markdown)
    assert app.query_params["relaxed"] == "0.25"


def test_each_frame_of_the_dots_says_what_its_value_says_at_rest():
    frames = landing.view(0.25).frames
    assert frames is not None
    for place in (0, frames.current, frames.values.size - 1):
        assert landing.view(float(frames.values[place])).headline == frames.headlines[place]
        assert set(frames.headlines[place].replace("**", "")).isdisjoint("*_`[]$~<>&\\#|")


def test_the_sentence_says_what_the_error_falls_from():
    all_strict, usual = landing.view(0.1), landing.view(0.25)
    (first,) = re.findall(r"\*\*([\d.]+\s%)\*\*", all_strict.headline)
    assert f"The error falls from {first} (all strict) to **" in usual.headline


def test_the_first_lesson_and_each_topic_are_linked_once(first_look):
    assert lessons()["zero"].title in first_look.main.button(key="first_lesson").label
    links = [link.label for link in first_look.main.get("page_link")]
    assert links == [f"**{topic.title}**" for topic in TOPICS.values()]


def test_small_figures_offer_neither_table_nor_files():
    for topic in TOPICS.values():
        view = topic.card(state.defaults(), scenario.read(state.defaults()))
        assert not isinstance(view.numbers, Call)
        assert view.numbers.empty


@pytest.mark.parametrize("preset", ["first", "two_groups", "public_few", "correlated"])
@pytest.mark.parametrize("key", TOPICS)
def test_a_card_and_the_page_that_it_opens_say_the_same(key, preset):
    held, topic = PRESETS[preset].state, TOPICS[key]
    topic.finish(held, 60.0)
    card = topic.card(held, scenario.read(held)).headline
    page = topic.view(held).headline
    if key == "privacy_odometer":  # its page rounds no number off
        page = page.replace("about ", "")
    assert set(NUMBER.findall(card)) <= set(NUMBER.findall(page)), (card, page)
    assert ("worth releasing" in card) == (key == "ridge" and page.startswith("**Yes"))


def test_the_link_of_a_card_holds_the_settings_of_its_figure():
    app = open_page(n="321", q="0.4")
    for link, topic in zip(app.main.get("page_link"), TOPICS.values(), strict=True):
        params = parse_qs(link.proto.query_string)
        held, meant = address.state_of({"n": ["321"], "q": ["0.4"]}), address.state_of(params)
        assert all(meant[control.key] == held[control.key] for control in topic.controls)


def test_cards_follow_the_scenario(first_look):
    before = sentences(first_look.main.markdown)
    after = sentences(open_page(high="0.02", q="1").main.markdown)
    assert "51.5 %" in " ".join(before)
    assert "51.5 %" not in " ".join(after)
    assert "separate protection has **no benefit**" in " ".join(after)


@pytest.mark.parametrize(("said", "cards"), [({}, 0), ({"q": "0.4"}, 1), ({"low": "0.02"}, 2)])
def test_a_card_says_where_its_settings_are_not_those_of_the_first_visit(said, cards):
    captions = [caption.value for caption in open_page(**said, v=str(state.SCHEMA)).main.caption]
    assert captions.count("With your settings") == cards


@pytest.mark.parametrize(
    "said", [{}, {"questions": "x, x², x³ … of a number from 0 to 10", "budget": "3"}]
)
def test_start_and_the_page_of_the_odometer_say_the_same_number(said):
    card, page = (
        re.findall(answered, prose(open_page(name, **said).main.markdown))
        for name, answered in (
            ("", r"budget pays for \*\*(?:about )?([\d.,]+) questions\*\*"),
            ("privacy_odometer", r"revealed, for \*\*(?:about )?([\d.,]+)\*\* \(median of 20"),
        )
    )
    assert card == page != []
