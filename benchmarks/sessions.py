"""Many sessions without browsers: how long a move takes a class, and what it costs the server.

Protocol clients open pages with settings of their own, move the main control, and check each
answer against the core (`own_numbers`).  Nothing else should run: clients and server share the
processor, and the clients' share stands beside each number.

    python -m benchmarks sessions --sessions 50,200 --pause 5 --pages mean,features,mix
    python -m benchmarks sessions --address http://127.0.0.1:8501     a server that runs already
    python -m benchmarks sessions --quick                             does it work: few, and short
"""

from __future__ import annotations

import argparse
import asyncio
import random
import tempfile
import time
from collections.abc import Awaitable, Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
from streamlit.logger import set_log_level

from benchmarks import page_cost
from benchmarks.own_numbers import mistakes
from benchmarks.reader import Reader
from benchmarks.timing import Row, show
from pages.shared.server import GONE_SECONDS, LOOK_SECONDS
from tests.browser.harness import ROOT, StreamlitServer

POWERS = "x, x², x³ … of a number from 0 to 10"

PAGES: dict[str, tuple[str, Callable[[int], dict[str, str]]]] = {
    "mean": ("heterogeneous_mean", lambda i: {"v": "2", "n": str(1001 + i)}),
    "features": ("feature_privacy", lambda i: {"v": "2", "reports": str(10_001 + i)}),
    "ridge": ("ridge", lambda i: {"v": "2", "seed": str(i)}),
    "odometer": ("privacy_odometer", lambda i: {"v": "2", "questions": POWERS, "seed": str(i)}),
}
"""A page's path, and the settings of its i-th reader: no two of them see the same numbers."""

set_log_level("ERROR")  # numbers are computed anew outside of a server, which it warns of

MIX = "mix"
AT_ONCE = 8
"""Sessions that are being opened at a time."""

AT_A_TIME = 50
"""Sessions that are open at a time while memory is measured."""

_KEPT_OPEN = ["--server.disconnectedSessionTTL=1"]


@dataclass
class Measured:
    """What a class of readers met."""

    seconds: list[float] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)

    def quantile(self, share: float) -> float:
        return float(np.quantile(self.seconds, share)) if self.seconds else float("nan")

    @property
    def spread(self) -> str:
        p50, p95, p99 = (1000 * self.quantile(share) for share in (0.5, 0.95, 0.99))
        return f"p50 {p50:.0f}, p95 {p95:.0f}, p99 {p99:.0f} ms"


def reader(url: str, page: str, number: int) -> Reader:
    """The reader of this number; of a mix, each takes the next page."""
    names = list(PAGES)
    path, params = PAGES[names[number % len(names)] if page == MIX else page]
    return Reader(url, path, params(number))


async def opened(crowd: Sequence[Reader], measured: Measured) -> list[Reader]:
    """Let them come, a few at a time; those who got in."""
    gate = asyncio.Semaphore(AT_ONCE)

    async def come(one: Reader) -> None:
        async with gate:
            measured.seconds.append(await one.open())

    failures = await asyncio.gather(*map(come, crowd), return_exceptions=True)
    measured.errors += [f"{one!r}" for one in failures if one]
    return [one for one, failure in zip(crowd, failures, strict=True) if not failure]


async def closed(crowd: Sequence[Reader]) -> None:
    await asyncio.gather(*(one.close() for one in crowd), return_exceptions=True)


async def moving(one: Reader, number: int, pause: float, until: float, found: Measured) -> None:
    """Move again and again, with a pause that is on average the one given."""
    place = 7 * number
    await asyncio.sleep(random.uniform(0, pause))
    while time.monotonic() < until:
        place += 11
        found.seconds.append(await one.move(one.values[place % len(one.values)]))
        await asyncio.sleep(random.uniform(0.5, 1.5) * pause)


async def together(tasks: Sequence[Awaitable[None]], measured: Measured) -> None:
    for failure in await asyncio.gather(*tasks, return_exceptions=True):
        if failure:
            measured.errors.append(f"{failure!r}")


def wrong(crowd: Sequence[Reader]) -> list[str]:
    """Everything that anybody was shown that was not theirs; takes as long as computing it."""
    return [mistake for one in crowd for mistake in mistakes(one)]


@contextmanager
def served(address: str) -> Iterator[tuple[str, StreamlitServer | None]]:
    """The address of a server, and the server where it is our own."""
    if address:
        yield f"{address.rstrip('/')}/", None
        return
    with tempfile.TemporaryDirectory() as folder:
        server = StreamlitServer(ROOT / "app.py", Path(folder) / "streamlit.log", _KEPT_OPEN)
        try:
            yield server.url, server
            assert "Traceback" not in server.log, server.log
        finally:
            server.stop()


