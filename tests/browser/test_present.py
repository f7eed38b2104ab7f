"""What is presented is all there, and moves by its keys: on a projector, a laptop, a phone."""

from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import A_LESSON, BESIDE_A, ODOMETER, go, rerun, resize, settle, until
from tests.browser.harness import PHONE, VIEWPORT
from tests.cases import first_and_in_studies

PROJECTOR: ViewportSize = {"width": 1920, "height": 1080}
SMALL_PROJECTOR: ViewportSize = {"width": 1280, "height": 720}
RECT = "element => element.getBoundingClientRect().toJSON()"

# On a small screen titles of panels keep to themselves, as do the dots of a crowd.
FITS = """() => {
    const main = document.querySelector("[data-testid=stMain]");
    const shown = [...main.querySelectorAll(".live-figure, .st-key-slide_control, h1, p")];
    const boxes = of => [...of].map(element => element.getBoundingClientRect());
    const apart = all => all.every((one, place) => all.slice(place + 1).every(other =>
        one.right <= other.left + 1 || other.right <= one.left + 1
        || one.bottom <= other.top + 1 || other.bottom <= one.top + 1));
    const titles = main.querySelectorAll(":is(.xtitle, .x2title, .ytitle, .y2title)");
    return main.scrollHeight <= main.clientHeight && main.scrollWidth <= main.clientWidth
        && boxes(shown).every(box =>
            box.top >= 0 && box.bottom <= innerHeight && box.right <= innerWidth)
        && (innerWidth < 1000 || apart(boxes(titles)));
}"""

LETTERS = "element => parseFloat(getComputedStyle(element).fontSize) * element.currentCSSZoom"
"""Pixels; 28 on a projector are about a line of thirty to the screen's height."""

LOW = "graph => graph.style.cssText += '; height: 120px; min-height: 0; flex: none'"

PRESENTED = (
    "heterogeneous_mean?profile=Two+groups",
    "feature_privacy?delta=0.4",
    "ridge?low=0.05",
    ODOMETER,
    A_LESSON,
    "lessons?lesson=zero&step=1",
)
"""With the control that a presentation keeps, not as at first."""

COMPARED = ("heterogeneous_mean?" + urlencode({"high": "3", "a": "v=1"}), BESIDE_A)


def present(page: Page, server: Server, address: str, slide: int = 1) -> None:
    joint = "&" if "?" in address else "?"
    go(page, f"{server('app.py').url}{address}{joint}present=1&slide={slide}")


def press(page: Page, key: str) -> None:
    """Press a key that turns the page."""
    rerun(page, lambda: page.keyboard.press(key), figures=1)


def graph(page: Page) -> Locator:
    return page.locator(".live-figure-graph")


def headline(page: Page) -> str:
    return page.locator("[class*=_headline]").first.inner_text()


def place(page: Page) -> Locator:
    return page.locator(".present-place")


def fits(page: Page, size: ViewportSize) -> None:
    page.set_viewport_size(size)
    page.wait_for_function(FITS)


@pytest.mark.parametrize(
    ("address", "every"),
    first_and_in_studies([(PRESENTED[0], 6), *((address, 1) for address in PRESENTED)]),
)
def test_slides_fit_their_screen(tour: Page, server: Server, address: str, every: int) -> None:
    """Two slides on two screens in `make test`, and each one on three in `make studies`."""
    present(tour, server, address)
    count = int(place(tour).inner_text().split("/")[1])
    for number in range(1, count + 1):
        figures = 0 if "lesson" in address and number == count else 1  # a lesson ends with words
        if number > 1:
            rerun(tour, lambda: tour.keyboard.press("ArrowRight"), figures)
        expect(place(tour)).to_have_text(f"{number} / {count}")
        expect(tour.locator(".live-figure:visible")).to_have_count(figures)
        if number % every != 1 % every:
            continue
        for size in (PROJECTOR, SMALL_PROJECTOR, PHONE)[:: 1 if every == 1 else 2]:
            if figures or size is not PHONE:  # where what was learned is scrolled
                fits(tour, size)
            if figures:
                assert graph(tour).evaluate(RECT)["height"] >= 150
            if size is PROJECTOR:
                words = tour.get_by_test_id("stMarkdown").locator("p:visible").first
                assert words.evaluate(LETTERS) >= 28
        expect(tour.get_by_test_id("stSidebar")).not_to_be_visible()
        expect(tour.locator("h1")).to_have_count(1)


