"""Share: the link is copied with the keyboard alone, and its QR code can be seen."""

from __future__ import annotations

from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import visit


def test_the_link_is_copied_with_the_keyboard_and_shown_as_a_code(
    page: Page, server: Server
) -> None:
    url = server("app.py").url
    page.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=url)
    visit(page, f"{url}heterogeneous_mean?n=300")
    page.get_by_role("button", name="Share").focus()
    page.keyboard.press("Enter")
    copy = page.get_by_role("button", name="Copy link")
    expect(copy).to_be_focused()
    code = page.get_by_role("img", name="QR code of the link")
    expect(code).to_be_visible()
    assert code.evaluate("image => image.complete && image.width >= 200")
    page.keyboard.press("Enter")
    expect(page.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    assert page.evaluate("navigator.clipboard.readText()") == page.url
    page.keyboard.press("Escape")
    expect(copy).not_to_be_visible()
    expect(page.get_by_role("button", name="Share")).to_be_focused()
