"""Sessions of the protocol are shown what follows from their settings; else it is noticed."""

from __future__ import annotations

import asyncio
import json
from base64 import b64encode
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import numpy as np
import pytest

from benchmarks.own_numbers import mistakes, same
from benchmarks.reader import Reader
from benchmarks.sessions import PAGES, reader
from tests.browser.conftest import Server
from tests.cases import first_and_in_studies


async def moved(one: Reader) -> Reader:
    """A reader who has opened the page and moved twice."""
    await one.open()
    for place in (3, -2):
        await one.move(one.values[place])
    await one.close()
    return one


async def all_moved(readers: list[Reader]) -> list[Reader]:
    return await asyncio.gather(*map(moved, readers))


@pytest.mark.parametrize("page", first_and_in_studies(PAGES))
def test_everybody_is_shown_their_own_numbers_and_others_are_noticed(
    server: Server, page: str
) -> None:
    url = server("app.py").url
    readers = [reader(url, page, 1), reader(url, page, 2)]
    with ThreadPoolExecutor(1) as thread:  # the one of the browser has an event loop of its own
        first, second = thread.submit(lambda: asyncio.run(all_moved(readers))).result()
    assert len(first.seen) == len(second.seen) == 2
    assert [*mistakes(first), *mistakes(second)] == []
    mixed_up = replace(first, params=second.params)
    assert any("holds other numbers" in mistake for mistake in mistakes(mixed_up))


def content(numbers: list[float]) -> bytes:
    """A payload with one array, as plotly writes it."""
    array = {"dtype": "f8", "bdata": b64encode(np.array(numbers).tobytes()).decode()}
    return json.dumps({"figure": {"y": array}, "sweep": {"moving": []}}).encode()


@pytest.mark.parametrize(
    ("others", "alike"),
    [
        ([1.0, 0.1 + 0.2], True),
        ([1.0, 0.3 + 1e-6], False),
        ([1.0], False),
        ([1.0, float("nan")], False),
    ],
)
def test_arrays_are_compared_as_numbers_and_not_as_text(others: list[float], alike: bool) -> None:
    assert content(others) != content([1.0, 0.3])
    assert same(content(others), content([1.0, 0.3])) is alike
