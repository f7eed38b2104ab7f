"""Every page for everybody: what axe-core finds, names and tables of figures, real backgrounds."""

from __future__ import annotations

from typing import Any

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import (
    ADDRESSES,
    EVERY_TAB,
    NUMBERS,
    SLOW,
    go,
    in_colours,
    open_all,
    open_tables,
    steady,
    tabs,
    visit,
)

TALL = {"width": 1440, "height": 6000}
"""axe passes over text that is scrolled out of sight, so nothing may be: enough for most pages."""


ALIKE = ".live-figure-scroll tr:nth-child(n + 3), canvas table"
"""Most of a long table takes long, and one row is like another; a canvas holds another copy."""


def see_all(page: Page) -> None:
    """Make the window as tall as the page, which may still grow: what comes late is drawn late."""
    hidden = "main => main.scrollHeight - main.clientHeight"
    for _ in range(20):
        more, size = page.get_by_test_id("stMain").evaluate(hidden), page.viewport_size
        assert size is not None
        if more <= 0:
            return
        size["height"] += more
        page.set_viewport_size(size)
        page.wait_for_function("height => innerHeight === height", arg=size["height"])
        expect(page.locator(".live-figure:visible:not([data-ready])")).to_have_count(0)
        steady(page.get_by_test_id("stMain").locator("> *").first)
    raise AssertionError(f"{more} px of the page are still out of sight")


def serious(page: Page, below: str = "html", **options: Any) -> list[str]:
    """Serious and critical findings of axe below an element, one line each."""
    see_all(page)
    context = {"include": [below], "exclude": [[ALIKE]]}
    settings = {"resultTypes": ["violations"], **options}
    found: dict[str, Any] = Axe().run(page, context, settings).response
    return [
        f"{rule['id']} ({rule['impact']}): {node['html'][:120]} {node['failureSummary'][:200]}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]


@pytest.mark.parametrize("every", EVERY_TAB)
@pytest.mark.parametrize("address", ADDRESSES)
def test_axe_finds_nothing_serious_and_every_figure_has_a_name_and_a_table(
    tour: Page, server: Server, address: str, every: bool
) -> None:
    tour.set_viewport_size(TALL)  # type: ignore[arg-type]
    tour.emulate_media(color_scheme="light")
    go(tour, server("app.py").url + address)
    open_all(tour, "[data-testid=stExpander] details")
    findings = []
    for number, title in enumerate(tabs(tour, every)):
        open_tables(tour)
        part = "[role=tabpanel]:not([inert])" if number else "html"  # the rest stays as it was
        findings += [f"{title}: {finding}" for finding in serious(tour, part)]
        check_names_and_tables(tour)
    if every:  # once a page in `make test`; what darkness changes is the colours
        in_colours(tour, "dark")
        findings += [f"dark: {finding}" for finding in serious(tour, runOnly=["color-contrast"])]
    assert findings == []


def check_names_and_tables(page: Page) -> None:
    """Of all figures in sight, tables open; one in small has its table on the page it leads to."""
    # Nothing is drawn but by the live figure, which asks for a name and a table.
    charts = page.locator(".js-plotly-plot, [data-testid*=Chart], [data-testid=stImage]")
    figures = page.locator(".live-figure:visible")
    expect(charts.locator("visible=true")).to_have_count(figures.count())
    small = page.locator("[role=figure][aria-label$=' in small']:visible")
    tables = page.locator(".live-figure-scroll table:visible")
    expect(tables).to_have_count(figures.count() - small.count(), timeout=SLOW)
    names = figures.locator("[role=figure]").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert all(names)
    assert len(set(names)) == len(names)
    large = [name for name in names if not name.endswith(" in small")]
    for name, table in zip(large, tables.evaluate_all(TABLES), strict=True):
        assert table["caption"].startswith(name)
        assert table["columns"] > 1, table
        assert table["rows"] > 1, table


TABLES = """tables => tables.map(table => ({
    caption: table.caption.textContent,
    columns: table.querySelectorAll("th[scope=col]").length,
    rows: table.rows.length,
}))"""


def test_axe_would_find_faint_text_and_backgrounds_are_those_that_colours_are_checked_against(
    tour: Page, server: Server
) -> None:
    tour.set_viewport_size(TALL)  # type: ignore[arg-type]
    visit(tour, server("app.py").url)
    in_colours(tour, "dark")
    in_colours(tour, "light")
    tour.add_style_tag(content=f"{NUMBERS} summary {{ color: #999; }}")
    assert "color-contrast" in serious(tour)[0]
