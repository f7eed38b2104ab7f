"""The hero figure of every topic, for any state."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.inside.topics import TOPICS
from pages.shared.controls import state
from pages.shared.frame.tabs import numbers
from tests.pages.app import head, open_page, prose, sentences

FEW_STREAMS = {"questions": "x, x², x³ … of a number from 0 to 10", "runs": "2"}


def views(params):
    """A page that shows the view of every topic, for a link."""
    import streamlit as st

    from pages.inside.topics import TOPICS
    from pages.shared.controls import state
    from pages.shared.figure.view import draw

    for key, topic in TOPICS.items():
        with st.container(key=f"topic_{key}"):
            draw(topic.view(state.of_params(params)))


def test_a_view_is_what_the_page_shows():
    params = {"seed": "3", "high": "5", "n": "200", "v": str(state.SCHEMA), **FEW_STREAMS}
    drawn = AppTest.from_function(views, kwargs={"params": params}, default_timeout=60).run()
    headlines, captions = sentences(drawn.markdown), sentences(drawn.caption)
    for key, headline, caption in zip(TOPICS, headlines, captions, strict=True):
        app = open_page(key, **params)
        assert headline in sentences(app.main.markdown)
        assert caption in sentences(app.caption)


def headlines(params):
    """Of every topic: headlines of all frames, then those of the first and the last one's value."""
    import streamlit as st

    from pages.inside.topics import TOPICS
    from pages.shared.controls import state

    for topic in TOPICS.values():
        view, all_of_them = topic.view(state.of_params(params)), []
        frames = view.frames
        assert frames is not None
        assert view.moves is not None
        for place in (0, frames.current, frames.values.size - 1):
            there = {**state.of_params(params), view.moves.key: float(frames.values[place])}
            expected = frames.headlines[place] if frames.headlines else view.headline
            all_of_them.append((expected, topic.view(there).headline))
        st.session_state[f"pairs_{topic.key}"] = all_of_them
        st.session_state[f"ends_{topic.key}"] = (frames.ends, view.moves.ends)
        st.session_state[f"texts_{topic.key}"] = [view.headline, *frames.headlines]


@pytest.fixture(scope="module")
def said():
    app = AppTest.from_function(headlines, kwargs={"params": FEW_STREAMS}, default_timeout=60)
    return app.run().session_state


@pytest.mark.parametrize("key", TOPICS)
def test_frames_have_the_headlines_of_their_values_at_rest_and_sliders_the_panels_ends(said, key):
    for held, at_rest in said[f"pairs_{key}"]:
        assert held == at_rest
    in_figure, in_panel = said[f"ends_{key}"]
    assert in_figure == in_panel


@pytest.mark.parametrize("key", TOPICS)
def test_headlines_hold_no_markdown_but_strong(said, key):
    """While a figure is dragged the browser writes them, and it knows no more."""
    for text in said[f"texts_{key}"]:
        assert text.count("**") % 2 == 0
        assert not set(text.replace("**", "")) & set("*_`[]$~<>&\\#|")


@pytest.mark.parametrize("key", TOPICS)
def test_links_know_all_controls_of_a_topic_and_number_no_two_of_its_slides_alike(key):
    known = {control.key for control in TOPICS[key].controls}
    assert known <= state.defaults().keys()
    slides = numbers(TOPICS[key].sections)
    assert len({*slides}) == len(slides)


def controls(app):
    """Keys of all controls of the page, Streamlit's and our own."""
    rows = {one.key for one in app.get("bidi_component") if str(one.key).endswith("_row")}
    return rows | {one.key for one in (*app.selectbox, *app.toggle)}


@pytest.mark.parametrize("key", TOPICS)
def test_a_presentation_draws_no_control_of_the_page_but_its_key_control(key):
    app = open_page(key, present="1", **FEW_STREAMS)
    drawn = controls(app)
    assert len(drawn) == 1
    fixed = [section.slide for section in TOPICS[key].sections if section.fixed]
    for number in fixed[:1]:
        app = open_page(key, present="1", slide=str(number), **FEW_STREAMS)
        assert not drawn & controls(app)


def test_a_link_to_a_figure_for_reviewers_opens_it_on_evidence_with_its_settings():
    app = open_page(seed="3")
    app.query_params["view"] = "Table I"
    app.switch_page("pages/heterogeneous_mean.py").run()
    assert head(app)[0] == "Evidence"
    assert app.query_params["figure"] == "Heterogeneous mean: Table I"
    assert app.session_state["seed"] == 3
    assert any(toggle.key == "table_one_simulated" for toggle in app.toggle)


def test_a_link_to_a_section_opens_its_tab_and_unfolds_it():
    app = open_page("heterogeneous_mean", view="How it works")
    assert [tab.label for tab in app.tabs] == ["Why", "What would it take?", "With real data"]
    assert app.text_input(key="example").value == "1, 2, 4, 8, inf"


def test_what_is_unfolded_on_evidence_stands_in_the_address_which_may_name_what_is_not_there():
    app = open_page("evidence", figure="Ridge regression: Spread")
    assert "Two releases from the same records" in prose(app.main.markdown)
    app.session_state["figure-Ridge-regression-Spread"] = False
    app.run()
    assert "figure" not in app.query_params
    assert not open_page("evidence", figure="Nothing: of this name").error
    assert "Two releases from the same records" not in prose(app.main.markdown)
