"""What threads hand over to a loop arrives, all of it and in order, and wakes it less often."""

from __future__ import annotations

import asyncio
import contextvars
import sys
import threading
import time
from collections.abc import Callable, Iterator
from types import FrameType
from typing import Any

import pytest

from pages.shared.server.asgi import Message, Receive, Send
from pages.shared.server.one_wake_up import wake_once, with_one_wake_up

THREADS, EACH = 6, 1500

TraceFunction = Callable[[FrameType, str, Any], Any]


class Counting(asyncio.SelectorEventLoop):
    """A loop that counts how often it was to be woken."""

    wakes = 0

    def call_soon_threadsafe(  # type: ignore[override]  # no TypeVarTuple here
        self, callback: Callable[..., object], *given: Any, context: Any = None
    ) -> asyncio.Handle:
        self.wakes += 1
        return super().call_soon_threadsafe(callback, *given, context=context)


@pytest.fixture
def loop() -> Iterator[Counting]:
    made = Counting()
    wake_once(made)
    yield made
    made.close()


@pytest.fixture
def hasty() -> Iterator[None]:
    """Threads take turns as often as they can."""
    usual = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(usual)


@pytest.mark.usefixtures("hasty")
def test_nothing_is_lost_and_each_thread_s_own_order_stays(loop: Counting) -> None:
    arrived: list[tuple[int, int]] = []

    def hand_over(thread: int) -> None:
        for place in range(EACH):
            loop.call_soon_threadsafe(arrived.append, (thread, place))
            if place % 100 == 0:
                time.sleep(0.001)  # the loop comes to rest between

    async def all_there() -> None:
        threads = [threading.Thread(target=hand_over, args=(one,)) for one in range(THREADS)]
        for one in threads:
            one.start()
        while any(one.is_alive() for one in threads):
            await asyncio.sleep(0.01)
        await asyncio.sleep(0.01)

    loop.run_until_complete(all_there())
    assert len(arrived) == THREADS * EACH
    for one in range(THREADS):
        assert [place for thread, place in arrived if thread == one] == list(range(EACH))
    assert loop.wakes < len(arrived)


def test_what_waits_together_wakes_once(loop: Counting) -> None:
    arrived: list[int] = []

    def hand_over() -> None:
        for place in range(30):
            loop.call_soon_threadsafe(arrived.append, place)

    async def busy() -> None:
        thread = threading.Thread(target=hand_over)
        thread.start()
        thread.join()  # the loop is not free before all of it is there
        await asyncio.sleep(0)
        await asyncio.sleep(0)

    loop.run_until_complete(busy())
    assert arrived == list(range(30))
    assert loop.wakes == 1


@pytest.mark.parametrize("lines", range(1, 9))
def test_whenever_another_thread_comes_between_the_loop_is_woken(
    loop: Counting, lines: int
) -> None:
    """One thread stops after some lines, until another has handed over and the loop has turned."""
    arrived: list[str] = []
    stopped, go_on = threading.Event(), threading.Event()
    left = [lines]

    def line_by_line(frame: FrameType, event: str, _: object) -> TraceFunction | None:
        if (
            frame.f_code.co_name != "call_soon_threadsafe"
            or "server" not in frame.f_code.co_filename
        ):
            return None
        if event == "line":
            left[0] -= 1
            if left[0] == 0:
                stopped.set()
                go_on.wait(5.0)
        return line_by_line

    def first() -> None:
        sys.settrace(line_by_line)
        loop.call_soon_threadsafe(arrived.append, "first")
        sys.settrace(None)
        stopped.set()

    def second() -> None:
        stopped.wait(5.0)
        loop.call_soon_threadsafe(arrived.append, "second")
        time.sleep(0.02)
        go_on.set()

    async def both() -> None:
        for one in (first, second):
            threading.Thread(target=one).start()
        for _ in range(8):  # long rests: nothing but the threads wakes the loop in time
            if len(arrived) == 2:
                return
            await asyncio.sleep(0.1)

    started = time.monotonic()
    loop.run_until_complete(both())
    assert sorted(arrived) == ["first", "second"]
    assert time.monotonic() - started < 0.7


def test_the_loop_itself_needs_no_waking(loop: Counting) -> None:
    arrived: list[int] = []

    async def hand_over() -> None:
        loop.call_soon_threadsafe(arrived.append, 1)
        await asyncio.sleep(0)

    loop.run_until_complete(hand_over())
    assert arrived == [1]
    assert loop.wakes == 0


def test_callbacks_keep_their_context(loop: Counting) -> None:
    who = contextvars.ContextVar("who", default="nobody")
    context = contextvars.copy_context()
    context.run(who.set, "a thread")
    seen: list[str] = []

    async def hand_over() -> None:
        def callback() -> None:
            seen.append(who.get())

        thread = threading.Thread(
            target=lambda: loop.call_soon_threadsafe(callback, context=context)
        )
        thread.start()
        thread.join()
        await asyncio.sleep(0.01)

    loop.run_until_complete(hand_over())
    assert seen == ["a thread"]


def test_a_closed_loop_refuses_each_time() -> None:
    made = Counting()
    wake_once(made)
    made.close()
    refusals: list[str] = []

    def hand_over() -> None:
        for _ in range(2):
            try:
                made.call_soon_threadsafe(print)
            except RuntimeError as error:
                refusals.append(str(error))

    thread = threading.Thread(target=hand_over)
    thread.start()
    thread.join()
    assert len(refusals) == 2


def test_a_server_tells_its_loop_once() -> None:
    loops: list[object] = []

    async def server(_: Message, __: Receive, ___: Send) -> None:
        loops.append(asyncio.get_running_loop().call_soon_threadsafe)

    async def two_requests() -> None:
        equipped = with_one_wake_up(server)
        usual = asyncio.get_running_loop().call_soon_threadsafe
        for _ in range(2):
            await equipped({}, None, None)  # type: ignore[arg-type]
        assert loops[0] is loops[1]
        assert loops[0] != usual

    asyncio.run(two_requests())
