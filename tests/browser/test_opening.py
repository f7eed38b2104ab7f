"""What a page brings when it opens."""

from __future__ import annotations

import json
import urllib.request

from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import visit


def test_a_page_opens_below_any_address(page: Page, server: Server) -> None:
    visit(page, server("app.py", "--server.baseUrlPath=lab").url + "ridge")
    expect(page.get_by_role("tab").first).to_be_visible()


def test_a_page_names_plotly_before_a_figure_asks_for_it(page: Page, server: Server) -> None:
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    visit(page, f"{server('app.py').url}ridge")
    first = answers[0].headers
    assert "rel=modulepreload" in first["link"]
    assert "content-security-policy" in first
    assert [one.status for one in answers if "plotly" in one.url] == [200]


def test_no_page_of_another_site_that_frames_ours_may_command_it(server: Server) -> None:
    """A browser is told whose messages (stop, rerun, a token) it shall follow: nobody's."""
    with urllib.request.urlopen(f"{server('app.py').url}_stcore/host-config") as answer:
        assert json.load(answer)["allowedOrigins"] == []
