"""The page of lessons: predict, reveal, go on, and leave for a topic and come back."""

import pytest

from hetdp_core.odometer.channel import Toss
from pages.inside.lessons import first_lesson, progress
from pages.inside.lessons.progress import lessons
from pages.shared.frame.tabs import DOWN
from tests.pages.app import open_page, sentences, title
from tests.pages.lessons.steps import address, on, results


def test_without_a_lesson_all_are_offered_and_one_starts_at_its_first_step():
    app = open_page("lessons")
    assert sentences(app.subheader)[: len(lessons())] == [one.title for one in lessons().values()]
    app.button(key="start_mean").click().run()
    assert address(app, "lesson", "step", "shown") == ("mean", "1", "false")
    assert title(app) == lessons()["mean"].steps[0].title


def test_predict_reveal_go_on_and_back_stand_in_the_address():
    app = on("mean", 3)
    app.select_slider(key="predict_mean_3").set_value(10.0).run()
    assert results(app) == []
    app.button(key="lesson_onward").click().run()
    assert address(app, "guess", "shown") == ("~~10", "true")
    assert "3.85 times too high. You said: 10 times. It is: **2.6 times**" in results(app)[0]
    app.button(key="lesson_onward").click().run()
    assert address(app, "step", "shown") == ("4", "false")
    app.radio(key="predict_mean_4").set_value("rises").run()
    app.button(key="lesson_onward").click().run()
    assert results(app) == ["Right. **It rises**"]
    app.button(key="lesson_back").click().run()
    assert address(app, "step", "guess", "shown") == ("3", "~~10~rises", "true")
    assert "You said: 10 times" in results(app)[0]


def test_one_may_reveal_without_a_prediction():
    app = on("mean", 4)
    app.button(key="lesson_onward").click().run()
    assert results(app) == ["**It rises**"]


@pytest.mark.parametrize("number", [2, 3])  # even steps, and even ones in the logarithm
def test_a_slider_that_was_not_moved_is_no_guess(number):
    app = on("mean", number)
    assert any("No guess yet" in sentence for sentence in sentences(app.caption))
    app.button(key="lesson_onward").click().run()
    assert address(app, "guess", "shown") == ("", "true")
    assert "You said" not in results(app)[0]


def test_a_slider_moved_to_its_start_again_is_a_guess_but_not_the_next_time():
    app = on("mean", 2)
    app.slider(key="predict_mean_2").set_value(5.0).run()
    app.slider(key="predict_mean_2").set_value(0.0).run()
    assert "Your guess: 0 %" in sentences(app.caption)
    app.button(key="lesson_onward").click().run()
    assert address(app, "guess") == ("~0",)
    app = on("mean", 2)
    assert any("No guess yet" in sentence for sentence in sentences(app.caption))


def test_the_last_step_counts_the_predictions_and_leads_back_to_all_lessons():
    app = on("mean", 7, guess="0.26~10~~rises", shown="true")
    assert "Right or close: **2 of 3 predictions**" in app.markdown[-1].value
    app.button(key="lesson_onward").click().run()
    assert "lesson" not in app.query_params
    assert title(app) == "Lessons"


def test_a_lesson_leaves_the_readers_own_settings_alone():
    app = on("mean", 2, n="77", high="3")
    app.button(key="lesson_onward").click().run()
    app.button(key="lesson_onward").click().run()
    assert app.session_state["n"] == 77
    assert app.session_state["high"] == 3.0


def test_what_a_text_says_follows_the_settings():
    step = lessons()["mean"].steps[0]
    other = {**step.state, "n": 4000}
    assert "4,000 people" in step.write(step.text, other)
    assert step.question.answer(other) == pytest.approx(0.1 + 8 / (2000 * 0.1))


def test_a_topics_page_leads_back_to_the_step_that_its_address_names_and_else_to_none():
    app = open_page("heterogeneous_mean", **{"from": "mean.3"})
    (link,) = [one for one in app.get("page_link") if "Back to the lesson" in one.proto.label]
    assert link.proto.label == f"Back to the lesson “{lessons()['mean'].title}”, step 3"
    assert "lesson=mean&step=3" in link.proto.query_string
    without = open_page("heterogeneous_mean").get("page_link")
    assert not [link for link in without if "Back to" in link.proto.label]


@pytest.mark.parametrize("said", ["cats.1", "mean.0", "mean", "mean.two", ".", "mean.1.1"])
def test_an_unusable_way_back_is_said_and_not_drawn(said):
    app = open_page("heterogeneous_mean", **{"from": said})
    said_now = " ".join(sentences(app.warning))
    assert f"The link contains an invalid value (from={said})" in said_now
    assert not [one for one in app.get("page_link") if "Back to" in one.proto.label]


@pytest.mark.parametrize("key", ["mean", "zero"])
def test_a_presentation_ends_with_all_questions_and_their_answers(key):
    lesson = lessons()[key]
    app = open_page("lessons", lesson=key, present="1", slide=str(2 * len(lesson.steps) + 1))
    assert title(app) == lesson.title
    words = sentences(app.markdown)
    for step in lesson.steps:
        assert f"**{step.title}**" in words
        assert step.write(step.ask) in words
        assert f"**{step.question.shown(step.truth())}**" in words


@pytest.mark.parametrize(("slide", "toss"), [("1", True), ("2", False)])
def test_what_was_tried_makes_room_for_the_answer_before_a_class(slide, toss):
    app = open_page("lessons", lesson="zero", present="1", slide=slide)
    assert any(button.key == "coin_toss" for button in app.button) == toss


def test_the_coin_is_tossed_on_the_server_and_never_in_the_address():
    app = on("zero", 1)
    before = dict(app.query_params)
    for count in (1, 2):
        app.button(key="coin_toss").click().run()
        assert app.session_state[first_lesson.TOSSES] == count
    assert dict(app.query_params) == before


@pytest.mark.parametrize(
    ("tossed", "said_of_it"),
    [
        (None, "Think of a question"),
        (Toss(True, None), "Heads: tell the truth."),
        (Toss(False, True), "Tails, then heads: say yes."),
        (Toss(False, False), "Tails, then tails: say no."),
    ],
)
def test_the_coin_says_what_to_do(tossed, said_of_it):
    assert first_lesson.says(tossed).startswith(said_of_it)


def test_a_step_without_a_page_of_its_own_offers_none():
    shown = {"shown": "true"}
    assert "lesson_try" not in {button.key for button in on("zero", 2, **shown).button}
    assert "lesson_try" in {button.key for button in on("zero", 6, **shown).button}


def test_trying_a_step_leads_down_to_the_tab_with_its_number(monkeypatch):
    given = {}
    monkeypatch.setattr("pages.shared.controls.address.go", lambda *_, others: given.update(others))
    progress.leave(progress.Progress(lessons()["features"], 4, ("",) * 7, True))
    assert (given["feature_view"], given[DOWN]) == (["Feature by feature"], ["1"])
