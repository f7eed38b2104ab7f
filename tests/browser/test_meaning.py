"""What ε means, in a real browser: all of it in sight, and the prior live under the hand."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import go, settle, until

BODY = "[data-testid=stPopoverBody]:has(.st-key-meaning_body)"

IN_SIGHT = """body => {
    const { left, top, right, bottom } = body.getBoundingClientRect();
    return body.scrollHeight <= body.clientHeight + 1 && left >= 0 && top >= 0
        && right <= innerWidth && bottom <= innerHeight;
}"""


def open_it(page: Page) -> None:
    page.get_by_role("button", name="What does ε mean?").click()
    expect(page.locator(f"{BODY} .live-figure")).to_be_visible()
    settle(page)


@pytest.mark.slow  # it is opened in `test_phone`
def test_all_of_it_is_in_sight_and_bets_follow_the_prior_while_it_is_dragged(
    tour: Page, server: Server
) -> None:
    go(tour, server("app.py").url + "heterogeneous_mean?high=1")
    open_it(tour)
    until(lambda: tour.locator(BODY).evaluate(IN_SIGHT), tour)
    said = tour.locator(".st-key-meaning_dots_headline")
    slider = tour.get_by_role("slider", name="Correct of 100 without it")
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    tour.mouse.move(box["x"] + box["width"] / 2, middle)
    tour.mouse.down()
    tour.mouse.move(box["x"], middle, steps=5)
    expect(said).to_contain_text("1 of 100 times without")
    expect(tour).not_to_have_url(re.compile("right_before"))  # it is told once the thumb rests
    tour.mouse.up()
    expect(tour).to_have_url(re.compile("right_before=1(&|$)"))
    tour.get_by_text("Least private ε: 1 requested, ").click()
    expect(said).to_contain_text("at best about 1 with ε = 0.")
    tour.locator(BODY).get_by_role("slider", name="Applied ε").press("ArrowRight")
    expect(tour).to_have_url(re.compile("high=1(&|$)"))  # what is asked stays
    tour.keyboard.press("Escape")
    expect(tour.locator(BODY)).to_have_count(0)
