"""A button that does nothing looks like one, in light and in dark."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW
from tests.colour import contrast
from tests.figures.test_colours import BACKGROUNDS

STYLE = """button => {
    const { backgroundColor, color, cursor } = getComputedStyle(button);
    return [backgroundColor, color, cursor];
}"""


def look(button: Locator) -> tuple[str, str, str]:
    background, colour, cursor = button.evaluate(STYLE)
    return background, colour, cursor


def over(colour: str, background: str) -> str:
    """A colour of a style sheet on a background, as #rrggbb."""
    *parts, alpha = [float(part) for part in re.findall(r"[\d.]+", colour + ", 1")][:4]
    under = bytes.fromhex(background[1:])
    mixed = (round(alpha * a + (1 - alpha) * b) for a, b in zip(parts, under, strict=True))
    return "#" + bytes(mixed).hex()


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_a_disabled_primary_button_looks_disabled_and_can_be_read(
    tour: Page, server: Server, scheme: str
) -> None:
    tour.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
    tour.goto(server("buttons").url)
    can, cannot, plain = (
        tour.get_by_role("button", name=name, exact=True)
        for name in ("Can", "Cannot", "Cannot either")
    )
    expect(plain).to_be_visible(timeout=SLOW)
    assert look(can)[0] == "rgb(0, 114, 178)"
    assert look(cannot)[0] == look(plain)[0]
    assert look(cannot)[2] == "not-allowed"
    page = BACKGROUNDS[scheme]
    background = over(look(cannot)[0], page)
    assert contrast(background, page) < 1.5
    assert contrast(over(look(cannot)[1], background), background) >= 3
