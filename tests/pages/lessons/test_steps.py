"""Every step of every lesson: its texts, its answer, and when it says it."""

import re

import pandas as pd
import pytest

from pages.inside.lessons.progress import lessons
from pages.inside.ridge.lesson import OURS, STRICT
from pages.inside.topics import TOPICS
from pages.shared import cache
from pages.shared.lessons.lesson import Choice, Slider, Step, at, hiding
from tests.pages.app import sentences
from tests.pages.lessons.steps import STEPS, drawn, results, step_of
from tests.plotlys import checked


def test_there_is_one_lesson_for_each_topic_one_across_all_and_one_to_start_with():
    about = {key: {step.topic for step in lesson.steps} for key, lesson in lessons().items()}
    assert about.pop("zero") == {"", "privacy_odometer"}
    alone = [topics for topics in about.values() if len(topics) == 1]
    assert sorted(topic for topics in alone for topic in topics) == sorted(TOPICS)
    assert [topics for topics in about.values() if len(topics) > 1] == [set(TOPICS)]


def test_lessons_come_in_an_order_in_which_none_needs_a_later_one():
    earlier: set[str] = set()
    for key, lesson in lessons().items():
        assert set(lesson.needs) <= earlier
        assert bool(lesson.needs) == bool(earlier)  # one alone needs nothing, and comes first
        earlier.add(key)


@pytest.mark.parametrize("key", lessons())
def test_before_it_is_revealed_no_step_says_its_answer_or_why(key, revealed):
    app = drawn(key, revealed=False)
    assert results(app) == []
    said_now = sentences([*app.markdown, *app.caption])
    texts = revealed(key).session_state["texts"]
    for step, (text, ask, why) in zip(lessons()[key].steps, texts, strict=True):
        text, ask, why = (words.replace("\u00a0", " ") for words in (text, ask, why))
        assert text in said_now
        assert f"**{ask}**" in said_now
        assert why not in said_now
        assert not any(step.source in sentence for sentence in said_now)


@pytest.mark.parametrize("key", lessons())
def test_every_step_is_revealed_with_answer_reason_and_source(key, revealed):
    app = revealed(key)
    said_now = sentences([*app.markdown, *app.caption])
    for step, (_, _, why), truth in zip(
        lessons()[key].steps, app.session_state["texts"], app.session_state["truths"], strict=True
    ):
        assert f"**{step.question.shown(truth)}**" in results(app)
        assert not re.search(r"\b(None|nan|inf)\b", why)
        assert why.replace("\u00a0", " ") in said_now
        assert f"Source: {step.source}." in said_now


@pytest.mark.parametrize("key", lessons())
def test_the_answer_is_among_those_that_can_be_given(key, revealed):
    truths = revealed(key).session_state["truths"]
    for step, truth in zip(lessons()[key].steps, truths, strict=True):
        if isinstance(step.question, Choice):
            assert truth in step.question.options
        else:
            assert step.question.low < truth <= step.question.high
        assert step.question.judge(f"{truth}", truth) == "right"


@pytest.mark.parametrize("key", lessons())
def test_no_number_is_typed_into_a_text(key):
    given = "(0, 1)|(0: independent, 1: copies)|bit 1 is a 1|of the 16|Output 1"
    texts: list[str] = []
    for step in lessons()[key].steps:
        options = step.question.options.values() if isinstance(step.question, Choice) else ()
        texts += (step.text, step.ask, step.why, *options)
    for text in [text for text in texts if "{" not in text]:
        for known in given.split("|"):  # what the question is about, no result
            text = text.replace(known, "")
        assert not re.search(r"\d", text), text


def test_of_questions_one_guesses_a_whole_number():
    asked = [step_of(*one).question for one in STEPS]
    counts = [one for one in asked if isinstance(one, Slider) and "questions" in one.form]
    stops = [stop for one in counts for stop in (one.stops if not one.step else [one.step])]
    assert all(stop.is_integer() for stop in stops)


def test_the_figure_that_asks_is_not_the_one_that_answers():
    steps = [step_of(*one) for one in STEPS]
    same = [step.title for step in steps if step.before is step.after]
    assert same == ["Is every bit hidden if each one is?"]  # a puzzle


def test_a_step_takes_no_setting_that_a_link_could_not_set():
    step = lessons()["mean"].steps[0]
    for params in ({"n": "many"}, {"m": "3"}, {"profile": "cats"}):
        with pytest.raises(ValueError, match=r"usable|m"):
            Step(**{**vars(step), "params": params})


def test_a_step_leads_to_a_tab_that_its_page_has():
    for step in (step_of(*one) for one in STEPS):
        assert not step.tab or step.tab in TOPICS[step.topic].titles


def test_what_is_hidden_is_neither_in_the_figure_nor_in_its_table():
    step = lessons()["mean"].steps[3]
    before, after = step.before(step.state), step.after(step.state)
    assert {trace.name for trace in checked(after.figure).data} - {
        trace.name for trace in checked(before.figure).data
    } == {"Proportional weights (PropDPM)"}
    assert isinstance(before.numbers, pd.DataFrame)
    assert "Proportional weights (PropDPM)" not in set(before.numbers["series"])
    assert "Saturated weights (ADPM)" in set(before.numbers["series"])
    assert list(before.numbers) == ["series", "across", "up"]
    first, second, third, *_ = lessons()["ridge"].steps
    for view in (first.after(first.state), second.before(second.state)):
        assert "Private mean" not in " ".join(str(one.name) for one in checked(view.figure).data)
    view = third.after(third.state)
    table, lines = cache.value(view.numbers), {one.name: one.y for one in checked(view.figure).data}
    columns = {OURS: "Objective perturbation", f"{OURS}, {STRICT.lower()}": f"{STRICT}: PDP-OP"}
    for name, column in columns.items():
        assert lines[name] == pytest.approx(table[f"{column}, US$/year"], nan_ok=True)
    assert not any("Private mean" in str(column) for column in table)


def test_ridge_opens_its_page_at_the_public_lambda_and_its_last_step_shows_other_people_alone():
    first, second, third, *_, last = lessons()["ridge"].steps
    for step in (first, second, third, last):
        assert step.state["lam"] is None
    earlier, now = (checked(draw(last.state).figure) for draw in (last.before, last.after))
    assert [trace.name for trace in earlier.data] == [trace.name for trace in now.data]
    assert any(pd.isna(trace.y[0]) for trace in now.data) == ("line begins where" in last.why)
    assert now.layout.yaxis.range == pytest.approx(earlier.layout.yaxis.range, abs=0.05)


def test_a_picture_that_hides_nothing_is_a_mistake():
    step = lessons()["mean"].steps[0]
    with pytest.raises(ValueError, match="nothing of"):
        hiding(step.before, "no such series")(step.state)


def test_the_same_figure_for_another_setting_is_that_of_the_other_link():
    step = lessons()["mean"].steps[1]
    other = Step(**{**vars(step), "params": {**step.params, "high": "0.05"}})
    found, expected = at(step.after, high="0.05")(step.state), other.after(other.state)
    assert checked(found.figure) == checked(expected.figure)
    with pytest.raises(ValueError, match="high"):
        at(step.before, high="very")
