"""The controls beside a figure: each of them moves something that the page shows."""

import ast
from collections import Counter
from dataclasses import replace

import pytest
from streamlit.testing.v1 import AppTest
from streamlit.testing.v1.element_tree import Block, Widget

from pages.inside.topics import TOPICS
from pages.shared.controls import catalog, state
from pages.shared.controls.control import Control
from pages.shared.frame.tabs import tabs
from tests.pages.app import ROOT, open_page
from tests.pages.made_up.topic import TOPIC, WARMTH

POWERS = "x, x², x³ … of a number from 0 to 10"
SETTINGS = {
    "heterogeneous_mean": [
        {"simulate": "true"},
        {"profile": "Two groups"},
        {"profile": "Conservative, pragmatist, liberal"},
        {"profile": "Levels and counts"},
    ],
    "feature_privacy": [{}, {"own_zeta": "true"}],
    "ridge": [{}, {"rows": "Synthetic"}],
    "privacy_odometer": [
        {"runs": "1", "budget": "2", "coordinates": "2"},
        *(
            {"runs": "1", "questions": POWERS, "question_levels": levels}
            for levels in ("The same ε for all questions", "Two groups", "A list")
        ),
    ],
}
"""By topic: links that between them show each of its controls."""

PANELS = [(key, link) for key, links in SETTINGS.items() for link in links]
OTHER = {
    "cap": 0.3,
    "lam": 5.0,
    "levels": "0.2, 2, 3",
    "counts": "300, 300, 400",
    "question_list": "0.2, 2, 3",
    "deltas": "0.3, 2, 1",
}
CANNOT_SHOW = {
    "epsilon_file": "a file is brought by hand",
    "question_file": "a file is brought by hand",
    "outside": "no value of the shipped datasets is outside",
    "rows": "without a table of one's own, that choice is the shipped one again",
}


def test_every_control_says_what_it_changes():
    drawn = [control for control in catalog.BY_KEY.values() if control not in catalog.overview.ALL]
    assert all(control.help for control in drawn)


def named_in_pages():
    """How often pages name each control, but for its key, and how often to `settings`."""
    trees = [ast.parse(file.read_text(encoding="utf-8")) for file in (ROOT / "pages").rglob("*.py")]
    nodes = [node for tree in trees for node in ast.walk(tree)]
    calls = [node for node in nodes if isinstance(node, ast.Call)]
    read = [call for call in calls if ast.unparse(call.func) == "settings"]
    parts = [part for call in read for part in ast.walk(call)]
    return named(nodes), named(parts)


def named(nodes):
    """Names after a dot, as CENTRE in `catalog.ridge.CENTRE`, and not in `….CENTRE.key`."""
    dotted = [node for node in nodes if isinstance(node, ast.Attribute)]
    keys = [ast.unparse(node.value).split(".")[-1] for node in dotted if node.attr == "key"]
    return Counter(node.attr for node in dotted) - Counter(keys)


def controls_by_name():
    rooms = (catalog.features, catalog.mean, catalog.odometer, catalog.ridge, catalog.sections)
    named = [pair for room in rooms for pair in vars(room).items()]
    return {name: one for name, one in named if isinstance(one, Control)}


def test_a_control_that_settings_reads_is_shown_as_well():
    everywhere, given_to_settings = named_in_pages()
    hidden = [
        f"{name} is read, and shown nowhere: put it into the topic's `panel` or a section"
        for name in controls_by_name()
        if given_to_settings[name] and everywhere[name] == given_to_settings[name]
    ]
    assert hidden == []


def test_a_control_that_names_its_field_is_read_by_settings_which_alone_looks_at_it():
    _, given_to_settings = named_in_pages()
    named = controls_by_name()
    del named["QUESTION_FILE"]  # what it holds is read by `uploaded_levels`
    useless = [
        f"the `field` of {name} has no effect: read it by `settings(state, …)`"
        for name, one in named.items()
        if one.field and name not in given_to_settings
    ]
    assert useless == []


