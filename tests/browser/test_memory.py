"""What is forgotten or left is no longer in the server's memory; receipts outlive the server."""

from __future__ import annotations

import time
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAB, Server
from tests.browser.dashboard import open_tables, settle, visit
from tests.browser.harness import StreamlitServer
from tests.browser.test_release import is_added_up, open_release, receipt, release

PARTS = ("a ward of very", "special people")
"""A text of the table; not whole here, so that asking for it does not put it into memory."""


@pytest.fixture
def own(server: Server) -> StreamlitServer:
    """The dashboard below a path, which says what it has in memory; its first page is a release."""
    return server("memory", LAB)


def bring(page: Page) -> None:
    rows = "".join(f"{PARTS[0]}{PARTS[1]},{30 + place % 40}\n" for place in range(800))
    file = {"name": "wards.csv", "mimeType": "text/csv", "buffer": f"ward,age\n{rows}".encode()}
    page.locator("input[type=file]").first.set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Use this table").click()
    expect(page.get_by_text("From here on the page shows")).to_be_visible()
    settle(page)


def holders(url: str) -> str:
    """Kinds of objects in the server that hold the text."""
    with urlopen(f"{url}holders?{'&'.join(map(quote, PARTS))}") as answer:
        said: str = answer.read().decode()
        return said


def is_let_go(url: str) -> None:
    until = time.monotonic() + 120.0
    while held := holders(url):
        assert time.monotonic() < until, held
        time.sleep(0.5)


def test_what_is_forgotten_or_left_some_time_ago_is_no_longer_in_memory(
    page: Page, own: StreamlitServer
) -> None:
    visit(page, own.url + "release", figures=0)
    bring(page)
    release(page)
    expect(page.get_by_role("heading", name="Released", exact=True)).to_be_visible()
    settle(page)
    open_tables(page)  # with files to take away, which rest on the table
    for file in ("CSV", "Python"):
        with page.expect_download():
            page.get_by_role("button", name=file, exact=True).first.click()
    assert holders(own.url)
    page.get_by_role("button", name="Forget my table").click()
    expect(page.get_by_role("button", name="Try it with a sample")).to_be_visible()
    is_let_go(own.url)
    bring(page)
    assert holders(own.url)
    page.goto("about:blank")
    is_let_go(own.url)


def test_receipts_outlive_a_server_that_is_killed(
    page: Page, own: StreamlitServer, console_errors: list[str]
) -> None:
    open_release(page, own.url)
    release(page)
    text = receipt(page)
    with page.expect_websocket(lambda socket: "/_stcore/stream" in socket.url):
        own.restart_killed()  # the page connects again by itself
    expect(page.locator("[data-test-connection-state=CONNECTED]")).to_have_count(1)
    # The old screen stands until something is done on it.
    page.get_by_text("I understand that a release cannot be taken back").click()
    is_added_up(page, text)
    page.close(run_before_unload=False)
    console_errors.clear()  # of the connection that was lost
