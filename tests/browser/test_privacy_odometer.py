"""The page of the privacy odometer in a real browser: streams under way, Stop, Go on."""

import re

import pytest
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import STANDING_BACK

HERO = "Privacy loss against questions answered, for many simulated people, below the budget"


@pytest.mark.slow  # of streams by themselves are `tests/pages/test_odometer_streams.py`
def test_long_streams_show_progress_can_be_stopped_and_go_on(page: Page, server: Server) -> None:
    settings = "runs=50&budget=40&seed=7&odometer_view=How+it+works"
    page.goto(f"{server('app.py').url}privacy_odometer?{settings}")
    progress = page.get_by_text(
        re.compile(r"of 50 simulated people, [\d,]*[1-9][\d,]* questions answered")
    ).first
    stopped = page.get_by_text(re.compile("^Stopped: ")).first
    expect(progress).to_be_visible(timeout=STANDING_BACK)
    page.get_by_test_id("stMain").get_by_role("button", name="Stop").click()
    expect(stopped).to_be_visible(timeout=STANDING_BACK)
    expect(page.get_by_role("figure", name=HERO)).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    expect(stopped).to_have_count(0)
    expect(progress).to_be_visible(timeout=STANDING_BACK)
