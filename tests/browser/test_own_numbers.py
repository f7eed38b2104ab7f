"""Sessions of the protocol are shown what follows from their settings; else it is noticed."""

import asyncio
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace

import pytest

from benchmarks.own_numbers import mistakes
from benchmarks.reader import Reader
from benchmarks.sessions import PAGES, reader
from tests.browser.conftest import Server
from tests.cases import first_and_in_studies


async def moved(one: Reader) -> Reader:
    """A reader who has opened the page and moved twice, each time in one run."""
    await one.open()
    for place in (3, -2):
        before = one.said.runs
        await one.move(one.values[place])
        assert one.said.runs == before + 1
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
