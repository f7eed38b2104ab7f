"""Numbers typed into a row are read by the rules of cells, as they are shown beside."""

import json
import math

import pytest
from playwright.sync_api import Page, expect

from hetdp_core.errors import InvalidInput
from hetdp_core.uploads import number_from_text
from pages.shared.controls.number_row import ROW_JS
from tests.browser.conftest import Server
from tests.browser.dashboard import go, rerun

TYPED = [
    *("60,5", "60.5", "1e3", "2,5e-3", "−5", "−2e−3", "+5", ".5", ",5", "5.", "0,500", "1234.567"),
    *("1,234.5", "1.234,5", "1,234,567", "1.234.567", "1 200", "1\u202f234,5", "1’234.5", "1'200"),
    *("", "nan", "1_0", "5%", "1,23,456", "1 23", "0x1", "٣", "0,05,1", "1.2.3", "e5"),
]


def meant(text: str) -> float:
    try:
        return number_from_text(text, "number")
    except InvalidInput:
        return math.nan


def test_what_is_typed_is_read_as_elsewhere(page: Page) -> None:
    """Only what could be two numbers differs: here a point and commas are as they are shown."""
    texts = json.dumps([*TYPED, "1,000", "1.000"])
    numbers = page.evaluate(f"(() => {{ {ROW_JS}; return {texts}.map(numberTyped) }})()")
    assert numbers == pytest.approx([*map(meant, TYPED), 1000, 1], nan_ok=True)


@pytest.mark.slow  # a row with a slider is in `test_hero`
def test_entries_without_a_slider_know_the_rules_too(tour: Page, server: Server) -> None:
    go(tour, server("app.py").url + "heterogeneous_mean?n=998&low=0.0996")
    users = tour.get_by_role("textbox", name="Number of people n")
    expect(users).to_have_value("998")
    exact = tour.get_by_role("textbox", name="Most private ε").first
    expect(exact).to_have_value("0.0996")
    for typed in ("60,5", "10.000", "0"):
        users.fill(typed)
        users.press("Enter")
        refusal = tour.locator(".number-row-refusal").filter(visible=True)
        expect(refusal).to_have_text("whole, from 1 to 1,000,000")
        expect(users).to_have_value(typed)
    for typed, shown in (("1e3", "1,000"), ("1,200", "1,200"), ("1 300", "1,300")):
        users.fill(typed)
        rerun(tour, lambda: users.press("Enter"))
        expect(users).to_have_value(shown)
