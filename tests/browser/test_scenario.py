"""One scenario everywhere: presets, links, history, a pinned setting."""

import re
from urllib.parse import urlencode

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import BESIDE_A, ODOMETER, go, rerun, resize, steady, until
from tests.browser.hero import readouts
from tests.cases import first_and_in_studies

SMALL_CHANGE = {  # by page: a control, another value, and what is said about it
    "heterogeneous_mean": ("Least private ε (all between follow), exact value", "0.5", "10 → 0.5"),
    "ridge": ("Most private ε, exact value", "0.1", "0.01 → 0.1"),
    ODOMETER: ("Privacy budget, exact value", "4", "10 → 4"),
}


def enter(page: Page, label: str, value: str) -> None:
    entry = page.get_by_label(label, exact=True).first
    entry.fill(value)
    rerun(page, lambda: entry.press("Enter"))
    expect(entry).to_have_value(value)


def press(page: Page, name: str | re.Pattern[str]) -> None:
    rerun(page, page.get_by_role("button", name=name).click)


def heroes(page: Page) -> Locator:
    return page.locator(".live-figure").filter(has=page.locator("input[type=range]"))


def come_to_show(hero: Locator, numbers: list[str]) -> None:
    """Wait until the key numbers are these: a figure is drawn after its script has ended."""
    for name_and_number, wanted in zip(hero.locator("dd").all(), numbers, strict=True):
        expect(name_and_number).to_have_text(wanted)


def trace_names(page: Page) -> list[str]:
    names: list[str] = (
        heroes(page)
        .first.locator(".js-plotly-plot")
        .evaluate("({ data }) => data.map(trace => trace.name)")
    )
    return names


def test_back_leads_to_the_page_left_with_its_controls_as_they_were(
    tour: Page, server: Server
) -> None:
    """And a button or a preset is one step of the history, whatever follows from it."""
    go(tour, server("app.py").url + "ridge")
    strictest = tour.get_by_label("Most private ε, exact value").first
    lam = tour.get_by_label("Regularisation λ, exact value").first
    enter(tour, "Most private ε, exact value", "0.05")
    at_first, hero = lam.input_value(), heroes(tour).first
    before = readouts(hero)
    press(tour, re.compile("^Best λ"))
    expect(lam).not_to_have_value(at_first)
    until(lambda: readouts(hero) != before, tour)
    best = lam.input_value()

    rerun(tour, tour.get_by_role("link", name="Heterogeneous mean").first.click)
    expect(tour).to_have_url(re.compile(r"heterogeneous_mean\?.*low=0.05"))
    before = readouts(hero)
    tour.get_by_role("button", name="Start from a setting").click()
    rerun(tour, tour.get_by_text("Two groups").last.click)
    expect(tour).to_have_url(re.compile(r"preset=two_groups"))
    until(lambda: readouts(hero) != before, tour)
    after = readouts(hero)

    rerun(tour, tour.go_back)
    expect(tour).not_to_have_url(re.compile("preset"))
    come_to_show(hero, before)
    rerun(tour, tour.go_forward)
    expect(tour).to_have_url(re.compile("preset=two_groups"))
    come_to_show(hero, after)
    rerun(tour, tour.go_back)
    come_to_show(hero, before)
    rerun(tour, tour.go_back)
    expect(tour).to_have_url(re.compile(rf"ridge\?.*lam={re.escape(best)}"))
    expect(lam).to_have_value(best)
    expect(strictest).to_have_value("0.05")
    rerun(tour, tour.go_back)
    expect(tour).not_to_have_url(re.compile("lam="))
    expect(lam).to_have_value(at_first)
    expect(strictest).to_have_value("0.05")


