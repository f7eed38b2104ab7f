"""The pages as a reader goes through them: every page, every tab, until all is drawn."""

import time
from collections.abc import Callable, Iterator
from typing import Literal
from urllib.parse import urlencode, urlsplit
from weakref import WeakKeyDictionary

import pytest
from playwright.sync_api import Locator, Page, ViewportSize, expect
from streamlit.proto.ForwardMsg_pb2 import ForwardMsg

from tests.browser.conversation import ENDS
from tests.figures.test_colours import BACKGROUNDS

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
    "evidence",
    BESIDE_NOTHING,
    A_LESSON,
)
"""Of all pages but the release: a new page gets one word here, and every test of all pages holds
for it.
"""

EVERY_TAB = (False, pytest.param(True, marks=pytest.mark.slow))
"""Tests of all tabs look at the first in `make test`, and at every one in `make studies`."""


SLOW = 120_000  # milliseconds; for the first picture on a busy machine

LOOK = 50
"""Milliseconds from one look to the next."""

STANDING_BACK = 600_000
"""Milliseconds for what the server's pool computes, which stands back behind all others."""

_SETTLED = """drawn => {
    const app = document.querySelector("[data-testid=stApp]");
    const figures = [...document.querySelectorAll(".live-figure")];
    const waiting = document.querySelector("[data-testid=stSkeleton], [data-testid=stSpinner]");
    const done = app?.dataset.testScriptState === "notRunning" && !waiting
        && figures.length >= drawn && figures.every(figure => "ready" in figure.dataset)
        && !document.querySelector("[role=tabpanel]:not([inert]):empty");
    window.settledFor = done ? (window.settledFor ?? 0) + 1 : 0;
    return window.settledFor > 3;
}"""


def settle(page: Page, figures: int = 1) -> None:
    """Wait until the script has ended and every figure is drawn, for a few looks in a row.

    An act that a script answers is waited for by `rerun`.  figures : how many there are at least.
    """
    page.evaluate("() => { window.settledFor = 0 }")
    page.wait_for_function(_SETTLED, arg=figures, polling=LOOK, timeout=SLOW)


def until(holds: Callable[[], object], page: Page | None = None, patience: float = SLOW) -> None:
    """Wait until something holds; what a page tells comes in meanwhile."""
    end = time.monotonic() + patience / 1000
    while not holds():
        assert time.monotonic() < end, "waited in vain"
        if page is None:
            time.sleep(LOOK / 1000)
        else:
            page.wait_for_timeout(LOOK)


