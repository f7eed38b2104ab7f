"""The menu, the switch between topics, and the first screen of all."""

import re
from urllib.parse import urlencode

import numpy as np
import pytest
from playwright.sync_api import Page, expect

from pages.inside.topics import TOPICS
from tests.browser.conftest import Server
from tests.browser.dashboard import go, rerun, settle, visit
from tests.browser.harness import VIEWPORT
from tests.cases import first_and_in_studies

MOST_WORDS = {"": 90, **dict.fromkeys(TOPICS, 110)}
BOLD = 6

BOXES = """links => links.map(link => {
    const { left, top, width, height } = link.getBoundingClientRect();
    return [left, top, width, height].map(Math.round);
})"""

# What somebody reads before anything is touched: not what is written in figures and on controls.
WORDS = r"""main => {
    const skipped = ".live-figure, .live-figure *, button *, summary *, .number-row *, style";
    const texts = document.createTreeWalker(main, NodeFilter.SHOW_TEXT);
    const words = [];
    while (texts.nextNode()) {
        const { parentElement: place, data } = texts.currentNode;
        const { top, width } = place.getBoundingClientRect();
        if (width > 1 && top < innerHeight && !place.matches(skipped) && place.checkVisibility()) {
            words.push(...data.split(/\s+/).filter(word => /[\p{L}\p{N}]/u.test(word)));
        }
    }
    return words;
}"""

FRAMES = """() => {
    [window.framesSeen, window.otherWords] = [[], 0];
    new MutationObserver(changes => changes.forEach(({ target }) => {
        if (target.dataset.frame) window.framesSeen.push(Number(target.dataset.frame));
        window.otherWords += document.querySelectorAll("[data-live-figure-ahead]").length;
    })).observe(document, { subtree: true, attributes: true, attributeFilter: ["data-frame"] });
}"""


@pytest.mark.slow  # its places are in `tests/pages/test_menu`
def test_the_menu_is_the_same_on_every_page(tour: Page, server: Server) -> None:
    url = server("app.py").url
    menus = {}
    for address in ("", *TOPICS, "lessons", "release", "decision", "evidence"):
        go(tour, url + address, figures=0)
        menus[address] = tour.get_by_test_id("stTopNavLink").evaluate_all(BOXES)
        header = tour.get_by_test_id("stHeader").bounding_box()
        assert header is not None
        assert (header["x"], header["width"]) == (0, VIEWPORT["width"])
    assert len(menus[""]) == 5
    for boxes in menus.values():  # the place that is open stands in bold, and is a little wider
        assert np.abs(np.array(boxes) - np.array(menus[""])).max() <= BOLD, menus


def test_from_topic_to_topic_what_they_share_goes_along(tour: Page, server: Server) -> None:
    go(tour, server("app.py").url + "heterogeneous_mean?low=0.02")
    switch = tour.locator(".st-key-topics")
    rerun(tour, switch.get_by_role("link", name="Ridge regression").click)
    expect(tour).to_have_url(re.compile(r"/ridge\?.*low=0\.02"))
    expect(tour.get_by_test_id("stTopNavLink").filter(has_text="Explore")).to_have_attribute(
        "aria-current", "page"
    )


def test_the_first_screen_has_few_words(tour: Page, server: Server) -> None:
    for address, most in MOST_WORDS.items():
        go(tour, server("app.py").url + address, figures=1 if address else 5)
        words = tour.get_by_test_id("stMain").evaluate(WORDS)
        assert 20 < len(words) <= most, words


def test_anywhere_on_a_card_opens_its_topic_with_the_settings_it_shows(
    tour: Page, server: Server
) -> None:
    for key in ("ridge", "feature_privacy"):
        go(tour, f"{server('app.py').url}?{urlencode({'v': 2, 'q': 0.4, 'low': 0.02})}", figures=5)
        card = tour.locator(f".st-key-card_{key}")
        settings = {"ridge": r"low=0\.02", "feature_privacy": r"q=0\.4"}[key]
        link = card.get_by_role("link")
        expect(link).to_have_attribute("href", re.compile(rf"{key}\?.*{settings}"))
        card.scroll_into_view_if_needed()
        box = card.bounding_box()
        assert box is not None
        for across, down in ((0.1, 0.95), (0.9, 0.5)):  # in the figure, and beside the words
            place = box["x"] + across * box["width"], box["y"] + down * box["height"]
            hit = "([x, y]) => document.elementFromPoint(x, y).closest('a')?.pathname"
            assert tour.evaluate(hit, place) == f"/{key}"
        link.focus()
        rerun(tour, lambda: tour.keyboard.press("Enter"))
        expect(tour).to_have_url(re.compile(rf"/{key}\?.*{settings}"))


@pytest.mark.parametrize("calm", first_and_in_studies([False, True]))
def test_the_figure_moves_once_by_itself_but_for_who_wants_less_motion(
    page: Page, server: Server, calm: bool
) -> None:
    page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
    page.add_init_script(f"({FRAMES})()")
    visit(page, server("app.py").url)
    hero = page.locator(".live-figure").first
    slider = hero.get_by_role("slider")
    expect(slider).to_have_attribute("aria-valuetext", "ε = 2")
    rest = int(slider.input_value())
    expect(hero).to_have_attribute("data-frame", str(rest))
    settle(page)
    seen = page.evaluate("window.framesSeen")
    if calm:
        assert set(seen) == {rest}
    else:
        assert seen[0] == 0
        assert seen[-1] == rest
        assert seen == sorted(seen)
        assert len(set(seen)) > 3
        assert page.evaluate("window.otherWords") > 3  # they say what is seen meanwhile
    assert "relaxed" not in page.url


@pytest.mark.slow
def test_a_hand_ends_the_movement(page: Page, server: Server) -> None:
    page.emulate_media(reduced_motion="no-preference")
    visit(page, server("app.py").url)
    slider = page.locator(".live-figure").first.get_by_role("slider")
    slider.press("End")
    expect(slider).to_have_value(slider.get_attribute("max") or "")
    page.wait_for_url("**relaxed=100**")
    settle(page)
    expect(slider).to_have_value(slider.get_attribute("max") or "")
