"""The live figure in a real browser: one graph that stays, drags that ask nobody, access for all.

Every test's name is its claim.
"""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW, looks, numbers_under, settle, until
from tests.cases import first_and_in_studies

NAME = "Error and share against the privacy level"


def open_app(page: Page, url: str) -> Locator:
    """The root element of the dragged figure, once it and its neighbour are drawn."""
    page.goto(url)
    expect(page.locator(".live-figure[data-ready]")).to_have_count(2, timeout=SLOW)
    return page.locator(".live-figure").first


@pytest.fixture
def live(page: Page, server: Server) -> Locator:
    return open_app(page, server("two_figures").url)


def number(root: Locator, attribute: str) -> int:
    return int(root.get_attribute(f"data-{attribute}") or -1)


def graph(root: Locator) -> Locator:
    return root.locator(".js-plotly-plot")


def change_other_control(page: Page) -> None:
    page.get_by_role("slider", name="Strength").press("ArrowRight")


def move_thumb(page: Page, root: Locator, share: float, *, steps: int = 1) -> None:
    box = root.get_by_role("slider").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2, steps=steps)


def drag(page: Page, root: Locator, *, start: float, end: float, steps: int) -> None:
    """Take the thumb and move it, without letting go; positions are shares of the slider."""
    move_thumb(page, root, start)
    page.mouse.down()
    move_thumb(page, root, end, steps=steps)


def x_range(root: Locator) -> list[float]:
    return graph(root).evaluate("graph => graph.layout.xaxis.range")


# ---- one graph --------------------------------------------------------------------------------


def test_new_data_keep_the_graph_element_and_draw_once(page: Page, live: Locator) -> None:
    graph(live).evaluate("graph => { graph.mark = 'the same' }")
    before = number(live, "redraws")
    change_other_control(page)
    expect(live).to_have_attribute("data-redraws", str(before + 1), timeout=SLOW)
    for _ in looks(page):
        assert number(live, "redraws") == before + 1
    assert graph(live).evaluate("graph => graph.mark") == "the same"


def test_zoom_survives_new_data_and_drags(page: Page, live: Locator) -> None:
    box = live.locator(".nsewdrag").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.6 * box["width"], box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    until(lambda: x_range(live) != [-2, 1], page)
    zoomed = x_range(live)
    before = number(live, "redraws")
    change_other_control(page)
    until(lambda: number(live, "redraws") > before, page)
    drag(page, live, start=0.5, end=0.9, steps=5)
    page.mouse.up()
    expect(page.get_by_text("releases 1")).to_be_visible()
    assert x_range(live) == zoomed


def test_nothing_is_redrawn_when_nothing_changes(page: Page, live: Locator) -> None:
    before = number(live, "redraws")
    page.get_by_role("button", name="Run again").click()
    expect(page.get_by_text("runs 2,")).to_be_visible()
    for _ in looks(page):
        assert number(live, "redraws") == before


# ---- dragging ---------------------------------------------------------------------------------


def test_a_drag_redraws_at_every_place_and_asks_nobody(page: Page, live: Locator) -> None:
    """How fast is said by `make bench`."""
    drag(page, live, start=0.66, end=0.5, steps=3)
    for share in (0.1, 0.3, 0.9):
        before = number(live, "redraws")
        move_thumb(page, live, share, steps=4)
        expect(live).to_have_attribute("data-frame", live.get_by_role("slider").input_value())
        assert number(live, "redraws") > before
    expect(page.get_by_text("runs 1, releases 0")).to_be_visible()
    page.mouse.up()
    expect(page.get_by_text("releases 1")).to_be_visible()


