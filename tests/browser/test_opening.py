"""A page that opens asks for what there is, at the right address, and once."""

from __future__ import annotations

import gzip
import json
import urllib.request

import pytest
from playwright.sync_api import Page, Response, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import visit


@pytest.mark.parametrize("below", ["", "lab"])
def test_a_page_finds_its_server_without_searching(
    below: str, page: Page, server: Server, console_errors: list[str]
) -> None:
    """Streamlit's script alone would look below the page first, fail, wait, and look again."""
    running = server("app.py", *([f"--server.baseUrlPath={below}"] if below else []))
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    visit(page, f"{running.url}ridge")
    asked = {answer.url.partition("?")[0] for answer in answers}
    assert [answer.url for answer in answers if answer.status >= 400] == []
    assert {url for url in asked if "/_stcore/" in url} == {
        f"{running.url}_stcore/health",
        f"{running.url}_stcore/host-config",
    }
    assert console_errors == []


def test_its_scripts_travel_compressed(page: Page, server: Server) -> None:
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    visit(page, f"{server('app.py').url}ridge")
    scripts = [answer for answer in answers if answer.url.endswith(".js")]
    assert len(scripts) > 20
    loose = [one.url for one in scripts if one.headers.get("content-encoding") != "gzip"]
    assert loose == []


def test_who_reads_no_gzip_is_served_too(server: Server) -> None:
    url = server("app.py").url
    with urllib.request.urlopen(f"{url}ridge") as answer:
        plain = answer.read()
    asked = urllib.request.Request(f"{url}ridge", headers={"accept": "text/html"})
    with urllib.request.urlopen(asked) as answer:
        assert b"__streamlit" in answer.read()
    asked.add_header("accept-encoding", "gzip")
    with urllib.request.urlopen(asked) as answer:
        assert b"__streamlit" in gzip.decompress(answer.read())
    assert b"<html" in plain


def test_a_browser_says_that_it_has_drawn_the_first_figure_and_gets_the_rest(
    page: Page, server: Server, console_errors: list[str]
) -> None:
    """Once a session: where the rest is there already, nothing is held back from anybody."""
    answers: list[Response] = []
    page.on("response", lambda answer: answers.append(answer))
    url = server("app.py").url
    visit(page, f"{url}heterogeneous_mean")
    expect(page.get_by_role("spinbutton", name="Number of users n")).to_be_visible()
    page.get_by_role("link", name="Feature privacy").first.click()
    expect(page.get_by_role("spinbutton", name="People who report")).to_be_visible()
    said = [answer for answer in answers if "/figure-drawn/" in answer.url]
    assert [answer.status for answer in said] == [204]
    assert console_errors == []


def test_a_page_is_whole_where_nobody_hears_that_its_figure_is_drawn(
    page: Page, server: Server
) -> None:
    page.route("**/figure-drawn/*", lambda route: route.fulfill(status=204))
    visit(page, f"{server('app.py').url}ridge")
    expect(page.get_by_role("tab").first).to_be_visible()
    expect(page.get_by_text("More settings")).to_be_visible()


# Where the figure stands when it is drawn first, before anything else can come.
PLACE = """
new MutationObserver(() => {
    const figure = document.querySelector(".live-figure[data-ready]");
    if (!figure || window.placed) return;
    const { left, top, width, height } = figure.getBoundingClientRect();
    window.placed = [left, top, width, height];
}).observe(document, { subtree: true, childList: true, attributeFilter: ["data-ready"] });
"""


@pytest.mark.parametrize("wide", [1440, 390])
def test_what_comes_after_the_first_figure_leaves_it_where_it_is(
    wide: int, page: Page, server: Server
) -> None:
    page.set_viewport_size({"width": wide, "height": 900})
    page.add_init_script(PLACE)
    visit(page, f"{server('app.py').url}heterogeneous_mean")
    expect(page.get_by_role("button", name="Compare")).to_be_visible()
    expect(page.get_by_role("tab").first).to_be_attached()
    if wide > 1000:
        expect(page.get_by_test_id("stTopNavLink").first).to_be_visible()
    box = page.locator(".live-figure").first.bounding_box()
    assert box is not None
    assert [box[side] for side in ("x", "y", "width", "height")] == page.evaluate("placed")


def test_no_page_of_another_site_that_frames_ours_may_command_it(server: Server) -> None:
    """A browser is told whose messages (stop, rerun, a token) it shall follow: nobody's."""
    with urllib.request.urlopen(f"{server('app.py').url}_stcore/host-config") as answer:
        assert json.load(answer)["allowedOrigins"] == []
