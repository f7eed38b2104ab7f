"""What follows a page's first figure waits until the browser has drawn it, and not for long."""

from __future__ import annotations

import asyncio
import time
from collections.abc import Awaitable, Callable
from typing import Any

import pytest

from pages.shared.server import figure_first
from pages.shared.server.asgi import Message, Receive, Send, Server
from pages.shared.server.figure_first import with_figure_first

WORD, OTHER = "0123456789abcdef", "fedcba9876543210"
AGES = 60.0
SOON = 30.0  # less than ages, more than any machine needs


def figure(word: str) -> bytes:
    return b'\x0a{"name": "hero", "awaited": "%b"}' % word.encode()


SPEECH = [b"head", figure(WORD), b"tabs", b"controls"]


def speaker(*parts: bytes) -> Server:
    """As Streamlit does: one message after the other."""

    async def speak(_: Message, __: Receive, send: Send) -> None:
        for part in parts:
            await send({"type": "websocket.send", "bytes": part})

    return speak


async def nothing() -> Message:
    raise AssertionError("nobody is heard here")


class Browser:
    """Hears a server's messages; may say a word some time after it got a figure."""

    def __init__(
        self, server: Server, word: str | None = WORD, kind: bytes = b"Mozilla/5.0"
    ) -> None:
        self.server, self.word, self.kind = server, word, kind
        self.heard: list[bytes] = []
        self.heard_at_figure: list[bytes] = []
        self.statuses: list[int] = []
        self._drawing: asyncio.Task[None] | None = None

    async def listen(self) -> None:
        headers = [(b"user-agent", self.kind)]
        await self.server({"type": "websocket", "headers": headers}, nothing, self._hear)

    async def _hear(self, message: Message) -> None:
        self.heard.append(message["bytes"])
        if b"awaited" in message["bytes"] and self.word and self._drawing is None:
            self._drawing = asyncio.create_task(self._draw())

    async def _draw(self) -> None:
        await asyncio.sleep(0.02)
        self.heard_at_figure = list(self.heard)
        await self.say(f"/below/figure-drawn/{self.word}")

    async def say(self, path: str) -> None:
        async def note(message: Message) -> None:
            self.statuses += [message["status"]] if "status" in message else []

        await self.server({"type": "http", "path": path, "method": "GET"}, nothing, note)


def seconds(act: Awaitable[Any]) -> float:
    """How long it takes by itself."""
    began = time.perf_counter()

    async def whole() -> None:
        await act

    asyncio.run(whole())
    return time.perf_counter() - began


@pytest.fixture
def waits(monkeypatch: pytest.MonkeyPatch) -> Callable[[float], None]:
    """Sets the longest wait."""
    return lambda longest: monkeypatch.setattr(figure_first, "LONGEST_WAIT", longest)


def test_the_rest_comes_when_the_figure_is_drawn(waits: Callable[[float], None]) -> None:
    waits(AGES)
    browser = Browser(with_figure_first(speaker(*SPEECH)))
    assert seconds(browser.listen()) < SOON
    assert browser.heard_at_figure == SPEECH[:2]
    assert browser.heard == SPEECH
    assert browser.statuses == [204]


@pytest.mark.parametrize("word", [None, OTHER])
def test_who_never_says_so_gets_the_rest_all_the_same(
    word: str | None, waits: Callable[[float], None]
) -> None:
    waits(0.2)
    browser = Browser(with_figure_first(speaker(*SPEECH)), word)
    assert seconds(browser.listen()) >= 0.2
    assert browser.heard == SPEECH


@pytest.mark.parametrize("kind", [b"Python/3.11 websockets/17.4", b""])
def test_a_client_that_draws_nothing_is_not_kept_waiting(
    kind: bytes, waits: Callable[[float], None]
) -> None:
    waits(AGES)
    client = Browser(with_figure_first(speaker(*SPEECH)), None, kind)
    assert seconds(client.listen()) < SOON
    assert client.heard == SPEECH


def test_nothing_waits_where_no_figure_is_awaited(waits: Callable[[float], None]) -> None:
    waits(AGES)
    said = [b"head", b'{"awaited": null}', b"tabs"]
    browser = Browser(with_figure_first(speaker(*said)), None)
    assert seconds(browser.listen()) < SOON
    assert browser.heard == said


def test_a_connection_waits_once_whatever_it_brings(waits: Callable[[float], None]) -> None:
    waits(AGES)
    said = [figure(WORD), *[figure(OTHER)] * 3, b"tabs"]
    browser = Browser(with_figure_first(speaker(*said)))
    assert seconds(browser.listen()) < SOON
    assert browser.heard == said


def test_one_browser_does_not_wait_for_another(waits: Callable[[float], None]) -> None:
    waits(AGES)
    words = iter((OTHER, WORD))

    async def speak(scope: Message, receive: Receive, send: Send) -> None:
        await speaker(b"head", figure(next(words)), b"tabs")(scope, receive, send)

    server = with_figure_first(speak)
    silent, quick = Browser(server, None), Browser(server)

    async def both() -> None:
        waiting = asyncio.create_task(silent.listen())
        await asyncio.sleep(0.01)
        await quick.listen()
        waiting.cancel()

    assert seconds(both()) < SOON
    assert silent.heard == [b"head", figure(OTHER)]
    assert quick.heard == [b"head", figure(WORD), b"tabs"]


def test_what_is_asked_otherwise_is_answered_by_the_server() -> None:
    asked: list[str] = []

    async def server(scope: Message, _: Receive, __: Send) -> None:
        asked.append(scope["path"])

    browser = Browser(with_figure_first(server))
    paths = ["/ridge", "/figure-drawn", "/figure-drawn/short", f"/figure-drawn/{WORD}/more"]

    async def ask() -> None:
        for path in paths:
            await browser.say(path)

    seconds(ask())
    assert asked == paths
    assert browser.statuses == []
