"""The overview's first screen: a sentence, a figure that follows the hand, and three doors."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from pages.inside.topics import TOPICS
from tests.browser.conftest import Server
from tests.browser.dashboard import settle, visit

DOTS = """figure => [
    ...figure.querySelector(".live-figure-graph")._fullData[0].marker.size
]"""


def test_the_first_screen_holds_sentence_figure_and_doors_and_its_dots_follow_the_hand(
    page: Page, server: Server
) -> None:
    visit(page, server("app.py").url)
    for door in (*(f"{topic.title}: " for topic in TOPICS.values()), "Teach", "Decide"):
        expect(page.get_by_role("link", name=door)).to_be_in_viewport(ratio=1)
    expect(page.get_by_text("People do not all ask for the same")).to_be_in_viewport(ratio=1)
    hero = page.locator(".live-figure").first
    expect(hero.get_by_role("slider")).to_be_in_viewport(ratio=1)
    expect(hero.get_by_role("figure")).to_be_in_viewport(ratio=1)
    expect(hero.locator(".modebar-btn")).to_have_count(0)  # they would lie over the words
    slider, before = hero.get_by_role("slider"), hero.evaluate(DOTS)
    slider.focus()
    slider.press("End")
    expect(page.get_by_text("Some privacy is free").first).to_be_visible()
    page.wait_for_url("**relaxed=100**")
    settle(page)
    after = hero.evaluate(DOTS)
    assert after[-1] > before[-1]
    assert after[0] < before[0]
