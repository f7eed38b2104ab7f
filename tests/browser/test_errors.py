"""When a page fails, visitors are told so and nothing else; the log holds the rest."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW


def test_a_visitor_sees_no_traceback(page: Page, server: Server) -> None:
    running = server("raises")
    page.goto(running.url)
    shown = page.get_by_test_id("stException")
    expect(shown).to_be_visible(timeout=SLOW)
    words = page.locator("body").inner_text()
    assert "secret" not in words
    assert "RuntimeError" not in words
    assert "raises.py" not in words
    assert "a secret that only the log may hold" in running.log
