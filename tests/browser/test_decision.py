"""From a CSV to a printed decision that opens with the network off, on one A4 side."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from hetdp_core.decision import Subject, releasing
from hetdp_core.decision import decide as decision_of
from hetdp_core.figures.report.decision import LONGEST_VALUE, MOST_LINK, Sheet, to_html
from hetdp_core.release import ReleaseRequest, prepare, release_mean
from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW, settle
from tests.browser.harness import opened_offline
from tests.browser.test_release import bring, release

PHONE = {"width": 390, "height": 844}
A4 = {"width": 794, "height": 1123}


def sides(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


def decide(page: Page, url: str) -> str:
    """Bring a CSV, declare, check, release, go to the decision; return the released number."""
    page.goto(url + "release")
    expect(page.get_by_role("heading", name="1 · Bring a table")).to_be_visible(timeout=SLOW)
    bring(page)
    settle(page)
    release(page)
    expect(page.get_by_role("heading", name="Released")).to_be_visible(timeout=SLOW)
    released = page.get_by_text(re.compile("Mean of 'age': ")).inner_text()
    page.locator("[data-testid=stMain] a[href*=decision]").first.click()
    expect(page.get_by_role("heading", name="Release as asked")).to_be_visible(timeout=SLOW)
    settle(page)
    found = re.search(r"Mean of 'age': (\S+)", released)
    assert found is not None
    return found[1]


def save(page: Page, folder: Path) -> Path:
    with page.expect_download(timeout=SLOW) as download:
        page.get_by_role("button", name="Save as a page to print").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_from_a_csv_to_a_printed_page_that_needs_no_network(
    page: Page, chromium: Browser, server: Server, tmp_path: Path
) -> None:
    url = server("app.py").url
    released = decide(page, url)
    assert "age" not in page.url
    expect(page.get_by_text("With what was released of this column")).to_be_visible()
    file = save(page, tmp_path)
    assert file.name == "decision.html"

    with opened_offline(chromium, file, A4) as saved:  # type: ignore[arg-type]
        text = saved.locator("body").inner_text()
        assert f"Mean of 'age': {released}" in text
        assert "400 people who asked for epsilon = 0.2: epsilon at most 0.2" in text
        assert "Recommended: Release with ε = 0.2 for all" in text
        assert saved.title() == "Decision: mean of age"
        expect(saved.get_by_role("table")).to_have_count(1)
        expect(saved.get_by_role("link")).to_have_attribute("href", re.compile(re.escape(url)))
        assert sides(saved) == 1


@pytest.mark.parametrize("tolerable", [np.inf, 99.0])
@pytest.mark.parametrize("own", [False, True])
def test_a_page_with_all_that_fits_on_it_is_still_one_side_of_paper(
    page: Page, tmp_path: Path, own: bool, tolerable: float
) -> None:
    levels = np.exp(np.linspace(-3.0, 1.0, 600))
    bounds, users = (60.0, 260.0), levels.size
    subject = Subject("systolic blood pressure", "mmHg", bounds, users, own_levels=own)
    source = "column" if own else "profile"
    plan = prepare(ReleaseRequest("systolic blood pressure", "mmHg", bounds, levels, source))
    made = release_mean(plan, np.full(600, 130.0), when=datetime.now(UTC), identifier="5" * 16)
    options = [releasing("A", subject, levels), releasing("B", subject, 1.5 * levels)]
    settings = [("Most relaxed users ask for ε", "1" * 20)] * 9
    settings[0] = ("Levels ε", "1" * LONGEST_VALUE)
    sheet = Sheet(
        decision=decision_of(options, tolerable),
        settings=settings,
        pinned=settings,
        link="http://host/decision?" + "x" * (MOST_LINK - 21),
        not_in_link="No link holds the table or the error that one can live with.",
        receipts=[made.receipt.as_text()],
        before=12.3456,
        sources="Table: " + "one of many " * 12,
        made="Made on 22 November 2026, 10:08 UTC with hetdp dashboard 0.1.0.",
    )
    file = tmp_path / "full.html"
    file.write_text(to_html(sheet), encoding="utf-8")
    page.goto(file.as_uri())
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert sides(page) == 1


@pytest.mark.slow
def test_on_a_phone_the_room_and_the_saved_page_are_no_wider_than_the_screen(
    chromium: Browser, server: Server, tmp_path: Path
) -> None:
    context = chromium.new_context(viewport=PHONE, has_touch=True)  # type: ignore[arg-type]
    page = context.new_page()
    decide(page, server("app.py").url)
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth") <= PHONE["width"]
    page.goto(save(page, tmp_path).as_uri())
    expect(page.get_by_role("heading", level=1)).to_be_visible()
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()
