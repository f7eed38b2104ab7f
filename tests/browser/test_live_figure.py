"""The live figure in a real browser: one graph that stays, drags that ask nobody, access for all.

How fast it is says `make bench`.
"""

import re

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, WebSocket, expect

from tests.browser.dashboard import HOLD, looks, numbers_under, rerun, resize, settle, until, visit
from tests.browser.harness import PHONE

KEYS_REST = 300
"""Milliseconds after which a run of keys is over."""

INK = """graph => ["scatter", "shape"]
    .flatMap(layer => [...graph.querySelectorAll(`.${layer}layer :is(path, text)`)])
    .map(mark => ["d", "transform", "x", "y"].map(name => mark.getAttribute(name)))"""
"""What is drawn of curves and lines."""

NAME = "Error and share against the privacy level"


def open_app(page: Page, apps: str, query: str = "") -> Locator:
    """The root element of the dragged figure, once it and its neighbour are drawn."""
    visit(page, f"{apps}two_figures{query}")
    expect(page.locator(".live-figure[data-ready]")).to_have_count(2)
    return page.locator(".live-figure").first


def number(root: Locator, attribute: str) -> int:
    return int(root.get_attribute(f"data-{attribute}") or -1)


def graph(root: Locator) -> Locator:
    return root.locator(".js-plotly-plot")


def move_thumb(page: Page, root: Locator, share: float, *, steps: int = 4) -> None:
    """Move the pointer along the slider; positions are shares of it."""
    box = root.get_by_role("slider").bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + share * box["width"], box["y"] + box["height"] / 2, steps=steps)


def drag(page: Page, root: Locator, *, start: float, end: float) -> None:
    """Take the thumb and move it, without letting go."""
    move_thumb(page, root, start, steps=1)
    page.mouse.down()
    move_thumb(page, root, end)
    expect(root).to_have_attribute("data-frame", root.get_by_role("slider").input_value())


def test_new_data_keep_the_graph_its_zoom_and_a_thumb_that_is_held_until_the_page_is_left(
    page: Page, apps: str
) -> None:
    """From the first page, plotly is found below a path as well."""
    visit(page, apps, figures=0)
    rerun(page, page.get_by_role("link", name="two_figures").click, figures=2)
    live = page.locator(".live-figure").first
    graph(live).evaluate("graph => { graph.mark = 'the same' }")
    zoom = "graph => graph.layout.xaxis.range"
    box = live.locator(".nsewdrag").first.bounding_box()
    assert box is not None
    page.mouse.move(box["x"] + 0.3 * box["width"], box["y"] + box["height"] / 2)
    page.mouse.down()
    page.mouse.move(box["x"] + 0.6 * box["width"], box["y"] + box["height"] / 2, steps=5)
    page.mouse.up()
    until(lambda: graph(live).evaluate(zoom) != [-2, 1], page)
    zoomed, before = graph(live).evaluate(zoom), number(live, "redraws")
    page.get_by_role("slider", name="Strength").press("ArrowRight")
    expect(live).to_have_attribute("data-redraws", str(before + 1))
    page.get_by_role("button", name="Run again").click()
    expect(page.get_by_text("runs 3,")).to_be_visible()
    for _ in looks(page):
        assert number(live, "redraws") == before + 1  # nothing has changed since
    drag(page, live, start=0.5, end=0.9)
    page.mouse.up()
    expect(page.get_by_text("releases 1")).to_be_visible()
    drag(page, live, start=0.9, end=0.2)
    held, before = live.get_by_role("slider").input_value(), number(live, "redraws")
    page.get_by_role("button", name="Stronger").dispatch_event("click")
    until(lambda: number(live, "redraws") > before, page)
    assert live.get_by_role("slider").input_value() == held
    assert live.get_attribute("data-frame") == held
    page.mouse.up()
    expect(page.get_by_text("releases 2")).to_be_visible()
    assert live.get_by_role("slider").input_value() == held
    assert graph(live).evaluate("graph => graph.mark") == "the same"
    assert graph(live).evaluate(zoom) == zoomed

    old = graph(live).element_handle()
    page.get_by_role("link", name="words").click()
    expect(page.get_by_text("nothing to see")).to_be_visible()
    until(lambda: old.evaluate("graph => graph._fullLayout === undefined"), page)
    page.get_by_role("link", name="two_figures").click()
    expect(live).to_have_attribute("data-ready", "")


