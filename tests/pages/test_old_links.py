"""Links that were made long ago: they open the same numbers today, in whatever words."""

import json
import re
from pathlib import Path
from urllib.parse import parse_qs

import pytest

from tests.pages.app import open_page, sentences
from tests.pages.release.room import steps_of

LINKS = json.loads(Path(__file__).with_name("old_links.json").read_text(encoding="utf-8"))
NUMBER = re.compile(r"\d[\d,]*(?:\.\d+)?")


GONE = {
    "papers?paper=Feature+privacy": "The articles are gone.",
    "ridge?ridge_view=Run+the+experiments": "The experiments run from the command line only",
    "ridge?ridge_view=Table": "The table stands under the figure",
    "ridge?ridge_view=Your+own+table": "A table of your own is uploaded on the page “Release”",
}
"""Links to what went, and what the page that they open says of it."""


def opened(link):
    """The app as it answers a link, which it refuses in no part."""
    page, _, query = link.partition("?")
    app = open_page(page, **{key: given[-1] for key, given in parse_qs(query).items()})
    assert not app.warning
    return app


def shown(link):
    """The numbers of each text and metric that a link opens, in their order."""
    app = opened(link)
    texts = sentences(app.main.markdown) + sentences(app.main.metric)
    return [NUMBER.findall(text) for text in texts]


def test_there_are_thirty():
    assert len(LINKS) >= 30
    assert all(numbers for found in LINKS.values() for numbers in found)


@pytest.mark.parametrize("link", LINKS)
def test_an_old_link_opens_the_same_numbers(link):
    found = shown(link)
    for numbers in LINKS[link]:
        assert numbers in found


@pytest.mark.parametrize("kind", ["Several means", "A regression"])
def test_a_link_to_another_kind_of_release_opens_the_release_and_says_that_it_went(kind):
    app = open_page("release", released=kind)
    (said,) = sentences(app.warning)
    assert said.endswith("regressions are no longer released. A release is one mean.")
    assert steps_of(app)[0] == "now"


def test_a_link_to_the_release_of_one_mean_opens_it_without_a_word():
    assert not open_page("release", released="One mean").warning


@pytest.mark.parametrize("link", GONE)
def test_a_link_to_something_that_went_says_so(link):
    assert opened(link).info[0].value.startswith(GONE[link])


SLIDES = {
    "heterogeneous_mean?slide=8": "How close to the best possible?",
    "feature_privacy?slide=4": "A real dataset",
    "feature_privacy?slide=6": "A real dataset",
    "ridge?slide=3": "Twenty releases",
    "ridge?slide=5": "Twenty releases",
    "ridge?slide=8": "Erratum 4",
    "privacy_odometer?runs=2&slide=4": "Two answers cancel",
}
"""Titles of slides that old links open: their own, or where it went the nearest one."""


@pytest.mark.parametrize("link", SLIDES)
def test_a_link_to_a_slide_opens_it_or_the_nearest_one(link):
    assert [title.value for title in opened(f"{link}&present=1").title] == [SLIDES[link]]
