"""What the browser tests of all pages do with a hero figure."""

from playwright.sync_api import Locator, Page, expect

from tests.browser.dashboard import go

# The last words in sight before the figure.
_SENTENCE = """hero => [...document.querySelectorAll("[data-testid=stMain] p")]
    .filter(one => one.checkVisibility()
        && one.compareDocumentPosition(hero) & Node.DOCUMENT_POSITION_FOLLOWING
        && !hero.contains(one))
    .at(-1).innerText"""


def open_hero(page: Page, url: str, name: str) -> Locator:
    """The root of the figure of that name on the page at `url`, once it is drawn."""
    go(page, url)
    hero = page.locator(".live-figure", has=page.get_by_role("figure", name=name))
    expect(hero).to_have_attribute("data-ready", "")
    return hero


def sentence(hero: Locator) -> str:
    """What is said above it."""
    return str(hero.evaluate(_SENTENCE))


def readouts(hero: Locator) -> list[str]:
    """The key numbers beside its slider."""
    return hero.locator(".live-figure-readouts dd").all_inner_texts()


def let_go(page: Page, hero: Locator) -> None:
    """Let go of the thumb, and wait until Python has answered."""
    before = hero.get_attribute("data-answers") or ""
    page.mouse.up()
    expect(hero).not_to_have_attribute("data-answers", before)


def drag(page: Page, hero: Locator, end: float) -> None:
    """Move its thumb to a share of the slider and wait for the figure; do not let go."""
    thumb = hero.get_by_role("slider")
    thumb.scroll_into_view_if_needed()
    box = thumb.bounding_box()
    assert box is not None
    share = int(thumb.input_value()) / int(thumb.get_attribute("max") or 1)
    height = box["y"] + box["height"] / 2
    page.mouse.move(box["x"] + min(max(share, 0.01), 0.99) * box["width"], height)
    page.mouse.down()
    page.mouse.move(box["x"] + end * box["width"], height, steps=12)
    expect(hero).to_have_attribute("data-frame", thumb.input_value())
