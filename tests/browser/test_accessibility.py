"""Every page for everybody: what axe-core finds, names and tables of figures, real backgrounds."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Browser, Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import ADDRESSES, open_all, open_tables, tabs, visit
from tests.figures.test_colours import BACKGROUNDS

SCHEMES = ("light", "dark")
TALL = {"width": 1440, "height": 6000}
"""axe passes over text that is scrolled out of sight, so nothing may be."""


def serious(page: Page, below: str = "html") -> list[str]:
    """Serious and critical findings of axe below an element, one line each."""
    scrolled = "main => main.scrollHeight - main.clientHeight"
    assert page.get_by_test_id("stMain").evaluate(scrolled) <= 0
    found: dict[str, Any] = Axe().run(page, below).response
    return [
        f"{rule['id']} ({rule['impact']}): {node['html'][:120]} {node['failureSummary'][:200]}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("address", ADDRESSES)
def test_axe_finds_nothing_serious_on_any_tab_in_light_and_dark(
    page: Page, server: Server, address: str
) -> None:
    page.set_viewport_size(TALL)  # type: ignore[arg-type]
    visit(page, server("app.py").url + address)
    open_all(page, "[data-testid=stExpander] details")
    findings = []
    for number, title in enumerate(tabs(page)):
        open_tables(page)
        open_all(page, ".live-figure-take")
        part = "[role=tabpanel]:not([inert])" if number else "html"  # the rest stays as it was
        for scheme in SCHEMES:
            page.emulate_media(color_scheme=scheme)  # type: ignore[arg-type]
            page.wait_for_timeout(300)  # until the figures have taken on the colours
            findings += [f"{title}, {scheme}: {finding}" for finding in serious(page, part)]
        page.emulate_media(color_scheme="light")
    assert findings == []


def test_axe_would_find_faint_text_on_our_pages(page: Page, server: Server) -> None:
    page.set_viewport_size(TALL)  # type: ignore[arg-type]
    visit(page, server("app.py").url)
    page.add_style_tag(content=".live-figure summary { color: #999; }")
    assert "color-contrast" in serious(page)[0]


@pytest.mark.parametrize("scheme", SCHEMES)
def test_the_backgrounds_are_those_that_colours_are_checked_against(
    chromium: Browser, server: Server, scheme: str
) -> None:
    context = chromium.new_context(color_scheme=scheme)  # type: ignore[arg-type]
    try:
        page = context.new_page()
        visit(page, server("app.py").url)
        shown = page.locator(".live-figure").first.evaluate(
            "figure => getComputedStyle(figure).getPropertyValue('--st-background-color')"
        )
        assert shown.strip().upper() == BACKGROUNDS[scheme]
    finally:
        context.close()


@pytest.mark.parametrize("address", ADDRESSES)
def test_every_figure_on_every_tab_has_a_name_and_its_numbers_as_a_table(
    page: Page, server: Server, address: str
) -> None:
    visit(page, server("app.py").url + address)
    for _ in tabs(page):
        open_tables(page)
        # Nothing is drawn but by the live figure, which asks for a name and a table.
        charts = page.locator(".js-plotly-plot, [data-testid*=Chart], [data-testid=stImage]")
        figures = page.locator(".live-figure:visible")
        expect(charts.locator("visible=true")).to_have_count(figures.count())
        names = [
            figure.get_by_role("figure").get_attribute("aria-label") for figure in figures.all()
        ]
        assert all(names)
        assert len(set(names)) == len(names)
        for figure in figures.all():
            table = figure.get_by_role("table")
            expect(table.locator("caption")).not_to_be_empty()
            expect(table.get_by_role("columnheader").nth(1)).to_be_visible()
            assert table.get_by_role("row").count() > 1
