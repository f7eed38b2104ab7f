"""What the browser tests of all pages do with a hero figure."""

from __future__ import annotations

from playwright.sync_api import Locator, Page, expect

from tests.browser.dashboard import SLOW


def open_hero(page: Page, url: str, name: str) -> Locator:
    """The root of the figure of that name on the page at `url`, once it is drawn."""
    page.goto(url)
    hero = page.locator(".live-figure", has=page.get_by_role("figure", name=name))
    expect(hero).to_have_attribute("data-ready", "", timeout=SLOW)
    return hero


def readouts(hero: Locator) -> list[str]:
    """The key numbers beside its slider."""
    return hero.locator(".live-figure-readouts dd").all_inner_texts()


def let_go(page: Page, hero: Locator) -> None:
    """Let go of the thumb, and wait until Python has answered."""
    before = hero.get_attribute("data-answers") or ""
    page.mouse.up()
    expect(hero).not_to_have_attribute("data-answers", before, timeout=SLOW)


def drag(page: Page, hero: Locator, start: float, end: float) -> None:
    """Take its thumb at a share of the slider, move it, wait for the figure; do not let go."""
    thumb = hero.get_by_role("slider")
    thumb.scroll_into_view_if_needed()
    box = thumb.bounding_box()
    assert box is not None
    height = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + start * box["width"], height)
    page.mouse.down()
    page.mouse.move(box["x"] + end * box["width"], height, steps=12)
    expect(hero).to_have_attribute("data-frame", thumb.input_value())
