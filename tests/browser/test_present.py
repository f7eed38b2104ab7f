"""What is presented is all there, and moves by its keys: on a projector, a laptop, a phone."""

from __future__ import annotations

import re
from itertools import pairwise
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.inside.topics import TOPICS
from pages.shared.frame.tabs import numbers
from tests.browser.conftest import Server
from tests.browser.dashboard import A_LESSON, BESIDE_A, ODOMETER, SLOW, settle, until, visit
from tests.cases import first_and_in_studies

SLIDES = len(numbers(TOPICS["heterogeneous_mean"].tabs))
PROJECTOR = {"width": 1920, "height": 1080}
PHONE = {"width": 390, "height": 844}
SCREENS = (PROJECTOR, {"width": 1440, "height": 900}, PHONE)
RECT = "element => element.getBoundingClientRect().toJSON()"

FITS = """() => {
    const main = document.querySelector("[data-testid=stMain]");
    const shown = [...main.querySelectorAll(".live-figure, .st-key-slide_control, h1, p")];
    return main.scrollHeight <= main.clientHeight && main.scrollWidth <= main.clientWidth
        && shown.map(element => element.getBoundingClientRect()).every(box =>
            box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth);
}"""

LETTERS = "element => parseFloat(getComputedStyle(element).fontSize) * element.currentCSSZoom"
"""Pixels; 28 on a projector are about a line of thirty to the screen's height."""

PRESENTED = ("heterogeneous_mean", "feature_privacy", "ridge", ODOMETER, A_LESSON)

OVER_A = "heterogeneous_mean?" + urlencode({"high": "3", "a": "v=1"})

SET_BEFORE = (
    "heterogeneous_mean?profile=Two+groups&v=2",
    "feature_privacy?delta=0.4&v=2",
    "ridge?low=0.05&v=2",
)
"""The control that a presentation keeps, not as at first."""


@pytest.fixture
def screen(tour: Page):
    before = tour.viewport_size
    yield tour
    tour.set_viewport_size(before)  # type: ignore[arg-type]


def slide(page: Page, server: Server, address: str, number: int = 1) -> None:
    """Open a slide, unless it is open as it was at first."""
    joint = "&" if "?" in address else "?"
    url = f"{server('app.py').url}{address}{joint}present=1&slide={number}"
    if page.url != url:
        visit(page, url)


def graph(page: Page) -> Locator:
    return page.locator(".live-figure-graph")


def headline(page: Page) -> str:
    return page.locator("[class*=_headline]").first.inner_text()


def place(page: Page) -> Locator:
    return page.locator(".present-place")


@pytest.mark.parametrize("address", first_and_in_studies(PRESENTED))
def test_every_slide_fits_its_screen(screen: Page, server: Server, address: str) -> None:
    slide(screen, server, address)
    count = int(place(screen).inner_text().split("/")[1])
    for number in range(1, count + 1):
        expect(place(screen)).to_have_text(f"{number} / {count}", timeout=SLOW)
        settle(screen)
        for size in SCREENS:
            screen.set_viewport_size(size)  # type: ignore[arg-type]
            screen.wait_for_function(FITS, timeout=SLOW)
            assert graph(screen).evaluate(RECT)["height"] >= 200
            if size is PROJECTOR:
                words = screen.get_by_test_id("stMarkdown").locator("p").first
                assert words.evaluate(LETTERS) >= 28
        expect(screen.locator(".live-figure:visible")).to_have_count(1)
        expect(screen.get_by_test_id("stSidebar")).not_to_be_visible()
        expect(screen.locator("h1")).to_have_count(1)
        screen.keyboard.press("ArrowRight")


@pytest.mark.parametrize(
    ("address", "screens"), first_and_in_studies([(OVER_A, SCREENS), (BESIDE_A, SCREENS[:2])])
)
def test_a_comparison_fits_its_slide(
    screen: Page, server: Server, address: str, screens: tuple[dict[str, int], ...]
) -> None:
    slide(screen, server, address)
    expect(screen.get_by_text("Results, A → B")).to_be_visible()
    for size in screens:
        screen.set_viewport_size(size)  # type: ignore[arg-type]
        screen.wait_for_function(FITS, timeout=SLOW)


def test_up_and_down_move_the_slider_wherever_the_focus_is(screen: Page, server: Server) -> None:
    slide(screen, server, "heterogeneous_mean")
    figure, thumb = (
        screen.locator(".live-figure"),
        screen.locator(".live-figure-control").get_by_role("slider"),
    )
    start = int(thumb.input_value())
    screen.keyboard.press("ArrowDown")
    expect(figure).to_have_attribute("data-frame", str(start - 1))
    screen.get_by_role("button", name="Next slide").focus()
    screen.keyboard.press("ArrowDown")
    expect(figure).to_have_attribute("data-frame", str(start - 2))
    thumb.focus()
    screen.keyboard.press("ArrowUp")
    expect(figure).to_have_attribute("data-frame", str(start - 1))
    heard = re.compile("[1-9]")  # of all at once, or of each where the machine is slow
    expect(figure).to_have_attribute("data-answers", heard, timeout=SLOW)
    expect(place(screen)).to_have_text(f"1 / {SLIDES}")
    settle(screen)


