"""The options of a decision: their numbers are the core's, of whatever is set and pinned."""

from urllib.parse import parse_qsl

import numpy as np
import pytest

from hetdp_core.decision import decide, level_needed, subject_of, users_needed
from hetdp_core.figures.formats import number
from pages.shared.controls.catalog.sections import QUESTIONS
from tests.pages.app import go_to, open_page, prose, put, sentences
from tests.pages.decision.room import PAGE, TWO, labelled, pinned, release_of, said, shown
from tests.pages.release.room import table, with_table


def test_at_first_there_is_one_release_and_none_a_reason_and_a_way_to_ones_own_table():
    app = open_page(PAGE)
    assert not app.error
    assert (
        "**Recommended: Release with the profile's ε (typical error 2.99 mmHg, ε ≤ 0.276).**"
        in said(app)
    )
    assert len(app.metric) == 4
    (link,) = [one for one in app.main.get("page_link") if "own" in one.proto.label]
    assert (link.proto.page, link.proto.label) == ("release", "Publish a mean of your own table")
    assert any("which ε" in link.proto.label for link in app.main.get("page_link"))


def test_the_numbers_of_a_pinned_and_the_present_setting_are_the_core_s():
    app = open_page(PAGE, **TWO, high="2", a=pinned("0.2"))
    levels = {"A": 0.2, "B": 2.0}
    shown(app, decide([release_of(name, low=0.1, high=high) for name, high in levels.items()]))


def test_two_settings_compared_for_a_mean_are_a_click_from_being_decided_between():
    app = open_page("heterogeneous_mean", **TWO, high="2", a=pinned("0.2"))
    (way,) = [one for one in app.main.get("page_link") if "Decide" in one.proto.label]
    assert way.proto.label.endswith("errors in the worst case, for the table (1,629 rows)")
    query = dict(parse_qsl(way.proto.query_string))
    assert query == {"a": pinned("0.2")}
    go_to(app, PAGE)
    app.query_params = query
    headings = [text[5:] for text in sentences(app.run().main.markdown) if text[:5] == "#### "]
    assert headings == ["Release with A", "Release with B", "Do not release"]
    alone = open_page("heterogeneous_mean", **TWO).main.get("page_link")
    assert not any("Decide" in one.proto.label for one in alone)


def test_a_pinned_setting_is_about_the_same_people_as_the_present_one():
    same = "&".join(f"{key}={value}" for key, value in {"v": 2, **TWO, "high": "2"}.items())
    app = open_page(PAGE, **TWO, high="2", everybody="true", a=f"{same}&everybody=true")
    both = [release_of(name, everybody=True, low=0.1, high=2.0) for name in "AB"]
    shown(app, decide(both))
    drawn = open_page(PAGE, **TWO, high="2", everybody="true", a=same)
    shown(drawn, decide([release_of("A", low=0.1, high=2.0), both[1]]))
    assert "different questions" in said(drawn)


def test_a_pinned_setting_that_cannot_be_used_is_one_sentence():
    app = open_page(PAGE, a="v=2&low=5&high=1&profile=Two+groups")
    assert "must be at least the most private ε" in prose(app.main.error)
    assert not app.metric


def test_a_table_of_ones_own_is_decided_about_on_the_way_to_its_release():
    app = put(go_to(with_table(), PAGE), dataset="own")
    assert not app.metric
    (link,) = [one for one in app.main.get("page_link") if "own" in one.proto.label]
    assert (link.proto.page, "the step “Decide”" in link.proto.label) == ("release", True)


@pytest.fixture
def decision():
    return with_table()


def tolerable(app, error):
    return labelled(app.text_input, "Largest acceptable typical error").set_value(error).run()


def told(app):
    (said,) = (one for one in sentences(app.main.markdown) if one.startswith("For a typical error"))
    return said


@pytest.mark.parametrize("error", ["30", "9", "0.1"])
def test_what_it_takes_is_the_core_s(decision, error):
    strictest = float(np.min(table()[0].frame["eps"]))
    app = tolerable(decision, error)
    subject = subject_of(table()[0], app.selectbox(key="release_column").value)
    level = level_needed(subject, float(error), strictest)
    users = users_needed(subject, float(error), strictest)
    assert (f"at least ε = {number(level.value)}" in told(decision)) == level.reached
    assert ("no ε is large enough" in told(decision)) != level.reached
    assert f"{users.value:,.0f} people at ε = {number(strictest)}." in told(decision)


def test_a_limit_is_read_with_its_unit(decision):
    for typed in ("9", "9 years", "9years"):
        assert "of at most 9 years" in told(tolerable(decision, typed))
    assert "must be a typical error, less than half" in prose(tolerable(decision, "± 9").error)
    assert "must be a number" in prose(tolerable(decision, "9 %").error)


@pytest.mark.parametrize(("error", "begins"), [("", 3.0), ("6 years", 5.0)])
def test_what_it_would_take_begins_at_the_limit_or_the_present_error(decision, error, begins):
    tolerable(decision, error)
    decision.toggle(key="own_table_everywhere").set_value(True).run()
    assert decision.session_state["mean_target"] == begins


def test_the_least_epsilon_for_everybody_that_is_enough_can_be_set(decision):
    decision.selectbox(key="release_levels_from").set_value("same").run()
    assert "at least ε = 0.0" in told(tolerable(decision, "9"))
    decision.button(key="decision_use_least").click().run()
    least = decision.session_state["release_same_level"]
    assert f"at least ε = {number(least)}" in told(decision)
    assert "decision_use_least" not in {button.key for button in decision.button}


def test_where_the_table_is_everybody_nobody_can_be_added_and_nothing_is_assumed(decision):
    assert QUESTIONS[False] in sentences(decision.caption)
    next(one for one in decision.toggle if "only these people" in one.label).set_value(True).run()
    assert "; or" not in told(tolerable(decision, "9"))
    assert QUESTIONS[False] not in sentences(decision.caption)


def test_an_error_is_asked_for_and_where_the_middle_of_the_range_will_do_it_takes_nobody(decision):
    tolerable(decision, "1e6")
    assert any("needs no data" in sentence for sentence in sentences(decision.main.markdown))
