"""What ε means: on the overview and behind every level of a page, drawn only when it is open."""

import math

import pytest

from pages.inside.topics import TOPICS
from pages.shared.controls import state
from pages.shared.frame.meaning import HOLDS, Level, levels_of, view
from tests.pages.app import open_page, prose, put

BETS = "Someone bets on a yes/no fact about you."
MEANING = {"meaning": True}
ONE = Level("ε", 1.0, "user")


def said(app):
    return prose(app.markdown)


@pytest.mark.parametrize("page", ["", *TOPICS])
def test_nothing_of_it_is_drawn_while_it_is_closed(page):
    assert BETS not in said(open_page(page))


def test_the_overview_says_it_for_a_level_of_its_own():
    app = open_page("", MEANING, meant="0.5", right_before="10")
    expected = "right **10 of 100 times without** the result, **at best about 15** with ε = 0.5."
    assert expected in said(app)


@pytest.mark.parametrize("page", TOPICS)
def test_each_page_says_for_whom_each_of_its_levels_holds(page):
    app = open_page(page, MEANING, runs="1", v=str(state.SCHEMA))
    panel = TOPICS[page].panel(state.defaults())
    given = {"heterogeneous_mean": 0.348, "feature_privacy": 0.546}.get(page, math.inf)
    for place, level in enumerate(levels_of(panel, state.defaults())):
        put(app, meaning_of=place)
        assert f"{level.symbol} = {min(level.epsilon, given):g}." in said(app)
        assert HOLDS[level.guards] in prose(app.caption)
        assert ("**at best about 55** with δ = 0.2, for" in said(app)) == (level.guards == "report")


def test_of_typed_levels_the_strictest_and_the_most_relaxed_below_a_cap_are_told():
    app = open_page("heterogeneous_mean", MEANING, profile="Levels and counts")
    names = ["The most private level: 0.05", "The least private level: 5 requested, 0.505 applied"]
    assert app.radio(key="meaning_of").options == names
    assert "with ε = 0.505." in said(app)
    assert "with ε = 0.05." in said(put(app, meaning_of=0))
    capped = open_page("heterogeneous_mean", MEANING, profile="Levels and counts", cap="0.5")
    assert capped.radio(key="meaning_of").options[1] == "The least private level: 0.5"
    report = open_page("feature_privacy", MEANING).radio(key="meaning_of").options[1]
    assert report.endswith(": 2 is allowed, optimised budgets need only 0.546")


def test_levels_without_a_finite_one_are_left_out():
    public = {"profile": "Levels and counts", "levels": "inf", "counts": "5"}
    app = open_page("heterogeneous_mean", MEANING, **public)
    assert BETS not in said(app)


@pytest.mark.parametrize(
    ("content", "ends"),
    [
        (
            b"1\n2\n8\ninf\n",
            ["The most private level: 1", "The least private level: 8 requested, 4.34 applied"],
        ),
        (b"inf\n", None),
        (b"cats\ndogs\n", None),
    ],
)
def test_of_a_file_the_strictest_and_the_most_relaxed_finite_level_are_told(content, ends):
    app = open_page("heterogeneous_mean", profile="Uploaded file")
    app.file_uploader(key="epsilon_file").upload("e.csv", content).run()
    put(app, meaning=True)
    assert (app.radio(key="meaning_of").options if ends else None) == ends
    assert bool(ends) == (BETS in said(app))


def test_several_releases_add_up_but_for_features():
    frames = view(ONE).frames
    assert frames is not None
    assert {name: texts[frames.current] for name, texts in frames.readouts.items()} == {
        "1 release": "73 of 100",
        "2 releases": "88 of 100",
        "5 releases": "99 of 100",
        "10 releases": "> 99 of 100",
    }
    assert "levels add up" in view(ONE).caption
    bets = "**50 of 100 times without** the result, **at best about 73** with ε = 1."
    assert bets in view(ONE).headline
    delta = view(Level("δ", 1.0, "feature"))
    assert delta.frames is not None
    assert list(delta.frames.readouts) == ["1 release"]
    assert "BCDP does not compose" in delta.caption
    assert "levels add up" not in delta.caption


@pytest.mark.parametrize("before", [1, 50, 99])
def test_each_frame_says_what_its_level_says_at_rest(before):
    frames = view(ONE, before).frames
    assert frames is not None
    for place in (0, frames.current, frames.values.size - 1):
        level = Level("ε", float(frames.values[place]), "user")
        assert view(level, before).headline == frames.headlines[place]
        assert set(frames.headlines[place].replace("**", "")).isdisjoint("*_`[]$~<>&\\#|")
