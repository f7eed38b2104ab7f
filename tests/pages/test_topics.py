"""The hero figure of every topic, for any state."""

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared import state
from pages.shared.topics import TOPICS
from tests.pages.app import open_page, sentences

FEW_STREAMS = {"questions": "x, x², x³ … of a number from 0 to 10", "runs": "2"}


def views(params):
    """A page that shows the view of every topic, for a link."""
    import streamlit as st

    from pages.shared import state
    from pages.shared.topics import TOPICS
    from pages.shared.view import draw

    for key, topic in TOPICS.items():
        with st.container(key=f"topic_{key}"):
            draw(topic.view(state.of_params(params)))


def test_a_view_is_what_the_page_shows():
    params = {"seed": "3", "high": "5", "n": "200", **FEW_STREAMS}
    drawn = AppTest.from_function(views, kwargs={"params": params}, default_timeout=60).run()
    assert not drawn.exception
    headlines, captions = sentences(drawn.markdown), sentences(drawn.caption)
    for key, headline, caption in zip(TOPICS, headlines, captions, strict=True):
        app = open_page(key, **params)
        assert not app.exception
        assert headline in sentences(app.main.markdown)
        assert caption in sentences(app.caption)


@pytest.mark.parametrize("key", TOPICS)
def test_all_knobs_of_a_topic_are_known_to_links(key):
    known = {knob.key for knob in TOPICS[key].knobs}
    assert known <= state.defaults().keys()
