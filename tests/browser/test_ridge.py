"""The page of ridge regression in a real browser: the best λ, and names of lines."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW, until
from tests.browser.hero import open_hero, readouts

HERO = "Test loss of private regressions against the regularisation λ"


def test_the_best_lambda_is_one_step_of_the_history_and_lines_are_named_by_their_room(
    page: Page, server: Server
) -> None:
    hero = open_hero(page, server("app.py").url + "ridge", HERO)
    before = readouts(hero)
    page.get_by_role("button", name=re.compile("^Use best λ")).click()
    expect(page).to_have_url(re.compile(r"lam=0\.63"), timeout=SLOW)
    entry = hero.get_by_role("textbox", name="Regularisation λ")
    expect(entry).to_have_value("0.63", timeout=SLOW)
    expect(page.get_by_role("button", name=re.compile("^Use best λ"))).to_be_disabled()
    until(lambda: readouts(hero) != before, page)
    page.go_back()
    expect(page).not_to_have_url(re.compile("lam="), timeout=SLOW)
    expect(entry).to_have_value("1", timeout=SLOW)
    # At their ends on a wide screen, by the legend on a phone.
    names, legend = hero.get_by_text("best private", exact=True), hero.locator(".legend")
    expect(names).to_have_count(1)
    expect(legend).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(legend).to_have_count(1)
    expect(names).to_have_count(0)
