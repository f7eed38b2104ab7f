"""Lessons: every step of each, the page around them, and what the address says."""

import math
import re

import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st
from streamlit.testing.v1 import AppTest

from hetdp_core.accounting.coin import Toss
from pages.inside.lessons import coin, progress
from pages.inside.lessons.catalogue import lessons
from pages.inside.lessons.progress import Progress
from pages.inside.topics import TOPICS
from pages.shared.lessons.lesson import Choice, Slider, Step, said
from pages.shared.lessons.pictures import at, hiding
from tests.pages.app import open_page, sentences

STEPS = [(key, number) for key in lessons() for number in range(1, len(lessons()[key].steps) + 1)]


def step_of(key, number):
    return lessons()[key].steps[number - 1]


def everything(key, revealed):
    """All steps of a lesson below each other, and what they claim."""
    import streamlit as st

    from pages.inside.lessons.catalogue import lessons
    from pages.inside.lessons.slide import draw_step
    from pages.shared.lessons.lesson import said

    lesson = lessons()[key]
    for number in range(1, len(lesson.steps) + 1):
        draw_step(lesson, number, revealed)
    st.session_state["truths"] = [step.truth() for step in lesson.steps]
    st.session_state["texts"] = [
        tuple(said(words, step.state) for words in (step.text, step.question.ask, step.why))
        for step in lesson.steps
    ]


def drawn(key, revealed):
    script = AppTest.from_function(
        everything, kwargs={"key": key, "revealed": revealed}, default_timeout=120
    )
    app = script.run()
    assert not app.exception
    assert not app.error
    return app


@pytest.fixture(scope="module")
def revealed():
    """Each lesson with all its answers, once."""
    known = {}

    def find(key):
        if key not in known:
            known[key] = drawn(key, revealed=True)
        return known[key]

    return find


def results(app):
    return sentences([*app.success, *app.info, *app.warning])


def on(key, number, **params):
    return open_page("lessons", lesson=key, step=str(number), **params)


def address(app, *keys):
    values = (app.query_params[key] for key in keys)
    return tuple(value if isinstance(value, str) else value[-1] for value in values)


def button(app, key):
    return next(one for one in app.button if one.key == key)


# --- every step ---------------------------------------------------------------------------


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
def test_a_lesson_has_five_to_eight_steps_with_texts_short_enough_for_a_projector(key, revealed):
    texts = revealed(key).session_state["texts"]
    assert 5 <= len(texts) <= 8
    for text, ask, why in texts:
        assert len(text) <= 330
        assert len(ask) <= 140
        assert len(why) <= 330


@pytest.mark.parametrize("key", lessons())
def test_before_it_is_revealed_no_step_says_its_answer_or_why(key, revealed):
    app = drawn(key, revealed=False)
    assert results(app) == []
    said_now = sentences([*app.markdown, *app.caption])
    for step, (text, ask, why) in zip(
        lessons()[key].steps, revealed(key).session_state["texts"], strict=True
    ):
        assert text in said_now
        assert f"**{ask}**" in said_now
        assert why not in said_now
        assert not any(step.source in sentence for sentence in said_now)


@pytest.mark.parametrize("key", lessons())
def test_every_step_is_revealed_with_answer_reason_and_source(key, revealed):
    app = revealed(key)
    said_now = sentences([*app.markdown, *app.caption])
    for step, (_, _, why), truth in zip(
        lessons()[key].steps,
        app.session_state["texts"],
        app.session_state["truths"],
        strict=True,
    ):
        assert f"**{step.question.shown(truth)}**" in results(app)
        assert why in said_now
        assert f"Source: {step.source}." in said_now


@pytest.mark.parametrize("key", lessons())
def test_the_answer_is_among_those_that_can_be_given(key, revealed):
    for step, truth in zip(
        lessons()[key].steps, revealed(key).session_state["truths"], strict=True
    ):
        if isinstance(step.question, Choice):
            assert truth in step.question.options
        else:
            assert step.question.low < truth <= step.question.high
        assert step.question.judge(f"{truth}", truth) == "right"


