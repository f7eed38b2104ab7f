"""What is forgotten or left is no longer in the server's own memory."""

from __future__ import annotations

import time
from urllib.parse import quote
from urllib.request import urlopen

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW, open_tables, settle
from tests.browser.test_release import release

PARTS = ("a ward of very", "special people")
"""A text of the table; not whole here, so that asking for it does not put it into memory."""


def bring(page: Page) -> None:
    rows = "".join(f"{PARTS[0]}{PARTS[1]},{30 + place % 40}\n" for place in range(800))
    expect(page.get_by_role("heading", name="1 · Bring a table")).to_be_visible(timeout=SLOW)
    file = {"name": "wards.csv", "mimeType": "text/csv", "buffer": f"ward,age\n{rows}".encode()}
    page.locator("input[type=file]").first.set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Use this table").click(timeout=SLOW)
    expect(page.get_by_text("From here on the page shows")).to_be_visible(timeout=SLOW)
    settle(page)


def holders(url: str) -> str:
    """Kinds of objects in the server that hold the text."""
    with urlopen(f"{url}holders?{'&'.join(map(quote, PARTS))}") as answer:
        said: str = answer.read().decode()
        return said


def is_let_go(url: str) -> None:
    until = time.monotonic() + 30.0
    while held := holders(url):
        assert time.monotonic() < until, held
        time.sleep(0.5)


def test_what_is_forgotten_or_left_some_time_ago_is_no_longer_in_memory(
    page: Page, server: Server
) -> None:
    url = server("memory").url
    page.goto(url + "release")
    bring(page)
    release(page)
    expect(page.get_by_role("heading", name="Released", exact=True)).to_be_visible(timeout=SLOW)
    settle(page)
    open_tables(page)  # with files to take away, which rest on the table
    for file in ("CSV", "Python"):
        with page.expect_download():
            page.get_by_role("button", name=file, exact=True).first.click()
    assert holders(url)
    page.get_by_role("button", name="Forget my table").click()
    expect(page.get_by_role("button", name="Try it with a sample")).to_be_visible(timeout=SLOW)
    is_let_go(url)
    bring(page)
    assert holders(url)
    page.goto("about:blank")
    is_let_go(url)
