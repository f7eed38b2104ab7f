"""The page of feature privacy in a real browser: drag, dataset, background sweep."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW, steady
from tests.browser.hero import drag, open_hero, readouts

ADDRESS = "feature_privacy"
HERO = "Typical miss of the mean against correlation, for three ways to split the budget"


def test_dragging_correlation_moves_the_errors_and_the_address(page: Page, server: Server) -> None:
    hero = open_hero(page, server("app.py").url + ADDRESS, HERO)
    before = readouts(hero)
    drag(page, hero, 0.1, 0.6)
    assert readouts(hero) != before
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"q=0\.\d+"), timeout=SLOW)
    expect(page.get_by_text("nothing is gained").first).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("The paper's own split does").first).to_be_visible()


def test_another_dataset_is_measured_anew(page: Page, server: Server) -> None:
    open_hero(page, f"{server('app.py').url}{ADDRESS}?feature_view=A+real+dataset", HERO)
    verdict = page.get_by_text(re.compile("With the measured q = "))
    expect(verdict).to_be_visible(timeout=SLOW)
    first = verdict.inner_text()
    dataset = page.get_by_role("combobox", name="Dataset")
    dataset.scroll_into_view_if_needed()
    steady(dataset)  # a list that opens while the page scrolls closes again
    dataset.click()
    page.get_by_role("option", name=re.compile("RAND")).click()
    expect(page.get_by_text(re.compile("RAND Health Insurance.*complete rows"))).to_be_visible(
        timeout=SLOW
    )
    expect(page).to_have_url(re.compile("dataset=RAND"))
    verdict = page.get_by_text(re.compile("measured q = |mark one"))
    expect(verdict).not_to_have_text(first, use_inner_text=True)
