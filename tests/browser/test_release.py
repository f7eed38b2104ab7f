"""Upload, declare, promise, confirm, receipt: in a real browser, and nothing un-noised on it."""

from __future__ import annotations

import json
import re
from pathlib import Path

import numpy as np
from playwright.sync_api import Dialog, Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW, in_colours, settle
from tests.browser.harness import ROOT, StreamlitServer
from tests.browser.live_session import Session
from tests.browser.test_accessibility import TALL, serious
from tests.colour import contrast
from tests.figures.test_colours import BACKGROUNDS

AGES = 30.0 + np.arange(800) * 7 % 41 + 0.25
CSV = "age,eps_percent\n" + "".join(
    f"{age},{0.2 if place % 2 else 1.0}\n" for place, age in enumerate(AGES)
)
"""The names say what the values may be, so no cell is left to fill in."""

ACCENT = "rgb(0, 114, 178)"
"""What can be pressed."""


def bring(page: Page) -> None:
    file = {"name": "people.csv", "mimeType": "text/csv", "buffer": CSV.encode()}
    page.locator("input[type=file]").first.set_input_files(file)  # type: ignore[arg-type]
    page.get_by_role("button", name="Use this table").click(timeout=SLOW)
    expect(page.get_by_text("From here on the page shows")).to_be_visible(timeout=SLOW)


def open_release(page: Page, server: Server) -> None:
    page.goto(server("app.py").url + "release")
    expect(page.get_by_role("heading", name="1 · Bring a table")).to_be_visible(timeout=SLOW)
    sidebar_uploads = page.get_by_test_id("stSidebar").locator("input[type=file]")
    expect(sidebar_uploads).to_have_count(0)
    bring(page)
    settle(page)


def choose_levels(page: Page) -> None:
    page.get_by_role("combobox", name="What each person asks for").click()
    page.get_by_role("option", name="A column of my table").click()
    expect(page.get_by_role("combobox", name="Column of ε")).to_be_visible()
    settle(page)


def release(page: Page) -> None:
    button = page.get_by_role("button", name="Release now")
    expect(button).to_be_disabled()
    expect(button).not_to_have_css("background-color", ACCENT)
    page.get_by_text("I understand that a release cannot be taken back").click()
    expect(button).to_be_enabled()
    expect(button).to_have_css("background-color", ACCENT)
    button.click()


def said(page: Page) -> str:
    """All text of the page, also that of folded tables and of canvases' accessible copies."""
    return page.locator("body").evaluate("body => body.textContent")


def test_from_upload_to_receipt_without_the_true_mean_on_the_screen(
    page: Page, server: Server, tmp_path: Path
) -> None:
    page.set_viewport_size(TALL)  # type: ignore[arg-type]
    open_release(page, server)
    choose_levels(page)
    expect(page.get_by_text("first release")).to_be_visible()
    expect(page.get_by_role("button", name="Release now")).to_be_disabled()
    release(page)
    expect(page.get_by_role("heading", name="Released")).to_be_visible(timeout=SLOW)
    settle(page)
    text = said(page)
    assert "400 people who asked for epsilon = 0.2: epsilon at most 0.2" in text
    assert "people.csv" in text
    for value in (np.mean(AGES), np.median(AGES), np.sum(AGES), np.std(AGES)):
        for digits in (6, 8):  # of fewer one release in a hundred has the same by chance
            assert f"{float(value):.{digits}g}" not in text
            assert f"{float(value):,.{digits - 3}f}" not in text
    with page.expect_download() as waiting:
        page.get_by_role("button", name="Receipt (json)").click()
    kept = tmp_path / "receipt.json"
    waiting.value.save_as(kept)
    receipt = json.loads(kept.read_text(encoding="utf-8"))
    assert [group["users"] for group in receipt["groups"]] == [400, 400]
    assert 0 <= receipt["released"] <= 120
    assert f"{receipt['released']:.6g}" in text
    assert serious(page, "[data-testid=stMain]") == []


STYLE = """button => {
    const { backgroundColor, color, cursor } = getComputedStyle(button);
    return [backgroundColor, color, cursor];
}"""


def look(button: Locator) -> tuple[str, str, str]:
    background, colour, cursor = button.evaluate(STYLE)
    return background, colour, cursor


def over(colour: str, background: str) -> str:
    """A colour of a style sheet on a background, as #rrggbb."""
    *parts, alpha = [float(part) for part in re.findall(r"[\d.]+", colour + ", 1")][:4]
    under = bytes.fromhex(background[1:])
    mixed = (round(alpha * a + (1 - alpha) * b) for a, b in zip(parts, under, strict=True))
    return "#" + bytes(mixed).hex()


def looks_disabled(button: Locator, screen: str) -> None:
    """A primary button that does nothing looks like one, and can be read."""
    colour, words, cursor = look(button)
    assert cursor == "not-allowed"
    background = over(colour, screen)
    assert contrast(background, screen) < 1.5
    assert contrast(over(words, background), background) >= 3


def double_click(page: Page, button: Locator, gap: int) -> None:
    button.scroll_into_view_if_needed()
    box = button.bounding_box()
    assert box is not None
    page.mouse.click(box["x"] + 10, box["y"] + 10)
    page.wait_for_timeout(gap)  # of a double click: no effect is waited for
    page.mouse.click(box["x"] + 10, box["y"] + 10)


