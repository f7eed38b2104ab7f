"""The sentence above a figure speaks of what the figure shows, while it is dragged as well."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import ODOMETER, settle, steady, visit
from tests.browser.hero import drag, let_go, readouts

# The last words in sight before the figure.
SENTENCE = """hero => [...document.querySelectorAll("[data-testid=stMain] p")]
    .filter(one => one.checkVisibility()
        && one.compareDocumentPosition(hero) & Node.DOCUMENT_POSITION_FOLLOWING
        && !hero.contains(one))
    .at(-1).innerText"""

PLACES = (0.05, 0.62)
MOVED = {"heterogeneous_mean": "high", "feature_privacy": "q", ODOMETER: "budget", "ridge": "lam"}
"""What the slider of each topic sets in the address."""


def sentence(hero: Locator) -> str:
    return str(hero.evaluate(SENTENCE))


def thumb(slider: Locator) -> float:
    """Where it can be taken: a share of the slider's width."""
    share = int(slider.input_value()) / int(slider.get_attribute("max") or 1)
    return min(max(share, 0.01), 0.99)


def dragged_and_released(page: Page, hero: Locator, place: float) -> tuple[list[str], list[str]]:
    """Sentence and key numbers at a place of the slider: before letting go, and after."""
    slider = hero.get_by_role("slider")
    drag(page, hero, thumb(slider), place)
    expect(hero).to_have_attribute("data-frame", slider.input_value())
    held = [sentence(hero), *readouts(hero)]
    let_go(page, hero)
    settle(page)
    return held, [sentence(hero), *readouts(hero)]


@pytest.mark.parametrize("address", MOVED)
def test_what_a_dragged_figure_says_is_what_it_and_the_address_say_after_release(
    tour: Page, server: Server, address: str
) -> None:
    visit(tour, server("app.py").url + address)
    hero = tour.locator(".live-figure").first
    said = [[sentence(hero), *readouts(hero)]]
    for place in PLACES:
        held, released = dragged_and_released(tour, hero, place)
        assert held == released != said[-1]
        expect(tour).to_have_url(re.compile(rf"\b{MOVED[address]}=\d"))
        said.append(released)
    assert (len({words for words, *_ in said}) > 1) == (address != "ridge")


@pytest.mark.slow
def test_the_sentence_of_a_setting_that_is_compared_follows_the_drag(
    tour: Page, server: Server
) -> None:
    visit(tour, f"{server('app.py').url}heterogeneous_mean?a=v%3D1")
    sentence_of_b = tour.locator("p", has_text=re.compile(r"^B\. .*privacy")).filter(visible=True)
    before = sentence_of_b.inner_text()
    held = tour.locator(".live-figure").first
    drag(tour, held, thumb(held.get_by_role("slider")), 0.05)
    expect(sentence_of_b).not_to_have_text(before, use_inner_text=True)
    now = sentence_of_b.inner_text()
    let_go(tour, held)
    settle(tour)
    expect(sentence_of_b).to_have_text(now, use_inner_text=True)


def test_the_sentence_is_spoken_once_the_figure_is_released(tour: Page, server: Server) -> None:
    visit(tour, server("app.py").url + "feature_privacy")
    hero = tour.locator(".live-figure").first
    spoken = hero.locator("[aria-live=polite]")
    drag(tour, hero, 0.1, 0.5)
    assert spoken.inner_text() == ""  # nobody can listen at the pace of a hand
    tour.mouse.up()
    expect(spoken).to_contain_text(re.compile("At correlation q = 0.5.*Typical miss, "))
    assert sentence(hero) in spoken.inner_text()
    settle(tour)


@pytest.mark.slow
def test_a_longer_sentence_does_not_move_the_slider_back_and_forth(
    tour: Page, server: Server
) -> None:
    """Under the hand it may give way to a longer sentence once, and then stays."""
    visit(tour, server("app.py").url + "heterogeneous_mean")
    hero = tour.locator(".live-figure").first
    slider = hero.get_by_role("slider")
    drag(tour, hero, 0.99, 0.05)
    tops = []
    for place in (0.9, 0.05, 0.6):
        box = slider.bounding_box()
        assert box is not None
        tour.mouse.move(box["x"] + place * box["width"], box["y"] + box["height"] / 2, steps=4)
        expect(hero).to_have_attribute("data-frame", slider.input_value())
        steady(slider)
        tops.append(slider.bounding_box()["y"])  # type: ignore[index]
    tour.mouse.up()
    settle(tour)
    assert tops[1] == tops[2]
