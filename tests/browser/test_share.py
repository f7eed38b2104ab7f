"""Share: the link is copied with the keyboard alone, and its QR code can be seen."""

from playwright.sync_api import Page, expect

from pages.shared.frame.head import embedding
from tests.browser.conftest import Server
from tests.browser.dashboard import go, until


def test_what_is_embedded_is_the_live_figure_alone(page: Page, server: Server) -> None:
    url = server("app.py").url
    page.set_content(embedding(f"{url}heterogeneous_mean?profile=Two+groups&low=0.1&v=2"))
    inside = page.frame_locator("iframe")
    expect(inside.locator(".live-figure[data-ready]")).to_be_visible()
    slider = inside.get_by_role("slider", name="ε of the less private group")
    idle = inside.locator("[data-test-script-state=notRunning]")
    expect(idle).to_be_attached()
    before = slider.input_value()
    slider.press("ArrowUp")  # the others turn the page
    expect(slider).not_to_have_value(before)
    for outside in ("stSidebar", "stHeader", "stMainMenu"):
        expect(inside.get_by_test_id(outside)).not_to_be_visible()


def test_the_link_is_copied_with_the_keyboard_and_shown_as_a_code(
    tour: Page, server: Server
) -> None:
    url = server("app.py").url
    tour.context.grant_permissions(["clipboard-read", "clipboard-write"], origin=url)
    go(tour, f"{url}heterogeneous_mean?n=300")
    tour.get_by_role("button", name="Share").focus()
    tour.keyboard.press("Enter")
    copy = tour.get_by_role("button", name="Copy link")
    expect(copy).to_be_focused()
    code = tour.get_by_role("img", name="QR code of the link")
    expect(code).to_be_visible()
    until(lambda: code.evaluate("image => image.complete && image.width >= 200"), tour)
    tour.keyboard.press("Enter")
    expect(tour.get_by_role("status").filter(has_text="Copied")).to_be_visible()
    assert tour.evaluate("navigator.clipboard.readText()") == tour.url
    tour.keyboard.press("Escape")
    expect(copy).not_to_be_visible()
    expect(tour.get_by_role("button", name="Share")).to_be_focused()
