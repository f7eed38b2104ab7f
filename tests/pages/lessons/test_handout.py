"""Handout and lecturers' page: every step as the lesson says it, and links that open it."""

import re
from datetime import UTC, datetime
from pathlib import Path
from urllib.parse import parse_qs, parse_qsl, urlsplit

import pytest

from pages.inside.lessons import game
from pages.inside.lessons.game import GAMES
from pages.inside.lessons.handout import handout
from pages.inside.lessons.progress import lessons
from pages.inside.topics import TOPICS
from pages.shared.controls import state
from pages.shared.lessons.lesson import Choice
from tests.cases import first_and_in_studies
from tests.pages.app import ROOT, head, open_page
from tests.plotlys import checked

NOW = datetime(2026, 3, 1, tzinfo=UTC)
HERE = "https://host/lab/lessons?lesson=mean&step=2"


@pytest.mark.parametrize("key", lessons())
def test_it_has_every_step_with_question_answer_reason_and_source(key, revealed):
    steps = lessons()[key].steps
    app = revealed(key)
    for step, one, (text, ask, why), truth in zip(
        steps,
        handout(lessons()[key], NOW, HERE).exercises,
        app.session_state["texts"],
        app.session_state["truths"],
        strict=True,
    ):
        assert (one.title, one.situation, one.ask) == (step.title, text, ask)
        assert one.answer == step.question.shown(truth)
        assert (one.why, one.source) == (why, step.source)
        assert bool(one.range) != bool(one.options)
        if isinstance(step.question, Choice):
            assert one.answer in one.options


@pytest.mark.parametrize("key", first_and_in_studies(lessons()))
def test_its_figures_are_those_of_the_question_and_of_the_answer(key):
    steps = lessons()[key].steps
    for step, one in zip(steps, handout(lessons()[key], NOW, "").exercises, strict=True):
        assert checked(one.before.figure) == checked(step.before(step.state).still)
        assert checked(one.after.figure) == checked(step.answered().still)


@pytest.mark.parametrize("key", lessons())
def test_its_links_open_the_topic_with_the_settings_and_the_tab_of_the_step(key):
    for step, one in zip(
        lessons()[key].steps, handout(lessons()[key], NOW, HERE).exercises, strict=True
    ):
        if not step.topic:
            assert one.link == ""
            continue
        topic, parts = TOPICS[step.topic], urlsplit(one.link)
        assert f"{parts.scheme}://{parts.netloc}{parts.path}" == f"https://host/lab/{topic.key}"
        assert state.unpacked(parts.query) == step.state
        assert parse_qs(parts.query).get(topic.tabs_key, [""]) == [step.tab]


def test_it_leads_to_the_first_step_and_bears_its_date():
    sheet = handout(lessons()["mean"], NOW, HERE)
    assert sheet.link.startswith("https://host/lab/lessons?lesson=mean&step=1")
    assert "1 March 2026" in sheet.about.replace("01", "1")


@pytest.mark.parametrize("url", ["", "http://localhost:8501/lessons?lesson=mean"])
def test_no_link_leads_to_the_computer_of_whoever_made_it(url):
    sheet = handout(lessons()["mean"], NOW, url)
    assert {sheet.link, *(one.link for one in sheet.exercises)} == {""}


def test_each_lesson_offers_it_before_it_begins_and_at_its_end():
    offered = {element.key for element in open_page("lessons").get("download_button")}
    assert offered == {f"handout_{key}" for key in lessons()}
    last = str(len(lessons()["mean"].steps))
    before = open_page("lessons", lesson="mean", step=last)
    assert not [element for element in before.get("download_button") if element.label == "Handout"]
    at_the_end = open_page("lessons", lesson="mean", step=last, shown="true")
    assert [element.key for element in at_the_end.get("download_button")] == ["handout"]


PAGE = (Path(ROOT) / "docs/for-lecturers.md").read_text(encoding="utf-8")
LINKS = re.findall(r"\[([^\]]+)\]\((/[^)]+)\)", PAGE)
STEPS = [(title, link) for title, link in LINKS if "lesson=" in link]
PLAYED = [(title, link) for title, link in LINKS if "game=" in link]


def test_every_link_of_a_step_bears_its_title():
    assert len(STEPS) + len(PLAYED) == len(LINKS)
    for title, link in STEPS:
        named = dict(parse_qsl(urlsplit(link).query))
        assert lessons()[named["lesson"]].steps[int(named["step"]) - 1].title == title


@pytest.mark.parametrize("link", [link for _, link in PLAYED])
def test_a_link_of_a_game_opens_it(link):
    parts = urlsplit(link)
    params = dict(parse_qsl(parts.query))
    app = open_page(parts.path.strip("/"), **params)
    assert not app.error
    assert not app.warning
    assert head(app) == [game.TITLE, GAMES[params["game"]].claim]
