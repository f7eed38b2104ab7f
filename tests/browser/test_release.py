"""Upload, declare, promise, confirm, receipt: in a real browser, and nothing un-noised on it."""

import json
import re
from dataclasses import replace
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

import numpy as np
from playwright.sync_api import Browser, Dialog, FilePayload, Page, ViewportSize, expect

from hetdp_core.decision import Subject, decide, releasing
from hetdp_core.figures.report.decision import LONGEST_VALUE, MOST_LINK, Published, Sheet, to_html
from hetdp_core.release import ReleaseRequest, prepare, release_mean
from hetdp_core.release.receipt import limited
from tests.browser.conftest import Server
from tests.browser.dashboard import rerun, resize, visit
from tests.browser.harness import PHONE, VIEWPORT, opened_offline
from tests.browser.live_session import Session
from tests.browser.looks import TALL, serious

AGES = 30.0 + np.arange(800) * 7 % 41 + 0.25
CSV = "age,eps_percent\n" + "".join(
    f"{age},{0.2 if place % 2 else 1.0}\n" for place, age in enumerate(AGES)
)
"""One column has an ordinary name, so its mean is chosen."""

A4: ViewportSize = {"width": 794, "height": 1123}

SMALLEST = """Math.min(...[...document.querySelectorAll("article *")].map(
    each => parseFloat(getComputedStyle(each).fontSize)))"""
"""Size of the smallest letters of a page to print, in pixels."""

ACCENT = "rgb(0, 114, 178)"
"""What can be pressed."""


def bring(page: Page, name: str = "people.csv", content: str = CSV, unit: str = "") -> None:
    file: FilePayload = {"name": name, "mimeType": "text/csv", "buffer": content.encode()}
    rerun(page, lambda: page.locator("input[type=file]").first.set_input_files(file))
    typed = {"Lowest possible value": "0", "Highest possible value": "120", "Unit": unit}
    for entry, text in typed.items():  # the next click takes the last one along
        page.get_by_role("textbox", name=entry).fill(text)
    go_on(page, "3 · Check")
    go_on(page, "4 · Decide")


def go_on(page: Page, heading: str) -> None:
    rerun(page, page.get_by_role("button", name="Continue").click)
    expect(page.get_by_role("heading", name=heading)).to_be_in_viewport()


def promise(page: Page) -> None:
    """Go on to the step that publishes the first option."""
    rerun(page, page.get_by_role("button", name=re.compile("^Release .* …")).first.click)
    expect(page.get_by_role("heading", name="5 · Publish")).to_be_in_viewport()


def open_release(page: Page, url: str) -> None:
    visit(page, url + "release", figures=0)
    bring(page)
    promise(page)


def release(page: Page) -> None:
    button = page.get_by_role("button", name="Release now")
    expect(button).to_be_disabled()
    expect(button).not_to_have_css("background-color", ACCENT)
    understand(page)
    expect(button).to_be_enabled()
    expect(button).to_have_css("background-color", ACCENT)
    rerun(page, button.click)


def understand(page: Page) -> None:
    rerun(page, page.get_by_text("I understand that a release cannot be taken back").click)


def said(page: Page) -> str:
    """All text of the page, also that of folded tables and of canvases' accessible copies."""
    return page.locator("body").evaluate("body => body.textContent")


