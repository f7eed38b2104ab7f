"""How long a page takes to open in a browser, as a ratio to Streamlit's own page with a figure.

In one run and in turn, in a real browser: a slider, a number and `st.plotly_chart` on the second
page of an app, and pages of ours, each until its first figure is drawn.  At any address but the
first page's Streamlit looks for its server at a wrong place first, which takes some 100 ms that no
public setting saves: so both are at such an address.  Cold: a browser that has never been here.
Second: the same browser again, with all files in its cache; once, Chromium then also keeps what it
has compiled of each script, which takes it 25 ms for plotly.js.  Warm: from then on.  Beside the
time on the clock stands the processor time of the page's own thread, which does not depend on what
else the machine does.

    python -m benchmarks page-load --pages heterogeneous_mean,ridge --rounds 7
"""

from __future__ import annotations

import argparse
import statistics
import sys
from collections.abc import Iterator, Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from typing import Any

from playwright.sync_api import Browser, CDPSession, Page, sync_playwright

from benchmarks.live_figure_latency import APPS, served
from benchmarks.timing import Row, show
from tests.browser.harness import ROOT, VIEWPORT, launch_chromium

PAGES = "heterogeneous_mean,feature_privacy,ridge,privacy_odometer"
ROUNDS = 5
LIMIT = "1.5"
SLOW = 120_000  # milliseconds; for a page on a busy machine

CHART = "[data-testid=stPlotlyChart] .scatterlayer .js-line"
FIGURE = ".live-figure[data-ready]"

# Notes when the browser has painted what a selector finds, in milliseconds since the start.
_WATCH = """selector => {
    const check = () => {
        if (!document.querySelector(selector)) return;
        observer.disconnect();
        requestAnimationFrame(() => setTimeout(() => { window.shownAfter = performance.now() }));
    };
    const observer = new MutationObserver(check);
    observer.observe(document, { subtree: true, childList: true,
        attributeFilter: ["data-ready"] });
}"""

_FOUND = """() => ({
    shown: window.shownAfter,
    painted: performance.getEntriesByName("first-contentful-paint")[0]?.startTime ?? 0,
    bytes: performance.getEntriesByType("resource").reduce((sum, one) => sum + one.transferSize, 0),
})"""


@dataclass
class Target:
    """A page, what must stand on it, and what each opening of it took."""

    name: str
    url: str
    selector: str
    cold: list[dict[str, float]] = field(default_factory=list)
    second: list[dict[str, float]] = field(default_factory=list)
    warm: list[dict[str, float]] = field(default_factory=list)

    def open_thrice(self, browser: Browser) -> None:
        """In a browser that has never been here, and twice more."""
        context = browser.new_context(viewport=VIEWPORT)
        page = context.new_page()
        page.add_init_script(f"({_WATCH})({self.selector!r})")
        session = context.new_cdp_session(page)
        session.send("Performance.enable", {"timeDomain": "threadTicks"})
        for found in (self.cold, self.second, self.warm):
            found.append(_opened(page, session, self.url))
        context.close()


def _opened(page: Page, session: CDPSession, url: str) -> dict[str, float]:
    page.goto("about:blank")
    before = _thread_seconds(session)
    page.goto(url, wait_until="commit")
    page.wait_for_function("() => window.shownAfter", timeout=SLOW, polling=20)
    after = _thread_seconds(session)
    found: dict[str, Any] = page.evaluate(_FOUND)
    page.wait_for_timeout(1000)  # what is still to come shall not fall into the next opening
    # A new process for the page counts from nothing.
    used = after - before if after >= before else after
    return {**found, "processor": 1000 * used}


def _thread_seconds(session: CDPSession) -> float:
    metrics = session.send("Performance.getMetrics")["metrics"]
    return float(next(one["value"] for one in metrics if one["name"] == "TaskDuration"))


def _median(found: Sequence[dict[str, float]], what: str) -> float:
    return statistics.median(one[what] for one in found)


def rows(pages: str = PAGES, rounds: int = ROUNDS) -> Iterator[Row]:
    """Ratios to Streamlit's page: until the figure, the first paint, and the thread's work."""
    with ExitStack() as stack:
        theirs = stack.enter_context(served(APPS / "two_pages.py"))
        bare = Target("st.plotly_chart", f"{theirs}chart", CHART)
        app = stack.enter_context(served(ROOT / "app.py"))
        targets = [bare, *(Target(page, app + page, FIGURE) for page in pages.split(","))]
        browser = launch_chromium(stack.enter_context(sync_playwright()))
        stack.callback(browser.close)
        for number in range(1 + rounds):
            for target in targets:
                target.open_thrice(browser)
                if number == 0:  # the server has imported and computed everything once
                    for found in (target.cold, target.second, target.warm):
                        found.clear()
        for cache in ("cold", "second", "warm"):
            least = getattr(bare, cache)
            for target in targets[1:]:
                found = getattr(target, cache)
                ratios = {
                    what: _median(found, what) / max(_median(least, what), 1e-9)
                    for what in ("shown", "painted", "processor")
                }
                yield Row(
                    f"page load, {cache}: {target.name}",
                    ratios["shown"],
                    LIMIT,
                    f"{_median(found, 'shown'):.0f} against {_median(least, 'shown'):.0f} ms; "
                    f"first paint {ratios['painted']:.2f}, the page's thread "
                    f"{ratios['processor']:.2f} times; {_median(found, 'bytes') / 1000:.0f} kB",
                )


def main(arguments: Sequence[str] = ()) -> None:
    """Measure and print a small table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--pages", default=PAGES, help="paths of pages of app.py")
    parser.add_argument("--rounds", type=int, default=ROUNDS)
    for row in rows(**vars(parser.parse_args(arguments))):
        show([row])


if __name__ == "__main__":
    main(sys.argv[1:])
