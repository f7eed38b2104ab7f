"""The page of the privacy odometer in a real browser: Example 3 by clicking, Stop."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW, STANDING_BACK, settle, visit
from tests.browser.hero import open_hero

ADDRESS = "privacy_odometer"
HERO = "Privacy loss against questions answered, for many streams, below the budget"
RUNNING = "questions=x%2C+x%C2%B2%2C+x%C2%B3+%E2%80%A6+of+a+number+from+0+to+10&eps_question=0.4"


def test_example_3_by_clicking_reads_as_printed_and_ends_in_a_refusal(
    page: Page, server: Server
) -> None:
    example = "conversation=The+paper%27s+Example+3"
    url = f"{server('app.py').url}{ADDRESS}?{RUNNING}&odometer_view=Step+by+step&{example}"
    open_hero(page, url, HERO)
    reading = page.get_by_test_id("stMetric").filter(has_text="Odometer")
    expect(reading).to_contain_text("odds × 1.00", timeout=SLOW)
    for answer, shown in (("1", "1.50"), ("0", "1.15"), ("1", "1.50"), ("1", "2.25")):
        page.get_by_role("button", name=f"Answer {answer}").click()
        expect(page.get_by_role("heading", name=re.compile("Question"))).to_be_visible()
        expect(reading).to_contain_text(f"× {shown}", timeout=SLOW)
        settle(page)  # a click while a run is under way may be lost
    expect(page.get_by_text(re.compile("^Refused: "))).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("button", name="Answer 1")).to_be_disabled(timeout=SLOW)
    expect(page).to_have_url(re.compile("answers=1011"))
    page.get_by_role("tab", name="Posterior").click()
    expect(page.get_by_text("from 54.5 % to 64.5 %").first).to_be_visible(timeout=SLOW)
    page.get_by_role("tab", name="Step by step").click()
    expect(reading).to_contain_text("× 2.25", timeout=SLOW)
    page.get_by_role("button", name="Undo").click()
    expect(reading).to_contain_text("× 1.50", timeout=SLOW)


def test_long_streams_show_progress_can_be_stopped_and_go_on(page: Page, server: Server) -> None:
    url = f"{server('app.py').url}{ADDRESS}?runs=50&budget=40&seed=7&odometer_view=How+it+works"
    hero = open_hero(page, url, HERO)
    progress = page.get_by_text(re.compile(r"of 50 streams, [\d,]*[1-9][\d,]* questions answered"))
    expect(progress).to_be_visible(timeout=STANDING_BACK)
    page.get_by_test_id("stMain").get_by_role("button", name="Stop").click()
    expect(page.get_by_text(re.compile("^Stopped: "))).to_be_visible(timeout=STANDING_BACK)
    expect(hero).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    expect(progress).to_be_visible(timeout=STANDING_BACK)
    page.get_by_test_id("stMain").get_by_role("button", name="Stop").click()
    expect(page.get_by_text(re.compile("^Stopped: "))).to_be_visible(timeout=STANDING_BACK)


def test_the_card_of_the_overview_keeps_its_figure_while_streams_come_in(
    page: Page, server: Server
) -> None:
    """The card's fragment ends with a rerun of the page, which must find the same figure."""
    visit(
        page,
        f"{server('app.py').url}?questions=Logistic+regressions&runs=1&coordinates=14&budget=6",
    )
    waiting = page.get_by_text("the first stream is under way")
    expect(waiting).to_be_visible()  # or the stream was too quick for this test
    graph = page.get_by_role("figure", name="Privacy odometer in small").locator("svg").first
    graph.evaluate("graph => { graph.mark = 'the same' }")
    expect(page.get_by_text("median of 1 stream")).to_be_visible(timeout=STANDING_BACK)
    settle(page)
    assert graph.evaluate("graph => graph.mark") == "the same"
