"""Readers without browsers: many sessions of the server's protocol in one process."""

from __future__ import annotations

import asyncio
import json
import time
import zlib
from collections.abc import Callable
from dataclasses import dataclass, field
from http.cookies import SimpleCookie
from typing import Any
from urllib.parse import urlencode
from urllib.request import urlopen

from websockets.asyncio.client import ClientConnection, connect

from tests.browser.conversation import Conversation, connection

PATIENCE = 120.0
"""Seconds for a whole run."""

DIGEST_LENGTH = 16

Fill = Callable[[Any], Any]


@dataclass(frozen=True)
class Shown:
    """What stood on the page after a move: whose it is, is found out when all is over."""

    asked: float
    serial: int
    figure: dict[str, Any]
    texts: list[str]


@dataclass
class Reader:
    """One session on a page, with settings of its own."""

    url: str
    page: str
    params: dict[str, str]
    seen: list[Shown] = field(default_factory=list)
    payloads: dict[str, bytes] = field(default_factory=dict)
    key: str = ""
    values: list[float] = field(default_factory=list)
    _newest: str = ""
    _sets: int = 0

    async def open(self) -> float:
        """Load the page; seconds until all of it is there."""
        self.said = Conversation(self.url, self.page, urlencode(self.params))
        address, options = connection(self.url)
        cookie = await asyncio.to_thread(_cookie_of_the_page, f"{self.url}{self.page}")
        if cookie:
            options["additional_headers"] = {"Cookie": cookie}
        self._connection: ClientConnection = await connect(address, open_timeout=60, **options)
        took = await self._run(self.said.run())
        self._note_hero()
        return took

    async def close(self) -> None:
        """Leave."""
        await self._connection.close()

    async def move(self, value: float) -> float:
        """Let go of the hero's own control at a value of its sweep; seconds until the answer."""
        hero = self.said.find(self.key)
        assert hero is not None, f"{self.page} has lost its figure"
        serial = len(self.seen) + 1
        self.said.say(hero.name, {"let_go": {"value": value, "serial": serial}})
        took = await self._run(self.said.run(fragment=hero.fragment))
        self._note_payload()
        figure = _data_of(self.said.find(self.key))
        self.seen.append(Shown(value, serial, figure, self.said.texts))
        return took

    async def set_beside(self, key: str, value: float) -> float:
        """Let go of the number row of a control beside the figure; seconds until the answer."""
        row = self.said.find(f"{key}_row")
        assert row is not None, f"{self.page} has no row of {key}"
        self._sets += 1
        self.said.say(row.name, {"set": {"value": value, "serial": self._sets, "moving": False}})
        return await self._run(self.said.run(fragment=row.fragment))

    async def again(self, also: Fill = lambda _: None, fragment: str = "") -> float:
        """Let the page run once more, after what `also` adds to the message."""
        return await self._run(self.said.run(also, fragment))

    async def _run(self, message: bytes) -> float:
        began = time.perf_counter()
        await self._connection.send(message)
        async with asyncio.timeout(PATIENCE):
            while not self.said.take(await self._connection.recv(decode=False)):
                pass
        assert not self.said.errors, self.said.errors
        return time.perf_counter() - began

    def _note_hero(self) -> None:
        """The first figure from the top whose control Python is told of."""
        for key, drawn in self.said.components():
            if '"reports":true' in drawn.element.bidi_component.json.replace(" ", ""):
                self.key = key
                self._note_payload()
                return

    def _note_payload(self) -> None:
        holder = self.said.find(f"{self.key}-sweep")
        assert holder is not None, f"{self.page} has no sweep under its figure"
        packed = holder.element.bidi_component.bytes
        digest = packed[:DIGEST_LENGTH].decode()
        if digest in self.payloads and digest == self._newest:
            return
        self._newest, self.payloads[digest] = digest, zlib.decompress(packed[DIGEST_LENGTH:])
        sweep = json.loads(self.payloads[digest])["sweep"]
        self.values = [float(value) for value in sweep["values"]]


def _cookie_of_the_page(url: str) -> str:
    """Fetch a page as a browser does first; what it then says of itself: at which process it is."""
    with urlopen(url, timeout=PATIENCE) as page:
        page.read()
        given = SimpleCookie("; ".join(page.headers.get_all("Set-Cookie", [])))
    return "; ".join(f"{name}={one.value}" for name, one in given.items())


def _data_of(drawn: Any) -> dict[str, Any]:
    assert drawn is not None, "the figure has gone"
    data: dict[str, Any] = json.loads(drawn.element.bidi_component.json)
    return data
