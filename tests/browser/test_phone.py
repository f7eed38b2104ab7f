"""On a phone, 390 pixels wide: controls, figure, tabs and the other pages are at hand."""

import re
from itertools import combinations, pairwise
from math import hypot

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import looks, rerun, steady, tabs, until, visit
from tests.browser.harness import PHONE
from tests.browser.test_hero import RANGES
from tests.browser.test_meaning import BODY, open_it
from tests.cases import first_and_in_studies

FINGER, MENU = 40, 44
"""Pixels, of a control and of a place in the menu."""

REACH = """all => all.map((one) => [one.getBoundingClientRect(), getComputedStyle(one, "::after")])
  .map(([{ left, right, height }, { height: around }]) =>
    [left, right, Math.max(height, parseFloat(around) || 0)])"""
"""Left, right and height of each; the height of what a finger meets around a small sign."""

MIDDLES = """all => all.map(one => one.getBoundingClientRect()).map(
    ({ x, y, width, height }) => [x + width / 2, y + height / 2, width + 2, height])"""
"""Middle of each, how wide it is with its outline, and how high without it."""

CORNERS = "all => all.map(one => one.getBoundingClientRect()).map(({ left, top }) => [left, top])"


def test_what_lists_hold_at_first_is_read_in_full(phone: Page, server: Server) -> None:
    visit(phone, server("app.py").url + "ridge")
    held = phone.locator(".st-key-controls").get_by_test_id("stSelectbox").locator("input")
    assert held.evaluate_all("all => all.map(one => one.scrollWidth - one.clientWidth)") == [0] * 4
    for entry in phone.locator(".stApp input:not([type='range']):visible").all():
        expect(entry).to_have_css("font-size", "16px")  # into smaller letters phones zoom


def test_a_figure_s_buttons_and_choices_beside_each_other_are_as_large_as_a_finger(
    phone: Page, server: Server
) -> None:
    visit(phone, server("app.py").url + "ridge?ridge_view=What+would+it+take%3F")
    for targets in (phone.locator(".modebar-btn"), phone.get_by_role("radio")):
        assert targets.count() > 1
        assert all(height >= FINGER for _, _, height in targets.evaluate_all(REACH))
    expect(phone.locator(".legendtext").last).to_have_css("font-size", "12px")
    phone.locator("[class*=_numbers] summary").first.click()
    caption = phone.locator(".live-figure-scroll caption").first
    assert caption.evaluate("one => one.getBoundingClientRect().right") <= PHONE["width"]
    rerun(phone, phone.get_by_role("button", name="What does ε mean?").click)
    rows = phone.get_by_test_id("stRadio").locator("label:visible")
    assert min(height for _, _, height in rows.evaluate_all(REACH)) >= FINGER


def test_a_figure_stands_above_its_controls_and_a_button_at_the_top_leads_to_other_pages(
    phone: Page, server: Server
) -> None:
    visit(phone, server("app.py").url + "feature_privacy")
    sidebar, hero = phone.get_by_test_id("stSidebar"), phone.locator(".live-figure").first
    entry = phone.get_by_role("textbox", name="Level δ of sensitive features")
    expect(hero.locator(".live-figure-control")).to_be_in_viewport(ratio=1)
    assert phone.locator(".st-key-correlation_headline").evaluate("one => one.clientHeight") < 110
    graph, row = hero.locator(".live-figure-graph"), phone.locator(".st-key-controls")
    (_, top), (_, below) = (one.evaluate_all(CORNERS)[0] for one in (graph, row))
    assert top < PHONE["height"] * 2 / 3 < below
    controls = phone.locator(".st-key-controls :is(button, input:not([type='range'])):visible")
    for left, right, height in controls.evaluate_all(REACH):
        assert left >= 0
        assert right <= PHONE["width"]
        assert height >= FINGER
    sliders = phone.locator(".st-key-controls input[type='range']:visible")
    assert min(sliders.evaluate_all("all => all.map(one => one.clientWidth)")) > PHONE["width"] / 2
    assert len([*tabs(phone)]) == 3

    entry.scroll_into_view_if_needed()
    expect(entry).to_be_in_viewport(ratio=0.9)
    entry.fill("0.3")
    rerun(phone, lambda: entry.press("Enter"))
    expect(phone).to_have_url(re.compile(r"delta=0\.3"))
    open_it(phone)
    body = phone.locator(BODY)
    assert body.evaluate("one => one.clientHeight") <= 0.7 * PHONE["height"]
    phone.touchscreen.tap(PHONE["width"] / 2, 30)  # the bar at the top: there it is tapped away
    expect(body).to_have_count(0)

    links = sidebar.locator("a")
    phone.get_by_role("button", name="Expand sidebar").tap()
    steady(sidebar)
    places = sidebar.get_by_test_id("stSidebarNavLink")
    corners = places.evaluate_all(CORNERS)
    assert len(corners) == 5
    assert len({left for left, _ in corners}) == 1
    assert all(lower >= upper + MENU for (_, upper), (_, lower) in pairwise(corners))
    slow = phone.context.new_cdp_session(phone)
    slow.send("Emulation.setCPUThrottlingRate", {"rate": 8})  # as a phone is
    rerun(phone, places.filter(has_text="Start").tap, figures=1)
    expect(phone).to_have_title(re.compile("Start"))
    collapse = phone.get_by_role("button", name="Collapse sidebar")
    if collapse.is_visible():  # Streamlit closes it by itself where a link leads to another page
        collapse.tap()
    expect(links.first).not_to_be_in_viewport()
    expect(hero).to_be_in_viewport()


