"""The page of the heterogeneous mean in a real browser: what only a browser shows."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW, until
from tests.browser.hero import drag, open_hero, readouts

ADDRESS = "heterogeneous_mean"
HERO = "Privacy asked, privacy given and weight of every user, with the saturation level"


def saturation_marker(hero: Locator) -> tuple[float, float]:
    """Where the drawn figure has its marker: percent of users, and level."""
    script = """graph => {
        const trace = graph.data.find(({ name }) => name === "saturation begins");
        return [trace.x[0], trace.y[0]];
    }"""
    x, y = hero.locator(".js-plotly-plot").evaluate(script)
    return x, y


def test_a_drag_moves_the_saturation_and_its_url_gives_the_same_numbers_elsewhere(
    page: Page, server: Server
) -> None:
    hero = open_hero(page, server("app.py").url + ADDRESS, HERO)
    before_marker, before = saturation_marker(hero), readouts(hero)
    drag(page, hero, 0.99, 0.6)
    while_dragging = saturation_marker(hero)
    assert while_dragging != before_marker
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"high=\d"), timeout=SLOW)
    moved = readouts(hero)
    assert moved != before
    assert saturation_marker(hero) == while_dragging
    headline = page.get_by_text("are given more privacy than they ask for").first.inner_text()
    assert moved[1] in headline

    with page.context.new_page() as elsewhere:
        same = open_hero(elsewhere, page.url, HERO)
        assert readouts(same) == moved
        assert saturation_marker(same) == while_dragging


def test_another_control_keeps_the_graph_and_the_zoom(page: Page, server: Server) -> None:
    hero = open_hero(page, server("app.py").url + ADDRESS, HERO)
    graph = hero.locator(".js-plotly-plot")
    graph.evaluate("graph => { graph.mark = 'the same' }")
    area = hero.locator(".nsewdrag").first.bounding_box()
    assert area is not None
    page.mouse.move(area["x"] + 0.4 * area["width"], area["y"] + 0.2 * area["height"])
    page.mouse.down()
    page.mouse.move(area["x"] + 0.9 * area["width"], area["y"] + 0.8 * area["height"], steps=6)
    page.mouse.up()
    until(lambda: graph.evaluate("graph => graph.layout.xaxis.range") != [0, 100], page)
    zoomed = graph.evaluate("graph => graph.layout.xaxis.range")
    redraws = int(hero.get_attribute("data-redraws") or 0)
    page.get_by_role("slider", name="Strictest users").press("ArrowRight")
    expect(hero).not_to_have_attribute("data-redraws", str(redraws), timeout=SLOW)
    expect(page).to_have_url(re.compile(r"low=0\.01\d"))
    assert graph.evaluate("graph => graph.mark") == "the same"
    assert graph.evaluate("graph => graph.layout.xaxis.range") == zoomed


@pytest.mark.slow
def test_a_url_of_a_page_opens_that_page_on_a_new_server(page: Page, server: Server) -> None:
    """Streamlit's own page discovery must not take over, whatever is asked for first."""
    fresh = server("app.py", "--server.maxMessageSize=199")  # options of its own: a new server
    hero = open_hero(page, f"{fresh.url}{ADDRESS}?profile=Two+groups&high=0.2", HERO)
    expect(page.get_by_text("nobody has saturated yet")).to_be_visible()
    assert readouts(hero)[0] == "not reached"
    expect(hero.get_by_role("textbox", name="ε of the relaxed group")).to_have_value("0.2")


def test_scripts_in_the_url_are_text(page: Page, server: Server) -> None:
    script = "<script>document.body.dataset.hit=1</script>"
    page.goto(f"{server('app.py').url}{ADDRESS}?profile={script}&n=-5&low=abc")
    warnings = page.get_by_test_id("stAlert")
    expect(warnings.first).to_be_visible(timeout=SLOW)
    expect(warnings).to_have_count(3)
    assert page.evaluate("document.body.dataset.hit") is None
