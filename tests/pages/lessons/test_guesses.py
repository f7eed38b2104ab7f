"""How good a guess is, and what the address says of guesses."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from pages.inside.lessons import progress
from pages.inside.lessons.progress import Progress, lessons
from pages.shared.lessons.lesson import Choice, Slider
from tests.pages.app import open_page, sentences, title

EVEN, BY_FACTORS = (
    Slider(0, 100, 1, "{} %", lambda _: 50.0),
    Slider(1, 100, 0, "{}", lambda _: 10.0),
)


@pytest.mark.parametrize(
    ("slider", "guess", "verdict"),
    [
        *((EVEN, guess, "close") for guess in ("45", "60")),
        *((EVEN, "50", "right"), (EVEN, "61", "off"), (EVEN, "90", "off")),
        *((BY_FACTORS, "10", "right"), (BY_FACTORS, "12", "close"), (BY_FACTORS, "3", "off")),
    ],
)
def test_a_guess_is_judged_by_its_share_of_the_slider_or_by_its_factor(slider, guess, verdict):
    assert slider.judge(guess, slider.answer({})) == verdict


@pytest.mark.parametrize(
    ("slider", "guess", "truth", "says"),
    [
        (Slider(0, 100, 1, "{} %", lambda _: 0.0), "30", 51.5, "21.5 points too low"),
        (Slider(1, 2.5, 0.05, "× {}", lambda _: 0.0), "1.2", 1.1458, "0.05 too high"),
        (Slider(1, 100, 0, "{} times", lambda _: 0.0), "30", 10.0, "3 times too high"),
        (Slider(1, 100, 0, "{} times", lambda _: 0.0), "2", 10.0, "5 times too low"),
        (Slider(1, 100, 0, "{}", lambda _: 0.0), "10.5", 10.0, "5 % too high"),
        (Slider(0, 100, 1, "{} %", lambda _: 0.0), "50", 50.0, ""),
    ],
)
def test_the_difference_is_said_in_words(slider, guess, truth, says):
    assert slider.difference(guess, truth) == says


@pytest.mark.parametrize(
    ("form", "says"),
    [
        ("{}", "from 1 to 100"),
        ("{} times", "from 1 to 100 times"),
        ("ε = {}", "from ε = 1 to 100"),
        ("± {} %", "from ± 1 % to 100"),
    ],
)
def test_the_ends_of_a_slider_are_said_with_their_unit_once(form, says):
    assert Slider(1, 100, 0, form, lambda _: 10.0).ends == says


@given(st.data())
def test_the_address_holds_every_place_in_every_lesson(data):
    lesson = lessons()[data.draw(st.sampled_from(list(lessons())))]
    guesses = tuple(data.draw(_guesses(step)) for step in lesson.steps)
    number = data.draw(st.integers(1, len(lesson.steps)))
    place = Progress(lesson, number, guesses, data.draw(st.booleans()))
    assert progress.read(place.params) == (place, [])


def _guesses(step):
    question = step.question
    if isinstance(question, Choice):
        return st.sampled_from(["", *question.options])
    numbers = st.floats(question.low, question.high).map(lambda value: f"{value:.6g}")
    return st.just("") | numbers.filter(question.accepts)


@pytest.mark.parametrize(
    ("params", "says"),
    [
        ({"lesson": "cats"}, "lesson must be one of zero, across, mean"),
        ({"lesson": "mean", "step": "0"}, "step must be a whole number from 1 to 7"),
        ({"lesson": "mean", "step": "²"}, "step must be"),
        ({"lesson": "mean", "guess": "nan"}, "guess must be an answer that its step offers"),
        ({"lesson": "mean", "guess": "~~~cats", "step": "4"}, "guess must be"),
        ({"lesson": "mean", "shown": "maybe"}, "shown must be true or false"),
    ],
)
def test_an_unusable_address_gets_one_sentence_and_what_is_usable_stays(params, says):
    app = open_page("lessons", **params)
    assert [says in warning for warning in sentences(app.warning)] == [True]
    index = 3 if params.get("step") == "4" else 0
    opened = "Lessons" if params["lesson"] == "cats" else lessons()["mean"].steps[index].title
    assert title(app) == opened


def test_a_link_to_a_step_that_is_gone_opens_the_last_one_and_more_guesses_do_no_harm():
    found, problems = progress.read({"lesson": "ridge", "step": "7", "guess": "~" * 30})
    assert problems == []
    assert found is not None
    assert (found.step, len(found.guesses)) == (lessons()["ridge"].steps[-1], found.number)
