"""What a running server answers, as to a visitor's browser: to hostile addresses, and to errors."""

import json
from urllib.parse import urlencode
from urllib.request import urlopen

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from tests.browser.conftest import LAB, Server
from tests.browser.live_session import Session
from tests.pages import hostile

LEAST_DRAWN = 5
"""Elements: a title, a sentence, a figure and what belongs to it."""


def check(server: Server, page: str, params: dict[str, list[str]]) -> None:
    query = urlencode(params, doseq=True, errors="replace")
    with Session(server("app.py").url, "" if page == "home" else page, query) as session:
        assert session.errors == [], query
        assert len(session.elements) >= LEAST_DRAWN, query


@settings(max_examples=4, suppress_health_check=list(HealthCheck))
@given(page=st.sampled_from(hostile.PAGES), params=hostile.addresses())
def test_no_address_ends_on_the_error_page(server: Server, page: str, params) -> None:
    check(server, page, params)


@pytest.mark.slow
@pytest.mark.parametrize("page", hostile.PAGES)
@settings(max_examples=1250, suppress_health_check=list(HealthCheck))
@given(params=hostile.addresses())
def test_no_address_of_thousands_does(server: Server, page: str, params) -> None:
    check(server, page, params)


def test_a_visitor_hears_of_an_error_and_only_the_log_holds_the_rest(
    server: Server, apps: str
) -> None:
    with Session(apps, "raises", "") as session:
        (told,) = session.errors
    assert not any(word in told for word in ("secret", "RuntimeError", "raises.py"))
    assert "a secret that only the log may hold" in server("all", LAB).log


def test_a_page_brings_its_policy_and_names_plotly_before_a_figure_asks_for_it(
    server: Server,
) -> None:
    with urlopen(server("app.py").url) as answer:
        assert "rel=modulepreload" in answer.headers["link"]
        assert "plotly" in answer.headers["link"]
        assert "content-security-policy" in answer.headers


def test_no_page_of_another_site_that_frames_ours_may_command_it(server: Server) -> None:
    """A browser is told whose messages (stop, rerun, a token) it shall follow: nobody's."""
    with urlopen(f"{server('app.py').url}_stcore/host-config") as answer:
        assert json.load(answer)["allowedOrigins"] == []