def test_each_confirmation_releases_once_however_often_it_is_clicked_and_all_add_up(
    page: Page, server: Server
) -> None:
    open_release(page, server)
    button = page.get_by_role("button", name="Release now")
    for scheme, screen in BACKGROUNDS.items():
        in_colours(page, scheme)  # type: ignore[arg-type]
        looks_disabled(button, screen)
    for number, gap in enumerate((60, 120, 250, None), 1):
        expect(button).to_have_count(1, timeout=SLOW)
        expect(button).to_be_disabled()
        page.get_by_text("I understand that a release cannot be taken back").click()
        expect(button).to_be_enabled()
        if gap is None:
            button.focus()
            for _ in range(4):
                page.keyboard.press("Enter")
        else:
            double_click(page, button, gap)
        expect(page.get_by_text(f"Release {number}: mean of")).to_be_visible(timeout=SLOW)
        settle(page)  # the script has answered all that came
        expect(page.get_by_text(f"Release {number + 1}: mean of")).to_have_count(0)
        expect(page.get_by_text(f"release {number + 1} in this browser tab")).to_be_visible()
    page.get_by_role("button", name="Forget my table").click()
    expect(page.get_by_role("button", name="Try it with a sample")).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("people.csv")).to_have_count(0)
    expect(page.get_by_text("Release 2: mean of")).to_be_visible()


def test_five_clicks_by_the_protocol_and_an_old_one_release_once(server: Server) -> None:
    with Session(server("app.py").url, "release", "") as session:
        session.press("release_sample")
        session.press_labelled("Use this table")
        session.tick("I have checked this promise")
        click = session.press_labelled("Release now", times=5)
        assert list(session.headings("Rehearsal ")) == ["Rehearsal 1"]
        session.send(click)
        assert list(session.headings("Rehearsal ")) == ["Rehearsal 1"]
        session.tick("I have checked this promise")
        session.send(click)
        assert list(session.headings("Rehearsal ")) == ["Rehearsal 1"]
        assert session.errors == []


def leave(page: Page, asked: list[str]) -> None:
    """Reload, and say that one wants to leave where the browser asks."""

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    page.reload()
    page.remove_listener("dialog", answer)


def test_receipts_outlive_the_session_in_the_tab_and_the_browser_asks_before_it_closes(
    page: Page, server: Server
) -> None:
    asked: list[str] = []
    open_release(page, server)
    leave(page, asked)
    assert asked == []
    expect(page.get_by_role("button", name="Try it with a sample")).to_be_visible(timeout=SLOW)
    bring(page)
    settle(page)
    release(page)
    receipt = page.get_by_test_id("stCode").filter(has_text="Private release").first
    expect(receipt).to_be_visible(timeout=SLOW)
    settle(page)
    text = receipt.inner_text()
    leave(page, asked)
    assert asked == ["beforeunload"]
    said = "1 release of an earlier session is in this browser: it is added up"
    expect(page.get_by_text(said)).to_be_visible(timeout=SLOW)
    page.get_by_text("Release 1, of an earlier session: mean of").click()
    expect(receipt).to_have_text(text, use_inner_text=True)
    bring(page)
    expect(page.get_by_text("release 2 in this browser tab")).to_be_visible(timeout=SLOW)
    settle(page)
    page.get_by_role("link", name="Published results").first.click()
    expect(page.get_by_role("heading", name="Published results").first).to_be_visible(timeout=SLOW)
    leave(page, asked)  # from another page: its session takes them, too
    expect(page.get_by_role("heading", name="Published results").first).to_be_visible(timeout=SLOW)
    page.get_by_role("link", name="Private release").first.click()
    expect(page.get_by_text(said)).to_be_visible(timeout=SLOW)


def test_receipts_outlive_a_server_that_is_killed(
    page: Page, tmp_path: Path, console_errors: list[str]
) -> None:
    server = StreamlitServer(ROOT / "app.py", tmp_path / "log")
    try:
        open_release(page, lambda _: server)
        release(page)
        receipt = page.get_by_test_id("stCode").filter(has_text="Private release").first
        expect(receipt).to_be_visible()
        settle(page)
        text = receipt.inner_text()
        server.restart_killed()
        # The page connects again by itself; the old screen stands until something is done on it.
        expect(page.locator("[data-test-connection-state=CONNECTED]")).to_have_count(1)
        page.get_by_text("I understand that a release cannot be taken back").click()
        said = "1 release of an earlier session is in this browser: it is added up"
        expect(page.get_by_text(said)).to_be_visible()
        page.get_by_text("Release 1, of an earlier session: mean of").click()
        expect(receipt).to_have_text(text, use_inner_text=True)
        bring(page)
        expect(page.get_by_text("release 2 in this browser tab")).to_be_visible()
        page.close(run_before_unload=False)
    finally:
        server.stop()
    console_errors.clear()  # of the connection that was lost


def test_on_a_phone_nothing_is_wider_than_the_screen(phone: Page, server: Server) -> None:
    open_release(phone, server)
    release(phone)
    expect(phone.get_by_role("heading", name="Released")).to_be_visible(timeout=SLOW)
    settle(phone)
    assert phone.get_by_test_id("stMain").evaluate("main => main.scrollWidth") <= 390


def test_why_a_file_is_not_read_is_to_be_seen(page: Page, server: Server) -> None:
    page.goto(server("app.py").url + "release")
    large = {"name": "large.csv", "mimeType": "text/csv", "buffer": b"age\n" + b"30\n" * 2_000_000}
    page.locator("input[type=file]").first.set_input_files(large)  # type: ignore[arg-type]
    why = page.get_by_role("alert").filter(has_text="File must be")
    expect(why).to_contain_text("5.0MB or smaller", timeout=SLOW)
    box = why.bounding_box()
    assert box is not None
    assert box["width"] > 100  # in words, not for screen readers alone
    assert page.locator("html").evaluate("html => html.scrollWidth") <= 1440
