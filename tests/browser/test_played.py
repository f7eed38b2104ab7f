"""A button plays the frames of a figure: in the browser alone, and calmly where that is wanted."""

import re

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.browser.dashboard import HOLD, settle, visit
from tests.browser.looks import serious

LAST = "9"
PLAY_PAUSE = 500
"""Milliseconds for which a frame stays."""

WATCH = """live => {
    window.spoken = [];
    const region = live.querySelector("[aria-live=polite]");
    const hear = () => window.spoken.push(region.textContent);
    new MutationObserver(hear).observe(region, { childList: true, characterData: true });
}"""
"""Keep all that is said."""


def open_app(page: Page, apps: str, *, calm: bool = False) -> Locator:
    page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
    visit(page, f"{apps}played")
    live = page.locator(".live-figure[data-ready]")
    expect(live).to_have_attribute("data-frame", LAST)  # at rest all are shown
    page.evaluate(HOLD, PLAY_PAUSE)
    return live


def button(live: Locator) -> Locator:
    return live.get_by_role("button", name=re.compile("Play them|Show the next one"))


@pytest.fixture
def sent(page: Page) -> list[str | bytes]:
    """What the browser tells the server, from the opening of the page on."""
    messages: list[str | bytes] = []

    def listen(socket: WebSocket) -> None:
        socket.on("framesent", lambda payload: messages.append(payload))

    page.on("websocket", listen)
    return messages


def test_frames_are_played_to_the_end_and_nobody_is_told_until_a_press_or_a_hand_stops_them(
    page: Page, apps: str, sent: list[str | bytes]
) -> None:
    live = open_app(page, apps)
    assert serious(page, ".live-figure") == []
    settle(page)
    before = len(sent)
    assert before > 0
    live.evaluate(WATCH)
    button(live).focus()
    page.keyboard.press("Enter")
    for frame in range(9):
        expect(live).to_have_attribute("data-frame", str(frame))
        expect(button(live)).to_have_attribute("aria-pressed", "true")
        page.evaluate("letGo()")
    expect(button(live)).to_have_attribute("aria-pressed", "false")
    expect(live).to_have_attribute("data-frame", LAST)
    expect(live.locator("dd")).to_have_text("number 10")
    # Nobody could listen at that pace.
    assert page.evaluate("() => window.spoken") == ["Dots seen: 10 of 10. This dot: number 10"]
    assert len(sent) == before
    expect(page.get_by_text("runs 1", exact=True)).to_be_visible()

    points = "live => live.querySelector('.js-plotly-plot').data[1].y.filter(y => y !== null)"
    assert len(live.evaluate(points)) == 10
    live.get_by_role("slider").press("Home")  # a row appears bit by bit
    expect(live).to_have_attribute("data-frame", "0")
    assert len(live.evaluate(points)) == 1

    button(live).click()
    expect(live).to_have_attribute("data-frame", "1")
    button(live).click()
    expect(button(live)).to_have_attribute("aria-pressed", "false")
    assert page.evaluate("held.size") == 0
    button(live).click()
    expect(live).to_have_attribute("data-frame", "2")
    page.get_by_role("button", name="Run again").click()  # stops nothing
    expect(page.get_by_text("runs 2", exact=True)).to_be_visible()
    expect(button(live)).to_have_attribute("aria-pressed", "true")
    live.get_by_role("slider").press("Home")
    expect(button(live)).to_have_attribute("aria-pressed", "false")
    expect(live).to_have_attribute("data-frame", "0")


@pytest.mark.slow
def test_whoever_wants_less_motion_gets_one_frame_a_press(page: Page, apps: str) -> None:
    live = open_app(page, apps, calm=True)
    expect(button(live)).to_have_text("Show the next one")
    assert button(live).get_attribute("aria-pressed") is None
    for frame in ("0", "1"):
        button(live).press("Space")
        expect(live).to_have_attribute("data-frame", frame)
        assert page.evaluate("held.size") == 0
    expect(live.locator("[aria-live=polite]")).to_have_text(
        "Dots seen: 2 of 10. This dot: number 2"
    )