def test_a_drag_or_a_run_of_keys_redraws_at_every_place_and_asks_nobody_until_released(
    page: Page, apps: str
) -> None:
    received: list[int] = []

    def count(socket: WebSocket) -> None:
        socket.on("framereceived", lambda payload: received.append(len(payload)))

    page.on("websocket", count)
    live = open_app(page, apps)
    first = sum(received)
    received.clear()
    drag(page, live, start=0.66, end=0.5)
    for share in (0.1, 0.3, 1.0):
        before = number(live, "redraws")
        move_thumb(page, live, share)
        expect(live).to_have_attribute("data-frame", live.get_by_role("slider").input_value())
        assert number(live, "redraws") > before
    expect(live).to_have_attribute("data-frame", "60")
    expect(live.locator("dd").nth(1)).to_have_text("10")
    expect(page.get_by_text("runs 1, releases 0")).to_be_visible()
    drawn, dragged = number(live, "redraws"), graph(live).evaluate(INK)
    page.mouse.up()
    expect(live.locator("[aria-live=polite]")).to_contain_text("Level: 10")
    expect(page.get_by_text("runs 2, releases 1")).to_be_visible()
    expect(page.get_by_text("epsilon is 10.0000")).to_be_visible()
    expect(page.get_by_role("spinbutton", name="Exact ε")).to_have_value("10.0000")
    expect(page).to_have_url(re.compile(r"epsilon=10"))
    expect(live).not_to_have_attribute("data-answers", "0")
    settle(page)  # the figure is sent after the text
    sent = sum(received)  # the figure at its new level, without its sweep and script
    assert 2_000 < sent < 40_000
    assert first > 300_000 > 5 * sent
    for _ in looks(page):
        assert page.get_by_text("runs 2, releases 1").is_visible()
        assert number(live, "redraws") == drawn  # the picture was there already

    page.evaluate(HOLD, KEYS_REST)
    slider = live.get_by_role("slider")
    slider.focus()
    for _ in range(5):
        page.keyboard.press("ArrowLeft")
    expect(live).to_have_attribute("data-frame", "55")
    expect(page.get_by_text("runs 2, releases 1")).to_be_visible()
    assert page.evaluate("held.size") == 1
    page.evaluate("letGo()")
    expect(page.get_by_text("runs 3, releases 2")).to_be_visible()
    assert slider.evaluate("slider => slider.matches(':focus-visible')")
    entry = page.get_by_role("spinbutton", name="Exact ε")
    entry.fill("3.3")
    entry.press("Enter")
    expect(slider).to_have_attribute("aria-valuetext", "ε = 3.3")
    expect(live).to_have_attribute("data-frame", slider.input_value())
    assert graph(live).evaluate("graph => graph.layout.shapes[0].x0") == pytest.approx(3.3)

    fetched: list[str] = []
    page.on("request", lambda request: fetched.append(request.url))
    afresh = open_app(page, apps, "?epsilon=10")
    assert sum("/plotly-" in url for url in fetched) == 1  # for both figures
    expect(afresh.get_by_role("slider")).to_have_attribute("aria-valuetext", "ε = 10")
    assert len(dragged) > 13
    assert graph(afresh).evaluate(INK) == dragged


def test_a_press_that_began_beside_the_figure_hides_no_line(page: Page, apps: str) -> None:
    """A page that gets shorter by a click may move the legend under the pointer."""
    live = open_app(page, apps)
    first, second = (live.locator(".legendtoggle").nth(entry) for entry in (0, 1))
    page.get_by_text("epsilon is").hover()
    page.mouse.down()
    first.hover(force=True)
    page.mouse.up()
    second.click()
    seen = "graph => graph._fullData.map((line) => line.visible)"
    until(lambda: "legendonly" in graph(live).evaluate(seen), page)
    assert graph(live).evaluate(seen)[0] is True