def test_a_graph_that_is_too_low_for_its_legend_is_drawn_without_it(
    tour: Page, server: Server
) -> None:
    go(tour, f"{server('app.py').url}heterogeneous_mean?profile=Two+groups&present=1&slide=4")
    resize(tour, PHONE)
    drawn = graph(tour)
    expect(drawn.locator(".legend")).to_have_count(1)
    drawn.evaluate(LOW)
    expect(drawn.locator(".main-svg").first).to_have_attribute("height", "78")  # buttons below
    expect(drawn.locator(".legend")).to_have_count(0)
    expect(drawn).to_be_visible()


@pytest.mark.parametrize("address", first_and_in_studies(COMPARED))
def test_a_comparison_fits_its_slide(tour: Page, server: Server, address: str) -> None:
    present(tour, server, address)
    expect(tour.get_by_text("Results, A → B")).to_be_visible()
    for size in (PROJECTOR, VIEWPORT, *([] if address == BESIDE_A else [PHONE])):
        fits(tour, size)


def test_keys_move_the_slider_hide_the_controls_blank_the_screen_and_turn_the_page(
    tour: Page, server: Server
) -> None:
    """And a presentation keeps what was set before, as does leaving it."""
    go(tour, f"{server('app.py').url}heterogeneous_mean?profile=Two+groups&v=4")
    before, words = tour.url, headline(tour)
    rerun(tour, tour.get_by_role("button", name="Present").click, figures=1)
    expect(place(tour)).to_contain_text("1 /")
    figure = tour.locator(".live-figure")
    thumb = tour.locator(".live-figure-control").get_by_role("slider")
    start, answers = int(thumb.input_value()), figure.get_attribute("data-answers") or ""
    for keys, at in ((["ArrowDown"], start - 1), (["ArrowUp", "ArrowUp"], start + 1)):
        tour.get_by_role("button", name="Next slide").focus()  # wherever the focus is
        for key in keys:
            tour.keyboard.press(key)
        expect(figure).to_have_attribute("data-frame", str(at))
    thumb.focus()
    tour.keyboard.press("ArrowDown")
    expect(figure).to_have_attribute("data-frame", str(start))
    expect(figure).not_to_have_attribute("data-answers", answers)
    settle(tour)

    control, height = tour.locator(".st-key-slide_control"), graph(tour).evaluate(RECT)["height"]
    tour.keyboard.press("h")
    expect(control).to_be_hidden()
    expect(tour.locator(".live-figure-control")).to_be_hidden()
    until(lambda: graph(tour).evaluate(RECT)["height"] > height, tour)
    tour.keyboard.press("h")
    expect(control).to_be_visible()

    curtain, says = tour.locator(".present-curtain"), tour.locator(".present-status")
    tour.keyboard.press("b")
    expect(curtain).to_be_visible()
    expect(says).to_have_text("The screen is blank; any key brings the slide back")
    tour.keyboard.press("ArrowRight")
    expect(curtain).to_have_count(0)
    expect(says).to_have_text("The slide is shown again")
    expect(place(tour)).to_contain_text("1 /")

    readouts, kind = tour.locator(".live-figure-readouts"), tour.get_by_role("combobox")
    numbers = readouts.inner_text()
    kind.click()  # the control beside the slide moves it
    rerun(tour, tour.get_by_role("option", name="Log-uniform").click)
    expect(readouts).not_to_have_text(numbers, use_inner_text=True)
    kind.click()
    rerun(tour, tour.get_by_role("option", name="Two groups").click)
    expect(readouts).to_have_text(numbers, use_inner_text=True)
    press(tour, "ArrowRight")
    expect(place(tour)).to_contain_text("2 /")
    press(tour, "Escape")
    expect(place(tour)).to_have_count(0)
    expect(tour).to_have_url(before)
    until(lambda: headline(tour) == words, tour)
