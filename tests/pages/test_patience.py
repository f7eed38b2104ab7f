"""Computing in a page's own thread ends with its time, and with its reader."""

import itertools

from streamlit.testing.v1 import AppTest

from pages.shared.patience import patience


def test_patience_ends_after_its_seconds():
    clock = itertools.count(100.0).__next__
    over = patience(2.5, clock)
    assert [over() for _ in range(4)] == [False, False, True, True]


def asking(stop):
    """Go on for as long as it may."""
    return stop()


def asks_on_after_its_reader_left():
    import streamlit as st
    from streamlit.runtime.scriptrunner import get_script_run_ctx

    from hetdp_core.calls import Call
    from pages.shared import cache
    from pages.shared.patience import patience
    from tests.pages.test_patience import asking

    over = patience()
    st.write("before", over())
    context = get_script_run_ctx()
    assert context is not None
    assert context.script_requests is not None
    context.script_requests.request_stop()
    cache.value(Call(asking).ended_by(stop=patience).kept("Searching …"))
    st.write("computed on for nobody")


def test_a_reader_who_leaves_ends_the_computation():
    app = AppTest.from_function(asks_on_after_its_reader_left).run()
    assert not app.exception
    assert [one.value for one in app.markdown] == ["before `False`"]
