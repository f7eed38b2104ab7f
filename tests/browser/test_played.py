"""A button plays the frames of a figure: in the browser alone, and calmly where that is wanted."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, WebSocket, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW, looks, settle
from tests.browser.test_accessibility import serious

LAST = "9"
LONGER = 800  # milliseconds: than a frame stays


WATCH = """live => {
    Object.assign(window, { frames_seen: [], spoken: [] });
    const seen = () => window.frames_seen.push(live.dataset.frame);
    new MutationObserver(seen).observe(live, { attributeFilter: ["data-frame"] });
    const region = live.querySelector("[aria-live=polite]");
    const hear = () => window.spoken.push(region.textContent);
    new MutationObserver(hear).observe(region, { childList: true, characterData: true });
}"""
"""Keep every frame that is drawn, and all that is said."""


def open_app(page: Page, server: Server, *, calm: bool = False) -> Locator:
    page.emulate_media(reduced_motion="reduce" if calm else "no-preference")
    page.goto(server("played").url)
    live = page.locator(".live-figure[data-ready]")
    expect(live).to_be_visible(timeout=SLOW)
    expect(live).to_have_attribute("data-frame", LAST)  # at rest all are shown
    return live


def button(live: Locator) -> Locator:
    return live.get_by_role("button", name=re.compile("Play them|Show the next one"))


@pytest.fixture
def sent(page: Page) -> list[str | bytes]:
    """What the browser tells the server, from the opening of the page on."""
    told: list[str | bytes] = []
    page.on("websocket", lambda socket: listen(socket, told))
    return told


def listen(socket: WebSocket, told: list[str | bytes]) -> None:
    socket.on("framesent", lambda payload: told.append(payload))


def test_frames_are_played_to_the_end_and_nobody_is_told(
    page: Page, server: Server, sent: list[str | bytes]
) -> None:
    live = open_app(page, server)
    assert serious(page, ".live-figure") == []
    settle(page)
    before = len(sent)
    assert before > 0
    live.evaluate(WATCH)
    button(live).focus()
    page.keyboard.press("Enter")
    expect(button(live)).to_have_attribute("aria-pressed", "true")
    expect(button(live)).to_have_attribute("aria-pressed", "false", timeout=SLOW)
    expect(live).to_have_attribute("data-frame", LAST)
    expect(live.locator("dd")).to_have_text("number 10")
    frames, spoken = page.evaluate("() => [window.frames_seen, window.spoken]")
    assert frames == [str(frame) for frame in range(10)]
    assert spoken == ["10 of 10. This dot: number 10"]  # nobody could listen at that pace
    assert len(sent) == before
    expect(page.get_by_text("runs 1", exact=True)).to_be_visible()


def test_a_row_appears_bit_by_bit(page: Page, server: Server) -> None:
    live = open_app(page, server)
    seen = "live => live.querySelector('.js-plotly-plot').data[1].y.filter(y => y !== null).length"
    assert live.evaluate(seen) == 10
    live.locator("input[type=range]").press("Home")
    expect(live).to_have_attribute("data-frame", "0")
    assert live.evaluate(seen) == 1


def test_a_second_press_stops_and_a_third_goes_on(page: Page, server: Server) -> None:
    live = open_app(page, server)
    button(live).click()
    expect(live).not_to_have_attribute("data-frame", LAST)
    button(live).click()
    expect(button(live)).to_have_attribute("aria-pressed", "false")
    stopped = int(live.get_by_role("slider").input_value())
    expect(live).to_have_attribute("data-frame", str(stopped))
    for _ in looks(page, LONGER):
        assert live.get_attribute("data-frame") == str(stopped)
    live.evaluate(WATCH)
    button(live).click()
    page.wait_for_function("() => window.frames_seen.length > 0")
    assert page.evaluate("() => window.frames_seen[0]") == str(stopped + 1)


def test_a_run_of_the_script_does_not_stop_it_and_a_hand_on_the_slider_does(
    page: Page, server: Server
) -> None:
    live = open_app(page, server)
    button(live).click()
    expect(button(live)).to_have_attribute("aria-pressed", "true")
    page.get_by_role("button", name="Run again").click()
    expect(page.get_by_text("runs 2", exact=True)).to_be_visible()
    expect(button(live)).to_have_attribute("aria-pressed", "true")
    live.get_by_role("slider").press("Home")
    expect(button(live)).to_have_attribute("aria-pressed", "false")
    expect(live).to_have_attribute("data-frame", "0")


def test_whoever_wants_less_motion_gets_one_frame_a_press(page: Page, server: Server) -> None:
    live = open_app(page, server, calm=True)
    expect(button(live)).to_have_text("Show the next one")
    assert button(live).get_attribute("aria-pressed") is None
    for frame in ("0", "1"):
        button(live).press("Space")
        expect(live).to_have_attribute("data-frame", frame)
    expect(live.locator("[aria-live=polite]")).to_have_text("2 of 10. This dot: number 2")
    for _ in looks(page, LONGER):
        assert live.get_attribute("data-frame") == "1"
