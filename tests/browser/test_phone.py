"""On a phone, 390 pixels wide, every control is a tap away and its figure stays in sight."""

from __future__ import annotations

import re
from itertools import pairwise

from playwright.sync_api import Locator, Page, expect

from pages.inside.topics import TOPICS
from pages.shared.controls.state import defaults
from tests.browser.conftest import Server
from tests.browser.dashboard import rerun, steady, until, visit
from tests.browser.test_meaning import BODY, IN_SIGHT, open_it

SHOWN = "all => all.filter(one => one.checkVisibility({ visibilityProperty: true })).length"


CORNERS = "all => all.map(one => one.getBoundingClientRect()).map(({ left, top }) => [left, top])"


def share_above(edge: float, one: Locator) -> float:
    """How much of the height of an element is on the screen, above an edge."""
    place = one.bounding_box()
    assert place is not None
    seen = min(place["y"] + place["height"], edge) - max(place["y"], 0)
    return seen / place["height"]


def test_the_button_at_the_top_leads_to_controls_meaning_and_other_pages_and_back(
    phone: Page, server: Server
) -> None:
    visit(phone, server("app.py").url + "feature_privacy")
    sidebar, hero = phone.get_by_test_id("stSidebar"), phone.locator(".live-figure").first
    controls = sidebar.locator("a, button, input, summary")
    assert controls.count() > 5
    assert controls.evaluate_all(SHOWN) == 0  # what is closed cannot be reached
    entry = phone.get_by_role("textbox", name="Level δ of sensitive features")
    expect(entry).not_to_be_in_viewport()

    phone.get_by_role("button", name="Expand sidebar").tap()
    first = TOPICS["feature_privacy"].panel(defaults()).main[1].key
    expect(phone.locator(f":is(.st-key-{first}, .st-key-{first}_row)")).to_be_in_viewport()
    steady(sidebar)
    steady(hero)
    box = sidebar.bounding_box()
    assert box is not None
    parts = [hero.get_by_role("figure"), hero.locator(".live-figure-control")]
    assert max(share_above(box["y"], part) for part in parts) >= 0.5

    entry.scroll_into_view_if_needed()
    expect(entry).to_be_in_viewport(ratio=0.9)
    entry.fill("0.3")
    rerun(phone, lambda: entry.press("Enter"))
    expect(phone).to_have_url(re.compile(r"delta=0\.3"))
    open_it(phone)
    until(lambda: phone.locator(BODY).evaluate(IN_SIGHT), phone)
    phone.keyboard.press("Escape")
    expect(phone.locator(BODY)).to_have_count(0)

    places = sidebar.get_by_test_id("stSidebarNavLink")
    corners = places.evaluate_all(CORNERS)
    assert len(corners) == 5
    assert len({left for left, _ in corners}) == 1
    assert all(lower > upper for (_, upper), (_, lower) in pairwise(corners))
    rerun(phone, places.filter(has_text="Start").tap, figures=1)
    expect(phone).to_have_title(re.compile("Start"))
    collapse = phone.get_by_role("button", name="Collapse sidebar")
    if collapse.is_visible():  # Streamlit closes it by itself where a link leads to another page
        collapse.tap()
    expect(controls.first).not_to_be_in_viewport()
    expect(hero).to_be_in_viewport()