async def a_class(
    url: str, server: StreamlitServer | None, page: str, count: int, pause: float, seconds: float
) -> list[Row]:
    """So many readers of a page: each with a pause, then all at the same instant."""
    loads, moves, burst = Measured(), Measured(), Measured()
    before = server.megabytes if server else 0
    crowd = await opened([reader(url, page, i) for i in range(count)], loads)
    grown = server.megabytes - before if server else 0
    used, mine, began = (
        server.processor_seconds if server else 0,
        time.process_time(),
        time.monotonic(),
    )
    until = began + seconds
    await together([moving(one, i, pause, until, moves) for i, one in enumerate(crowd)], moves)
    took = time.monotonic() - began
    used = (server.processor_seconds if server else 0) - used
    mine = (time.process_time() - mine) / took

    async def at_once(one: Reader) -> None:
        burst.seconds.append(await one.move(one.values[3]))

    await together([at_once(one) for one in crowd], burst)
    await closed(crowd)
    found = wrong(crowd)
    who = f"{page}, {count} sessions"
    errors = loads.errors + moves.errors + burst.errors
    ours = f"{1000 * used / max(1, len(moves.seconds)):.0f} ms CPU a move, " if server else ""
    memory = f"{grown / count:.2f} MB a session, " if server else ""
    return [
        Row(
            f"{who}, a move every {pause:g} s: p95 in seconds",
            moves.quantile(0.95),
            "1",
            f"{moves.spread}; {len(moves.seconds)} moves, {ours}clients {mine:.0%} of a core",
        ),
        Row(
            f"{who} at the same instant: the last one, seconds",
            max(burst.seconds, default=float("nan")),
            "4",
            burst.spread,
        ),
        Row(f"{who}: opening, p95 in seconds", loads.quantile(0.95), "", f"{memory}{loads.spread}"),
        Row(f"{who}: errors", len(errors), "0", "; ".join(errors[:2])),
        Row(f"{who}: wrong figures", len(found), "0", "; ".join(found[:2])),
    ]


async def growth(url: str, server: StreamlitServer, count: int) -> Row:
    """Memory that so many sessions leave behind once as many came and went before.

    A session is kept for a while after its browser left; the second half comes when all of the
    first are gone, and needs no more unless something of them stayed.
    """

    async def come_and_go() -> float:
        measured = Measured()
        for first in range(0, count, AT_A_TIME):
            numbers = range(first, min(first + AT_A_TIME, count))
            crowd = await opened([reader(url, MIX, i % 40) for i in numbers], measured)
            await closed(crowd)
        assert not measured.errors, measured.errors[:2]
        await asyncio.sleep(GONE_SECONDS + 2 * LOOK_SECONDS)
        return server.megabytes

    first, second = await come_and_go(), await come_and_go()
    claim = f"megabytes that {count} sessions left behind after as many before them"
    return Row(claim, second - first, "15", f"{first:.0f} {second:.0f}")


async def measure(asked: argparse.Namespace) -> None:
    """Print each row as soon as it is known."""
    with served(asked.address) as (url, server):
        for page in PAGES if not asked.address else ():
            assert server is not None
            show(await page_cost.beside_bare(server, *PAGES[page], 10 if asked.quick else 40))
        for page in asked.pages.split(","):
            for count in map(int, asked.sessions.split(",")):
                show(await a_class(url, server, page, count, asked.pause, asked.seconds))
    if asked.growth and not asked.address:
        with served("") as (url, server):
            assert server is not None
            show([await growth(url, server, asked.growth)])


def main(arguments: Sequence[str] = ()) -> None:
    """Measure and print a small table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sessions", default="50,200", help="how many, one class after another")
    parser.add_argument("--pause", type=float, default=5.0, help="seconds between two moves")
    parser.add_argument("--pages", default=",".join([*PAGES, MIX]))
    parser.add_argument("--seconds", type=float, default=40.0, help="of moves, for each class")
    parser.add_argument(
        "--growth", type=int, default=500, help="sessions opened and closed, twice; 0: none"
    )
    parser.add_argument("--address", default="", help="of a server that runs already")
    parser.add_argument("--quick", action="store_true", help="12 sessions of the mix")
    asked = parser.parse_args(arguments)
    if asked.quick:
        asked.sessions, asked.pages, asked.seconds, asked.growth = "12", MIX, 8.0, 40
        asked.pause = min(asked.pause, 2.0)
    asyncio.run(measure(asked))
