"""Hostile addresses sent to a running server, as a visitor's browser would send them."""

from __future__ import annotations

from urllib.parse import urlencode

import pytest
from hypothesis import HealthCheck, given, settings

from tests.browser.conftest import Server
from tests.browser.live_session import Session
from tests.pages import hostile

LEAST_DRAWN = 5
"""Elements: a title, a sentence, a figure and what belongs to it."""


def check(server: Server, page: str, params: dict[str, list[str]]) -> None:
    query = urlencode(params, doseq=True, errors="replace")
    with Session(server("app.py").url, "" if page == "home" else page, query) as session:
        assert session.errors == [], query
        assert len(session.elements) >= LEAST_DRAWN, query


@pytest.mark.parametrize("page", hostile.PAGES)
@settings(max_examples=10, suppress_health_check=list(HealthCheck))
@given(params=hostile.addresses())
def test_no_address_ends_on_the_error_page(server: Server, page: str, params) -> None:
    check(server, page, params)


@pytest.mark.slow
@pytest.mark.parametrize("page", hostile.PAGES)
@settings(max_examples=1250, suppress_health_check=list(HealthCheck))
@given(params=hostile.addresses())
def test_no_address_of_thousands_does(server: Server, page: str, params) -> None:
    check(server, page, params)


def test_an_error_page_would_be_seen(server: Server) -> None:
    with Session(server("raises").url, "", "") as session:
        assert len(session.errors) == 1
