"""Guess and truth of every step in the figure that answers."""

import pytest
from streamlit.testing.v1 import AppTest

from hetdp_core.figures.marks import ANSWER, THE_TRUTH
from pages.shared.lessons.lesson import Choice, Slider
from tests.pages.lessons.steps import STEPS, step_of

NUMBERS = [one for one in STEPS if isinstance(step_of(*one).question, Slider)]

NOT_READ_OFF = {("features", 7), ("odometer", 1), ("odometer", 4), ("odometer", 9)}
"""Numbers that no axis of the figure that answers has."""

POINTED_AT = {
    ("mean", 6): {"adpm", "proportional", "uniform", "local"},
    ("ridge", 2): {"regression", "mean"},  # "no real difference" is no line
    ("ridge", 4): {"regression", "mean"},
}
"""Options that the figure shows, by step."""

IN_WORDS = {
    ("mean", 4): "the line itself shows where it goes",
    ("features", 6): "the lines themselves show which is lower",
    ("features", 2): "how likely an output is says of no option that it is the report's ε",
    **{("across", number): "which tool fits is no part of a figure" for number in (3, 4, 6, 7)},
}
"""Why the figure that answers has nothing to point at."""


def marks_of(figure):
    """Lines of the guess and the truth, by their kind."""
    named = {(one.name or "").partition(":")[0]: one for one in figure.layout.shapes}
    return {kind: one for kind, one in named.items() if kind in ("your guess", "answer")}


def answered(key):
    """Of each step the figures that answer: without a guess, and with some."""
    from typing import Any

    import streamlit as st

    from pages.inside.lessons.progress import lessons
    from pages.shared.lessons.lesson import Slider
    from tests.plotlys import checked

    st.session_state["marked"] = {}
    for number, step in enumerate(lessons()[key].steps, 1):
        question: Any = step.question
        truth: Any = step.truth()
        guesses: tuple[str, ...]
        place: Any
        if isinstance(question, Slider):
            guesses = (f"{question.low:g}", f"{question.high:g}", f"{truth:.6g}")
            place = question.place.at(step.state, truth)
        else:
            guesses, place = tuple(question.options), question.things(step.state)
        st.session_state["marked"][number] = (
            truth,
            place,
            {guess: checked(step.answered(guess).figure) for guess in ("", *guesses)},
        )


@pytest.fixture(scope="module")
def marked():
    """What each lesson draws as answers, computed in one session each."""
    known = {}

    def find(key):
        if key not in known:
            script = AppTest.from_function(answered, kwargs={"key": key}, default_timeout=120)
            known[key] = script.run().session_state["marked"]
        return known[key]

    return find


@pytest.mark.parametrize(("key", "number"), NUMBERS)
def test_guess_and_truth_are_drawn_where_the_figure_that_answers_has_them(key, number, marked):
    question = step_of(key, number).question
    truth, place, figures = marked(key)[number]
    where = question.place.where
    assert bool(where) == ((key, number) not in NOT_READ_OFF)
    for guess, figure in figures.items():
        if not where:  # words beside the figure say it: no legend names what is not drawn
            assert not marks_of(figure)
            continue
        texts = [line.name for line in marks_of(figure).values()]
        says = question.place.says.format(question.shown(truth))
        assert f"answer: <b>{says}</b>" in texts  # never off the scale
        if not guess:
            assert set(marks_of(figure)) == {"answer"}
            continue
        words = f"your guess: <b>{question.place.says.format(question.shown(guess))}"
        assert any(text.startswith(words) for text in texts)
        if where in ("x", "y", "y2"):
            assert marks_of(figure)["answer"][f"{where[0]}0"] == pytest.approx(place)
            if guess == f"{truth:.6g}":  # six digits of it; its logarithm has fewer
                at = marks_of(figure)["your guess"][f"{where[0]}0"]
                assert at == pytest.approx(place, rel=1e-4)


@pytest.mark.parametrize(
    ("key", "number", "series", "letter", "which"),
    [
        ("across", 1, "worst case (exact)", "x", max),
        ("across", 2, "worst case (exact)", "x", max),
        ("mean", 2, "saturation begins", "x", min),
        ("mean", 3, "weight in the result", "y", max),
        ("mean", 5, "weight in the result", "y", max),
        ("mean", 7, "no private method has a smaller worst case (bound)", "x", min),
        ("ridge", 3, "PDP-OP now", "y", max),
        ("odometer", 2, "Odometer", "y", lambda read: list(read)[-1]),
    ],
)
def test_the_truth_stands_where_its_series_is(key, number, series, letter, which, marked):
    figure = marked(key)[number][2][""]
    drawn = which(next(trace[letter] for trace in figure.data if trace.name == series))
    assert marks_of(figure)["answer"][f"{letter}0"] == pytest.approx(drawn)


def said_in(figure):
    """What the legend of a figure says of the answer and the truth."""
    names = " | ".join(trace.name or "" for trace in figure.data if trace.showlegend)
    return {word for word in (ANSWER, THE_TRUTH) if word in names}


def test_every_choice_is_marked_where_the_figure_shows_it_or_has_a_reason_why_not():
    choices = {one for one in STEPS if isinstance(step_of(*one).question, Choice)}
    assert choices == POINTED_AT.keys() | IN_WORDS.keys()


@pytest.mark.parametrize(("key", "number"), POINTED_AT)
def test_the_chosen_option_and_the_right_one_are_marked_in_the_figure(key, number, marked):
    _, things, figures = marked(key)[number]
    assert set(things) == POINTED_AT[key, number]
    assert said_in(figures[""]) == {THE_TRUTH}
    for option in step_of(key, number).question.options:
        expected = {THE_TRUTH, ANSWER} if option in things else {THE_TRUTH}
        assert said_in(figures[option]) == expected, option
        assert (figures[option] == figures[""]) == (option not in things), option


@pytest.mark.parametrize(("key", "number"), IN_WORDS)
def test_a_figure_with_nothing_to_point_at_stays_as_it_is(key, number, marked):
    _, things, figures = marked(key)[number]
    assert things == {}
    assert all(figure == figures[""] for figure in figures.values())


@pytest.mark.parametrize("number", [2, 4])
def test_the_better_of_two_lines_is_the_lower_one(number, marked):
    truth, things, figures = marked("ridge")[number]

    def height(option):
        return next(one.y[0] for one in figures[option].data if ANSWER in (one.name or ""))

    assert min(things, key=height) == truth


def test_of_the_bars_that_are_offered_the_shortest_is_the_truth(marked):
    truth, things, figures = marked("mean")[6]
    bars = figures[""].data[0]
    lengths = dict(zip(bars.y, bars.x, strict=True))
    shortest = min((thing.at for thing in things.values()), key=lengths.__getitem__)
    assert things[truth].at == shortest
