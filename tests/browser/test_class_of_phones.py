"""A class of phones in one room, as sessions of the protocol: a browser each is not needed."""

import math
import re
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import ExitStack
from urllib.parse import parse_qs

import pytest

from pages.inside.lessons.classroom import codes, keeper
from pages.inside.lessons.progress import lessons
from tests.browser.conftest import Server
from tests.browser.live_session import Session
from tests.cases import first_and_in_studies

STEP, LATE = 4, 2
OPTIONS = list(lessons()["mean"].steps[STEP - 1].question.options)  # type: ignore[union-attr]
AT_ONCE = 8


@pytest.fixture
def stack() -> Iterator[ExitStack]:
    """What is closed at the end of a test."""
    with ExitStack() as stack:
        yield stack


def lecturer(stack: ExitStack, url: str, step: int = STEP) -> tuple[Session, str]:
    """A lecturer who has just opened a room, and its code."""
    session = stack.enter_context(Session(url, "lessons", f"lesson=mean&step={step}"))
    session.press("room_open")
    (code,) = parse_qs(session.query)["lead"]
    return session, code


def phone(stack: ExitStack, url: str, code: str, seat: str) -> Session:
    """A phone whose browser keeps this seat."""
    session = stack.enter_context(Session(url, "lessons", f"room={code}"))
    session.say(f"{keeper.name(keeper.SEAT, code)}_asked", {"kept": seat})
    return session


def choose(session: Session, option: str) -> None:
    session.press(f"room_option_mean_{STEP}_{option}")


def count(session: Session, what: str) -> int:
    found = re.search(rf"\*\*(\d+)\*\* {what}", session.words)
    assert found is not None, session.words
    return int(found[1])


@pytest.mark.parametrize("phones", first_and_in_studies([8, 30]))
def test_phones_are_counted_once_each_with_late_and_reloading_ones(
    server: Server, stack: ExitStack, phones: int
) -> None:
    running = server("app.py")
    lead, code = lecturer(stack, running.url)
    seats = [codes.made_key() for _ in range(phones)]
    with ThreadPoolExecutor(AT_ONCE) as pool:
        early = seats[: phones - LATE]
        crowd = list(pool.map(lambda seat: phone(stack, running.url, code, seat), early))
        assert all("You are in" in one.words for one in crowd)
        list(pool.map(Session.wait, crowd))  # the first to come may have been silent for long
        lead.press("room_onward")
        assert count(lead, "phones in") == phones - LATE
        list(pool.map(Session.wait, crowd))  # the phones follow
        assert all(one.has(f"room_option_mean_{STEP}_{OPTIONS[0]}") for one in crowd)

        list(pool.map(lambda one: choose(one, OPTIONS[0]), crowd))
        crowd[0].close()
        crowd[0] = phone(stack, running.url, code, seats[0])
        assert "You answered" in crowd[0].words
        crowd += pool.map(lambda seat: phone(stack, running.url, code, seat), seats[-LATE:])
        final = [OPTIONS[number % len(OPTIONS)] for number in range(phones)]
        list(pool.map(choose, crowd, final))  # most change their mind
        lead.wait()
        assert (count(lead, "phones in"), count(lead, "answered")) == (phones, phones)

        lead.press("room_onward")
        assert f"**{phones} answers.**" in lead.words
        lead.press("room_onward")
        right = final.count("rises")
        list(pool.map(Session.wait, crowd))
        for one in (lead, *crowd):
            assert f"**{right} of {phones} answers are right.**" in one.words
        for option in OPTIONS:
            words = lessons()["mean"].steps[STEP - 1].question.shown(option)
            assert f"{words}: {final.count(option)}" in crowd[-1].words

        lead.press("room_end_now")
        list(pool.map(Session.wait, crowd))
        assert all("The room has ended" in one.words for one in (lead, *crowd))
    stranger = stack.enter_context(Session(running.url, "lessons", f"room={code}"))
    assert "it has ended" in stranger.words
    assert [one.errors for one in (lead, stranger, *crowd) if one.errors] == []
    assert "Traceback" not in running.log


@pytest.mark.parametrize(
    ("step", "kind", "offered", "others", "reads"),
    first_and_in_studies(
        [
            (2, "double_array_value", 57.0, [math.nan, math.inf, 1e308, -1.0, 100.5], "57 %"),
            (3, "string_array_value", "10", ["nan", "1e308", "-1", "", "x" * 99_999], "10 times"),
        ]
    ),
)
def test_no_number_that_a_slider_does_not_offer_reaches_the_class(
    server: Server,
    stack: ExitStack,
    step: int,
    kind: str,
    offered: object,
    others: list[object],
    reads: str,
) -> None:
    """Streamlit takes such a number for the slider's first one; ours would refuse it."""
    running = server("app.py")
    lead, code = lecturer(stack, running.url, step)
    lead.press("room_onward")
    app = phone(stack, running.url, code, codes.made_key())
    app.put(f"room_slider_mean_{step}", kind, [offered])
    app.press(f"room_slider_mean_{step}_send")
    assert f"You answered: **{reads}**" in app.words
    lead.press("room_onward")
    assert f"**1 answer.** The middle one is {reads}." in lead.words
    first = lessons()["mean"].steps[step - 1].question.low  # type: ignore[union-attr]
    for other in others:
        hostile = phone(stack, running.url, code, codes.made_key())
        hostile.put(f"room_slider_mean_{step}", kind, [other])
        hostile.press(f"room_slider_mean_{step}_send")
        assert "You have not moved it." in hostile.words
        hostile.press(f"room_slider_mean_{step}_send")
        assert f"You answered: **{first:g}" in hostile.words
    lead.wait()
    assert f"**{1 + len(others)} answers.** The middle one is {first:g} " in lead.words
    assert lead.errors == []
    lead.press("room_end_now")
