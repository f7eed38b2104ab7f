"""Share: the link is the address of this run's end, and the words about it are true."""

import re
from html import unescape
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest
from streamlit.testing.v1 import AppTest

from pages.shared.controls import address
from pages.shared.controls.state import of_params
from tests.pages.app import open_page, prose

PAGES = ("", "heterogeneous_mean", "feature_privacy", "ridge", "privacy_odometer", "lessons")
QUICK = {"questions": "x, x², x³ … of a number from 0 to 10", "runs": "2"}


def opened(page="", **params):
    """The page with Share opened, and what is said there."""
    app = open_page(page or None, **params)
    app.session_state["share"] = True
    app.query_params = {**app.query_params}
    app.run()
    return app, prose(app.main.markdown)


@pytest.mark.parametrize("page", PAGES)
def test_every_page_that_shows_something_can_be_shared(page):
    app = open_page(page, **QUICK)
    labels = [popover.proto.popover.label for popover in app.main.get("popover")]
    assert labels.count("Share") == 1


def test_nothing_is_shared_in_a_presentation():
    assert len(open_page("heterogeneous_mean", present="1").main.get("popover")) == 0


def test_a_live_figure_can_be_embedded_as_it_is_shared():
    app, _ = opened("heterogeneous_mean", n="321")
    (code,) = [one.value for one in app.main.code]
    (source,) = re.findall(r'src="([^"]*)"', code)
    said = dict(parse_qsl(urlsplit(unescape(source)).query))
    assert said == {"n": "321", "present": "1", "embed": "true"}
    assert not opened("lessons")[0].main.code


def saying(held, kept):
    """A page on which the controls hold something, and the address something else."""
    import streamlit as st

    from pages.shared.controls import address, catalog, state
    from pages.shared.frame import head

    address.arrive(catalog.ALL)
    state.put(state.of_params(held))
    st.query_params.from_dict(kept)
    before = head.link("https://host/lab/ridge")
    address.follow()
    st.session_state["links"] = before, head.link("https://host/lab/ridge")


def test_the_link_is_the_address_as_it_will_stand_at_the_end_of_the_run():
    held, kept = (
        {"n": "321", "dataset": "Simulated medical cost"},
        {"view": "How this is calculated", "q": "1"},
    )
    app = AppTest.from_function(saying, kwargs={"held": held, "kept": kept}).run()
    before, after = app.session_state["links"]
    assert before == after
    said = parse_qs(urlsplit(before).query)
    assert said.pop("view") == ["How this is calculated"]
    assert address.state_of(said) == of_params(held)
    assert before.startswith("https://host/lab/ridge?")


def test_it_says_what_the_link_holds():
    _, said = opened("heterogeneous_mean", n="321", a="v=1&n=5")
    assert "all settings (1 changed)" in said
    assert "the pinned setting A" in said
    _, said = opened("lessons", lesson="mean", step="1")
    assert "your predictions in this lesson" in said
    assert "the pinned setting A" not in said


def test_an_own_table_and_a_file_are_said_to_stay():
    _, said = opened(profile="Uploaded file", dataset="My own table")
    assert "**your own dataset** and **your file of ε**. The link asks the person" in said
    assert "is asked" not in opened()[1]


def code(text):
    """A page that holds the QR code of a text."""
    import streamlit as st

    from pages.shared.frame import head

    st.session_state["code"] = head.code(text)


@pytest.mark.parametrize("letters", [2_000, 20_000])
def test_a_link_too_long_for_a_code_that_a_phone_reads_has_none(letters):
    def made(text):
        return AppTest.from_function(code, kwargs={"text": text}).run().session_state["code"]

    assert made("https://host/?" + "x" * letters) is None
    assert made("https://host/?n=5").startswith("<svg")


def test_a_link_too_long_for_a_code_is_said_to_be(monkeypatch):
    from pages.shared.frame import head

    monkeypatch.setattr(head, "LARGEST_CODE", 0)
    app, _ = opened()
    assert "too long for a QR code" in app.main.info[0].value
