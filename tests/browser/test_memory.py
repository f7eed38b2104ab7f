"""What is forgotten or left is no longer in the server's memory; receipts outlive the server."""

import time
from urllib.parse import quote
from urllib.request import urlopen

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import LAB, Server
from tests.browser.dashboard import open_tables, rerun, settle, visit
from tests.browser.harness import StreamlitServer
from tests.browser.test_release import bring, leave, promise, release

PARTS = ("a ward of very", "special people")
"""A text of the table; not whole here, so that asking for it does not put it into memory."""


@pytest.fixture
def own(server: Server) -> StreamlitServer:
    """The dashboard below a path, which says what it has in memory; its first page is a release."""
    return server("memory", LAB)


def bring_wards(page: Page) -> None:
    rows = "".join(f"{PARTS[0]}{PARTS[1]},{30 + place % 40}\n" for place in range(800))
    bring(page, "wards.csv", f"ward_id,age\n{rows}")


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
    bring_wards(page)
    promise(page)
    release(page)
    expect(page.get_by_role("heading", name="Released", exact=True)).to_be_visible()
    rerun(page, page.get_by_role("button", name="Compare the options again").click)
    open_tables(page)  # with files to take away, which rest on the table
    for file in ("CSV", "Python"):
        with page.expect_download():
            page.get_by_role("button", name=file, exact=True).first.click()
    assert holders(own.url)
    rerun(page, page.get_by_role("button", name="Forget my table").click)
    expect(page.get_by_role("button", name="Try it with a sample")).to_be_visible()
    is_let_go(own.url)
    bring_wards(page)
    page.goto("about:blank")
    is_let_go(own.url)


EARLIER = "1 release of an earlier session is known here: it is added up"


def receipt(page: Page) -> str:
    """What the receipt of the release says, once it is there."""
    said = page.get_by_test_id("stCode").filter(has_text="Private release").first
    return said.inner_text()


def is_shown(page: Page, text: str) -> None:
    """The receipt of a session that has ended is shown again."""
    expect(page.get_by_text(EARLIER)).to_be_visible()
    settle(page, 0)
    page.get_by_text(" of an earlier session: mean of").click()
    said = page.get_by_test_id("stCode").filter(has_text="Private release").first
    expect(said).to_have_text(text, use_inner_text=True)


@pytest.mark.slow  # that they outlive a reload is in `test_release`
def test_receipts_outlive_session_and_server_in_the_tab_and_the_browser_asks_before_it_closes(
    page: Page, own: StreamlitServer, console_errors: list[str]
) -> None:
    asked: list[str] = []
    visit(page, own.url + "release", figures=0)
    leave(page, asked)
    assert asked == []
    bring(page)
    promise(page)
    release(page)
    text = receipt(page)
    leave(page, asked)
    assert asked == ["beforeunload"]
    is_shown(page, text)
    results = page.get_by_role("heading", name="Evidence").first
    follow(page, "Evidence")
    expect(results).to_be_visible()
    leave(page, asked)  # from another page: its session takes them, too
    expect(results).to_be_visible()
    with page.expect_websocket(lambda socket: "/_stcore/stream" in socket.url):
        own.restart_killed()  # the page connects again by itself
    expect(page.locator("[data-test-connection-state=CONNECTED]")).to_have_count(1)
    follow(page, "Release")
    is_shown(page, text)
    bring(page)
    promise(page)
    expect(page.get_by_text("release 2 counted here")).to_be_visible()
    page.close(run_before_unload=False)
    console_errors.clear()  # of the connection that was lost


def follow(page: Page, title: str) -> None:
    rerun(page, page.get_by_role("link", name=title).first.click)
