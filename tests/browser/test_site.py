"""The site without a server, from a disk and with the network off: figures, predictions, looks."""

from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

import numpy as np
import pytest
from playwright.sync_api import Browser, BrowserContext, Locator, expect
from playwright.sync_api import Page as Tab

from hetdp_core.figures.figure import Frames
from pages.inside.lessons.progress import lessons
from pages.inside.site.lesson import lesson_page
from pages.inside.site.page import Dashboard, Page
from pages.inside.site.sheets import topic_page
from pages.inside.site.write import write
from pages.inside.topics import TOPICS
from pages.shared.controls.state import defaults
from pages.shared.figure.live_figure import DIGITS
from tests.browser.dashboard import SLOW
from tests.browser.harness import PHONE, VIEWPORT, collect_console_errors
from tests.browser.looks import findings

WHOLE = (False, pytest.param(True, marks=pytest.mark.slow))
"""A topic and a lesson in `make test`, and all in `make studies`."""

UNFOLD = """() => document.querySelectorAll("main details")
    .forEach((one, place) => { one.open = place < 20; })"""

REVEAL = """() => document.querySelectorAll("form[data-judgements]").forEach(form => {
    form.querySelector("[type=radio]")?.click();
    form.querySelector("[type=range]")?.dispatchEvent(new Event("input"));
    form.querySelector("button").click();
})"""

CUT_OFF = """() => [...document.querySelectorAll("main *, header *, footer *")]
    .filter(one => !one.closest("svg, .js-plotly-plot, .live-figure-scroll, .scroll"))
    .filter(one => {
        const { left, right, width, height } = one.getBoundingClientRect();
        return width > 1 && height > 1 && (left < -1 || right > innerWidth + 1);
    }).map(one => one.outerHTML.slice(0, 100))"""

CUT_TEXT = """() => [...document.querySelectorAll("main *, header *, footer *")]
    .filter(one => ["hidden", "clip"].includes(getComputedStyle(one).overflowX)
        && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1
        && !one.closest("svg, .js-plotly-plot"))
    .map(one => one.outerHTML.slice(0, 100))"""

LAUNCHED = ("file:", "blob:", "data:")


@dataclass(frozen=True)
class Site:
    """The folder, and the pages that were written into it."""

    folder: Path
    pages: list[Page]


@pytest.fixture(scope="module")
def site(request: pytest.FixtureRequest, tmp_path_factory: pytest.TempPathFactory) -> Site:
    """All pages for who asks for them; else two of them, and of the others their titles."""
    folder, dashboard = tmp_path_factory.mktemp("site"), Dashboard("https://dash.example.org/")
    if getattr(request, "param", False):
        return Site(folder, write(folder, dashboard))
    few = [
        topic_page(TOPICS["ridge"], defaults(), dashboard),
        lesson_page(lessons()["mean"], dashboard),
    ]
    titles = [Page(f"{key}.html", one.title, "", {}) for key, one in TOPICS.items()]
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("pages.inside.site.write.all_pages", lambda _: [*titles, *few])
        write(folder, dashboard)
    return Site(folder, few)


@pytest.fixture(scope="module")
def offline(chromium: Browser) -> Iterator[BrowserContext]:
    context = chromium.new_context(viewport=VIEWPORT, reduced_motion="reduce", offline=True)
    context.set_default_timeout(SLOW)
    yield context
    context.close()


@pytest.fixture
def tab(offline: BrowserContext, console_errors: list[str]) -> Iterator[Tab]:
    """A page that fails the test if it leaves errors, or asks for anything but files."""
    asked: list[str] = []
    page = offline.new_page()
    collect_console_errors(page, console_errors)
    page.on("request", lambda request: asked.append(request.url))
    yield page
    page.close()
    assert not console_errors, f"errors in the browser's console: {console_errors}"
    assert asked
    assert [url for url in asked if not url.startswith(LAUNCHED)] == []


def visit(tab: Tab, site: Site, file: str) -> None:
    """Open a page, and wait until all figures in sight of a tall screen are drawn."""
    tab.goto((site.folder / file).as_uri())
    figures = tab.locator("[data-figure]:visible")
    expect(tab.locator(".live-figure[data-ready]")).to_have_count(figures.count())