@pytest.mark.slow  # names, tables and widths are in `test_looks`
def test_it_has_names_a_table_the_colours_of_the_theme_and_the_width_of_its_place(
    page: Page, apps: str
) -> None:
    live = open_app(page, apps)
    buttons = live.locator(".modebar-btn").all()
    names = [button.get_attribute("aria-label") for button in buttons]
    assert names == ["Zoom", "Pan", "Reset axes", "Save as PNG", "Save as SVG"]
    expect(live.get_by_role("figure", name=NAME)).to_be_visible()
    expect(live.get_by_role("slider", name="Privacy level")).to_be_visible()

    expect(page.get_by_role("table")).to_have_count(0)
    table = numbers_under(page, "sweep").get_by_role("table", name=re.compile(NAME))
    columns = ["x", *(f"method {k}" for k in range(1, 6))]
    expect(table.get_by_role("columnheader")).to_have_text(columns)
    expect(table.get_by_role("row")).to_have_count(11)
    expect(table.get_by_role("rowheader").first).to_have_text("0.01")
    expect(table.get_by_role("cell").first).to_have_text("0.9901")
    page.get_by_role("slider", name="Strength").press("ArrowRight")
    expect(table.get_by_role("cell").first).to_have_text("1")

    graph(live).evaluate("graph => { graph.mark = 'the same' }")
    tick = live.locator(".ytick text").first

    def colour() -> str:
        return str(tick.evaluate("tick => getComputedStyle(tick).fill"))

    light = colour()
    page.emulate_media(color_scheme="dark")
    until(lambda: colour() != light, page)
    assert sum(map(int, re.findall(r"\d+", light)[:3])) < 384
    assert sum(map(int, re.findall(r"\d+", colour())[:3])) > 384

    for size in (ViewportSize(width=700, height=900), PHONE):
        resize(page, size)
        assert graph(live).evaluate("graph => graph.layout.width") <= size["width"]
        for element in (page.locator("html"), live):
            assert element.evaluate("one => one.scrollWidth - one.clientWidth") <= 0
    assert graph(live).evaluate("graph => graph.mark") == "the same"


@pytest.mark.slow
def test_without_plotly_a_sentence_and_the_table_stand_in(
    page: Page, apps: str, console_errors: list[str]
) -> None:
    page.route("**/plotly-*.min.js", lambda route: route.abort())
    page.goto(f"{apps}two_figures")
    live = page.locator(".live-figure").first
    expect(live.get_by_role("alert")).to_contain_text("could not be drawn")
    expect(page.get_by_role("table", name=re.compile(NAME))).to_be_visible()
    expect(live.get_by_role("figure", name=NAME)).to_have_count(0)

    page.unroute("**/plotly-*.min.js")
    live.get_by_role("slider").press("ArrowRight")
    expect(page.get_by_text("releases 1")).to_be_visible()
    expect(live.get_by_role("figure", name=NAME)).to_be_visible()
    expect(live.get_by_role("alert")).to_have_count(0)
    console_errors.clear()


def test_the_first_figure_is_drawn_before_all_others_which_wait_until_the_browser_is_idle(
    page: Page, apps: str
) -> None:
    page.add_init_script("window.due = []; window.requestIdleCallback = (one) => due.push(one);")
    page.set_viewport_size({"width": 1440, "height": 2000})
    page.goto(f"{apps}two_figures")
    drawn = page.locator(".live-figure[data-ready] .js-plotly-plot")
    expect(drawn).to_have_attribute("aria-label", NAME)
    page.wait_for_function("() => due.length > 0")
    expect(drawn).to_have_count(1)
    page.evaluate("due.splice(0).forEach((one) => one())")
    expect(drawn).to_have_count(2)
