"""The pages as a reader goes through them: every page, every tab, until all is drawn."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Page, expect

ODOMETER = "privacy_odometer?questions=x%2C+x%C2%B2%2C+x%C2%B3+%E2%80%A6+of+a+number+from+0+to+10"
"""With questions whose streams are there at once, not minutes later."""

BESIDE_A = "ridge?" + urlencode({"a": urlencode({"v": 1, "loss": "Squared error + λ‖θ‖²"})})
"""Two losses that are not of one kind: A is not under B, but beside it."""

A_LESSON = "lessons?lesson=mean&step=4&shown=true"

BESIDE_NOTHING = "decision?" + urlencode({"a": urlencode({"v": 1, "high": "0.5"})})
"""Two releases, and not to release."""

ADDRESSES = (
    "",
    "heterogeneous_mean",
    "feature_privacy",
    "ridge",
    ODOMETER,
    "reproductions",
    BESIDE_NOTHING,
    A_LESSON,
)
"""Of all pages: a new page gets one word here, and every test of all pages holds for it."""

EVERY_TAB = (False, pytest.param(True, marks=pytest.mark.slow))
"""Tests of all tabs look at the first in `make test`, and at every one in `make studies`."""


def first_and_in_studies(cases: Iterable[Any]) -> list[Any]:
    """Cases of a slow test: the first in `make test`, the others in `make studies`."""
    first, *others = (case if isinstance(case, tuple) else (case,) for case in cases)
    return [pytest.param(*first), *(pytest.param(*one, marks=pytest.mark.slow) for one in others)]


SLOW = 60_000  # milliseconds; for the first picture on a busy machine

_SETTLED = """() => {
    const app = document.querySelector("[data-testid=stApp]");
    const figures = [...document.querySelectorAll(".live-figure")];
    const waiting = document.querySelector("[data-testid=stSkeleton], [data-testid=stSpinner]");
    const done = app?.dataset.testScriptState === "notRunning" && !waiting && figures.length > 0
        && figures.every(figure => "ready" in figure.dataset)
        && !document.querySelector("[role=tabpanel]:not([inert]):empty");
    window.settledFor = done ? (window.settledFor ?? 0) + 1 : 0;
    return window.settledFor > 3;
}"""


def settle(page: Page) -> None:
    """Wait until the script has ended and every figure is drawn, for a few looks in a row."""
    page.evaluate("() => { window.settledFor = 0 }")
    page.wait_for_function(_SETTLED, polling=50, timeout=SLOW)


def visit(page: Page, url: str) -> None:
    """Open an address and wait until all of it is there."""
    page.goto(url)
    settle(page)


def open_tab(page: Page, title: str) -> None:
    """Open a tab, or one inside the last, which is for reviewers."""
    tab = page.get_by_role("tab", name=title, exact=True)
    if not tab.count():
        open_tab(page, "For reviewers")
    tab.click()
    expect(tab).to_have_attribute("aria-selected", "true")
    page.wait_for_timeout(200)  # until the click has reached the script
    settle(page)


def tabs(page: Page, every: bool = True) -> Iterator[str]:
    """Open each tab in turn and yield its title; a page without tabs yields "" once.

    every : all of them, those inside a tab too, not the first alone.
    """
    titles = page.get_by_role("tab").all_inner_texts()[: None if every else 1]
    for title in titles:  # grows by what is inside
        open_tab(page, title)
        inside = page.get_by_role("tab").all_inner_texts() if every else []
        titles += [one for one in inside if one not in titles]
        yield title
    if not titles:
        yield ""


def open_all(page: Page, details: str) -> None:
    """Open what is folded up in sight: `details` selects the elements."""
    closed = page.locator(f"{details}:not([open]):visible > summary")
    while closed.count():
        closed.first.click()


def open_tables(page: Page) -> None:
    """Show the table of each figure in sight."""
    open_all(page, ".live-figure-table")
