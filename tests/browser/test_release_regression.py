"""A regression of the sample on a phone: declared in the editor, released, taken away."""

from __future__ import annotations

import json

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW


def test_the_sample_becomes_a_regression_with_a_receipt_to_take_away(
    phone: Page, server: Server
) -> None:
    phone.goto(server("app.py").url + "ridge")
    phone.get_by_role("link", name="Release a regression for good").click(timeout=SLOW)
    phone.get_by_role("button", name="Try it with a sample").click(timeout=SLOW)
    phone.get_by_role("button", name="Use this table").click(timeout=SLOW)
    phone.get_by_text("Judge it").click(timeout=SLOW)
    expect(phone.get_by_text("Another 120 people are held back")).to_be_visible(timeout=SLOW)
    check = phone.get_by_text("I understand that a release cannot be taken back")
    expect(check).to_have_count(1, timeout=SLOW)  # that of the promise before is gone
    check.click()
    button = phone.get_by_role("button", name="Release now")
    expect(button).to_be_enabled(timeout=SLOW)
    button.click()
    expect(phone.get_by_text("Release 1: regression of sbp")).to_be_visible(timeout=SLOW)
    expect(phone.get_by_role("heading", name="Released")).to_be_in_viewport(timeout=SLOW)
    expect(phone.get_by_text("Check the promise above once more")).to_be_visible(timeout=SLOW)
    assert phone.get_by_test_id("stMain").evaluate("main => main.scrollWidth") <= 390
    with phone.expect_download() as taken:
        phone.get_by_role("button", name="Receipt (json)").click()
    receipt = json.loads(taken.value.path().read_text(encoding="utf-8"))
    assert [one["name"] for one in receipt["coefficients"]] == ["age", "smoker = yes", "intercept"]
    assert receipt["verdict"]["records"] == 120
