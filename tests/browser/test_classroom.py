"""A room in real browsers: a lecturer at the projector, and a phone."""

import re

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from pages.inside.lessons.classroom import codes
from pages.inside.lessons.progress import lessons
from tests.browser.conftest import Server
from tests.browser.dashboard import rerun, resize, settle, visit
from tests.browser.harness import PHONE
from tests.browser.looks import TALL, serious

STEP = 4
OPTIONS = list(lessons()["mean"].steps[STEP - 1].question.options.values())  # type: ignore[union-attr]
SMALL_PROJECTOR: ViewportSize = {"width": 1280, "height": 720}
NOTHING_BELOW = """() => {
    const main = document.querySelector("[data-testid=stMain]");
    return main.scrollHeight === main.clientHeight;
}"""
KEPT = "() => Object.keys(localStorage).filter(name => name.startsWith('hetdp-room-'))"
TAPPED = "all => all.map(one => one.getBoundingClientRect().height)"


# What comes by itself is looked at while its script may still run, so it may be there twice.


def heading(page: Page, name: str) -> None:
    expect(page.get_by_role("heading", name=name, exact=True).first).to_be_visible()


def says(page: Page, text: str) -> None:
    expect(page.get_by_text(text).first).to_be_visible()


def onward(page: Page, name: str) -> None:
    """Press the one button that leads on, by its key."""
    expect(page.get_by_role("button", name=name)).to_be_visible()
    rerun(page, lambda: page.keyboard.press("Control+Enter"))


@pytest.mark.slow  # a class is counted in `test_class_of_phones`
def test_a_lecturer_and_a_phone_go_through_a_question_and_nothing_is_left(
    page: Page, phone: Page, server: Server
) -> None:
    """Several phones are in `test_class_of_phones`."""
    url = server("app.py").url + "lessons"
    visit(page, f"{url}?lesson=mean&step={STEP}")
    rerun(page, page.get_by_role("button", name="For a class").click)
    expect(page).to_have_url(re.compile("lead="))
    code = page.url.partition("lead=")[2][:6]
    says(page, codes.spoken(code))
    expect(page.get_by_alt_text("QR code that opens the room")).to_be_visible()

    visit(phone, url, figures=0)
    entry = phone.get_by_role("textbox", name="In a class? Enter the code on the screen")
    entry.fill(codes.spoken(code).lower())
    rerun(phone, lambda: entry.press("Enter"))
    heading(phone, "You are in")
    assert phone.url.endswith(f"room={code}")
    says(page, "1 phone in")

    onward(page, "Start")  # the phone follows by itself
    expect(phone.get_by_role("button", name=OPTIONS[0]).first).to_be_visible()
    settle(phone, figures=0)
    buttons = phone.locator("[class*=st-key-room_option] button")
    expect(buttons).to_have_count(len(OPTIONS))
    assert min(buttons.evaluate_all(TAPPED)) >= 48  # what a thumb hits
    assert phone.locator("html").evaluate("html => html.scrollWidth") <= PHONE["width"]
    assert serious(phone) == []
    phone.get_by_role("button", name=OPTIONS[0]).tap()
    says(phone, f"You answered: {OPTIONS[0]}")
    says(page, "1 answered")

    rerun(phone, phone.reload)
    says(phone, f"You answered: {OPTIONS[0]}")
    says(page, "1 phone in · 1 answered")
    onward(page, "Show answers")
    chart = page.get_by_role("figure", name="Answers of the class")
    expect(chart).to_be_visible()
    table = page.locator("[class*='st-key-class_'][class*='_numbers']")
    table.locator("summary").click()
    phone.get_by_role("button", name=OPTIONS[2]).tap()  # and the chart follows
    expect(table.get_by_role("row", name=re.compile(f"{OPTIONS[2]}.*1"))).to_be_visible()

    rerun(page, page.reload)  # whoever opened the room still leads it
    onward(page, "Reveal the truth")
    says(page, "1 answer is right.")
    resize(page, SMALL_PROJECTOR)
    page.wait_for_function(NOTHING_BELOW)
    resize(page, TALL)
    expect(chart).to_be_visible()
    assert serious(page) == []
    says(phone, "Right.")
    assert "lead" not in phone.url
    (kept,) = page.evaluate(KEPT)
    assert page.evaluate("name => localStorage[name]", kept) not in page.url
    assert phone.evaluate(KEPT) == [f"hetdp-room-seat-{code}"]

    rerun(page, page.get_by_role("button", name="End", exact=True).click)
    with page.expect_download() as saved:
        page.get_by_role("button", name="Save how many gave which answer").click()
    rows = saved.value.path().read_text().splitlines()
    assert rows[0] == "step,question,answer,phones"
    assert [row.rpartition(",")[2] for row in rows[1:]] == ["1"]
    assert all(row.startswith(f"{STEP},") for row in rows[1:])
    page.get_by_role("button", name="End the room").click()
    for one in (page, phone):
        heading(one, "The room has ended")
        one.wait_for_function(f"() => ({KEPT})().length === 0")