def place_of(tab: Tab, key: str) -> Locator:
    """The place of a figure, once it is drawn."""
    place = tab.locator(f"[data-figure={key}]")
    place.scroll_into_view_if_needed()
    expect(place.locator(".live-figure")).to_have_attribute("data-ready", "")
    return place


DRAWN = """(place, moving) => {
    const { _fullData: data } = place.querySelector(".js-plotly-plot");
    const plain = one => ArrayBuffer.isView(one) || Array.isArray(one) ? [...one].map(plain) : one;
    return moving.map(([trace, path]) =>
        plain(path.split(".").reduce((value, part) => value?.[part], data[trace])));
}"""


def check_frame(place: Locator, frames: Frames, index: int) -> None:
    """What is drawn, the key numbers and the headline are those of a frame."""
    moving = [(trace, path) for trace, paths in frames.traces.items() for path in paths]
    drawn = place.evaluate(DRAWN, moving)
    for (trace, path), found in zip(moving, drawn, strict=True):
        expected = frames.traces[trace][path][index]  # type: ignore[index]
        try:
            numbers = np.asarray(expected, dtype=float)
        except ValueError:  # texts, colours
            assert found == np.asarray(expected).tolist()
            continue
        shown = np.asarray(found, dtype=float)  # a gap is None here, NaN there
        np.testing.assert_allclose(shown, numbers, rtol=0.5 * 10.0 ** (1 - DIGITS))
    texts = [texts[index] for texts in frames.readouts.values()]
    assert place.locator(".live-figure-readouts dd").all_inner_texts() == texts
    if frames.headlines:
        said = place.locator("xpath=..").locator(".headline").inner_text()
        plain = frames.headlines[index].replace("**", "")
        assert " ".join(plain.split()) in " ".join(said.split())


@pytest.mark.parametrize("site", WHOLE, indirect=True)
def test_every_slider_moves_its_figure_to_the_cores_numbers(tab: Tab, site: Site) -> None:
    """Of few pages, the first slider of the topic."""
    moved, every = 0, len(site.pages) > 2
    for page in site.pages if every else site.pages[:1]:
        moving = {key: view.frames for key, view in page.views.items() if view.frames is not None}
        tab.goto((site.folder / page.file).as_uri())
        for key, frames in list(moving.items())[: None if every else 1]:
            place = place_of(tab, key)
            slider, last = place.get_by_role("slider"), frames.values.size - 1
            check_frame(place, frames, frames.current)
            for press, index in (("End", last), ("ArrowLeft", last - 1), ("Home", 0)):
                slider.press(press)
                expect(place.locator(".live-figure")).to_have_attribute("data-frame", str(index))
                expect(slider).to_have_attribute("aria-valuetext", frames.labels[index])
                check_frame(place, frames, index)
            moved += 1
    assert findings(tab) == []
    assert moved >= (10 if every else 1)


@pytest.mark.slow
def test_another_theme_leaves_the_slider_and_files_are_those_of_the_dashboard(
    tab: Tab, site: Site
) -> None:
    tab.emulate_media(color_scheme="light")
    tab.goto((site.folder / "ridge.html").as_uri())
    place = place_of(tab, "ridge")
    background = "rgb(255, 255, 255)"
    picture = place.locator(".main-svg").first
    expect(picture).to_have_css("background-color", background)
    slider = place.get_by_role("slider")
    slider.fill(str(slider.get_attribute("max")))  # at rest at once, unlike after a key
    expect(place.locator(".live-figure")).to_have_attribute("data-frame", slider.input_value())
    said = place.locator(".live-figure-readouts").inner_text()
    tab.emulate_media(color_scheme="dark")
    expect(picture).not_to_have_css("background-color", background)
    assert place.locator(".live-figure-readouts").inner_text() == said
    assert slider.input_value() == slider.get_attribute("max")

    numbers = place.locator("xpath=following-sibling::details[1]")
    numbers.locator("summary").click()
    assert numbers.get_by_role("link").all_inner_texts() == ["CSV", "Python"]
    for title, start in (("CSV", "lambda"), ("Python", "# -*- coding")):
        with tab.expect_download() as saved:
            numbers.get_by_role("link", name=title).click()
        text = Path(saved.value.path()).read_text(encoding="utf-8")
        assert text.lower().lstrip('"').startswith((start, "λ", "regularisation"))


