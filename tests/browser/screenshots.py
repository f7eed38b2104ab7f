"""Make the README's screenshots again: `make screenshots`."""

import tempfile
from pathlib import Path

from playwright.sync_api import expect, sync_playwright

from tests.browser.dashboard import settle
from tests.browser.harness import ROOT, VIEWPORT, StreamlitServer, launch_chromium

SHOTS = {
    "overview": "",
    "heterogeneous_mean": "heterogeneous_mean?high=10",
    "feature_privacy": "feature_privacy",
    "privacy_odometer": "privacy_odometer",
    "ridge": "ridge?dataset=Medical+cost+(SIMULATED)&lam=0.1",
}
"""File name under docs/, and the address it shows."""


def main() -> None:
    """Start the dashboard, visit each address, and write one PNG each."""
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = StreamlitServer(ROOT / "app.py", Path(folder) / "streamlit.log")
        browser = launch_chromium(playwright)
        try:
            for name, address in SHOTS.items():
                page = browser.new_page(viewport=VIEWPORT, reduced_motion="reduce")
                page.goto(server.url + address)
                ready = page.locator(".live-figure[data-ready]")
                expect(ready.first).to_be_visible(timeout=60_000)
                expect(page.get_by_role("button", name="Stop")).to_have_count(0, timeout=120_000)
                settle(page)
                page.evaluate("document.fonts.ready")
                page.screenshot(path=ROOT / "docs" / f"{name}.png")
                print(f"docs/{name}.png")
        finally:
            browser.close()
            server.stop()


if __name__ == "__main__":
    main()