def looks(page: Page, milliseconds: int = 500) -> Iterator[None]:
    """Look again and again, as long as what must not come would still come."""
    for _ in range(max(1, milliseconds // LOOK)):
        page.wait_for_timeout(LOOK)
        yield


HOLD = """wait => {
    const { setTimeout: later, clearTimeout: forget } = window;
    let name = 0;
    window.held = new Map();
    window.setTimeout = (act, after, ...given) => {
        if (after !== wait) return later(act, after, ...given);
        window.held.set(`held ${name += 1}`, () => act(...given));
        return `held ${name}`;
    };
    window.clearTimeout = timer => window.held.delete(timer) || forget(timer);
    window.letGo = () => {
        const acts = [...window.held.values()];
        window.held.clear();
        acts.forEach(act => act());
    };
}"""
"""What would come after a pause of so many milliseconds is `held` until `letGo()`, however slow the
machine is."""

_STEADY = """async one => {
    const place = () => Object.values(one.getBoundingClientRect().toJSON()).join();
    for (let same = 0, before = ""; same < 10;) {
        await new Promise(requestAnimationFrame);
        const now = place();
        same = now === before ? same + 1 : 0;
        before = now;
    }
}"""


def steady(element: Locator) -> None:
    """Wait until an element stays where it is: the page has scrolled, the sidebar is open."""
    element.evaluate(_STEADY)


def in_colours(page: Page, scheme: Literal["light", "dark"]) -> None:
    """Put on the light or the dark look, and wait until page and figures have it."""
    page.emulate_media(color_scheme=scheme)
    background = f"rgb{tuple(bytes.fromhex(BACKGROUNDS[scheme][1:]))}"
    expect(page.get_by_test_id("stApp")).to_have_css("background-color", background)
    figure = page.locator(".live-figure .main-svg:visible")
    if figure.count():
        expect(figure.first).to_have_css("background-color", background)
    page.wait_for_function("() => document.getAnimations().length === 0", timeout=SLOW)


_FITTED = """([width, height]) => innerWidth === width && innerHeight === height
    && [...document.querySelectorAll(".live-figure-graph")].every(graph => !graph.layout
        || !graph.checkVisibility() || graph.layout.width === Math.floor(graph.clientWidth))"""


def resize(page: Page, size: ViewportSize) -> None:
    """Give the window another size, and wait until the figures have their room in it."""
    page.set_viewport_size(size)
    page.wait_for_function(_FITTED, arg=[size["width"], size["height"]], timeout=SLOW)


class _Runs:
    """Runs of a page or of a part of it, as the server tells of them.

    What a page says of itself may be drawn too late, or never: a busy browser draws the beginning
    and the end of a run at once.
    """

    def __init__(self, page: Page) -> None:
        self.begun = self.ended = self.whole = 0
        page.on("websocket", lambda socket: socket.on("framereceived", self._hear))

    def _hear(self, message: str | bytes) -> None:
        assert isinstance(message, bytes)
        said = ForwardMsg.FromString(message)
        match said.WhichOneof("type"):
            case "new_session":
                self.begun += 1
            case "script_finished" if said.script_finished in ENDS:
                self.ended = self.begun
                if said.script_finished == ForwardMsg.FINISHED_SUCCESSFULLY:  # no fragment
                    self.whole = self.begun


_runs: WeakKeyDictionary[Page, _Runs] = WeakKeyDictionary()
"""Of each page that was visited."""


def rerun(page: Page, act: Callable[[], object], figures: int = 0) -> None:
    """Do what lets the page run, and wait until that run has ended and all of it is drawn.

    As long as a script runs Streamlit shows what the run before has drawn below what this one has
    drawn so far, so that one and the same button may be there twice.
    """
    before = _runs[page].begun
    act()
    until(lambda: _runs[page].ended > before, page)
    settle(page, figures)


def visit(page: Page, url: str, figures: int = 1) -> None:
    """Open an address and wait until all of it is there, at least so many figures."""
    if page not in _runs:
        _runs[page] = _Runs(page)
    rerun(page, lambda: page.goto(url), figures)


_GO = """url => {
    history.pushState({}, "", url);
    dispatchEvent(new PopStateEvent("popstate"));
    document.querySelector("[data-testid=stMain]").scrollTo(0, 0);
}"""


def go(page: Page, url: str, figures: int = 1) -> None:
    """Go to an address in the app that is open, as Back does; where none is, visit it.

    That takes a third of the time, since nothing is loaded and compiled anew.
    """
    if page not in _runs or urlsplit(page.url).netloc != urlsplit(url).netloc:
        visit(page, url, figures)
        return
    before = _runs[page].begun
    page.evaluate(_GO, url)
    until(lambda: _runs[page].whole > before, page)  # a fragment may run before
    settle(page, figures)


def open_tab(page: Page, title: str) -> None:
    """Open a tab; on a phone it is chosen in a list."""
    tab = page.get_by_role("tab", name=title, exact=True)
    box = page.get_by_role("combobox", name="More about this figure")
    if box.is_visible():
        if box.input_value() != title:
            option = page.get_by_role("option", name=title, exact=True)

            def is_listed() -> bool:
                box.press("ArrowDown")
                return option.is_visible()

            until(is_listed, page)
            rerun(page, option.click)
            expect(box).to_have_value(title)
    elif tab.get_attribute("aria-selected") != "true":
        rerun(page, tab.click)
        expect(tab).to_have_attribute("aria-selected", "true")
    settle(page)


def tabs(page: Page, every: bool = True) -> Iterator[str]:
    """Open each tab in turn and yield its title; a page without tabs yields "" once.

    every : all of them, not the first alone.
    """
    titles = page.locator("[role=tab]").all_text_contents()[: None if every else 1]
    for title in titles:
        open_tab(page, title)
        yield title
    if not titles:
        yield ""


def open_all(page: Page, details: str) -> None:
    """Open what is folded up in sight: `details` selects the elements."""
    closed = page.locator(f"{details}:not([open]):visible")

    def all_open() -> bool:
        if closed.count():  # one by one: nobody opens twenty in the same instant
            closed.first.locator("> summary").evaluate("one => one.click()")
            settle(page, 0)  # one that was drawn anew meanwhile is closed again
        return not closed.count()

    until(all_open, page)


NUMBERS = "[class*='_numbers'] details"
"""What is folded up under figures."""


def numbers_under(page: Page, key: str) -> Locator:
    """Return what is folded up under a figure, opened: its table, and its files."""
    numbers = page.locator(f".st-key-{key}_numbers")
    if numbers.locator("details:not([open])").count():
        rerun(page, numbers.locator("summary").click)
    expect(numbers.get_by_role("table")).to_be_visible(timeout=SLOW)
    return numbers


def open_tables(page: Page) -> None:
    """Show the table of each figure in sight."""
    open_all(page, NUMBERS)