@pytest.mark.parametrize("address", first_and_in_studies(SMALL_CHANGE))
def test_the_present_setting_is_drawn_over_a_pinned_one(
    tour: Page, server: Server, address: str
) -> None:
    label, value, difference = SMALL_CHANGE[address]
    go(tour, server("app.py").url + address)
    alone, traces = readouts(heroes(tour).first), trace_names(tour)
    press(tour, "Compare")
    expect(tour.get_by_text("B is still the same as A")).to_be_visible()
    enter(tour, label, value)
    expect(tour.get_by_text(difference).first).to_be_visible()
    until(lambda: readouts(heroes(tour).first) != alone, tour)
    until(lambda: trace_names(tour)[: len(traces) + 1] == [*traces, "A, pinned"], tour)
    expect(tour.get_by_text(f"{alone[0].split()[0]} → ").first).to_be_visible()
    expect(tour.get_by_text("The tabs below show B.")).to_be_visible()

    press(tour, "Swap A and B")
    expect(tour.get_by_text(" → ".join(difference.split(" → ")[::-1])).first).to_be_visible()
    come_to_show(heroes(tour).first, alone)


@pytest.mark.slow
def test_two_figures_beside_each_other_stand_in_line_and_are_dragged_each_by_itself(
    tour: Page, server: Server
) -> None:
    """They keep their sweeps as they move in and out of columns."""
    go(tour, server("app.py").url + BESIDE_A)
    first, second = heroes(tour).first, heroes(tour).nth(1)
    of_a, of_b = readouts(first), readouts(second)
    for width in (1300, 1440):
        resize(tour, {"width": width, "height": 900})
        for numbers in (["0"] * 4, ["± 12,345,678 % of range"] * 4, of_a):
            # Other numbers, so that a line of them may break on one side alone.
            first.locator("dd").evaluate_all(
                "(cells, texts) => cells.forEach((cell, i) => (cell.textContent = texts[i]))",
                numbers,
            )
            tops = tour.locator(".live-figure-graph").evaluate_all(
                "all => all.slice(0, 2).map(graph => graph.getBoundingClientRect().top)"
            )
            assert tops[0] == tops[1], (width, numbers)
    press(tour, "Unpin A")
    expect(tour.get_by_role("button", name="Compare")).to_be_visible()
    come_to_show(first, of_b)
    rerun(tour, tour.go_back)
    expect(tour.get_by_role("button", name="Unpin A")).to_be_visible()
    come_to_show(first, of_a)
    rerun(tour, lambda: first.locator("input[type=range]").press("Home"))
    expect(tour.get_by_text("Regularisation λ: ").first).to_be_visible()
    until(lambda: readouts(first) != of_a, tour)
    assert readouts(second) == of_b


def test_a_control_says_what_a_tab_has_set(tour: Page, server: Server) -> None:
    """Hero and tabs are drawn by themselves; what stands beside them must not stay behind."""
    go(tour, server("app.py").url + "heterogeneous_mean?view=What+would+it+take%3F&down=1")
    users = tour.get_by_role("textbox", name="Number of people n")
    before = users.input_value()
    expect(users).not_to_be_in_viewport()
    press(tour, "Show this value above")
    expect(users).not_to_have_value(before)
    expect(users).to_be_in_viewport()
    said = re.compile(rf"\bn={users.input_value().replace(',', '')}\b")
    expect(tour).to_have_url(said)
    enter(tour, "Least private ε (all between follow), exact value", "5")
    expect(tour).to_have_url(re.compile(r"\bhigh=5"))
    expect(tour).to_have_url(said)


def test_a_link_leads_down_to_its_tab_where_it_says_so_and_once(tour: Page, server: Server) -> None:
    there = server("app.py").url + "heterogeneous_mean"
    go(tour, f"{there}?{urlencode({'view': 'A real column', 'down': 1})}")
    bar = tour.get_by_test_id("stHeader").bounding_box()
    tab = tour.get_by_role("tab", name="With real data", exact=True)
    expect(tab).to_be_in_viewport(ratio=1)
    steady(tab)
    place = tab.bounding_box()
    assert bar
    assert place
    assert place["y"] >= bar["y"] + bar["height"], "hidden by the bar"
    title = tour.get_by_role("heading", level=1).first
    expect(title).not_to_be_in_viewport()
    title.scroll_into_view_if_needed()
    enter(tour, "Number of people n", "900")
    expect(title).to_be_in_viewport()
    go(tour, f"{there}?{urlencode({'view': 'A real column'})}")
    expect(title).to_be_in_viewport()
