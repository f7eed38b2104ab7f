"""The figure on top of a topic under the hand: one graph, and what is said of it, at once."""

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import ODOMETER, go, looks, rerun, resize, settle, until, visit
from tests.browser.harness import PHONE, VIEWPORT
from tests.browser.hero import drag, let_go, readouts, sentence
from tests.cases import first_and_in_studies

MOVED = {"heterogeneous_mean": "high", "feature_privacy": "q", ODOMETER: "budget", "ridge": "lam"}
"""What the slider of each topic sets in the address."""

DRAWN = """hero => [...hero.querySelectorAll('.js-line, .point')]
    .map(mark => [mark.getAttribute('d'), mark.getAttribute('transform')])"""


RANGES = """graph => Object.entries(graph.layout)
    .filter(([name]) => /^[xy]axis\\d*$/.test(name)).map(([, axis]) => axis.range)"""


def hero_of(page: Page) -> Locator:
    return page.locator(".live-figure").first


def said(hero: Locator) -> list[str]:
    return [sentence(hero), *readouts(hero)]


def changed(hero: Locator, drawn: object) -> None:
    """Wait until the figure is another picture than that."""
    until(lambda: hero.evaluate(DRAWN) != drawn, hero.page)


@pytest.mark.parametrize("address", first_and_in_studies(MOVED))
def test_what_a_dragged_figure_says_is_what_it_and_the_address_say_after_release_and_elsewhere(
    tour: Page, server: Server, address: str
) -> None:
    go(tour, server("app.py").url + address)
    hero, before = hero_of(tour), [said(hero_of(tour))]
    graph = hero.locator(".js-plotly-plot")
    graph.evaluate("graph => { graph.mark = 'the same' }")
    for place in (0.05, 0.62):
        drag(tour, hero, place)
        held = said(hero)
        let_go(tour, hero)
        settle(tour)
        assert said(hero) == held != before[-1]
        expect(tour).to_have_url(re.compile(rf"\b{MOVED[address]}=\d"))
        before.append(held)
    assert len({words for words, *_ in before}) > 1
    expect(hero.locator("[aria-live=polite]")).to_contain_text(sentence(hero))
    assert graph.evaluate("graph => graph.mark") == "the same"
    drawn = hero.evaluate(DRAWN)
    visit(tour, tour.url)  # another session, as in another browser
    assert said(hero) == held
    assert hero.evaluate(DRAWN) == drawn


def test_any_number_can_be_typed_and_what_cannot_be_used_stays_until_corrected(
    tour: Page, server: Server
) -> None:
    """Beyond the slider, with a decimal comma; of what is no number one is told what may be."""
    go(tour, server("app.py").url + "heterogeneous_mean?n=998")
    hero = hero_of(tour)
    strict, relaxed = (
        tour.get_by_role("textbox", name=name).first  # a tab may have the same control
        for name in ("Most private ε", "Least private ε (all between follow)")
    )
    for entry, typed, meant, set_to in (
        (relaxed, "500", "500", "high=500"),
        (strict, "0,0002", "0.0002", "low=0.0002"),
    ):
        drawn = hero.evaluate(DRAWN)
        entry.fill(typed)
        entry.press("Enter")
        expect(entry).to_have_value(meant)
        expect(tour).to_have_url(re.compile(rf"{re.escape(set_to)}(\.0)?(&|$)"))
        changed(hero, drawn)
    refused = tour.get_by_text("The figures still show the last usable setting.")
    limits = tour.locator(".number-row-refusal").filter(visible=True)
    strict.fill("1,000")  # a thousand is above the most relaxed
    strict.press("Enter")
    expect(refused).to_be_visible()
    strict.fill("0.06")
    rerun(tour, lambda: strict.press("Enter"))  # its answer would take the place of what is typed
    expect(refused).to_have_count(0)
    for typed in ("0,05,1", "0"):
        strict.fill(typed)
        strict.press("Enter")
        expect(limits).to_have_text("from 0.000001 to 1,000,000")
        expect(strict).to_have_value(typed)


def test_a_double_click_goes_back_to_the_axes_of_the_present_frame(
    tour: Page, server: Server
) -> None:
    """Plotly alone would go back to those of the frame it drew first, or fit them to the lines."""
    go(tour, server("app.py").url + "heterogeneous_mean")
    hero = hero_of(tour)
    graph = hero.locator(".js-plotly-plot")
    before = graph.evaluate(RANGES)
    drag(tour, hero, 0.05)
    let_go(tour, hero)
    settle(tour)
    here = graph.evaluate(RANGES)
    assert here != before
    lower = hero.locator(".nsewdrag").last
    box = lower.bounding_box()
    assert box is not None
    tour.mouse.dblclick(box["x"] + 50, box["y"] + 40)
    for _ in looks(tour):
        assert graph.evaluate(RANGES) == here
    tour.mouse.move(box["x"] + 100, box["y"] + 20)
    tour.mouse.down()
    tour.mouse.move(box["x"] + 300, box["y"] + 60, steps=5)
    tour.mouse.up()
    until(lambda: graph.evaluate(RANGES) != here, tour)
    tour.mouse.dblclick(box["x"] + 50, box["y"] + 40)
    until(lambda: graph.evaluate(RANGES) == here, tour)


@pytest.mark.slow
def test_lines_are_named_at_their_ends_or_above_them_on_a_phone(tour: Page, server: Server) -> None:
    go(tour, server("app.py").url + "ridge")
    hero = hero_of(tour)
    names, legend = hero.get_by_text("private regression", exact=True), hero.locator(".legend")
    expect(names).to_have_count(1)
    expect(legend).to_have_count(0)
    resize(tour, PHONE)
    expect(legend).to_have_count(1)
    expect(names).to_have_count(0)


@pytest.mark.slow
def test_names_stand_above_a_figure_and_its_buttons_below_it(tour: Page, server: Server) -> None:
    go(tour, server("app.py").url + "feature_privacy")
    for size in (VIEWPORT, PHONE):
        resize(tour, size)
        settle(tour)
        parts = map(hero_of(tour).locator, (".legend", ".xy > .nsewdrag", ".modebar"))
        boxes = [part.bounding_box() for part in parts]
        ends = [end for box in boxes if box for end in (box["y"], box["y"] + box["height"])]
        assert ends == sorted(ends)


@pytest.mark.slow  # a topic's figure follows it in `make test`
def test_the_dots_of_the_overview_follow_the_hand(tour: Page, server: Server) -> None:
    go(tour, server("app.py").url)
    hero = hero_of(tour)
    expect(hero.locator(".modebar-btn")).to_have_count(0)  # they would lie over the words
    dots = "hero => [...hero.querySelector('.live-figure-graph')._fullData[0].marker.size]"
    slider = hero.get_by_role("slider")
    slider.press("Home")
    tour.wait_for_url("**relaxed=**")
    settle(tour)
    before, length = hero.evaluate(dots), slider.bounding_box()
    slider.press("ArrowRight")
    assert slider.bounding_box() == length  # beside a longer number
    slider.press("End")
    expect(tour.get_by_text("Some privacy is free").first).to_be_visible()
    tour.wait_for_url("**relaxed=100**")
    settle(tour)
    after = hero.evaluate(dots)
    assert after[-1] > before[-1]
    assert after[0] < before[0]
