"""The odometer's page in a real browser: labels stand apart, streams stop and go on."""

import re
from itertools import combinations

import pytest
from playwright.sync_api import Page, ViewportSize, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import STANDING_BACK
from tests.browser.harness import PHONE, VIEWPORT
from tests.browser.hero import open_hero

HERO = "Privacy loss against questions answered, for many simulated people, below the budget"

WORDS = """hero => [...hero.querySelectorAll(
    ".textpoint text, .annotation text, .legendtext, .xtitle, .ytitle, .xtick text, .ytick text"
)].flatMap(one => one.querySelector("tspan.line") ? [...one.querySelectorAll("tspan.line")] : [one])
    .filter(one => one.textContent.trim())
    .map(one => [one.textContent, one.getBoundingClientRect()])
    .map(([said, box]) => [said, box.left, box.top, box.right, box.bottom])"""


@pytest.mark.parametrize("size", [PHONE, VIEWPORT], ids=["phone", "desk"])
def test_no_two_labels_of_the_figure_overlap_at_any_budget(
    page: Page, server: Server, size: ViewportSize
) -> None:
    page.set_viewport_size(size)
    hero = open_hero(page, server("app.py").url + "privacy_odometer?budget=0.25&v=3", HERO)
    slider = hero.get_by_role("slider")
    slider.focus()
    for frame in range(int(slider.get_attribute("max") or 0) + 1):
        if frame:
            page.keyboard.press("ArrowRight")
        expect(hero).to_have_attribute("data-frame", str(frame))
        for (said, *one), (also, *other) in combinations(hero.evaluate(WORDS), 2):
            across = min(one[2], other[2]) - max(one[0], other[0])
            down = min(one[3], other[3]) - max(one[1], other[1])
            assert min(across, down) <= 1, f"frame {frame}: {said!r} and {also!r}"


@pytest.mark.slow  # of streams by themselves are `tests/pages/test_odometer_streams.py`
def test_long_streams_show_progress_can_be_stopped_and_go_on(page: Page, server: Server) -> None:
    settings = "runs=50&budget=40&seed=7&odometer_view=How+it+works"
    page.goto(f"{server('app.py').url}privacy_odometer?{settings}")
    progress = page.get_by_text(
        re.compile(r"[1-9][\d,]* questions answered in all, \d+ of 50 simulated people")
    ).first
    stopped = page.get_by_text(re.compile("^Stopped: ")).first
    expect(progress).to_be_visible(timeout=STANDING_BACK)
    page.get_by_test_id("stMain").get_by_role("button", name="Stop").click()
    expect(stopped).to_be_visible(timeout=STANDING_BACK)
    expect(page.get_by_role("figure", name=HERO)).to_be_visible()
    page.get_by_role("button", name="Go on").click()
    expect(stopped).to_have_count(0)
    expect(progress).to_be_visible(timeout=STANDING_BACK)