def test_a_release_tells_python_once_and_reaches_the_url(page: Page, live: Locator) -> None:
    drag(page, live, start=0.66, end=1.0, steps=8)
    expect(live).to_have_attribute("data-frame", "60")
    drawn = number(live, "redraws")
    page.mouse.up()
    expect(page.get_by_text("runs 2, releases 1")).to_be_visible()
    expect(page.get_by_text("epsilon is 10.0000")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Exact ε")).to_have_value("10.0000")
    expect(page).to_have_url(re.compile(r"epsilon=10"))
    for _ in looks(page):
        assert page.get_by_text("runs 2, releases 1").is_visible()
        assert number(live, "redraws") == drawn  # the picture was there already


def test_after_a_release_the_sweep_is_not_sent_again(page: Page, server: Server) -> None:
    received: list[int] = []

    def count(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: received.append(len(payload)))

    page.on("websocket", count)
    live = open_app(page, server("two_figures").url)
    first = sum(received)
    received.clear()
    drag(page, live, start=0.66, end=0.8, steps=4)
    page.mouse.up()
    expect(page.get_by_text("releases 1")).to_be_visible()
    expect(live).not_to_have_attribute("data-answers", "0")
    settle(page)  # the figure is sent after the text
    sent = sum(received)  # the figure at its new level, without its sweep and script
    assert 2_000 < sent < 40_000
    assert first > 300_000 > 5 * sent


def test_slider_and_figure_follow_the_exact_entry(page: Page, live: Locator) -> None:
    entry = page.get_by_role("spinbutton", name="Exact ε")
    entry.fill("3.3")
    entry.press("Enter")
    slider = live.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", "ε = 3.3")
    expect(live).to_have_attribute("data-frame", slider.input_value())
    assert graph(live).evaluate("graph => graph.layout.shapes[0].x0") == pytest.approx(3.3)


def test_the_url_sets_the_frame(page: Page, server: Server) -> None:
    live = open_app(page, server("two_figures").url + "?epsilon=0.5")
    expect(live.get_by_role("slider")).to_have_attribute("aria-valuetext", "ε = 0.5")


def test_data_that_arrive_during_a_drag_do_not_move_the_thumb(page: Page, live: Locator) -> None:
    drag(page, live, start=0.66, end=0.2, steps=4)
    held = live.get_by_role("slider").input_value()
    expect(live).to_have_attribute("data-frame", held)
    before = number(live, "redraws")
    page.get_by_role("button", name="Stronger").dispatch_event("click")
    expect(page.get_by_text("runs 2,")).to_be_visible()
    until(lambda: number(live, "redraws") > before, page)
    assert live.get_by_role("slider").input_value() == held
    assert live.get_attribute("data-frame") == held
    page.mouse.up()
    expect(page.get_by_text("releases 1")).to_be_visible()
    assert live.get_by_role("slider").input_value() == held


# The pause after which keys release comes when the test says so, however slow the machine is.
HOLD_THE_PAUSE = """() => {
    const { setTimeout: later, clearTimeout: forget } = window;
    let name = 0;
    window.held = new Map();
    window.setTimeout = (act, wait, ...given) => {
        if (wait !== 300) return later(act, wait, ...given);
        window.held.set(`held ${name += 1}`, act);
        return `held ${name}`;
    };
    window.clearTimeout = timer => window.held.delete(timer) || forget(timer);
}"""


def test_arrow_keys_redraw_and_release_once_after_a_run_of_keys(page: Page, live: Locator) -> None:
    page.evaluate(HOLD_THE_PAUSE)
    slider = live.get_by_role("slider")
    start = number(live, "frame")
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowRight")
    expect(live).to_have_attribute("data-frame", str(start + 5))
    expect(page.get_by_text("runs 1, releases 0")).to_be_visible()
    assert page.evaluate("() => window.held.size") == 1
    page.evaluate("() => window.held.forEach(act => act())")
    expect(page.get_by_text("runs 2, releases 1")).to_be_visible()
    assert slider.evaluate("slider => slider.matches(':focus-visible')")


def test_key_numbers_move_with_the_frame(page: Page, live: Locator) -> None:
    numbers = live.locator("dd")
    expect(numbers.nth(1)).to_have_text("1")
    drag(page, live, start=0.66, end=1.0, steps=4)
    expect(numbers.nth(1)).to_have_text("10")
    page.mouse.up()
    expect(live.locator("[aria-live=polite]")).to_contain_text("Level: 10")


def test_a_dragged_picture_is_the_one_drawn_afresh(
    page: Page, live: Locator, server: Server
) -> None:
    ink = """graph => ["scatter", "shape"]
        .flatMap(layer => [...graph.querySelectorAll(`.${layer}layer :is(path, text)`)])
        .map(mark => ["d", "transform", "x", "y"].map(name => mark.getAttribute(name)))"""
    drag(page, live, start=0.66, end=1.0, steps=8)
    expect(live).to_have_attribute("data-frame", "60")
    dragged = graph(live).evaluate(ink)
    page.mouse.up()
    afresh = open_app(page, server("two_figures").url + "?epsilon=10")
    assert len(dragged) > 13
    assert graph(afresh).evaluate(ink) == dragged


# ---- access -----------------------------------------------------------------------------------


def test_graph_and_slider_have_names_and_only_useful_buttons(live: Locator) -> None:
    buttons = live.locator(".modebar-btn")
    names = [button.get_attribute("aria-label") for button in buttons.all()]
    assert names == ["Zoom", "Pan", "Reset axes", "Save as PNG", "Save as SVG"]
    expect(live.get_by_role("figure", name=NAME)).to_be_visible()
    expect(live.get_by_role("slider", name="Privacy level")).to_be_visible()


@pytest.mark.usefixtures("live")
def test_the_table_holds_the_numbers(page: Page) -> None:
    expect(page.get_by_role("table")).to_have_count(0)
    table = numbers_under(page, "sweep").get_by_role("table", name=re.compile(NAME))
    expect(table.get_by_role("columnheader")).to_have_text(
        ["x", *(f"method {k}" for k in range(1, 6))]
    )
    expect(table.get_by_role("row")).to_have_count(11)
    expect(table.get_by_role("rowheader").first).to_have_text("0.01")
    expect(table.get_by_role("cell").first).to_have_text("0.9901")
    change_other_control(page)
    expect(table.get_by_role("cell").first).to_have_text("1")


def test_fonts_follow_the_theme_at_once(page: Page, live: Locator) -> None:
    tick = live.locator(".ytick text").first

    def colour() -> str:
        return str(tick.evaluate("tick => getComputedStyle(tick).fill"))

    light = colour()
    graph(live).evaluate("graph => { graph.mark = 'the same' }")
    page.emulate_media(color_scheme="dark")
    until(lambda: colour() != light, page)
    assert sum(map(int, re.findall(r"\d+", light)[:3])) < 384
    assert sum(map(int, re.findall(r"\d+", colour())[:3])) > 384
    assert graph(live).evaluate("graph => graph.mark") == "the same"


def test_a_phone_shows_the_whole_width(page: Page, server: Server) -> None:
    page.set_viewport_size({"width": 390, "height": 844})
    live = open_app(page, server("two_figures").url)
    overflow = "element => element.scrollWidth - element.clientWidth"
    assert page.locator("html").evaluate(overflow) <= 0
    assert live.evaluate(overflow) <= 0
    assert graph(live).evaluate("graph => graph._fullLayout.width") <= 390


def test_the_figure_fills_a_new_width(page: Page, live: Locator) -> None:
    page.set_viewport_size({"width": 700, "height": 900})
    width = "graph => [graph.layout.width, Math.floor(graph.clientWidth)]"
    until(lambda: len(set(graph(live).evaluate(width))) == 1, page)
    assert graph(live).evaluate("graph => graph.layout.width") < 700


# ---- plotly.js --------------------------------------------------------------------------------


def test_without_plotly_a_sentence_and_the_table_stand_in(
    page: Page, server: Server, console_errors: list[str]
) -> None:
    page.route("**/plotly-*.min.js", lambda route: route.abort())
    page.goto(server("two_figures").url)
    live = page.locator(".live-figure").first
    expect(live.get_by_role("alert")).to_contain_text("could not be drawn", timeout=SLOW)
    expect(page.get_by_role("table", name=re.compile(NAME))).to_be_visible()
    expect(live.get_by_role("figure", name=NAME)).to_have_count(0)

    page.unroute("**/plotly-*.min.js")
    live.get_by_role("slider").press("ArrowRight")
    expect(page.get_by_text("releases 1")).to_be_visible()
    expect(live.get_by_role("figure", name=NAME)).to_be_visible(timeout=SLOW)
    expect(live.get_by_role("alert")).to_have_count(0)
    console_errors.clear()


def test_plotly_is_fetched_once_for_all_figures(page: Page, server: Server) -> None:
    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    open_app(page, server("two_figures").url)
    assert sum("/plotly-" in url for url in fetched) == 1


@pytest.mark.parametrize("path", first_and_in_studies(["with_figure", ""]))
def test_plotly_is_found_below_a_base_path_from_every_page(
    page: Page, server: Server, path: str
) -> None:
    page.goto(server("below_a_path", "--server.baseUrlPath=lab").url + path)
    page.get_by_role("link", name="Figure").click()
    expect(page.locator(".live-figure")).to_have_attribute("data-ready", "", timeout=SLOW)


def test_leaving_the_page_frees_the_graph_and_coming_back_draws_it(
    page: Page, server: Server
) -> None:
    page.goto(server("below_a_path").url + "with_figure")
    root = page.locator(".live-figure")
    expect(root).to_have_attribute("data-ready", "", timeout=SLOW)
    old = graph(root).element_handle()
    page.get_by_role("link", name="Words").click()
    expect(page.get_by_text("nothing to see")).to_be_visible()
    until(lambda: old.evaluate("graph => graph._fullLayout === undefined"), page)
    page.get_by_role("link", name="Figure").click()
    expect(root).to_have_attribute("data-ready", "", timeout=SLOW)


def test_a_figure_below_the_screen_waits_until_the_browser_is_idle(
    page: Page, server: Server
) -> None:
    page.add_init_script("window.due = []; window.requestIdleCallback = (one) => due.push(one);")
    page.goto(server("below_the_fold").url)
    drawn = page.locator(".live-figure[data-ready] .js-plotly-plot")
    expect(drawn).to_have_attribute("aria-label", "Above", timeout=SLOW)
    page.wait_for_function("() => due.length > 0", timeout=SLOW)
    expect(drawn).to_have_count(1)
    page.evaluate("due.splice(0).forEach((one) => one())")
    expect(drawn).to_have_count(2, timeout=SLOW)
