"""From a CSV to a signed-off decision page that opens with the network off, on one A4 side."""

from __future__ import annotations

import re
from datetime import UTC, datetime
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, Page, expect

from hetdp_core.decision import Subject, releasing
from hetdp_core.decision import decide as decision_of
from hetdp_core.figures.release.receipt import named
from hetdp_core.figures.report.decision import AGAINST, MOST_LINK, Sheet, to_html
from hetdp_core.release import ReleaseRequest, prepare, release_mean
from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW, settle
from tests.browser.harness import opened_offline
from tests.browser.test_release import bring, release

NOTES = "We weighed it.\n<b>Not bold</b> & <script>document.title = 'no'</script>"
NAME = "A. <i>Example</i>"

PHONE = {"width": 390, "height": 844}


def decide(page: Page, url: str) -> str:
    """Bring a CSV, declare, check, release, go to the decision; return the released number."""
    page.goto(url + "release")
    expect(page.get_by_role("heading", name="1 · Bring a table")).to_be_visible(timeout=SLOW)
    bring(page)
    settle(page)
    release(page)
    expect(page.get_by_role("heading", name="Released")).to_be_visible(timeout=SLOW)
    released = page.get_by_text(re.compile("Mean of 'age': ")).inner_text()
    page.get_by_role("link", name="Write down the decision").click()
    expect(page.get_by_role("heading", name="The page to sign")).to_be_visible(timeout=SLOW)
    settle(page)
    page.get_by_role("textbox", name="Who decides").fill(NAME)
    page.get_by_role("textbox", name="Notes").fill(NOTES)
    page.get_by_text("Release as asked", exact=True).last.click()
    settle(page)
    found = re.search(r"Mean of 'age': (\S+)", released)
    assert found is not None
    return found[1]


def save(page: Page, folder: Path) -> Path:
    with page.expect_download(timeout=SLOW) as download:
        page.get_by_role("button", name="Save the page to sign").click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def test_from_a_csv_to_a_page_to_sign_that_needs_no_network(
    page: Page, chromium: Browser, server: Server, tmp_path: Path
) -> None:
    url = server("app.py").url
    released = decide(page, url)
    assert "age" not in page.url
    file = save(page, tmp_path)

    with opened_offline(chromium, file, {"width": 900, "height": 1200}) as saved:
        text = saved.locator("body").inner_text()
        assert f"Mean of 'age': {released}" in text
        assert "400 people who asked for epsilon = 0.2: epsilon at most 0.2" in text
        assert "Release as asked" in text
        for line in (NAME, *NOTES.splitlines(), "Signature", AGAINST.strip(". ")):
            assert line in text
        assert "Recommended: Release with ε = 0.2 for all" in text
        assert saved.title() == "Decision: mean of age"
        assert saved.locator("script, b, i, img").count() == 0
        expect(saved.locator("svg").first).to_be_visible()
        expect(saved.get_by_role("link")).to_have_attribute("href", re.compile(re.escape(url)))
        printed = saved.pdf(format="A4")
        assert len(re.findall(rb"/Type\s*/Page\b", printed)) == 1


@pytest.mark.parametrize("reason", ["", "one word " * 9])
@pytest.mark.parametrize("tolerable", [np.inf, 99.0])
@pytest.mark.parametrize("own", [False, True])
def test_a_page_with_all_that_fits_on_it_is_still_one_side_of_paper(
    page: Page, tmp_path: Path, own: bool, tolerable: float, reason: str
) -> None:
    levels = np.exp(np.linspace(-3.0, 1.0, 600))
    bounds, users = (60.0, 260.0), levels.size
    subject = Subject("systolic blood pressure " * 8, "mmHg", bounds, users, own_levels=own)
    source = "column" if own else "profile"
    plan = prepare(ReleaseRequest("pressure" * 25, "mmHg", bounds, levels, source))
    made = release_mean(plan, np.full(600, 130.0), when=datetime.now(UTC), identifier="5" * 16)
    options = [releasing("A", subject, levels), releasing("B", subject, 1.5 * levels)]
    sheet = Sheet(
        decision=decision_of(options, tolerable),
        decided="Do not release",
        decider="n" * 60,
        notes="\n".join(["a word " * 14] * 10),
        made="22 November 2026, 10:08 UTC",
        settings=[("Number of users n", "1" * 90)] * 30,
        changed=[("Number of users n", "1" * 90, "2" * 90)] * 30,
        link="http://host/decision?" + "x" * (MOST_LINK - 21),
        receipt=made.receipt.as_text(),
        adds_up="It is the last of 12 releases. " * 4,
        sources="Table: " + "one of many " * 12,
        simulated=True,
        made_with="Made with hetdp dashboard 0.1.0",
        reason=reason,
        released=named(made.receipt, "another"),
        already=True,
        before=12.3456,
    )
    file = tmp_path / "full.html"
    file.write_text(to_html(sheet), encoding="utf-8")
    against = "recommends another option" in file.read_text("utf-8")
    assert against == (sheet.decision.recommended is not None)
    page.goto(file.as_uri())
    assert len(re.findall(rb"/Type\s*/Page\b", page.pdf(format="A4"))) == 1


@pytest.mark.slow
def test_on_a_phone_the_room_and_the_saved_page_are_no_wider_than_the_screen(
    chromium: Browser, server: Server, tmp_path: Path
) -> None:
    context = chromium.new_context(viewport=PHONE, has_touch=True)  # type: ignore[arg-type]
    page = context.new_page()
    decide(page, server("app.py").url)
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth") <= PHONE["width"]
    page.goto(save(page, tmp_path).as_uri())
    assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    context.close()