def fixed_texts(step: Step) -> list[str]:
    words = (step.text, step.question.ask, step.why)
    options = step.question.options.values() if isinstance(step.question, Choice) else ()
    return [one for one in (*words, *options) if isinstance(one, str)]


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_no_number_is_typed_into_a_text(key, number):
    given = "(0, 1)|(0: independent, 1: copies)|bit 1 is a 1|3 reports|of the 16|output 1"
    for text in fixed_texts(lessons()[key].steps[number - 1]):
        for known in given.split("|"):  # what the question is about, no result
            text = text.replace(known, "")
        assert not re.search(r"\d", text), text


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_the_figure_that_asks_is_not_the_one_that_answers(key, number):
    step = lessons()[key].steps[number - 1]
    same = step.before is step.after
    assert same == (step.title == "Is every bit hidden if each one is?")  # a puzzle


def test_a_step_takes_no_setting_that_a_link_could_not_set():
    step = lessons()["mean"].steps[0]
    for params in ({"n": "many"}, {"m": "3"}, {"profile": "cats"}):
        with pytest.raises(ValueError, match=r"usable|m"):
            Step(**{**vars(step), "params": params})


NUMBERS = [one for one in STEPS if isinstance(step_of(*one).question, Slider)]


def marks_of(figure):
    return {one.name: one for one in figure.data if one.name in ("your guess", "truth")}


def answered(key):
    """Of each step with a number: the figure without a guess, and with three."""
    import streamlit as st

    from pages.inside.lessons.catalogue import lessons
    from pages.shared.lessons.lesson import Slider

    st.session_state["marked"] = {}
    for number, step in enumerate(lessons()[key].steps, 1):
        question = step.question
        if isinstance(question, Slider):
            truth = float(step.truth())
            guesses = ("", f"{question.low:g}", f"{question.high:g}", f"{truth:.6g}")
            st.session_state["marked"][number] = (
                truth,
                question.place.at(step.state, truth),
                {guess: step.answered(guess).figure for guess in guesses},
            )


@pytest.fixture(scope="module")
def marked():
    """What each lesson draws as answers, computed in one session each."""
    known = {}

    def find(key):
        if key not in known:
            script = AppTest.from_function(answered, kwargs={"key": key}, default_timeout=120)
            app = script.run()
            assert not app.exception
            known[key] = app.session_state["marked"]
        return known[key]

    return find


@pytest.mark.parametrize(("key", "number"), NUMBERS)
def test_guess_and_truth_are_drawn_where_the_figure_that_answers_has_them(key, number, marked):
    question = step_of(key, number).question
    truth, place, figures = marked(key)[number]
    where = question.place.where
    for guess, figure in figures.items():
        texts = [note.text for note in figure.layout.annotations if note.text]
        assert f"truth: <b>{question.shown(truth)}</b>" in texts  # never off the scale
        if not guess:
            assert set(marks_of(figure)) == {"truth"}
            continue
        words = f"your guess: <b>{question.shown(guess)}"
        assert any(text.startswith(words) for text in texts)
        if where not in ("dots", "dots2", "strip"):
            letter = where.replace("diagonal", "x")[0]
            assert next(iter(marks_of(figure)["truth"][letter])) == pytest.approx(place)
            if guess == f"{truth:.6g}":  # six digits of it; its logarithm has fewer
                at = next(iter(marks_of(figure)["your guess"][letter]))
                assert at == pytest.approx(place, rel=1e-4)


@pytest.mark.parametrize(
    ("key", "number", "series", "letter", "which"),
    [
        ("across", 1, "worst case over all data (exact)", "x", max),
        ("across", 2, "worst case over all data (exact)", "x", max),
        ("mean", 2, "saturation begins", "x", min),
        ("mean", 3, "weight in the estimate", "y", max),
        ("mean", 5, "weight in the estimate", "y", max),
        ("mean", 7, "no private method has a smaller worst case (bound)", "x", min),
        ("ridge", 3, "Non-personalised", "y", min),
        ("ridge", 6, "as published", "y", max),
        ("odometer", 2, "Odometer", "y", lambda read: list(read)[-1]),
    ],
)
def test_the_truth_stands_where_its_series_is(key, number, series, letter, which, marked):
    figure = marked(key)[number][2][""]
    drawn = which(next(one[letter] for one in figure.data if one.name == series))
    assert next(iter(marks_of(figure)["truth"][letter])) == pytest.approx(drawn)


@pytest.mark.parametrize(("key", "number"), STEPS)
def test_a_step_leads_to_a_tab_that_its_page_has(key, number):
    step = step_of(key, number)
    if step.tab:
        topic = TOPICS[step.topic]
        assert step.tab in {*topic.tabs, *topic.reviewed}