@pytest.mark.slow  # as the dashboard's lesson does in `test_lessons`
def test_a_lesson_goes_by_keyboard_and_tells_nothing_before_a_prediction(
    tab: Tab, site: Site
) -> None:
    lesson = lessons()["mean"]
    tab.goto((site.folder / "lesson-mean.html").as_uri())
    steps = tab.locator("section.step")
    expect(steps).to_have_count(len(lesson.steps))
    for place in range(len(lesson.steps)):
        step = steps.nth(place)
        reveal, answer = step.get_by_role("button", name="Reveal"), step.locator(".answer")
        reveal.press("Enter")
        expect(step.get_by_role("alert")).to_contain_text("first")
        expect(answer).to_be_hidden()
        slider = step.locator("form [type=range]")
        if slider.count():
            slider.press("ArrowRight")
            expect(slider).not_to_have_attribute("aria-valuetext", "none yet")
        else:
            step.get_by_role("radio").first.press("Space")
        reveal.press("Enter")
        expect(answer).to_be_focused()
        expect(answer.locator(".live-figure")).to_have_attribute("data-ready", "")
        truth = lesson.steps[place].question.shown(lesson.steps[place].truth())
        expect(answer.locator(".verdict")).to_contain_text(truth)
        expect(step.locator(".first")).to_be_hidden()
    expect(tab.get_by_role("status").last).to_contain_text(f"of {len(lesson.steps)} predictions")


ALL = ("index", *TOPICS, "lessons", *(f"lesson-{key}" for key in lessons()), "results")


@pytest.mark.slow
@pytest.mark.parametrize("site", [True], indirect=True)
@pytest.mark.parametrize("file", ALL)
def test_nobody_is_kept_out_and_on_a_phone_nothing_is_wider_than_the_screen_nor_cut(
    tab: Tab, site: Site, file: str
) -> None:
    tab.set_viewport_size({"width": VIEWPORT["width"], "height": 12_000})
    tab.emulate_media(color_scheme="light")
    visit(tab, site, f"{file}.html")
    tab.evaluate(UNFOLD)
    for first in tab.locator("form").all()[:2]:
        (first.get_by_role("radio").or_(first.get_by_role("slider"))).first.press("ArrowRight")
        first.get_by_role("button").click()
    answers = tab.locator(".answer:visible .live-figure[data-ready]")
    expect(answers).to_have_count(tab.locator(".answer:visible").count())
    wrong = {"light": findings(tab)}
    if file == "ridge":
        tab.emulate_media(color_scheme="dark")
        wrong["dark"] = findings(tab, runOnly=["color-contrast"])

    tab.set_viewport_size({"width": PHONE["width"], "height": 20_000})
    visit(tab, site, f"{file}.html")
    tab.evaluate(REVEAL)
    figures = tab.locator("[data-figure]:visible").count()
    expect(tab.locator(".live-figure[data-ready]")).to_have_count(figures)
    assert tab.evaluate("document.documentElement.scrollWidth") <= PHONE["width"]
    wrong |= {"cut off": tab.evaluate(CUT_OFF), "cut text": tab.evaluate(CUT_TEXT)}
    assert not any(wrong.values()), wrong


def test_without_scripts_all_words_are_there(chromium: Browser, site: Site) -> None:
    context = chromium.new_context(java_script_enabled=False, offline=True)
    page = context.new_page()
    page.goto((site.folder / "lesson-mean.html").as_uri())
    expect(page.locator("noscript p")).to_have_text("Figures and predictions need JavaScript.")
    expect(page.locator(".answer").first).to_be_visible()
    expect(page.locator("legend").first).to_be_visible()
    expect(page.get_by_role("button")).to_have_count(0)
    context.close()
