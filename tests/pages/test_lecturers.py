"""The lecturers' page: each of its links opens the step, or the game, that it names."""

import re
from pathlib import Path
from urllib.parse import parse_qsl, urlsplit

import pytest

from pages.inside.lessons import game
from pages.inside.lessons.game import GAMES
from pages.inside.lessons.progress import lessons
from tests.pages.app import ROOT, head, open_page

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