def test_what_is_hidden_is_neither_in_the_figure_nor_in_its_table():
    step = lessons()["mean"].steps[3]
    before, after = step.before(step.state), step.after(step.state)
    assert {trace.name for trace in after.figure.data} - {
        trace.name for trace in before.figure.data
    } == {"PropDPM"}
    assert isinstance(before.numbers, pd.DataFrame)
    assert "PropDPM" not in set(before.numbers["series"])
    assert "ADPM" in set(before.numbers["series"])
    assert list(before.numbers) == ["series", "across", "up"]


def test_a_picture_that_hides_nothing_is_a_mistake():
    step = lessons()["mean"].steps[0]
    with pytest.raises(ValueError, match="nothing of"):
        hiding(step.before, "no such series")(step.state)


def test_the_same_figure_for_another_setting_is_that_of_the_other_link():
    step = lessons()["mean"].steps[1]
    other = Step(**{**vars(step), "params": {**step.params, "high": "0.05"}})
    found, expected = step.before(step.state), other.after(other.state)
    assert found.figure.to_json() == expected.figure.to_json()
    with pytest.raises(ValueError, match="high"):
        at(step.before, high="very")


# --- the numbers, by another road -----------------------------------------------------------


def truths(app):
    return app.session_state["truths"]


def texts(app, number):
    return " ".join(app.session_state["texts"][number - 1])


def test_the_mean_lesson_by_formula(revealed):
    onset, _, ratio, moves, public, best, certificate = truths(revealed("mean"))
    strict, relaxed, n = 0.1, 10.0, 1000
    tau = strict + 8 / (n / 2 * strict)
    assert onset == pytest.approx(tau)
    assert ratio == pytest.approx(tau / strict)

    def proportional(high):
        total = n / 2 * (strict + high)
        return (n / 2 * (strict**2 + high**2) / 4 + 2) / total**2

    assert proportional(relaxed) > proportional(tau)
    assert moves == "rises"
    assert 0 < public < 100 * 3 / 100  # ten of a thousand, at most 2.6 times as heavy as others
    assert best == "proportional"
    assert 1 <= certificate <= 2


def test_the_features_lesson_by_formula(revealed):
    least, pair, copies, saved, nothing, split, average = truths(revealed("features"))
    assert least == pytest.approx(100 / (1 + math.exp(0.5)))
    assert pair == "none"
    assert copies == 75.0
    assert saved == pytest.approx(100 * (1 - math.sqrt(1 - 0.725)), abs=0.1)
    assert nothing == pytest.approx(0.22)
    assert split == "more"
    assert average == pytest.approx(1.0)


def test_the_odometer_lesson_as_printed(revealed):
    belief, ratio, answered, certain, streams, loss, high = truths(revealed("odometer"))
    first = [0.4 + 0.02 * x for x in range(11)]
    assert belief == pytest.approx(100 * sum(first[5:]) / sum(first))
    assert f"{ratio:.2f}" == "1.15"
    assert answered == 4
    assert "answers 1, 0, and then 1 every time" in texts(revealed("odometer"), 3)
    assert lessons()["odometer"].steps[2].params["answers"] == "1011"  # so it is
    assert certain == pytest.approx(100 * 6 * 2.25 / (6 * 2.25 + 5))
    assert 80 < streams < 250
    assert 1.6 < loss < 3.6
    assert high == 16


def test_the_ridge_lesson_against_the_errata(revealed):
    shrink, better, gain, ratio, step, leak, strict = truths(revealed("ridge"))
    assert 0.1 < shrink < 10
    assert (better, strict) == ("mean", "number")
    assert 2 < gain < 20
    assert 3 < ratio <= 4  # at most four times
    assert step == "objective"
    assert leak > 7


def test_the_lesson_across_by_formula(revealed):
    alike, trust, *cases = truths(revealed("across"))
    n = 1000
    uniform, all_alike = 1 / (4 * n) + 2 / (n * 0.01) ** 2, 1 / (4 * n) + 2 / n**2
    total = 50 * 0.01 + 950 * 1.0
    adpm = (50 * 0.01**2 + 950 * 1.0**2 + 8) / (4 * total**2)  # nobody saturates
    local = (1 / 4 + 2) / n
    assert trust == pytest.approx(math.sqrt(local / all_alike))
    assert alike == pytest.approx(math.sqrt(uniform / adpm))
    assert cases[2] == pytest.approx(math.exp(0.2))
    assert [cases[0], cases[1], cases[3], cases[4]] == [
        "heterogeneous_mean",
        "feature_privacy",
        "privacy_odometer",
        "ridge",
    ]


