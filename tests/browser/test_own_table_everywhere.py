"""Uploaded once, the reader's own table is on every page, and no address tells its columns."""

from __future__ import annotations

import re

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW, open_tab, settle

ROWS = "".join(f"{20 + i % 50},{i * 37 % 101},{i % 7 + 0.5}\n" for i in range(400))
CSV = f"age,exam_percent,waiting_percent\n{ROWS}"
"""Each name says what range its values have, so no cell is left to fill in."""


def go_to(page: Page, title: str) -> None:
    page.get_by_test_id("stTopNav").get_by_role("link", name=title).click()
    expect(page).to_have_title(re.compile(title))
    settle(page)


def test_uploaded_once_it_is_on_every_page_and_its_columns_in_no_address(
    page: Page, server: Server
) -> None:
    page.goto(server("app.py").url + "release")
    file = {"name": "exams.csv", "mimeType": "text/csv", "buffer": CSV.encode()}
    page.locator("input[type=file]").first.set_input_files(file)  # type: ignore[arg-type]
    page.get_by_text("Declare the other columns too").click(timeout=SLOW)
    page.get_by_role("button", name="Use this table").click(timeout=SLOW)
    chosen = page.get_by_role("combobox", name="Release the mean of")  # before the others were, too
    expect(chosen).to_have_value("waiting_percent", timeout=SLOW)
    page.get_by_role("button", name="Use it on all pages").click(timeout=SLOW)
    expect(page.get_by_role("button", name="On all pages now")).to_be_disabled(timeout=SLOW)
    expect(page).to_have_url(re.compile("dataset=My"))

    go_to(page, "Heterogeneous mean")
    open_tab(page, "A real column")
    expect(page.get_by_text("Your table: 400 rows")).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("figure", name=re.compile("^age: true mean"))).to_be_visible()

    go_to(page, "Ridge regression")
    expect(page.get_by_text(re.compile("training and .* test records"))).to_be_visible(timeout=SLOW)
    expect(page.get_by_role("combobox", name="Predict")).to_have_value("waiting_percent")

    assert "percent" not in page.url

    go_to(page, "Private release")
    page.get_by_role("button", name="Forget my table").click()
    expect(page.get_by_role("button", name="Forget my table")).to_have_count(0, timeout=SLOW)
    go_to(page, "Heterogeneous mean")
    open_tab(page, "A real column")
    expect(page.get_by_text("must be brought first").first).to_be_visible(timeout=SLOW)
    expect(page.get_by_text("Your table")).to_have_count(0)
    expect(page.get_by_role("link", name="Upload my table")).to_be_visible()
