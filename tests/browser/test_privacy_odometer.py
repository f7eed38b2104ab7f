"""The page of the privacy odometer in a real browser: streams under way, Stop, Go on."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import STANDING_BACK, go, settle

HERO = "Privacy loss against questions answered, for many streams, below the budget"


def test_long_streams_show_progress_can_be_stopped_and_go_on(page: Page, server: Server) -> None:
    settings = "runs=50&budget=40&seed=7&odometer_view=How+it+works"
    page.goto(f"{server('app.py').url}privacy_odometer?{settings}")
    progress = page.get_by_text(re.compile(r"of 50 streams, [\d,]*[1-9][\d,]* questions answered"))
    stop = page.get_by_test_id("stMain").get_by_role("button", name="Stop")
    stopped = page.get_by_text(re.compile("^Stopped: "))
    expect(progress).to_be_visible(timeout=STANDING_BACK)
    stop.click()
    expect(stopped).to_be_visible(timeout=STANDING_BACK)
    expect(page.get_by_role("figure", name=HERO)).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    expect(stopped).to_have_count(0)
    expect(progress).to_be_visible(timeout=STANDING_BACK)
    stop.click()
    expect(stopped).to_be_visible(timeout=STANDING_BACK)


@pytest.mark.slow
def test_the_card_of_the_overview_keeps_its_figure_while_streams_come_in(
    page: Page, server: Server
) -> None:
    """The card's fragment ends with a rerun of the page, which must find the same figure."""
    streams = "questions=Logistic+regressions&runs=1&coordinates=14&budget=6"
    go(page, f"{server('app.py').url}?{streams}")
    expect(page.get_by_text("the first stream is under way")).to_be_visible()
    graph = page.get_by_role("figure", name="Privacy odometer in small").locator("svg").first
    graph.evaluate("graph => { graph.mark = 'the same' }")
    expect(page.get_by_text("median of 1 stream")).to_be_visible(timeout=STANDING_BACK)
    settle(page)
    assert graph.evaluate("graph => graph.mark") == "the same"