def test_the_key_control_moves_the_slide_and_leaves_the_pages_to_their_keys(
    screen: Page, server: Server
) -> None:
    slide(screen, server, "heterogeneous_mean")
    kind = screen.get_by_role("combobox")
    readouts = screen.locator(".live-figure-readouts")
    before = readouts.inner_text()
    kind.click()
    screen.get_by_role("option", name="Two groups").click()
    expect(readouts).not_to_have_text(before, timeout=SLOW)
    settle(screen)
    screen.keyboard.press("ArrowRight")
    expect(place(screen)).to_have_text(f"2 / {SLIDES}", timeout=SLOW)
    expect(kind).to_have_count(1)
    settle(screen)


@pytest.mark.parametrize("address", first_and_in_studies(SET_BEFORE))
def test_a_presentation_keeps_what_was_set_before_and_so_does_leaving_it(
    screen: Page, server: Server, address: str
) -> None:
    visit(screen, f"{server('app.py').url}{address}")
    before, words = screen.url, headline(screen)
    screen.get_by_role("button", name="Present").click()
    expect(place(screen)).to_contain_text("1 /", timeout=SLOW)
    settle(screen)
    for number in (2, 3):
        screen.keyboard.press("ArrowRight")
        expect(place(screen)).to_contain_text(f"{number} /", timeout=SLOW)
        settle(screen)
    screen.keyboard.press("Escape")
    expect(place(screen)).to_have_count(0, timeout=SLOW)
    settle(screen)
    expect(screen).to_have_url(before)
    until(lambda: headline(screen) == words, screen)


def test_h_hides_the_controls_and_gives_their_place_to_the_figure(
    screen: Page, server: Server
) -> None:
    slide(screen, server, "heterogeneous_mean")
    control = screen.locator(".st-key-slide_control")
    height = graph(screen).evaluate(RECT)["height"]
    screen.keyboard.press("h")
    expect(control).to_be_hidden()
    expect(screen.locator(".live-figure-control")).to_be_hidden()
    screen.wait_for_function(
        "height => document.querySelector('.live-figure-graph').offsetHeight > height / 2 &&"
        " document.querySelector('.live-figure-graph').getBoundingClientRect().height > height",
        arg=height,
    )
    screen.keyboard.press("h")
    expect(control).to_be_visible()


def test_b_blanks_the_screen_and_any_key_brings_the_slide_back(
    screen: Page, server: Server
) -> None:
    slide(screen, server, "heterogeneous_mean")
    curtain, says = screen.locator(".present-curtain"), screen.locator(".present-status")
    screen.keyboard.press("b")
    expect(curtain).to_be_visible()
    expect(says).to_have_text("The screen is blank; any key brings the slide back")
    screen.keyboard.press("ArrowRight")
    expect(curtain).to_have_count(0)
    expect(says).to_have_text("The slide is shown again")
    expect(place(screen)).to_have_text(f"1 / {SLIDES}")


def test_a_figure_with_many_methods_keeps_its_panels_on_a_phone(
    screen: Page, server: Server
) -> None:
    screen.set_viewport_size(PHONE)  # type: ignore[arg-type]
    slide(screen, server, "ridge", 1)
    losses = screen.locator(".live-figure-graph .nsewdrag").first
    assert losses.evaluate(RECT)["height"] > 150


TITLES = """() => [...document.querySelectorAll(
        ".live-figure .ytitle, .live-figure .y2title, .live-figure .xtitle, .live-figure .x2title"
    )].map(title => title.getBoundingClientRect().toJSON())"""


def test_panels_on_a_small_projector_keep_their_titles_to_themselves(
    screen: Page, server: Server
) -> None:
    screen.set_viewport_size({"width": 1280, "height": 720})
    slide(screen, server, "feature_privacy")
    titles = screen.evaluate(TITLES)
    assert len(titles) == 4
    for place, one in enumerate(titles):
        for other in titles[place + 1 :]:
            assert apart(one, other)


def test_a_hundred_dots_on_a_small_projector_are_a_hundred(screen: Page, server: Server) -> None:
    screen.set_viewport_size({"width": 1280, "height": 720})
    slide(screen, server, "lessons?lesson=zero&step=1", 2)
    boxes = screen.evaluate(
        "() => [...document.querySelectorAll('.live-figure .points')]"
        ".map(trace => [...trace.querySelectorAll('path.point')])"
        ".filter(points => points.length > 3).flat()"  # a star is one of few
        ".map(dot => dot.getBoundingClientRect().toJSON())"
    )
    assert len(boxes) == 100
    rows = sorted(boxes, key=lambda box: (round(box["top"]), box["left"]))
    assert all(
        apart(one, other) for one, other in pairwise(rows) if abs(one["top"] - other["top"]) < 2.0
    )


def apart(one: dict[str, float], other: dict[str, float]) -> bool:
    return (
        one["right"] <= other["left"] + 1.0
        or other["right"] <= one["left"] + 1.0
        or one["bottom"] <= other["top"] + 1.0
        or other["bottom"] <= one["top"] + 1.0
    )
