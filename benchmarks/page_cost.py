"""What a load, a move and a control beside cost the server, in times of a bare page's.

Processor time and bytes.  Each setting of a control beside the figure is one that nobody had.
"""

from __future__ import annotations

import tempfile
from collections.abc import Awaitable, Callable
from dataclasses import dataclass
from pathlib import Path

from benchmarks.reader import Reader
from benchmarks.timing import Row
from tests.browser.harness import ROOT, StreamlitServer

BARE = ROOT / "benchmarks" / "apps" / "bare_slider.py"
WARM_UP = 3

BESIDE = {
    "heterogeneous_mean": "low",
    "feature_privacy": "delta",
    "ridge": "low",
    "privacy_odometer": "eps_question",
}
"""The control beside a page's figure that is set."""

Settings = Callable[[int], dict[str, str]]


@dataclass(frozen=True)
class Cost:
    """Of one act of a reader."""

    milliseconds: float
    kilobytes: float


async def beside_bare(
    server: StreamlitServer, page: str, settings: Settings, rounds: int
) -> list[Row]:
    """Loads and moves of a page, and of the bare page in the same minute."""
    ours = [await act(server, page, settings, rounds) for act in (_load, _moves, _set_beside)]
    with tempfile.TemporaryDirectory() as folder:
        bare = StreamlitServer(BARE, Path(folder) / "streamlit.log")
        try:
            moved = await _bare_moves(bare, rounds)
            least = [await _load(bare, "", _none, rounds), moved, moved]
        finally:
            bare.stop()
    limits = {"a warm load": "6.3", "a move": "3.3", "a control beside": "5.4"}
    return [
        Row(
            f"{page}: {act}, the server's CPU in times of a bare page's",
            mine.milliseconds / max(bare_one.milliseconds, 1e-9),
            limits[act],
            f"{mine.milliseconds:.1f} against {bare_one.milliseconds:.1f} ms; "
            f"{mine.kilobytes:.1f} against {bare_one.kilobytes:.1f} kB",
        )
        for act, mine, bare_one in zip(limits, ours, least, strict=True)
    ]


def _none(_: int) -> dict[str, str]:
    return {}


async def _of(server: StreamlitServer, rounds: int, act: Callable[[int], Awaitable[int]]) -> Cost:
    """Of one act among many; `act` returns the bytes that it brought."""
    for number in range(WARM_UP):
        await act(number)
    used, brought = server.processor_seconds, 0
    for number in range(WARM_UP, WARM_UP + rounds):
        brought += await act(number)
    used = server.processor_seconds - used
    return Cost(1000 * used / rounds, brought / rounds / 1000)


async def _load(server: StreamlitServer, page: str, settings: Settings, rounds: int) -> Cost:
    async def load(_: int) -> int:
        one = Reader(server.url, page, settings(0))
        await one.open()
        await one.close()
        return one.said.bytes

    return await _of(server, rounds, load)


async def _moves(server: StreamlitServer, page: str, settings: Settings, rounds: int) -> Cost:
    one = Reader(server.url, page, settings(0))
    await one.open()

    async def move(number: int) -> int:
        before = one.said.bytes
        await one.move(one.values[(17 * number + 3) % len(one.values)])
        return one.said.bytes - before

    try:
        return await _of(server, rounds, move)
    finally:
        await one.close()


async def _set_beside(server: StreamlitServer, page: str, settings: Settings, rounds: int) -> Cost:
    one = Reader(server.url, page, settings(0))
    await one.open()

    async def put(number: int) -> int:
        before = one.said.bytes
        await one.set_beside(BESIDE[page], 0.2 + 0.001 * number)
        return one.said.bytes - before

    try:
        return await _of(server, rounds, put)
    finally:
        await one.close()


async def _bare_moves(server: StreamlitServer, rounds: int) -> Cost:
    one = Reader(server.url, "", {})
    await one.open()
    (slider,) = (d.name for d in one.said.drawn.values() if d.element.HasField("slider"))

    async def move(number: int) -> int:
        before = one.said.bytes
        one.said.hold(
            slider, lambda state: state.double_array_value.data.append(0.5 + 0.01 * number)
        )
        await one.again()
        return one.said.bytes - before

    try:
        return await _of(server, rounds, move)
    finally:
        await one.close()
