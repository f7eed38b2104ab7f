"""How long a reader waits after letting go of a slider, as a ratio to the least possible.

In one run and in turn, in a real browser: a page that holds only a slider and a number, pages
with the live figure, and one with `st.plotly_chart`.  Time runs from the release of the mouse
button to the change in the page.  The live figure's own slider is measured twice: until the
figure shows the released value, which asks nothing of Python, and until Python's answer, when
the rest of the page follows.  A page of the app is measured with

    python -m benchmarks.live_figure_latency --page heterogeneous_mean \
        --slider "Largest ε (all between follow)"
"""

from __future__ import annotations

import argparse
import statistics
import sys
import tempfile
import time
from collections.abc import Iterator, Sequence
from contextlib import ExitStack, contextmanager
from dataclasses import dataclass, field
from pathlib import Path

from playwright.sync_api import Browser, Locator, Page, sync_playwright

from benchmarks.timing import Row, show
from tests.browser.harness import ROOT, VIEWPORT, StreamlitServer, launch_chromium, stage

APPS = ROOT / "benchmarks" / "apps"
WARM_UP, ROUNDS = 3, 20
DEFAULTS = ["--runner.postScriptGC=true"]  # what .streamlit/config.toml changes about speed

# Resolves to the milliseconds from the release to the first new value of an expression.
WATCH = """expression => {
    const look = new Function(`return ${expression}`);
    const before = look();
    window.waited = new Promise((resolve, reject) => {
        let released;
        setTimeout(() => reject(new Error(`no change of ${expression}`)), 20000);
        const check = () => {
            const now = look();
            if (released === undefined || now === undefined || now === before) return;
            observer.disconnect();
            resolve(performance.now() - released);
        };
        const observer = new MutationObserver(check);
        window.addEventListener("pointerup", () => { released = performance.now(); check(); },
            { capture: true, once: true });
        observer.observe(document.body, { subtree: true, childList: true, characterData: true,
            attributeFilter: ["d", "data-frame", "data-redraws", "data-answers"] });
    });
}"""

NUMBER = "document.querySelector('[data-testid=stMetricValue]')?.textContent"
REDRAWN = "document.querySelector('.live-figure')?.dataset.redraws"
# The frame on the screen, once it is the one that the live figure's own slider asks for.
SHOWN = """(() => {
    const figure = document.querySelector('.live-figure');
    const asked = figure?.querySelector('input[type=range]')?.value;
    return figure?.dataset.frame === asked ? asked : undefined;
})()"""
ANSWERED = "document.querySelector('.live-figure')?.dataset.answers"
CHART = "[...document.querySelectorAll('.scatterlayer .js-line')].at(-1)?.getAttribute('d')"


@dataclass
class Case:
    """A slider on an open page, and what changes in the page when it is let go."""

    name: str
    page: Page
    slider: Locator
    watched: str
    times: list[float] = field(default_factory=list)

    @property
    def median(self) -> float:
        return statistics.median(self.times)

    def press(self) -> None:
        """Take the thumb, at the middle of the slider."""
        self._face()
        self.page.mouse.move(*self._point(0.5))
        self.page.mouse.down()

    def _face(self) -> None:
        """Bring page and slider before the mouse: beyond the window's edge nothing is hit."""
        self.page.bring_to_front()
        self.slider.scroll_into_view_if_needed()

    def move_to(self, share: float, steps: int = 5) -> None:
        self.page.mouse.move(*self._point(share), steps=steps)

    def _drag_before_watch(self, share: float) -> None:
        self.press()
        self.move_to(share)
        self.page.wait_for_timeout(150)  # let the redraws of the drag itself end
        self.page.evaluate(WATCH, self.watched)
        self.page.mouse.up()

    def _click_after_watch(self, share: float) -> None:
        """The hardest release: when a drag ends slowly, the figure is there already."""
        self._face()
        self.move_to(share)
        self.page.evaluate(WATCH, self.watched)
        self.page.mouse.down()
        self.page.mouse.up()

    def _point(self, share: float) -> tuple[float, float]:
        """Where on the screen a share of the slider's track lies."""
        streamlits = self.slider.locator("xpath=ancestor::*[@role='group'][1]/div")
        box = (streamlits if streamlits.count() else self.slider).bounding_box()
        assert box is not None
        return box["x"] + share * box["width"], box["y"] + box["height"] / 2

    def measure(self, share: float) -> float:
        """Milliseconds from letting go of the slider at `share` to the change in the page."""
        if self.watched == SHOWN:
            self._click_after_watch(share)
        else:
            self._drag_before_watch(share)
        milliseconds = float(self.page.evaluate("() => window.waited"))
        self.page.wait_for_timeout(150)  # let the rest of the page arrive
        return milliseconds


