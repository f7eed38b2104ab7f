"""What is looked at on any page, of the dashboard and of the site: who is kept out, what is cut."""

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.dashboard import steady

TALL: ViewportSize = {"width": 1440, "height": 6000}
"""axe passes over text that is scrolled out of sight, so nothing may be: enough for most pages."""

ALIKE = ":is(.live-figure-scroll, .scroll) tr:nth-child(n + 3), canvas table"
"""Most of a long table takes long, and one row is like another; a canvas holds another copy."""

_DISPLAY = """([selector, display]) => document.querySelectorAll(selector)
    .forEach(element => { element.style.display = display; })"""


def findings(page: Page, below: str = "html", **options: Any) -> list[str]:
    """Serious and critical findings of axe below an element, one line each."""
    # A drawing's marks have a name and a table instead.
    context = {"include": [below], "exclude": [[".main-svg"]]}
    # Preloading would fetch style sheets, which a page without a server must not.
    settings = {"resultTypes": ["violations"], "preload": False, **options}
    page.evaluate(_DISPLAY, [ALIKE, "none"])
    answer: dict[str, Any] = Axe().run(page, context, settings).response
    page.evaluate(_DISPLAY, [ALIKE, ""])
    return [
        f"{rule['id']} ({rule['impact']}): {node['html'][:120]} {node['failureSummary'][:200]}"
        for rule in answer["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


def serious(page: Page, below: str = "html", **options: Any) -> list[str]:
    """Findings on a page of the dashboard, all of which is brought into sight before."""
    see_all(page)
    return findings(page, below, **options)


def see_all(page: Page) -> None:
    """Make the window as tall as the page, which may still grow: what comes late is drawn late."""
    hidden = "main => main.scrollHeight - main.clientHeight"
    for _ in range(20):
        more, size = page.get_by_test_id("stMain").evaluate(hidden), page.viewport_size
        assert size is not None
        if more <= 0:
            return
        size["height"] += more
        page.set_viewport_size(size)
        page.wait_for_function("height => innerHeight === height", arg=size["height"])
        expect(page.locator(".live-figure:visible:not([data-ready])")).to_have_count(0)
        steady(page.get_by_test_id("stMain").locator("> *").first)
    raise AssertionError(f"{more} px of the page are still out of sight")