def other(control, held):
    """A value that the control could be moved to."""
    if control.key in OTHER:
        return OTHER[control.key]
    if control.options:
        keys = [key for key in control.options if key not in ("own", "uploaded")]
        if control.kind == "several":
            return [*held[:-1]] if len(held) > 1 else keys[:2]
        if control.kind == "flag":
            return not held
        return next(key for key in keys if key != held)
    if control.kind == "whole":
        return int(held + 1 if held + 1 <= control.high else held - 1)
    return (
        held * 2
        if control.low <= held * 2 <= control.high and held
        else (2 * control.low + control.high) / 3
    )


def panel_of(key, link):
    return TOPICS[key].panel(state.of_params(link))


def heroes(key, link, changes):
    """Numbers and words of the hero, as it is and after each of some changes."""
    import streamlit as st

    from pages.inside.topics import TOPICS
    from pages.shared import cache
    from pages.shared.controls import state

    for changed in ({}, *changes):
        view = TOPICS[key].view({**state.of_params(link), **changed})
        shown = (
            view.headline,
            view.caption,
            repr(view.figure.to_dict()),
            view.frames and view.frames.readouts,
        )
        st.session_state.setdefault("seen", []).append((shown, cache.value(view.numbers).to_csv()))


def tab(key, link, title, changed):
    """What figures and words say, no control, on a page with one of its tabs open."""
    app = open_page(key, **link, **{TOPICS[key].tabs_key: title})
    for name, value in changed.items():
        app.session_state[name] = value
    app.run()
    said = [one for one in app.main if not isinstance(one, Block | Widget)]
    named = [(str(getattr(one, "key", "")), str(getattr(one, "proto", one))) for one in said]
    return [shown for name, shown in named if name != "browser" and not name.endswith("_row")]


def idle(key, link):
    """Changes of controls that move neither the hero nor a tab."""
    held = state.of_params(link)
    panel = panel_of(key, link)
    moved = [one for one in (*panel.main, *panel.more) if one.key not in CANNOT_SHOW]
    changes = [{one.key: other(one, held.get(one.key, one.start))} for one in moved]
    arguments = {"key": key, "link": link, "changes": changes}
    app = AppTest.from_function(heroes, kwargs=arguments, default_timeout=300).run()
    first, *seen = app.session_state["seen"]
    left = [change for change, hero in zip(changes, seen, strict=True) if hero == first]
    for title in TOPICS[key].titles:
        if left:
            before = tab(key, link, title, {})
            left = [change for change in left if tab(key, link, title, change) == before]
    return left


@pytest.mark.parametrize(("key", "link"), PANELS)
def test_every_control_moves_the_hero_or_a_tab(key, link):
    assert idle(key, link) == []


def test_a_control_that_does_nothing_is_found_beside_the_figure_and_among_further_settings(
    monkeypatch,
):
    first, second = (replace(WARMTH, key=key, label=key) for key in ("one", "two"))
    panel = replace(TOPIC.panel({}), main=(WARMTH, first), more=(second,))
    topic = replace(TOPIC, panel=lambda _: panel, controls=(WARMTH, first, second))
    monkeypatch.setitem(TOPICS, topic.key, topic)
    monkeypatch.setattr("tests.pages.made_up.topic.TOPIC", topic)
    monkeypatch.setattr(catalog, "ALL", (*catalog.ALL, *topic.controls))
    for control in topic.controls:
        monkeypatch.setitem(catalog.BY_KEY, control.key, control)
    assert idle(topic.key, {}) == [{"one": 40.0}, {"two": 40.0}]


@pytest.mark.parametrize("key", TOPICS)
def test_a_page_opened_twice_says_the_same(key):
    for title in tabs(TOPICS[key].sections):
        assert tab(key, {}, title, {}) == tab(key, {}, title, {})


def test_a_control_stands_in_one_panel_once_and_the_one_that_the_hero_drags_is_there():
    for key, link in PANELS:
        panel = panel_of(key, link)
        assert panel.hero in panel.main
        names = [one.key for one in (*panel.main, *panel.more)]
        assert len(names) == len(set(names))
        assert {*names} <= {*catalog.BY_KEY, "epsilon_file", "question_file"}