@contextmanager
def served(script: Path, *options: str) -> Iterator[str]:
    """The address of a script's page: the app where it is, a lone script as a copy."""
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        path = script if script.parent == ROOT else stage(script, folder)
        server = StreamlitServer(path, folder / "streamlit.log", options)
        try:
            yield server.url
        finally:
            server.stop()


def open_case(browser: Browser, name: str, url: str, label: str, watched: str = REDRAWN) -> Case:
    """Open a page and find its slider."""
    page = browser.new_context(viewport=VIEWPORT).new_page()
    page.goto(url)
    slider = page.get_by_role("slider", name=label).first
    slider.wait_for(timeout=60_000)
    page.wait_for_function(f"() => {watched} !== undefined", timeout=60_000)
    page.wait_for_timeout(1500)
    return Case(name, page, slider, watched)


def open_figure(browser: Browser, name: str, url: str, label: str) -> list[Case]:
    """The live figure and a slider; two cases, each on its own page, if the slider is in it."""
    case = open_case(browser, name, url, label)
    if case.page.locator(".live-figure").get_by_role("slider", name=label).count() == 0:
        return [case]
    case.watched = SHOWN
    return [case, open_case(browser, f"{name}, Python's answer", url, label, ANSWERED)]


def measure_in_turn(cases: Sequence[Case], rounds: int = ROUNDS) -> None:
    """Fill the cases' times, one of each a round, so that a busy moment hits all alike."""
    for number in range(WARM_UP + rounds):
        for case in cases:
            # Never a value used before: Streamlit sends what it sent lately by reference.
            time_taken = case.measure(
                (0.2 if number % 2 else 0.78) + 0.2 * number / (WARM_UP + rounds)
            )
            if number >= WARM_UP:
                case.times.append(time_taken)


def redraws_per_second(case: Case, seconds: float = 3.0) -> float:
    """While the live figure's own slider is dragged to and fro."""
    root = case.page.locator(".live-figure").first

    def redraws() -> int:
        return int(root.get_attribute("data-redraws") or 0)

    case.press()
    case.move_to(0.2)
    before, start = redraws(), time.monotonic()
    while time.monotonic() < start + seconds:
        case.move_to(0.8, steps=40)
        case.move_to(0.2, steps=40)
    rate = (redraws() - before) / (time.monotonic() - start)
    case.page.mouse.up()
    return rate


def rows(page: str = "", slider: str = "", rounds: int = ROUNDS) -> Iterator[Row]:
    """Ratios to the bare page: of a page of the app and its slider if named, else of small ones."""
    bare, live, dragged = (
        APPS / f"{n}.py" for n in ("bare_slider", "live_chart", "dragged_curves")
    )
    with ExitStack() as stack:
        browser = launch_chromium(stack.enter_context(sync_playwright()))

        def case(name: str, script: Path, label: str, watched: str, *options: str) -> Case:
            url = stack.enter_context(served(script, *options))
            return open_case(browser, name, url, label, watched)

        cases = [
            case("slider and number only", bare, "Strength", NUMBER),
            case(
                "slider and number only, Streamlit's defaults", bare, "Strength", NUMBER, *DEFAULTS
            ),
        ]
        if page:
            url = stack.enter_context(served(ROOT / "app.py")) + page
            cases += open_figure(browser, page, url, slider)
        else:
            cases += [
                *open_figure(
                    browser,
                    "live figure, its own slider",
                    stack.enter_context(served(dragged)),
                    "Strength",
                ),
                case("live figure, st.slider", live, "Strength", REDRAWN),
                case("live figure, st.slider, new sweep", dragged, "Scale", REDRAWN),
                case("st.plotly_chart, st.slider", APPS / "plotly_chart.py", "Strength", CHART),
            ]
        measure_in_turn(cases, rounds)
        for one in cases:
            low, _, high = statistics.quantiles(one.times, n=4)
            yield Row(
                f"release to change: {one.name}",
                one.median / cases[0].median,
                detail=f"{one.median:.0f} ms ({low:.0f} to {high:.0f}), "
                f"{one.median / cases[1].median:.2f} of Streamlit's defaults",
            )
        for one in cases:
            if one.watched == SHOWN:
                rate = redraws_per_second(one)
                yield Row(f"redraws a second while dragging: {one.name}", rate, "at least 15")
        browser.close()


def main(arguments: Sequence[str] = ()) -> None:
    """Measure and print a small table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--page", default="", help="path of a page of app.py")
    parser.add_argument("--slider", default="", help="label of a slider on that page")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    for row in rows(**vars(parser.parse_args(arguments))):
        show([row])


if __name__ == "__main__":
    main(sys.argv[1:])
