"""Input that breaks a rule: said above the headline; the figure is marked."""

import math

import pytest

from pages.shared.controls import catalog, scenario, state
from tests.pages.app import go_to, open_page, put, sentences

STILL = "The figures still show the last usable setting."
INSTEAD = "The values of this link cannot be used together. The figures show instead: "
BAD = [  # a page, a control and an entry that breaks a rule
    ("heterogeneous_mean", "low", 50.0, "must be at least the most private ε, 50 (given: 10"),
    ("feature_privacy", "sensitive", 30, "must be at most the number of features, 10 (given: 30"),
    *(("feature_privacy", "delta", delta, "Delta must be") for delta in (0.0, -1.0, math.nan)),
    ("ridge", "low", 50.0, "must be at least the most private ε, 50 (given: 10"),
]


def headlines(app):
    return [element.value for element in app.main.markdown if "**" in element.value]


@pytest.mark.parametrize(("page", "key", "value", "says"), BAD)
def test_it_is_said_above_the_headline(page, key, value, says):
    app = open_page(page, questions="x, x², x³ … of a number from 0 to 10")
    before = headlines(app)
    put(app, **{key: value})
    (above,) = sentences(app.main.error)
    assert says in above
    assert STILL in above
    assert headlines(app) == before
    order = [type(one).__name__ for one in app.main if type(one).__name__ in ("Error", "Markdown")]
    assert order[:2] == ["Error", "Markdown"]  # what is wrong, headline


@pytest.mark.parametrize("page", ["feature_privacy", "privacy_odometer"])
def test_users_that_cannot_be_are_no_concern_of_a_page_that_does_not_ask_for_them(page):
    assert not open_page(page, low="5", high="1", runs="1").error


@pytest.mark.parametrize("page", ["heterogeneous_mean", "home", "ridge"])
def test_the_mark_goes_once_the_input_can_be_used_again(page):
    app = open_page("" if page == "home" else page, low="5", high="1")
    assert INSTEAD in app.main.error[0].value
    put(app, high=8.0)
    assert not app.error


@pytest.mark.parametrize(
    ("params", "users"),
    [
        ({"low": "5", "high": "1"}, 1000),
        ({"low": "5", "high": "1", "profile": "Two groups"}, 1000),
        ({"profile": "Uploaded file"}, 1000),
        ({"dataset": "My own table", "n": "77"}, 77),
        ({"profile": "Levels and counts", "levels": "lots", "counts": "1"}, 1000),
    ],
)
def test_without_a_last_setting_the_defaults_of_the_controls_stand_in(params, users):
    app = open_page("heterogeneous_mean", **params)
    if {"Uploaded file", "My own table"} & {*params.values()}:  # a next step is no error
        assert "Until then the figures show " in app.main.info[0].value
        assert not app.error
    else:
        assert INSTEAD in app.main.error[0].value
    held = scenario.read(scenario.stand_in(state.of_params(params)))
    kind = app.selectbox(key="profile").value
    assert held.profile.kind == (kind if kind != "uploaded" else "log_uniform")
    if kind != "levels":
        assert held.profile.users == users
        assert (held.profile.low, held.profile.high) == (
            catalog.shared.LOW.start,
            catalog.shared.HIGH.start,
        )


def test_what_stands_in_for_a_link_that_cannot_be_used_is_told_until_the_visitor_sets_it_right():
    app = open_page("heterogeneous_mean", low="5", high="1", n="77")
    low, high = catalog.shared.LOW.start, catalog.shared.HIGH.start
    shown = (
        f"{INSTEAD}Number of people n: 1,000; Most private ε = {low:g}; Least private ε = {high:g}."
    )
    for _ in range(2):  # what is shown is nobody's setting in a later run either
        (said,) = sentences(app.main.error)
        assert said.endswith(shown)
        assert STILL not in said
        app.run()
    put(app, high=8.0)
    assert not app.error
    put(app, high=1.0)
    assert STILL in sentences(app.main.error)[0]


def test_a_page_without_levels_does_not_make_a_link_s_levels_the_visitor_s():
    app = open_page("privacy_odometer", low="5", high="1", runs="1")
    assert not app.error
    app = go_to(app, "heterogeneous_mean")
    assert INSTEAD in sentences(app.main.error)[0]
