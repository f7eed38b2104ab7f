"""On a phone, 390 pixels wide: nothing is cut off, and every control is a tap away."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from playwright.sync_api import BrowserContext, Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import ADDRESSES, EVERY_TAB, go, settle, tabs, visit
from tests.browser.harness import PHONE, for_the_first_time

WIDTH = PHONE["width"]

# Words in figures, and links and buttons outside, that reach over an edge they are cut off at.
CUT_OFF = """() => {
    const beyond = (element, box) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < box.left - 1 || right > box.right + 1);
    };
    const words = [...document.querySelectorAll(".live-figure-graph")].flatMap(graph =>
        [...graph.querySelectorAll("text")]
            .filter(text => text.textContent && beyond(text, graph.getBoundingClientRect())));
    const screen = { left: 0, right: innerWidth };
    const outside = [...document.querySelectorAll(
        "[data-testid=stMain] :is(h1, p, .live-figure, .live-figure *, [data-testid=stPageLink] *)"
    )].filter(one => !one.closest("svg, .katex-display, [role=tablist], .live-figure-scroll,"
        + "[data-testid=stDataFrame], .js-plotly-plot") && beyond(one, screen));
    return [...words, ...outside].map(one => one.textContent.slice(0, 80));
}"""

LINES = """title => {
    const words = document.createRange();
    words.selectNodeContents(title);
    return new Set([...words.getClientRects()].map(box => Math.round(box.top))).size;
}"""

SHOWN = "all => all.filter(one => one.checkVisibility({ visibilityProperty: true })).length"


@pytest.fixture(scope="module")
def one_page(pocket: BrowserContext) -> Iterator[Page]:
    page = for_the_first_time(pocket)
    yield page
    page.close()


@pytest.mark.parametrize("every", EVERY_TAB)
@pytest.mark.parametrize("address", ADDRESSES)
def test_no_tab_is_wider_than_the_screen_and_no_word_is_cut_off(
    tour: Page, server: Server, address: str, every: bool
) -> None:
    go(tour, server("app.py").url + address)
    assert tour.locator("h1").first.evaluate(LINES) <= 2
    hero = tour.locator(".live-figure").first
    hero.get_by_role("figure").scroll_into_view_if_needed()
    box = hero.get_by_role("figure").bounding_box()
    assert box is not None
    assert box["x"] >= 0
    assert box["x"] + box["width"] <= WIDTH
    assert box["height"] <= 844
    cut_off = {}
    for title in tabs(tour, every):
        main = tour.get_by_test_id("stMain")
        assert main.evaluate("main => main.scrollWidth") <= WIDTH
        assert tour.locator("html").evaluate("html => html.scrollWidth") <= WIDTH
        cut_off[title] = tour.evaluate(CUT_OFF)
    assert not any(cut_off.values()), cut_off


def test_the_button_at_the_top_leads_to_the_controls_and_back(tour: Page, server: Server) -> None:
    visit(tour, server("app.py").url + "feature_privacy")
    controls = tour.get_by_test_id("stSidebar").locator("a, button, input, summary")
    assert controls.count() > 5
    assert controls.evaluate_all(SHOWN) == 0  # what is closed cannot be reached
    entry = tour.get_by_role("textbox", name="Sensitive features ask for δ")
    expect(entry).not_to_be_in_viewport()
    tour.get_by_role("button", name="Expand sidebar").tap()
    entry.scroll_into_view_if_needed()
    expect(entry).to_be_in_viewport(ratio=0.9)
    entry.fill("0.3")
    entry.press("Enter")
    expect(tour).to_have_url(re.compile(r"delta=0\.3"))
    tour.get_by_role("button", name="Collapse sidebar").tap()
    settle(tour)
    expect(entry).not_to_be_in_viewport()
    expect(tour.locator(".live-figure").first).to_be_in_viewport()


def test_the_button_at_the_top_leads_to_the_other_pages(tour: Page, server: Server) -> None:
    go(tour, server("app.py").url)
    tour.get_by_role("button", name="Expand sidebar").tap()
    tour.get_by_test_id("stSidebar").get_by_role("link", name="Feature privacy").tap()
    expect(tour).to_have_title(re.compile("Feature privacy"))
    settle(tour)
    expect(tour.locator(".live-figure").first).to_be_in_viewport()
    tour.get_by_role("button", name="Collapse sidebar").tap()
