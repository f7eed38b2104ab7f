"""What is presented is all there: on a projector, on a phone, with every name."""

from __future__ import annotations

from itertools import pairwise

import pytest
from playwright.sync_api import Page

from tests.browser.conftest import Server
from tests.browser.dashboard import ODOMETER, visit

PROJECTOR = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}
RECT = "element => element.getBoundingClientRect().toJSON()"


@pytest.fixture
def screen(tour: Page):
    before = tour.viewport_size
    yield tour
    tour.set_viewport_size(before)  # type: ignore[arg-type]


def slide(page: Page, server: Server, address: str, number: int) -> None:
    joint = "&" if "?" in address else "?"
    visit(page, f"{server('app.py').url}{address}{joint}present=1&slide={number}")


def test_a_figure_under_many_words_still_ends_on_the_screen(screen: Page, server: Server) -> None:
    screen.set_viewport_size(PROJECTOR)  # type: ignore[arg-type]
    slide(screen, server, ODOMETER, 3)
    box = screen.locator(".live-figure-graph").evaluate(RECT)
    bar = screen.locator(".present-bar").evaluate(RECT)
    assert box["height"] > 300
    assert box["bottom"] <= bar["top"]


def test_every_coefficient_has_its_name(screen: Page, server: Server) -> None:
    screen.set_viewport_size(PROJECTOR)  # type: ignore[arg-type]
    slide(screen, server, "ridge", 3)
    names = screen.locator(".live-figure-graph .ytick text")
    rows = screen.locator(".js-plotly-plot").evaluate("graph => graph.data[1].y.length")
    assert rows > 10
    assert names.count() == rows
    boxes = sorted((name.evaluate(RECT) for name in names.all()), key=lambda box: box["top"])
    for upper, lower in pairwise(boxes):
        # A line's box is taller than its letters by more than this.
        assert upper["bottom"] <= lower["top"] + 0.3 * lower["height"]


def test_a_figure_with_many_methods_is_as_tall_on_a_phone_as_outside_a_presentation(
    screen: Page, server: Server
) -> None:
    screen.set_viewport_size(PHONE)  # type: ignore[arg-type]
    slide(screen, server, "ridge", 1)
    losses, coefficients = screen.locator(".live-figure-graph .nsewdrag").all()[:2]
    assert losses.evaluate(RECT)["height"] > 150
    assert coefficients.evaluate(RECT)["height"] > 40