def test_from_a_csv_to_receipt_and_printed_decision_without_the_true_mean_on_the_screen(
    page: Page, chromium: Browser, server: Server, tmp_path: Path
) -> None:
    url = server("app.py").url
    page.add_init_script(
        "window.clicks = 0; addEventListener('click', () => window.clicks++, true)"
    )
    visit(page, url + "release", figures=0)
    large = {"name": "large.csv", "mimeType": "text/csv", "buffer": b"age\n" + b"30\n" * 2_000_000}
    page.locator("input[type=file]").first.set_input_files(large)  # type: ignore[arg-type]
    why = page.get_by_role("alert").filter(has_text="File must be")
    expect(why).to_contain_text("5.0MB or smaller")
    box = why.bounding_box()
    assert box is not None
    assert box["width"] > 100  # in words, not for screen readers alone
    bring(page, unit="winters")
    expect(page.get_by_role("combobox", name="Column of ε")).to_be_visible()
    switch = page.get_by_test_id("stCheckbox").filter(has_text="only these people")
    expect(switch.locator("input")).to_be_checked()
    promise(page)
    expect(page.get_by_text("first release")).to_be_visible()
    release(page)
    expect(page.get_by_role("heading", name="Released")).to_be_visible()
    assert 0 < page.evaluate("window.clicks") <= 9  # beside typing
    text = said(page)
    assert "winters" in text
    assert "400 people who asked for ε = 0.2: ε at most 0.2" in text
    assert "people.csv" in text
    for value in (np.mean(AGES), np.median(AGES), np.sum(AGES), np.std(AGES)):
        for digits in (6, 8):  # of fewer one release in a hundred has the same by chance
            assert f"{float(value):.{digits}g}" not in text
            assert f"{float(value):,.{digits - 3}f}" not in text
    kept = json.loads(save(page, "Receipt (json)", tmp_path).read_text(encoding="utf-8"))
    assert [group["users"] for group in kept["groups"]] == [400, 400]
    assert 0 <= kept["released"] <= 120
    assert f"{kept['released']:.6g}" in text
    resize(page, PHONE)
    assert page.get_by_test_id("stMain").evaluate("main => main.scrollWidth") <= PHONE["width"]
    resize(page, TALL)
    assert serious(page, "[data-testid=stMain]") == []

    assert "age" not in page.url
    file = save(page, "Save as a page to print", tmp_path)
    assert file.name == f"decision-{kept['identifier']}.html"
    with opened_offline(chromium, file, A4) as printed:
        text = printed.locator("body").inner_text()
        assert f"{kept['released']:.6g}" in text
        assert "400 with level ε = 0.2: at most ε = 0.2" in text
        assert "Typical error in the worst case" in text
        assert printed.title() == "Decision: mean of age"
        expect(printed.get_by_role("table")).to_have_count(1)
        expect(printed.get_by_role("link")).to_have_count(0)  # it would lead to this computer
        assert sides(printed) == 1
    rerun(page, page.get_by_role("button", name="Compare the options again").click)
    expect(page.get_by_text("This was released:")).to_be_visible()
    expect(switch.locator("input")).to_be_checked()  # as it was before


def save(page: Page, name: str, folder: Path) -> Path:
    with page.expect_download() as download:
        page.get_by_role("button", name=name).click()
    file = folder / download.value.suggested_filename
    download.value.save_as(file)
    return file


def sides(page: Page) -> int:
    return len(re.findall(rb"/Type\s*/Page\b", page.pdf(prefer_css_page_size=True)))


def test_a_decision_with_all_that_fits_on_it_is_still_one_side_of_paper(
    page: Page, tmp_path: Path
) -> None:
    sheets = [full_sheet(own, tolerable) for own, tolerable in ((False, np.inf), (True, 99.0))]
    settings = [("Levels ε", "1" * LONGEST_VALUE), *[("Least private ε", "1" * 20)] * 8]
    nothing: dict[str, Any] = {"receipts": [], "others": [], "released": "", "chosen": None}
    pinned = replace(sheets[0], settings=settings, pinned=settings, **nothing)
    for sheet in (*sheets, pinned):  # beside a pinned setting nothing is released
        file = tmp_path / "full.html"
        file.write_text(to_html(sheet), encoding="utf-8")
        page.set_viewport_size(VIEWPORT)
        page.goto(file.as_uri())
        expect(page.get_by_role("heading", level=1)).to_be_visible()
        assert sides(page) == 1
        page.emulate_media(media="print")
        assert page.evaluate(SMALLEST) >= 11.0
        page.emulate_media(media="null")
        page.set_viewport_size(PHONE)
        assert page.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]