def test_the_first_lesson_by_formula(revealed):
    coin, answer, crowd, bet, several, budget = truths(revealed("zero"))
    assert coin == pytest.approx(75)
    assert answer == pytest.approx(100 * 15 / 35)
    assert crowd == pytest.approx(20)
    assert bet == pytest.approx(100 / (1 + math.exp(-1)))
    assert several == pytest.approx(100 / (1 + math.exp(-2.5)))
    assert budget == 4


# --- guesses --------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("guess", "verdict"), [("50", "right"), ("45", "close"), ("60", "close"), ("61", "off")]
)
def test_a_guess_is_close_within_a_tenth_of_the_slider(guess, verdict):
    assert Slider("?", 0, 100, 1, "{} %", lambda _: 50.0).judge(guess, 50.0) == verdict


@pytest.mark.parametrize(("guess", "verdict"), [("10", "right"), ("15", "close"), ("30", "off")])
def test_on_a_logarithmic_slider_closeness_is_a_factor(guess, verdict):
    assert Slider("?", 1, 100, 0, "{}", lambda _: 10.0).judge(guess, 10.0) == verdict


@pytest.mark.parametrize(
    ("slider", "guess", "truth", "says"),
    [
        (Slider("?", 0, 100, 1, "{} %", lambda _: 0.0), "30", 51.5, "21.5 points too low"),
        (Slider("?", 0, 10, 1, "{} questions", lambda _: 0.0), "6", 4.0, "2 too high"),
        (Slider("?", 1, 100, 0, "{} times", lambda _: 0.0), "30", 10.0, "a factor of 3 too high"),
        (Slider("?", 1, 100, 0, "{} times", lambda _: 0.0), "2", 10.0, "a factor of 5 too low"),
        (Slider("?", 1, 100, 0, "{}", lambda _: 0.0), "10.5", 10.0, "5 % too high"),
        (Slider("?", 0, 100, 1, "{} %", lambda _: 0.0), "50", 50.0, ""),
    ],
)
def test_the_difference_is_said_in_words(slider, guess, truth, says):
    assert slider.difference(guess, truth) == says


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
        ({"lesson": "mean", "step": "9"}, "step must be a whole number from 1 to 7"),
        ({"lesson": "mean", "step": "two"}, "step must be"),
        ({"lesson": "mean", "step": "²"}, "step must be"),
        ({"lesson": "mean", "guess": "nan"}, "guess must be an answer that its step offers"),
        ({"lesson": "mean", "guess": "~~~cats", "step": "4"}, "guess must be"),
        ({"lesson": "mean", "shown": "maybe"}, "shown must be true or false"),
    ],
)
def test_an_unusable_address_gets_one_sentence_and_what_is_usable_stays(params, says):
    app = open_page("lessons", **params)
    assert not app.exception
    assert [says in warning for warning in sentences(app.warning)] == [True]
    index = 3 if params.get("step") == "4" else 0
    opened = "Lessons" if params["lesson"] == "cats" else lessons()["mean"].steps[index].title
    assert app.title[0].value == opened


def test_more_guesses_than_steps_do_no_harm():
    found, problems = progress.read({"lesson": "mean", "guess": "~" * 30})
    assert problems == []
    assert found is not None
    assert len(found.guesses) == len(lessons()["mean"].steps)


# --- the page -------------------------------------------------------------------------------


def test_without_a_lesson_all_are_offered_and_one_starts_at_its_first_step():
    app = open_page("lessons")
    assert not app.exception
    assert sentences(app.subheader)[: len(lessons())] == [one.title for one in lessons().values()]
    button(app, "start_mean").click().run()
    assert address(app, "lesson", "step", "shown") == ("mean", "1", "false")
    assert app.title[0].value == lessons()["mean"].steps[0].title


def test_predict_reveal_go_on_and_back_stand_in_the_address():
    app = on("mean", 3)
    app.select_slider(key="predict_mean_3").set_value(10.0).run()
    assert results(app) == []
    button(app, "lesson_onward").click().run()
    assert address(app, "guess", "shown") == ("~~10", "true")
    assert "You said 10 times, it is **2.6 times**: a factor of 3.85 too high." in results(app)[0]
    button(app, "lesson_onward").click().run()
    assert address(app, "step", "shown") == ("4", "false")
    app.radio(key="predict_mean_4").set_value("rises").run()
    button(app, "lesson_onward").click().run()
    assert results(app) == ["Right. **It rises**"]
    button(app, "lesson_back").click().run()
    assert address(app, "step", "guess", "shown") == ("3", "~~10~rises", "true")
    assert "You said 10 times" in results(app)[0]
    assert not app.exception


