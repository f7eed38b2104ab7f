"""What ε means, in a real browser: all of it in sight, and the prior live under the hand."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW, settle, until, visit
from tests.cases import first_and_in_studies

BODY = "[data-testid=stPopoverBody]:has(.st-key-meaning_body)"

IN_SIGHT = """body => {
    const { left, top, right, bottom } = body.getBoundingClientRect();
    return body.scrollHeight <= body.clientHeight + 1 && left >= 0 && top >= 0
        && right <= innerWidth && bottom <= innerHeight;
}"""


def open_it(page: Page) -> None:
    page.get_by_role("button", name="What does ε mean?").click()
    expect(page.locator(f"{BODY} .live-figure")).to_be_visible(timeout=SLOW)
    settle(page)


def test_all_of_it_is_in_sight_and_bets_follow_the_prior_while_it_is_dragged(
    page: Page, server: Server
) -> None:
    visit(page, server("app.py").url + "heterogeneous_mean?high=1")
    open_it(page)
    until(lambda: page.locator(BODY).evaluate(IN_SIGHT), page)
    said = page.locator(".st-key-meaning_dots_headline")
    slider = page.get_by_role("slider", name="Right of 100 without it")
    box = slider.bounding_box()
    assert box is not None
    middle = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + box["width"] / 2, middle)
    page.mouse.down()
    page.mouse.move(box["x"], middle, steps=5)
    expect(said).to_contain_text("1 of 100 times without", timeout=SLOW)
    expect(page).not_to_have_url(re.compile("right_before"))  # it is told once the thumb rests
    page.mouse.up()
    expect(page).to_have_url(re.compile("right_before=1(&|$)"), timeout=SLOW)
    page.get_by_text("Most relaxed users ask for ε: 1", exact=True).click()
    expect(said).to_contain_text("at best about 3 with ε = 1", timeout=SLOW)
    page.locator(BODY).get_by_role("slider", name="Most relaxed users").press("ArrowRight")
    expect(page).to_have_url(re.compile(r"high=1\.\d"), timeout=SLOW)  # the page is told


@pytest.mark.parametrize("address", first_and_in_studies(["feature_privacy", "ridge"]))
def test_on_a_phone_all_of_it_is_in_sight(phone: Page, server: Server, address: str) -> None:
    visit(phone, server("app.py").url + address)
    phone.get_by_test_id("stExpandSidebarButton").click()
    open_it(phone)
    until(lambda: phone.locator(BODY).evaluate(IN_SIGHT), phone)
