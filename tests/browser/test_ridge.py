"""The page of ridge regression in a real browser: a table of one's own, λ, verdict, download."""

from __future__ import annotations

import csv
import io
import re
from pathlib import Path

import pytest
from playwright.sync_api import Locator, Page, expect

from hetdp_core import datasets
from tests.browser.conftest import Server
from tests.browser.dashboard import SLOW, open_tab, until
from tests.browser.hero import drag, open_hero, readouts

ADDRESS = "ridge"
HERO = "Test loss of private regressions against the regularisation λ"
MEDICAL = datasets.DATA_DIR / "simulated_medical_cost.csv"  # the columns of insurance.csv


def verdict(page: Page) -> Locator:
    return page.get_by_text(re.compile("^At this privacy"))


def test_the_button_for_the_best_lambda_is_one_step_of_the_history(
    page: Page, server: Server
) -> None:
    hero = open_hero(page, server("app.py").url + ADDRESS, HERO)
    before = readouts(hero)
    page.get_by_role("button", name=re.compile("^Use best λ")).click()
    expect(page).to_have_url(re.compile(r"lam=0\.63"), timeout=SLOW)
    entry = hero.get_by_role("textbox", name="Regularisation λ")
    expect(entry).to_have_value("0.63", timeout=SLOW)
    expect(page.get_by_role("button", name=re.compile("^Use best λ"))).to_be_disabled()
    until(lambda: readouts(hero) != before, page)
    page.go_back()
    expect(page).not_to_have_url(re.compile("lam="), timeout=SLOW)
    expect(entry).to_have_value("1", timeout=SLOW)


@pytest.mark.slow
def test_a_table_of_ones_own_is_compared_and_its_losses_downloaded(
    page: Page, server: Server, tmp_path: Path
) -> None:
    query = "ridge_view=Your+own+table&rows=My+own+table"
    hero = open_hero(page, f"{server('app.py').url}{ADDRESS}?{query}", HERO)
    of_the_dataset = verdict(page).inner_text()
    page.locator("input[type=file]").last.set_input_files(MEDICAL)
    page.get_by_role("button", name=re.compile("known schema")).click(timeout=SLOW)
    expect(page.get_by_text(re.compile("^In use: .* with 1,338 rows"))).to_be_visible(timeout=SLOW)
    expect(verdict(page)).not_to_have_text(of_the_dataset, timeout=SLOW)
    expect(verdict(page)).to_contain_text("worth releasing")

    drag(page, hero, 0.5, 0.3)
    page.mouse.up()
    expect(page).to_have_url(re.compile(r"lam="), timeout=SLOW)
    open_tab(page, "Table")
    with page.expect_download(timeout=SLOW) as download:
        page.get_by_role("button", name="Download the table").click()
    path = tmp_path / "losses.csv"
    download.value.save_as(path)
    rows = list(csv.DictReader(io.StringIO(path.read_text(encoding="utf-8"))))
    assert len(rows) >= 61
    best = min(
        float(row["Objective perturbation"]) for row in rows if row["Objective perturbation"]
    )
    expect(verdict(page)).to_contain_text(f"{best:.3f}"[:5])


def test_lines_are_named_at_their_ends_on_a_wide_screen_and_by_the_legend_on_a_phone(
    page: Page, server: Server
) -> None:
    hero = open_hero(page, server("app.py").url + ADDRESS, HERO)
    names, legend = hero.get_by_text("best private", exact=True), hero.locator(".legend")
    expect(names).to_have_count(1)
    expect(legend).to_have_count(0)
    page.set_viewport_size({"width": 390, "height": 844})
    expect(legend).to_have_count(1)
    expect(names).to_have_count(0)