def test_a_swipe_that_scrolls_changes_no_setting_and_a_drag_does(
    phone: Page, server: Server
) -> None:
    visit(phone, server("app.py").url + "heterogeneous_mean")
    slider = phone.locator(".live-figure-control").first.get_by_role("slider")
    box = slider.bounding_box()
    assert box is not None
    at = (box["x"] + box["width"] / 5, box["y"] + box["height"] / 2)
    before = slider.input_value()
    headline = phone.locator(".st-key-saturation_headline")
    said = headline.inner_text()
    swipe(phone, at, (0, -200))
    until(lambda: slider.bounding_box() != box, phone)
    for _ in looks(phone):
        assert slider.input_value() == before
        assert headline.inner_text() == said
        assert "high=" not in phone.url
    graph = phone.locator(".live-figure-graph").first.bounding_box()
    assert graph is not None
    swipe(phone, (graph["x"] + graph["width"] / 2, graph["y"] + 100), (0, -80))  # scrolls, too
    until(lambda: phone.locator(".live-figure-graph").first.bounding_box() != graph, phone)
    steady(slider)
    box = slider.bounding_box()
    assert box is not None
    swipe(phone, (at[0], box["y"] + box["height"] / 2), (120, 0))
    expect(slider).not_to_have_value(before)
    expect(phone).to_have_url(re.compile("high="))


def test_a_tap_on_the_help_of_a_switch_turns_nothing(phone: Page, server: Server) -> None:
    visit(phone, server("app.py").url + "heterogeneous_mean")
    beside = phone.locator(".st-key-everybody_switch")
    beside.get_by_role("button").tap()
    expect(phone.get_by_text("There is no sampling error, but")).to_be_visible()
    expect(beside.get_by_role("switch")).not_to_be_checked()


SHORT = ("heterogeneous_mean?high=0.086", "feature_privacy?q=1", "ridge", "privacy_odometer", "")
"""Where the words above the slider take fewer lines than elsewhere along it."""

MOVE = """(slider, stop) => {
    slider.value = stop;
    slider.dispatchEvent(new Event("input", { bubbles: true }));
    return document.querySelector("[data-live-figure-ahead]")?.innerText;
}"""


@pytest.mark.parametrize("address", first_and_in_studies(SHORT))
def test_a_slider_stays_under_the_finger_whatever_is_said_above_it(
    phone: Page, server: Server, address: str
) -> None:
    visit(phone, server("app.py").url + address)
    slider = phone.locator(".live-figure-control").first.get_by_role("slider")
    steady(slider)
    said, places = set(), set()
    for stop in range(int(slider.get_attribute("max") or 0) + 1):
        said.add(slider.evaluate(MOVE, stop))
        places.add(slider.evaluate("one => Math.round(one.getBoundingClientRect().y)"))
    assert len(said) > 1
    assert len(places) == 1


