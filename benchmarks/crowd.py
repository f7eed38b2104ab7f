"""Several readers in one browser, each in a context of their own, who move a control at once."""

from __future__ import annotations

import statistics
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from typing import Any

from playwright.sync_api import Browser, Page

from tests.browser.dashboard import visit
from tests.browser.harness import VIEWPORT

FEWEST_USERS = 1001  # the readers' profiles have this many users, one more, two more ...

# Moves the hero's slider to one place after another, and notes what Python answers: how long it
# took, and whose picture it is. `pause` is the time between an answer and the next move.
_MOVES = """({ places, pause, start }) => {
    const figure = document.querySelector(".live-figure");
    const slider = figure.querySelector("input");
    const sleep = time => new Promise(resolve => setTimeout(resolve, time));
    const answered = before => new Promise((resolve, reject) => {
        const tooLate = setTimeout(() => reject(new Error("no answer in two minutes")), 120000);
        const observer = new MutationObserver(() => {
            if (figure.dataset.answers === before) return;
            observer.disconnect();
            clearTimeout(tooLate);
            resolve();
        });
        observer.observe(figure, { attributeFilter: ["data-answers"] });
    });
    window.moves = (async () => {
        const seen = [];
        await sleep(start - Date.now());
        for (const place of places) {
            const before = figure.dataset.answers;
            const began = performance.now();
            slider.value = place;
            for (const type of ["input", "change"]) slider.dispatchEvent(new Event(type));
            await answered(before);
            const time = performance.now() - began;
            await sleep(pause * (0.5 + Math.random()));
            const [words, level] = [document.body.innerText, slider.getAttribute("aria-valuetext")];
            const asked = figure.querySelector(".js-plotly-plot").data[1].y.at(-1);
            seen.push({ time, place: Number(slider.value), level, asked, words,
                address: location.href });
        }
        return seen;
    })();
    window.moves.catch(() => {});
}"""


@dataclass
class Reader:
    """One browser session; `users` is what tells its pictures from those of the others."""

    page: Page
    users: int
    places: list[int]
    seen: list[dict[str, Any]]

    @property
    def median(self) -> float:
        """Milliseconds from a move to its answer."""
        return statistics.median(move["time"] for move in self.seen)

    def mistakes(self) -> Iterator[str]:
        """What this reader was shown that was not the answer to their own moves."""
        for place, move in zip(self.places, self.seen, strict=True):
            who = f"reader with {self.users} users at {place}"
            if f"{self.users:,} people" not in move["words"]:
                yield f"{who}: the sentence speaks of others"
            if move["place"] != place:
                yield f"{who}: the slider stands at {move['place']}"
            if abs(move["asked"] / float(move["level"]) - 1) > 0.05:
                yield f"{who}: level {move['level']}, but the figure ends at {move['asked']}"
            if f"n={self.users}" not in move["address"]:
                yield f"{who}: the address is {move['address']}"
        for error in self.page.get_by_test_id("stException").all_inner_texts():
            yield f"reader with {self.users} users: {error}"


def mistakes(crowd: Sequence[Reader]) -> list[str]:
    """Everything that anybody was shown that was not theirs."""
    return [mistake for reader in crowd for mistake in reader.mistakes()]


@contextmanager
def readers(browser: Browser, url: str, count: int) -> Iterator[list[Reader]]:
    """This many sessions on the page of the heterogeneous mean, each with its own profile."""
    contexts = [
        browser.new_context(viewport=VIEWPORT, reduced_motion="reduce") for _ in range(count)
    ]
    try:
        crowd = []
        for number, context in enumerate(contexts):
            users = FEWEST_USERS + number
            page = context.new_page()
            visit(page, f"{url}heterogeneous_mean?n={users}")
            crowd.append(Reader(page, users, [], []))
        yield crowd
    finally:
        for context in contexts:
            context.close()


def move_at_once(crowd: Sequence[Reader], moves: int, pause: float) -> None:
    """All readers begin together and make this many moves, `pause` milliseconds apart or more.

    At no time do two of them stand at the same place.
    """
    now = crowd[0].page.evaluate("() => Date.now()")
    for number, reader in enumerate(crowd):
        places = int(reader.page.locator(".live-figure input").first.get_attribute("max") or 0) + 1
        reader.places = [(number + 11 * move) % places for move in range(1, moves + 1)]
        given = {"places": reader.places, "pause": pause, "start": now + 2000 + 20 * len(crowd)}
        reader.page.evaluate(_MOVES, given)
    for reader in crowd:
        reader.page.set_default_timeout(0)
        reader.seen = reader.page.evaluate("() => window.moves")
