"""The overview: what this is, all topics on one map, and a chooser that leads on."""

import re

import numpy as np
import pytest

from hetdp_core.calls import Call
from hetdp_core.figures.text import about
from pages.inside.overview import landing
from pages.inside.topics import TOPICS
from pages.shared.controls import scenario, state
from pages.shared.controls.address import PRESETS
from tests.pages.app import head, open_page, sentences


@pytest.fixture(scope="module")
def first_look():
    """The page as it opens, for tests that only look."""
    return open_page()


def test_the_overview_says_what_this_is_in_one_sentence(first_look):
    app = first_look
    assert not app.exception
    _, claim = head(app)
    assert claim.startswith("People do not all ask for the same privacy: ")
    assert "." not in claim


def test_the_slider_of_the_address_is_the_one_of_the_figure():
    text = " ".join(sentences(open_page(relaxed="3").main.markdown))
    assert "**Some privacy is free**: from ε = 0.9 on" in text


def test_each_frame_of_the_dots_says_what_its_value_says_at_rest():
    frames = landing.view(0.25).frames
    assert frames is not None
    for place in (0, frames.current, frames.values.size - 1):
        assert landing.view(float(frames.values[place])).headline == frames.headlines[place]
        assert set(frames.headlines[place].replace("**", "")).isdisjoint("*_`[]$~<>&\\#|")


def test_the_first_sentence_says_what_the_error_falls_from():
    view = landing.view(0.25)
    assert view.frames is not None
    from_all_strict = view.frames.readouts["Error of the answer"][0]
    assert f"falls from {from_all_strict} of the range, where all are strict" in view.headline
    assert "the strict half at ε = 0.1" in view.headline


def test_a_slider_that_the_address_cannot_mean_is_said_and_counts_as_absent():
    app = open_page(relaxed="1000")
    assert "ε of the relaxed half is back at 0.25" in app.main.warning[0].value
    assert "**2.5 times as much**" in " ".join(sentences(app.main.markdown))


def test_four_doors_lead_to_every_topic_the_lessons_a_decision_and_a_release(first_look):
    links = [link.label for link in first_look.main.get("page_link")]
    topics = [f"{topic.title}: {topic.varies} differ" for topic in TOPICS.values()]
    assert links == [*topics, "**Teach**", "**Decide**", "**Publish**"]


def test_the_first_screen_says_what_a_level_means_before_it_names_one(first_look):
    said = first_look.main.caption[0].value
    strict, usual = (about(100 * np.exp(one) / (1 + np.exp(one))) for one in (0.1, 1.0))
    assert f"at most {strict} of 100 times" in said
    assert said.endswith(f"{usual} times.")


def test_small_figures_offer_neither_table_nor_files():
    for topic in TOPICS.values():
        view = topic.card(state.defaults(), scenario.read(state.defaults()))
        assert not isinstance(view.numbers, Call)
        assert view.numbers.empty


def test_a_button_that_would_replace_settings_says_so_beside_a_link_that_keeps_them():
    app = open_page(n="321")
    for key, topic in TOPICS.items():
        start = PRESETS[topic.start].title
        assert app.button(key=f"choose_{key}").label == f"Replace them by “{start}”"
    kept = [link for link in app.main.get("page_link") if link.label == "Open with my settings"]
    assert len(kept) == len(TOPICS)


def test_every_topic_is_on_the_map_by_trust_and_by_what_differs(first_look):
    texts = sentences(first_look.main.markdown)
    curator, nobody = (
        next(i for i, text in enumerate(texts) if f"trust {whom}" in text)
        for whom in ("a curator", "nobody")
    )
    for topic in TOPICS.values():
        place = texts.index(f"**{topic.title}**: {topic.varies} differ")
        assert (curator < place < nobody) == (topic.trusted == "the curator")


def test_the_map_follows_the_scenario(first_look):
    before = sentences(first_look.main.markdown)
    after = sentences(open_page(high="0.02", q="1").main.markdown)
    assert "51.5 %" in " ".join(before)
    assert "51.5 %" not in " ".join(after)
    assert "q = 1, **nothing is gained**" in " ".join(after)


def test_the_chooser_has_a_button_and_a_setting_for_every_topic(first_look):
    # That it leads there is a matter for the browser tests: `AppTest` does not switch pages.
    for key, topic in TOPICS.items():
        assert first_look.button(key=f"choose_{key}").label == topic.chooser
        assert topic.start in PRESETS


@pytest.mark.parametrize(
    "said", [{}, {"questions": "x, x², x³ … of a number from 0 to 10", "budget": "3"}]
)
def test_the_overview_and_the_page_of_the_odometer_say_the_same_number(said):
    counts = re.compile(
        r"\*\*(?:about )?([\d.,]+)(?: questions)?\*\*[^*]*\((median of 20 streams)\)"
    )
    card, page = (
        counts.findall(" ".join(sentences(open_page(name, **said).main.markdown)))
        for name in ("", "privacy_odometer")
    )
    assert card == page != []