@pytest.mark.parametrize(
    "address", first_and_in_studies(("heterogeneous_mean", "feature_privacy", "evidence"))
)
def test_a_tap_on_a_figure_leaves_its_axes_and_shows_a_label_that_is_all_in_sight(
    phone: Page, server: Server, address: str
) -> None:
    """Plotly takes the touch and the mouse that a browser makes of it for a double click."""
    visit(phone, server("app.py").url + address)
    graph = phone.locator(".js-plotly-plot").first
    graph.scroll_into_view_if_needed()
    box = graph.bounding_box()
    assert box is not None
    rows = graph.locator(".ytick").evaluate_all(MIDDLES)
    assert all(abs(y - v) >= height for (_, y, _, height), (_, v, *_) in combinations(rows, 2))
    drawn, labels = graph.evaluate(RANGES), graph.locator(".hovertext")
    seen = 0
    for step in range(8):
        height = box["height"] * (0.35 + 0.05 * step)
        phone.touchscreen.tap(box["x"] + box["width"] / 2, box["y"] + height)
        for _ in looks(phone, 200):
            assert graph.evaluate(RANGES) == drawn
        for left, right, _ in labels.evaluate_all(REACH):
            assert box["x"] <= left < right <= box["x"] + box["width"]
            seen += 1
    assert seen


def test_people_in_a_lesson_stand_apart_and_the_buttons_above_have_words(
    phone: Page, server: Server
) -> None:
    visit(phone, server("app.py").url + "lessons?lesson=zero&step=3&shown=true&guess=~~40")
    dots = phone.locator(".live-figure .scatterlayer .point").evaluate_all(MIDDLES)
    assert len(dots) == 100
    largest = max(size for _, _, size, _ in dots)
    assert min(hypot(x - u, y - v) for (x, y, *_), (u, v, *_) in combinations(dots, 2)) > largest
    for word in ("For a class", "Share", "All lessons"):
        expect(phone.locator(".st-key-lesson_bar").get_by_text(word).last).to_be_in_viewport(
            ratio=1
        )


def test_a_swipe_over_a_guess_scrolls_a_tap_and_its_thumb_set_it_and_then_the_verdict_is_in_sight(
    phone: Page, server: Server
) -> None:
    visit(phone, server("app.py").url + "lessons?lesson=ridge&step=1")
    slider = phone.get_by_role("group", name="Your prediction")
    expect(slider.get_by_test_id("stSliderTickBar")).to_have_css("opacity", "1")  # both ends

    def place(across: float) -> tuple[float, float]:
        """Find a point of the slider, wherever the page has moved it."""
        slider.scroll_into_view_if_needed()
        box = slider.bounding_box()
        assert box is not None
        return box["x"] + across * (box["width"] - 1), box["y"] + box["height"] / 2

    before = place(0.5)
    swipe(phone, before, (0, 150))
    until(lambda: place(0.5) != before, phone)
    steady(slider)
    expect(phone.get_by_text("No guess yet")).to_be_visible()

    def tap() -> bool:
        """Tap again where a tap only ended what the swipe had set moving."""
        phone.touchscreen.tap(*place(1))
        return phone.get_by_text("Your guess: λ = 1,000").is_visible()

    rerun(phone, lambda: until(tap, phone))
    rerun(phone, lambda: swipe(phone, place(1), (-150, 0)))
    expect(phone.get_by_text("Your guess: λ = 1,000")).to_have_count(0)
    rerun(phone, phone.get_by_role("button", name="Reveal").tap)
    expect(phone.get_by_test_id("stAlert")).to_be_in_viewport()
    rerun(phone, phone.get_by_role("button", name="Next").tap)
    expect(phone.get_by_role("heading", name="Is one number enough?")).to_be_in_viewport()


def swipe(page: Page, start: tuple[float, float], way: tuple[float, float]) -> None:
    """Put a finger on the screen, move it in ten steps, and lift it."""
    touch = page.context.new_cdp_session(page)
    for step in range(11):
        point = {"x": start[0] + way[0] * step / 10, "y": start[1] + way[1] * step / 10}
        kind = "touchMove" if step else "touchStart"
        touch.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [point]})
        page.evaluate("() => new Promise(requestAnimationFrame)")  # as slow as a hand
    touch.send("Input.dispatchTouchEvent", {"type": "touchEnd", "touchPoints": []})
