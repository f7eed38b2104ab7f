"""One scenario everywhere: presets, links, history, a pinned setting."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import BESIDE_A, ODOMETER, SLOW, settle, until, visit
from tests.browser.hero import open_hero, readouts
from tests.cases import first_and_in_studies

MEAN_HERO = "Privacy asked, privacy given and weight of every user, with the saturation level"
SMALL_CHANGE = {  # by page: a control, another value, and what is said about it
    "heterogeneous_mean": ("ε of the most relaxed user, exact value", "0.5", "10.0 → 0.5"),
    "feature_privacy": ("Sensitive features", "5", "2 → 5"),
    "ridge": ("Strictest users ask for ε, exact value", "0.1", "0.01 → 0.1"),
    ODOMETER: ("Privacy budget, exact value", "4", "10.0 → 4.0"),
}


def enter(page: Page, label: str, value: str) -> None:
    entry = page.get_by_label(label, exact=True).first
    before = page.url
    entry.fill(value)
    entry.press("Enter")
    expect(page).not_to_have_url(before)
    expect(entry).to_have_value(value)
    settle(page)


def press(page: Page, name: str) -> None:
    """Press what changes the address."""
    before = page.url
    page.get_by_role("button", name=name).click()
    expect(page).not_to_have_url(before)
    settle(page)


def heroes(page: Page) -> Locator:
    return page.locator(".live-figure").filter(has=page.locator("input[type=range]"))


def come_to_show(hero: Locator, numbers: list[str]) -> None:
    """Wait until the key numbers are these: after Back, the script is yet to run."""
    for name_and_number, wanted in zip(hero.locator("dd").all(), numbers, strict=True):
        expect(name_and_number).to_have_text(wanted, timeout=SLOW)


def trace_names(page: Page) -> list[str]:
    names: list[str] = (
        heroes(page)
        .first.locator(".js-plotly-plot")
        .evaluate("({ data }) => data.map(trace => trace.name)")
    )
    return names


def test_a_preset_is_one_click_and_its_link_gives_the_same_numbers_elsewhere(
    page: Page, server: Server
) -> None:
    hero = open_hero(page, server("app.py").url + "heterogeneous_mean", MEAN_HERO)
    before = readouts(hero)
    page.get_by_role("button", name="Start from a setting").click()
    page.get_by_text("Teaching: two groups").click()
    expect(page).to_have_url(re.compile(r"preset=two_groups"), timeout=SLOW)
    settle(page)
    until(lambda: readouts(hero) != before, page)
    after = readouts(hero)
    with page.context.new_page() as elsewhere:
        link = page.url.split("?")[0] + "?preset=two_groups"
        assert readouts(open_hero(elsewhere, link, MEAN_HERO)) == after
    page.go_back()
    expect(page).not_to_have_url(re.compile("preset"))
    come_to_show(hero, before)
    page.go_forward()
    expect(page).to_have_url(re.compile("preset=two_groups"))
    come_to_show(hero, after)


def test_back_leads_to_the_page_left_with_its_controls_as_they_were(
    page: Page, server: Server
) -> None:
    visit(page, server("app.py").url + "ridge")
    enter(page, "Regularisation λ, exact value", "5")
    enter(page, "Strictest users ask for ε, exact value", "0.05")
    page.get_by_role("link", name="Heterogeneous mean").click()
    expect(page).to_have_url(re.compile(r"heterogeneous_mean\?.*low=0.05"), timeout=SLOW)
    settle(page)
    page.go_back()
    expect(page).to_have_url(re.compile(r"ridge\?"), timeout=SLOW)
    settle(page)
    expect(page.get_by_label("Regularisation λ, exact value").first).to_have_value("5")
    strictest = page.get_by_label("Strictest users ask for ε, exact value").first
    expect(strictest).to_have_value("0.05")
    page.go_forward()
    expect(page).to_have_url(re.compile(r"heterogeneous_mean"), timeout=SLOW)
    settle(page)
    page.get_by_role("link", name="Ridge regression").click()
    expect(page).to_have_url(re.compile(r"ridge\?.*lam=5"), timeout=SLOW)


def test_the_chooser_leads_to_the_page_with_its_setting(page: Page, server: Server) -> None:
    page.goto(server("app.py").url)
    page.get_by_role("button", name="My users differ").click(timeout=SLOW)
    expect(page).to_have_url(re.compile(r"heterogeneous_mean\?.*preset=two_groups"), timeout=SLOW)
    users = page.get_by_role("spinbutton", name="Number of users n")
    expect(users).to_have_value("200", timeout=SLOW)
    page.go_back()
    expect(page.get_by_role("button", name="My users differ")).to_be_visible(timeout=SLOW)
    expect(page).not_to_have_url(re.compile("preset|n="))
    settle(page)
    page.get_by_role("link", name="Heterogeneous mean").first.click()
    expect(users).to_have_value("1000", timeout=SLOW)


@pytest.mark.parametrize("address", first_and_in_studies(SMALL_CHANGE))
def test_the_present_setting_is_drawn_over_a_pinned_one(
    page: Page, server: Server, address: str
) -> None:
    label, value, difference = SMALL_CHANGE[address]
    visit(page, server("app.py").url + address)
    alone, traces = readouts(heroes(page).first), trace_names(page)
    press(page, "Compare")
    expect(page.get_by_text("B is the same as A so far")).to_be_visible()
    enter(page, label, value)
    expect(page.get_by_text(difference)).to_be_visible(timeout=SLOW)
    until(lambda: readouts(heroes(page).first) != alone, page)
    until(lambda: trace_names(page)[: len(traces) + 1] == [*traces, "A, pinned"], page)
    expect(page.get_by_text(f"{alone[0].split()[0]} → ")).to_be_visible()
    expect(page.get_by_text("The tabs below show B.")).to_be_visible()

    press(page, "Swap A and B")
    expect(page.get_by_text(" → ".join(difference.split(" → ")[::-1]))).to_be_visible(timeout=SLOW)
    come_to_show(heroes(page).first, alone)


def test_dragging_in_a_pins_another_value_and_leaves_b_alone(page: Page, server: Server) -> None:
    visit(page, server("app.py").url + BESIDE_A)
    first, second = heroes(page).first, heroes(page).nth(1)
    before = readouts(second)
    earlier = readouts(first)
    first.locator("input[type=range]").press("Home")
    expect(page.get_by_text("Regularisation λ: ")).to_be_visible(timeout=SLOW)
    settle(page)
    until(lambda: readouts(first) != earlier, page)
    assert readouts(second) == before


def test_figures_keep_their_sweeps_as_they_move_in_and_out_of_columns(
    page: Page, server: Server
) -> None:
    visit(page, server("app.py").url + BESIDE_A)
    first, second = readouts(heroes(page).first), readouts(heroes(page).nth(1))
    press(page, "Unpin A")
    expect(page.get_by_role("button", name="Compare")).to_be_visible(timeout=SLOW)
    settle(page)
    come_to_show(heroes(page).first, second)
    page.go_back()
    expect(page.get_by_role("button", name="Unpin A")).to_be_visible(timeout=SLOW)
    settle(page)
    come_to_show(heroes(page).first, first)


def test_graphs_beside_each_other_stand_in_line_whatever_their_key_numbers(
    tour: Page, server: Server
) -> None:
    visit(tour, server("app.py").url + BESIDE_A)
    for width in (1440, 1300, 1900):
        tour.set_viewport_size({"width": width, "height": 900})
        settle(tour)
        for texts in (["0"] * 4, ["± 12,345,678 % of range"] * 4):
            # Other numbers, so that a line of them may break on one side alone.
            heroes(tour).first.locator("dd").evaluate_all(
                "(cells, texts) => cells.forEach((cell, i) => (cell.textContent = texts[i]))", texts
            )
            tops = [
                graph.evaluate("graph => graph.getBoundingClientRect().top")
                for graph in tour.locator(".live-figure-graph").all()[:2]
            ]
            assert tops[0] == tops[1], (width, texts)


def test_a_control_says_what_a_tab_has_set(page: Page, server: Server) -> None:
    """Hero and tabs are drawn by themselves; what stands beside them must not stay behind."""
    visit(page, server("app.py").url + "heterogeneous_mean?view=What+would+it+take%3F")
    users = page.get_by_label("Number of users n", exact=True).first
    before = users.input_value()
    press(page, "Use the answer")
    expect(users).not_to_have_value(before, timeout=SLOW)
    said = re.compile(rf"\bn={users.input_value()}\b")
    expect(page).to_have_url(said, timeout=SLOW)
    enter(page, "ε of the most relaxed user, exact value", "5")
    expect(page).to_have_url(re.compile(r"\bhigh=5"), timeout=SLOW)
    expect(page).to_have_url(said)


def test_a_decimal_comma_is_one_and_what_is_no_number_is_told_what_may_be_typed(
    page: Page, server: Server
) -> None:
    visit(page, server("app.py").url + "heterogeneous_mean")
    entry = page.get_by_label("Strictest users ask for ε, exact value").first
    wrong = page.get_by_role("alert").first
    limits = page.locator(".number-row-refusal").filter(visible=True)
    for typed, meant in {"0,05": "0.05", "1,000": "", "0.06": "0.06", "0,05,1": ""}.items():
        entry.fill(typed)
        entry.press("Enter")
        if meant:
            expect(entry).to_have_value(meant, timeout=SLOW)
            expect(page).to_have_url(re.compile(rf"low={meant}"), timeout=SLOW)
            expect(wrong).to_have_count(0)
        else:  # a thousand is above the most relaxed
            expect(wrong).to_be_visible(timeout=SLOW)
    entry.fill("0")
    entry.press("Enter")
    expect(limits).to_have_text("from 0.000001 to 1,000,000")