def test_one_may_reveal_without_a_prediction():
    app = on("mean", 4)
    button(app, "lesson_onward").click().run()
    assert results(app) == ["**It rises**"]
    assert not app.exception


@pytest.mark.parametrize("number", [2, 3])  # even steps, and even ones in the logarithm
def test_a_slider_that_was_not_moved_is_no_guess(number):
    app = on("mean", number)
    assert any("No guess yet" in one for one in sentences(app.caption))
    button(app, "lesson_onward").click().run()
    assert address(app, "guess", "shown") == ("", "true")
    assert "You said" not in results(app)[0]


def test_a_slider_moved_to_its_start_again_is_a_guess_but_not_the_next_time():
    app = on("mean", 2)
    app.slider(key="predict_mean_2").set_value(5.0).run()
    app.slider(key="predict_mean_2").set_value(0.0).run()
    assert "Your guess: 0 %" in sentences(app.caption)
    button(app, "lesson_onward").click().run()
    assert address(app, "guess") == ("~0",)
    app = on("mean", 2)
    assert any("No guess yet" in one for one in sentences(app.caption))


def test_the_last_step_counts_the_predictions_and_leads_back_to_all_lessons():
    app = on("mean", 7, guess="0.26~10~~rises", shown="true")
    assert "Right or close: **2 of 3 predictions**" in app.markdown[-1].value
    button(app, "lesson_onward").click().run()
    assert "lesson" not in app.query_params
    assert app.title[0].value == "Lessons"


def test_a_lesson_leaves_the_readers_own_settings_alone():
    app = on("mean", 2, n="77", high="3")
    button(app, "lesson_onward").click().run()
    button(app, "lesson_onward").click().run()
    assert app.session_state["n"] == 77
    assert app.session_state["high"] == 3.0


def test_what_a_text_says_follows_the_settings():
    step = lessons()["mean"].steps[0]
    other = {**step.state, "n": 4000}
    assert "4,000 users" in said(step.text, other)
    assert step.question.answer(other) == pytest.approx(0.1 + 8 / (2000 * 0.1))


# --- the coin -------------------------------------------------------------------------------


def test_the_coin_is_tossed_on_the_server_and_never_in_the_address():
    app = on("zero", 1)
    assert not app.exception
    before = dict(app.query_params)
    for count in (1, 2):
        button(app, "coin_toss").click().run()
        assert not app.exception
        assert app.session_state[coin.TOSSES] == count
    assert dict(app.query_params) == before


@pytest.mark.parametrize(
    ("tossed", "said_of_it"),
    [
        (None, "Think of a question"),
        (Toss(True, None), "Heads: tell the truth."),
        (Toss(False, True), "Tails, then heads: say yes, whatever is true."),
        (Toss(False, False), "Tails, then tails: say no, whatever is true."),
    ],
)
def test_the_coin_says_what_to_do(tossed, said_of_it):
    assert coin.says(tossed).startswith(said_of_it)


def test_a_step_without_a_page_of_its_own_offers_none():
    shown = {"shown": "true"}
    assert "lesson_try" not in {one.key for one in on("zero", 2, **shown).button}
    assert "lesson_try" in {one.key for one in on("zero", 6, **shown).button}


# --- to a topic's page and back -------------------------------------------------------------


def test_a_topics_page_leads_back_to_the_step_that_its_address_names():
    app = open_page("heterogeneous_mean", **{"from": "mean.3"})
    assert not app.exception
    (link,) = [one for one in app.get("page_link") if "Back to the lesson" in one.proto.label]
    assert link.proto.label == f"Back to the lesson “{lessons()['mean'].title}”, step 3"
    assert "lesson=mean&step=3" in link.proto.query_string


def test_without_a_lesson_there_is_no_way_back_to_one():
    app = open_page("heterogeneous_mean")
    assert not [one for one in app.get("page_link") if "Back to" in one.proto.label]


@pytest.mark.parametrize("said", ["cats.1", "mean.9", "mean", "mean.two", ".", "mean.1.1"])
def test_an_unusable_way_back_is_said_and_not_drawn(said):
    app = open_page("heterogeneous_mean", **{"from": said})
    assert not app.exception
    assert [f"“from={said}” in the address is not usable" in one for one in sentences(app.warning)]
    assert not [one for one in app.get("page_link") if "Back to" in one.proto.label]