def full_sheet(own: bool, tolerable: float) -> Sheet:
    levels = np.exp(np.linspace(-3.0, 1.0, 600))
    bounds, users = (60.0, 260.0), levels.size
    subject = Subject("systolic blood pressure", "mmHg", bounds, users, everybody=own)
    source = "column" if own else "profile"
    plan = prepare(
        ReleaseRequest(subject.column, subject.unit, bounds, levels, source, everybody=own)
    )
    made = release_mean(plan, np.full(600, 130.0), when=datetime.now(UTC), identifier="5" * 16)
    options = [releasing("A", subject, levels), releasing("B", subject, 1.5 * levels)]
    return Sheet(
        decision=decide(options, tolerable),
        settings=[("Largest acceptable typical error", "1" * LONGEST_VALUE)],
        pinned=[],
        link="http://host/decision?" + "x" * (MOST_LINK - 21),
        not_in_link="No link holds the table or the largest acceptable typical error.",
        released=made.receipt.in_short,
        receipts=[made.receipt.in_short] * 3,
        others=[made.receipt.in_short] * 9,
        promised=limited(made.receipt.most),
        beyond="If everybody here was in the other tables too, 155 people would have more." * 2,
        before=12.3456,
        chosen=options[0],
        published=Published(["± 3.74 mmHg"] * 3),
        sources={"Table": "one of many " * 12, "Privacy levels": "one of many " * 15},
        made_on="Made on 22 November 2026, 10:08 UTC with hetdp dashboard 0.1.0.",
    )


def leave(page: Page, asked: list[str]) -> None:
    """Reload, and say that one wants to leave where the browser asks."""

    def answer(dialog: Dialog) -> None:
        asked.append(dialog.type)
        dialog.accept()

    page.on("dialog", answer)
    rerun(page, page.reload)
    page.remove_listener("dialog", answer)


def test_a_double_click_releases_once_and_the_receipt_outlives_table_and_reload(
    page: Page, server: Server
) -> None:
    asked: list[str] = []
    open_release(page, server("app.py").url)
    button = page.get_by_role("button", name="Release now")
    expect(button).to_be_disabled()
    understand(page)
    expect(button).to_be_enabled()
    rerun(page, lambda: button.click(click_count=2, delay=60))  # all that came is answered
    expect(page.get_by_text("Release 1: mean of")).to_be_visible()
    expect(page.get_by_text("Release 2: mean of")).to_have_count(0)
    page.get_by_text("One more release of this mean").click()
    expect(page.get_by_text("release 2 counted here")).to_be_visible()
    rerun(page, page.get_by_role("button", name="Forget my table").click)
    expect(page.get_by_role("button", name="Try it with a sample")).to_be_visible()
    expect(page.get_by_text("people.csv")).to_have_count(0)
    expect(page.get_by_text("Release 1: mean of")).to_be_visible()
    leave(page, asked)
    assert asked == ["beforeunload"]
    expect(page.get_by_text("1 release of an earlier session is known here")).to_be_visible()
    expect(
        page.get_by_text(re.compile("^Receipt .{8} of an earlier session: mean of"))
    ).to_be_visible()
    page.close(run_before_unload=False)


def test_five_clicks_by_the_protocol_and_an_old_one_release_once(server: Server) -> None:
    with Session(server("app.py").url, "release", "") as session:
        session.press("release_sample")
        session.enter("selectbox", "Publish the mean of", "sbp")
        session.enter("text_input", "Lowest possible value", "60")
        session.enter("text_input", "Highest possible value", "260")
        session.press_labelled("Continue")
        session.press_labelled("Continue")
        session.press_labelled("Release with each person's ε …")
        session.tick("I have checked this promise")
        click = session.press_labelled("Release now", times=5)
        assert list(session.headings("Rehearsal ")) == ["Rehearsal 1"]
        session.send(click)
        assert list(session.headings("Rehearsal ")) == ["Rehearsal 1"]
        session.tick("I have checked this promise")
        session.send(click)
        assert list(session.headings("Rehearsal ")) == ["Rehearsal 1"]
        assert session.errors == []
