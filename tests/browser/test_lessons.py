"""Lessons in a real browser: one from end to end by keyboard, and links to its steps."""

import re

import pytest
from playwright.sync_api import Page, expect

from pages.inside.lessons.progress import lessons
from pages.shared.lessons.lesson import Choice, Lesson, Step
from tests.browser.conftest import Server
from tests.browser.dashboard import go, rerun, resize, settle, until, visit
from tests.browser.looks import TALL, serious

MOST_STOPS = 60
MEAN = lessons()["mean"]


def press(page: Page, key: str) -> None:
    """Press a key that the page answers."""
    rerun(page, lambda: page.keyboard.press(key))


def focused(page: Page) -> str:
    """What the element with the focus says."""
    said: str = page.evaluate("document.activeElement.innerText ?? ''")
    return said


def has_focus(page: Page, name: str) -> None:
    """Wait until a button that begins like this has the focus."""
    until(lambda: focused(page).startswith(name), page)


def tab_to(page: Page, name: str) -> None:
    """Press Tab until a button that begins like this has the focus."""
    for _ in range(MOST_STOPS):
        page.keyboard.press("Tab")
        if focused(page).startswith(name):
            return
    raise AssertionError(f"Tab does not come to {name}")


def on_step(page: Page, number: int, shown: bool, lesson: Lesson = MEAN) -> None:
    """Wait until the address and the page are there."""
    expect(page).to_have_url(re.compile(f"step={number}(&|$)"))
    expect(page).to_have_url(re.compile(f"shown={'true' if shown else 'false'}"))
    title = page.get_by_role("heading", name=lesson.steps[number - 1].title, exact=True)
    expect(title).to_be_visible()
    expect(page.get_by_role("button", name="Reveal")).to_be_visible(visible=not shown)
    settle(page)


def guessed(page: Page, step: Step) -> None:
    """Wait until the page has heard what was predicted."""
    if isinstance(step.question, Choice):
        expect(page.get_by_test_id("stMain").get_by_role("radio", checked=True)).to_have_count(1)
    else:
        expect(page.get_by_text(re.compile("^Your guess: "))).to_be_visible()
    settle(page)


def answers(page: Page) -> list[str]:
    """What the answers in sight say."""
    return page.get_by_test_id("stAlert").all_inner_texts()


def test_a_lesson_goes_by_keyboard_alone_and_the_address_goes_with_it(
    page: Page, server: Server
) -> None:
    visit(page, server("app.py").url + "lessons", figures=0)
    tab_to(page, f"Start “{MEAN.title}”")
    press(page, "Enter")
    last = len(MEAN.steps)
    for number in (1, last):  # the others are alike
        step = MEAN.steps[number - 1]
        if number == last:
            on_step(page, 2, shown=False)
            has_focus(page, "Reveal")  # on the button that led here
            go(page, f"{server('app.py').url}lessons?lesson=mean&step={number}&shown=false")
        on_step(page, number, shown=False)
        assert answers(page) == []
        tab_to(page, "Reveal")
        page.keyboard.press("Shift+Tab")
        press(page, "Space" if isinstance(step.question, Choice) else "ArrowRight")
        guessed(page, step)
        page.keyboard.press("Tab")
        press(page, "Control+Enter" if number == last else "Enter")
        on_step(page, number, shown=True)
        expect(page.get_by_test_id("stAlert")).to_have_count(1)
        assert re.match("Right|Close|Not quite|.* too (high|low)", answers(page)[0])
        has_focus(page, "All lessons" if number == last else "Next")
        press(page, "Enter")
    expect(page.get_by_role("heading", name="Lessons", exact=True)).to_be_visible()
    expect(page).not_to_have_url(re.compile("lesson="))
    assert serious(page) == []


@pytest.mark.slow  # between pages it does in `test_scenario`
def test_back_leads_to_each_step_as_it_was_and_from_a_topic_to_the_step_left_for_it(
    tour: Page, server: Server
) -> None:
    go(tour, server("app.py").url + "lessons?lesson=features&step=6&shown=false")
    features = lessons()["features"]
    rerun(tour, tour.get_by_role("button", name="Reveal").click)
    on_step(tour, 6, True, features)
    rerun(tour, tour.get_by_role("button", name="Try it yourself").click)
    expect(tour).to_have_url(re.compile(r"/feature_privacy\?(.*&)?q=0\.5"))
    expect(tour).not_to_have_url(re.compile("lesson="))
    expect(tour.get_by_text("At q = 0.5").first).to_be_visible()
    rerun(tour, tour.go_back)
    on_step(tour, 6, True, features)
    rerun(tour, tour.go_back)
    on_step(tour, 6, False, features)
    assert answers(tour) == []


def test_whoever_leaves_a_presentation_stands_where_its_slide_was(
    tour: Page, server: Server
) -> None:
    go(tour, server("app.py").url + "lessons?lesson=mean&step=1&present=1&slide=5")
    press(tour, "ArrowRight")
    expect(tour).to_have_url(re.compile("slide=6"))
    press(tour, "Escape")
    on_step(tour, 3, shown=True)
    expect(tour).not_to_have_url(re.compile("present"))


@pytest.mark.slow  # its rounds are in `tests/pages/test_game.py`
def test_the_game_goes_by_keyboard_and_axe_finds_nothing_serious_in_it(
    tour: Page, server: Server
) -> None:
    resize(tour, TALL)
    go(tour, server("app.py").url + "lessons?game=mean")
    round_of = tour.get_by_test_id("stAlert")
    expect(round_of).to_contain_text("Round 1 of 20")
    for number, key in ((1, "h"), (2, "l"), (3, "p")):
        press(tour, key)
        expect(round_of).to_contain_text(f"In round {number} it was")
    expect(tour).to_have_url(re.compile(r"lessons\?game=mean$"))  # nothing of what was drawn
    assert serious(tour) == []
