"""What one moves and what it moves are on one screen, and any number can be typed."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import FloatRect, Locator, Page, expect

from pages.inside.topics import TOPICS
from pages.shared.controls.control import Control
from pages.shared.controls.state import defaults
from tests.browser.conftest import Server
from tests.browser.dashboard import settle, steady, until, visit
from tests.browser.harness import VIEWPORT
from tests.cases import first_and_in_studies

LINES = "hero => [...hero.querySelectorAll('.js-line')].map(line => line.getAttribute('d'))"

MARGINS = """hero => {
    const { layout, _fullLayout } = hero.querySelector(".live-figure-graph");
    return ["l", "r", "t", "b"].map(side => [layout.margin[side], _fullLayout._size[side]]);
}"""
"""On each side of a figure: the room there was at first, and the room that there is now."""


def until_it_moves(page: Page, lines: object) -> None:
    until(lambda: hero_of(page).evaluate(LINES) != lines, page)


def hero_of(page: Page) -> Locator:
    return page.locator(".live-figure").first


def place_of(page: Page, control: Control) -> Locator:
    """A control of the sidebar."""
    return page.locator(
        f".st-key-{control.key}_row" if control.slider else f".st-key-{control.key}"
    )


def box(one: Locator) -> FloatRect:
    found = one.bounding_box()
    assert found is not None, one
    return found


def share_above(edge: float, one: Locator) -> float:
    """How much of the height of an element is on the screen, above an edge."""
    place = box(one)
    seen = min(place["y"] + place["height"], edge) - max(place["y"], 0)
    return seen / place["height"]


@pytest.mark.parametrize("key", TOPICS)
def test_figure_and_controls_of_a_topic_are_on_the_first_screen(
    tour: Page, server: Server, key: str
) -> None:
    visit(tour, server("app.py").url + key)
    panel, hero = TOPICS[key].panel(defaults()), hero_of(tour)
    shown = {
        control.label: place_of(tour, control) for control in panel.main if control != panel.hero
    }
    shown["slider of the figure"] = hero.locator(".live-figure-control")
    titles = hero.locator("text[class$=title]:not(.gtitle):not(:empty)").all()
    assert len(titles) >= 2
    shown |= {f"axis “{title.text_content()}”": title for title in titles}
    lower_ends = {name: box(one)["y"] + box(one)["height"] for name, one in shown.items()}
    beyond = {name: end for name, end in lower_ends.items() if end > VIEWPORT["height"]}
    assert not beyond
    for at_first, now in hero.evaluate(MARGINS):
        assert at_first == now, "plotly has drawn it twice"
    sidebar = tour.get_by_test_id("stSidebarUserContent")
    first = sidebar.get_by_role("button").first
    assert box(first)["y"] - box(sidebar)["y"] < 8  # less than what parts two controls


@pytest.mark.parametrize("key", first_and_in_studies(TOPICS))
def test_on_a_phone_the_figure_stays_in_sight_above_its_controls(
    phone: Page, server: Server, key: str
) -> None:
    visit(phone, server("app.py").url + key)
    phone.get_by_role("button", name="Expand sidebar").tap()
    first = next(control for control in TOPICS[key].panel(defaults()).main[1:])
    expect(place_of(phone, first)).to_be_in_viewport()
    settle(phone)
    steady(phone.get_by_test_id("stSidebar"))
    steady(hero_of(phone))
    edge = box(phone.get_by_test_id("stSidebar"))["y"]
    hero = hero_of(phone)
    parts = [hero.get_by_role("figure"), hero.locator(".live-figure-control")]
    assert max(share_above(edge, part) for part in parts) >= 0.5


def test_a_number_beyond_the_slider_can_be_typed_and_what_cannot_be_used_stays_until_corrected(
    tour: Page, server: Server
) -> None:
    visit(tour, server("app.py").url + "heterogeneous_mean")
    relaxed, strict = (
        tour.get_by_role("textbox", name=name).first  # a tab may have the same control
        for name in ("ε of the most relaxed user", "Strictest users")
    )
    for entry, typed, said in ((relaxed, "500", "high=500"), (strict, "0.0002", "low=0.0002")):
        lines = hero_of(tour).evaluate(LINES)
        entry.fill(typed)
        entry.press("Enter")
        expect(tour).to_have_url(re.compile(rf"{said}(\.0)?(&|$)"))
        settle(tour)
        expect(entry).to_have_value(typed)
        until_it_moves(tour, lines)
    relaxed.fill("0.0001")
    relaxed.press("Enter")
    refused = tour.get_by_text("The figures still show the last usable setting.")
    expect(refused).to_be_visible()
    expect(relaxed).to_have_value("0.0001")
    relaxed.fill("10")
    relaxed.press("Enter")
    expect(refused).to_have_count(0)
    expect(relaxed).to_have_value("10")
