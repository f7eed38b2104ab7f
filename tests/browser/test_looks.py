"""Every page is opened once and looked at: all in sight on two screens, nobody kept out.

First screen, keyboard, phone, and what axe-core finds; then names and tables of all figures.
"""

from collections.abc import Mapping

import pytest
from playwright.sync_api import Locator, Page, expect

from pages.inside.topics import TOPICS
from pages.shared.controls.state import defaults
from tests.browser.conftest import Server
from tests.browser.dashboard import (
    ADDRESSES,
    EVERY_TAB,
    go,
    in_colours,
    open_all,
    open_tables,
    resize,
    settle,
    tabs,
    visit,
)
from tests.browser.harness import PHONE, VIEWPORT
from tests.browser.keyboard import walk
from tests.browser.looks import TALL, serious

WHOLE = "heterogeneous_mean"
"""Tab is pressed all through it, and all of it is unfolded, in `make test`; `make studies` does so
with every page."""

# Words in figures, and links and buttons outside, that reach over an edge they are cut off at.
CUT_OFF = """() => {
    const beyond = (element, box) => {
        const { left, right, width } = element.getBoundingClientRect();
        return width > 0 && (left < box.left - 1 || right > box.right + 1);
    };
    const words = [...document.querySelectorAll(".live-figure-graph")].flatMap(graph =>
        [...graph.querySelectorAll("text")]
            .filter(text => text.textContent && beyond(text, graph.getBoundingClientRect())));
    const screen = { left: 0, right: innerWidth };
    const outside = [...document.querySelectorAll(
        "[data-testid=stMain] :is(h1, p, .live-figure, .live-figure *, [data-testid=stPageLink] *)"
    )].filter(one => !one.closest("svg, .katex-display, .st-key-controls, .live-figure-scroll,"
        + "[data-testid=stDataFrame], .js-plotly-plot") && beyond(one, screen));
    const whole = [...document.querySelectorAll("html, [data-testid=stMain]")]
        .filter(one => one.scrollWidth > innerWidth);
    return [...words, ...outside, ...whole].map(one => one.textContent.slice(0, 80));
}"""

LINES = """title => {
    const words = document.createRange();
    words.selectNodeContents(title);
    return new Set([...words.getClientRects()].map(box => Math.round(box.top))).size;
}"""

MARGINS = """hero => {
    const { layout, _fullLayout } = hero.querySelector(".live-figure-graph");
    return ["l", "r", "t", "b"].map(side => [layout.margin[side], _fullLayout._size[side]]);
}"""
"""On each side of a figure: the room there was at first, and the room that there is now."""

TABLES = """tables => tables.map(table => ({
    caption: table.caption.textContent,
    columns: table.querySelectorAll("th[scope=col]").length,
    rows: table.rows.length,
}))"""


@pytest.mark.parametrize("every", EVERY_TAB)
@pytest.mark.parametrize("address", ADDRESSES)
def test_a_page_is_all_in_sight_on_a_desk_and_a_phone_and_keeps_nobody_out(
    tour: Page, server: Server, address: str, every: bool
) -> None:
    whole = every or address == WHOLE
    (visit if whole else go)(tour, server("app.py").url + address)
    wrong: dict[str, object] = {"below the first screen": below_the_first_screen(tour, address)}
    if whole:
        wrong |= walk(tour)

    resize(tour, PHONE)
    settle(tour)
    assert tour.locator("h1").first.evaluate(LINES) <= 2
    hero = tour.locator(".live-figure").first.get_by_role("figure")
    box = hero.bounding_box()
    assert box is not None
    assert box["height"] <= PHONE["height"]
    for title in tabs(tour, every):
        wrong[f"cut off on a phone: {title}"] = tour.evaluate(CUT_OFF)

    resize(tour, TALL)
    if whole:
        open_all(tour, "[data-testid=stExpander] details")
    for number, title in enumerate(tabs(tour, every)):
        if whole:
            open_tables(tour)
        part = "[role=tabpanel]:not([inert])" if number else "html"  # the rest stays as it was
        wrong[f"axe: {title}"] = serious(tour, part)
        if whole:
            check_names_and_tables(tour)
    if every:  # what darkness changes is the colours
        in_colours(tour, "dark")
        wrong["axe: dark"] = serious(tour, runOnly=["color-contrast"])
    assert not any(wrong.values()), {what: how for what, how in wrong.items() if how}


def below_the_first_screen(page: Page, address: str) -> Mapping[str, float]:
    """What one moves and what it moves, or at the start the cards, where a screen ends above."""
    hero = page.locator(".live-figure").first
    shown: dict[str, Locator] = {}
    if not address:
        shown = {f"card {key}": page.locator(f".st-key-card_{key}") for key in TOPICS}
        shown["figure"] = hero.get_by_role("figure")
    elif address in TOPICS:
        panel = TOPICS[address].panel(defaults())
        for control in panel.main:
            is_number = control.kind in ("whole", "number")
            row = f".st-key-{control.key}_row" if is_number else f".st-key-{control.key}"
            shown |= {control.label: page.locator(row)} if control != panel.hero else {}
        shown["slider of the figure"] = hero.locator(".live-figure-control")
        titles = hero.locator("text[class$=title]:not(.gtitle):not(:empty)").all()
        assert len(titles) >= 2
        shown |= {f"axis “{title.text_content()}”": title for title in titles}
        shown |= {f"tab “{tab.inner_text()}”": tab for tab in page.get_by_role("tab").all()}
        for at_first, now in hero.evaluate(MARGINS):
            assert at_first == now, "plotly has drawn it twice"
    lower_ends = {name: end_of(one) for name, one in shown.items()}
    return {name: end for name, end in lower_ends.items() if end > VIEWPORT["height"]}


def end_of(one: Locator) -> float:
    """Where an element ends on the screen, from above."""
    box = one.bounding_box()
    assert box is not None, one
    return box["y"] + box["height"]


def check_names_and_tables(page: Page) -> None:
    """Of all figures in sight, tables open; one in small has its table on the page it leads to."""
    # Nothing is drawn but by the live figure, which asks for a name and a table.
    charts = page.locator(".js-plotly-plot, [data-testid*=Chart], [data-testid=stImage]")
    figures = page.locator(".live-figure:visible")
    expect(charts.locator("visible=true")).to_have_count(figures.count())
    small = page.locator("[role=figure][aria-label$=' in small']:visible")
    tables = page.locator(".live-figure-scroll table:visible")
    expect(tables).to_have_count(figures.count() - small.count())
    names = figures.locator("[role=figure]").evaluate_all("all => all.map(one => one.ariaLabel)")
    assert all(names)
    assert len(set(names)) == len(names)
    large = [name for name in names if not name.endswith(" in small")]
    for name, table in zip(large, tables.evaluate_all(TABLES), strict=True):
        assert table["caption"].startswith(name)
        assert table["columns"] > 1, table
        assert table["rows"] > 1, table
