"""Several people at once: everybody gets an answer, and nobody somebody else's."""

from __future__ import annotations

from playwright.sync_api import Browser

from tests.browser.conftest import Server
from tests.browser.crowd import mistakes, move_at_once, readers


def test_three_readers_who_move_a_control_at_once_each_get_their_own_answers(
    chromium: Browser, server: Server
) -> None:
    running = server("app.py")
    before = running.log
    with readers(chromium, running.url, 3) as crowd:
        move_at_once(crowd, moves=3, pause=0)
        assert mistakes(crowd) == []
        assert all(len(reader.seen) == 3 for reader in crowd)
    assert "Traceback" not in running.log[len(before) :]
