"""The lecturers' page: each of its links opens the step, or the game, that it names."""

import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from pages.inside.lessons import game
from pages.inside.lessons.games import GAMES
from pages.inside.lessons.progress import lessons
from tests.pages.app import ROOT, follow_link, head, sentences

PAGE = (Path(ROOT) / "docs/for-lecturers.md").read_text(encoding="utf-8")
LINKS = re.findall(r"\[([^\]]+)\]\((/[^)]+)\)", PAGE)
STEPS = [(title, link) for title, link in LINKS if "lesson=" in link]
PLAYED = [(title, link) for title, link in LINKS if "game=" in link]
LESSONS = re.split(r"^## ", PAGE, flags=re.MULTILINE)[1:]


def opened(link):
    """The app as it answers a link of the page."""
    parts = urlsplit(link)
    app = follow_link(parts.path.strip("/"), **dict(parse_qsl(parts.query)))
    assert not app.exception
    assert not app.error
    assert not app.warning
    return app


def shown(app):
    return sentences([*app.title, *app.subheader, *app.header, *app.markdown])


@pytest.mark.parametrize(("title", "link"), STEPS)
def test_a_link_of_a_step_opens_it_unrevealed(title, link):
    asked = dict(parse_qsl(urlsplit(link).query))
    step = lessons()[asked["lesson"]].steps[int(asked["step"]) - 1]
    assert step.title == title
    app = opened(link)
    assert any(title in text for text in shown(app))
    assert [one.label for one in app.button if one.key == "lesson_onward"] == ["Reveal"]


@pytest.mark.parametrize("link", [link for _, link in PLAYED])
def test_a_link_of_a_game_opens_it(link):
    app = opened(link)
    key = dict(parse_qsl(urlsplit(link).query))["game"]
    assert head(app) == [game.TITLE, GAMES[key].claim]


def test_there_are_five_lessons_of_three_steps_named_as_on_their_page():
    assert len(STEPS) + len(PLAYED) == len(LINKS)
    assert len(LESSONS) == 5
    for number, text in enumerate(LESSONS, start=1):
        keys = re.findall(r"lesson=(\w+)", text)
        assert len(keys) == 3
        assert len(set(keys)) == 1
        assert text.startswith(f"{number}. {lessons()[keys[0]].title}\n")


def test_files_it_points_to_are_there():
    files = re.findall(r"\]\(([\w-]+\.md)\)", PAGE)
    assert files
    assert all((ROOT / "docs" / file).is_file() for file in files)
