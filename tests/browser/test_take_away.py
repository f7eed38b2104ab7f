"""What readers take away: every file of a figure is downloaded, opened and checked."""

import io
import json
import runpy
import struct
import unicodedata
from pathlib import Path
from xml.etree import ElementTree

import pandas as pd
import pytest
from playwright.sync_api import Browser, Download, Locator, Page, expect

from tests.browser.conftest import Server
from tests.browser.dashboard import go, looks, numbers_under, rerun, resize, settle
from tests.browser.harness import PHONE, ROOT, VIEWPORT, opened_offline
from tests.browser.hero import open_hero
from tests.cases import first_and_in_studies

HEROES = {
    "heterogeneous_mean?n=300&low=0.2": (
        "saturation",
        "Requested ε, applied ε and weight of every person",
    ),
    "feature_privacy?d=5&q=0.3": ("correlation", "Error of the means against correlation"),
    "ridge?rows=Synthetic%2C+as+in+the+paper&seed=3": ("ridge", "Typical error of private"),
    "privacy_odometer?questions=x%2C+x²%2C+x³+…+of+a+number+from+0+to+10&runs=4": (
        "odometer",
        "Privacy loss against questions answered",
    ),
}
"""Addresses of topics; the key and the name of what is shown there."""


def take(page: Page, key: str, title: str) -> Download:
    """Unfold the numbers of a figure and press one of the buttons there."""
    button = numbers_under(page, key).get_by_role("button", name=title)
    with page.expect_download() as download:
        button.click()
    return download.value


def picture(page: Page, figure: Locator, title: str) -> Download:
    """Press one of plotly's buttons, which show up under the pointer."""
    figure.locator(".live-figure-graph").hover()
    with page.expect_download() as download:
        figure.locator(f".modebar-btn[data-title='Save as {title}']").click()
    return download.value


def text(download: Download) -> str:
    return Path(download.path()).read_text(encoding="utf-8")


def shown(page: Page, key: str) -> list[list[str]]:
    """The table under a figure, as it is shown."""
    rows = numbers_under(page, key).locator("tbody tr")
    return [row.locator("th, td").all_inner_texts() for row in rows.all()]


@pytest.mark.parametrize(("address", "hero"), first_and_in_studies(HEROES.items()))
def test_every_file_of_a_hero_is_right(
    tour: Page, server: Server, address: str, hero: tuple[str, str], monkeypatch, capsys
) -> None:
    url, (key, name) = server("app.py").url, hero
    open_hero(tour, url + address, name)
    numbers = take(tour, key, "CSV")
    stem, csv = numbers.suggested_filename.removesuffix(".csv"), text(numbers)
    table = pd.read_csv(io.StringIO(csv))
    rows = shown(tour, key)
    assert len(table) == len(rows)
    for column in range(1, table.shape[1]):
        for row, value in zip(rows, table.iloc[:, column].tolist(), strict=True):
            told = unicodedata.normalize("NFKC", row[column].replace(",", "").replace(" × 10", "e"))
            told = "nan" if told == "–" else told
            assert float(told) == pytest.approx(value, rel=1e-3, nan_ok=True)

    script = take(tour, key, "Python")
    assert script.suggested_filename == f"{stem}.py"
    monkeypatch.chdir(ROOT)
    capsys.readouterr()
    runpy.run_path(str(script.path()))
    assert capsys.readouterr().out == csv + "\n"

    parameters = json.loads(text(take(tour, key, "JSON")))
    assert (parameters["schema"], parameters["page"]) == (1, address.partition("?")[0])
    assert parameters["figure"]["name"].startswith(name)
    open_hero(tour, url + parameters["page"] + parameters["address"], name)
    assert text(take(tour, key, "CSV")) == csv
    assert json.loads(text(take(tour, key, "JSON"))) == parameters


def test_pictures_and_files_are_taken_by_mouse_and_keyboard_on_a_desk_and_on_a_phone(
    page: Page, server: Server
) -> None:
    """A picture has one size on every screen and carries the title; a file is saved once."""
    name = "Requested ε, applied ε"
    hero = open_hero(page, f"{server('app.py').url}heterogeneous_mean?n=300", name)
    numbers = page.locator(".st-key-saturation_numbers")
    numbers.locator("summary").press("Enter")
    expect(numbers.get_by_role("button", name="CSV")).to_be_visible()
    settle(page)
    expect(numbers.locator("summary")).to_be_focused()
    page.keyboard.press("Tab")
    expect(numbers.get_by_role("region")).to_be_focused()  # the table, which scrolls
    page.keyboard.press("Tab")
    expect(numbers.get_by_role("button", name="CSV")).to_be_focused()
    downloads: list[Download] = []
    page.on("download", lambda download: downloads.append(download))
    with page.expect_download():
        page.keyboard.press("Enter")
    users = page.get_by_role("textbox", name="Number of people n")
    users.fill("301")
    rerun(page, lambda: users.press("Enter"))
    for _ in looks(page):
        assert [one.suggested_filename for one in downloads] == ["saturation.csv"]

    content = Path(picture(page, hero, "PNG").path()).read_bytes()
    assert content[:8] == b"\x89PNG\r\n\x1a\n"
    assert struct.unpack(">II", content[16:24]) == (2400, 1350)
    for viewport in (VIEWPORT, PHONE):
        resize(page, viewport)
        drawing = ElementTree.parse(picture(page, hero, "SVG").path()).getroot()
        assert drawing.tag.endswith("svg")
        assert (drawing.get("width"), drawing.get("height")) == ("2400", "1350")
        words = " ".join(" ".join(drawing.itertext()).split())
        assert name in words
        assert "get more privacy than they ask for" in words  # the headline
        boxes = [button.bounding_box() for button in numbers.get_by_role("button").all()]
        assert len(boxes) == 3
        assert all(box and 0 <= box["x"] <= viewport["width"] - box["width"] for box in boxes)


@pytest.mark.slow  # a printed decision opens like this in `test_release`
def test_the_report_opens_from_a_file_with_the_network_off(
    tour: Page, chromium: Browser, server: Server, tmp_path: Path
) -> None:
    go(tour, server("app.py").url + "heterogeneous_mean?n=400")
    tour.get_by_role("button", name="Share").click()
    with tour.expect_download() as download:
        tour.get_by_role("button", name="Report: this page").click()
    file = tmp_path / download.value.suggested_filename
    download.value.save_as(file)
    assert file.stat().st_size < 10_000_000

    with opened_offline(chromium, file, PHONE) as report:
        expect(report.locator(".js-plotly-plot .main-svg").first).to_be_visible()
        assert "Of 400 people" in report.locator(".headline").first.inner_text()
        report.locator("summary").first.click()
        expect(report.locator("details[open] tbody tr").nth(10)).to_be_attached()
        assert report.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
        topic = report.get_by_role("link", name="Open this topic live").first
        link = topic.get_attribute("href")
    assert link is not None
    go(tour, link)
    expect(tour.get_by_role("textbox", name="Number of people n")).to_have_value("400")
