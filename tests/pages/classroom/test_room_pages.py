"""A room as its lecturer and its phones see it; each is an app of its own."""

import re
from dataclasses import replace
from urllib.parse import urlencode

import pytest

from pages.inside.lessons.classroom import codes, keeper
from pages.inside.lessons.classroom.keeper import rooms
from pages.inside.lessons.classroom.rooms import Limits
from pages.inside.lessons.progress import lessons
from pages.shared.lessons.lesson import Choice
from tests.cases import first_and_in_studies
from tests.pages import hostile
from tests.pages.app import open_page, prose, title

CHOICE, SLIDER = 4, 3
"""Steps of the lesson on the mean, by what they ask for."""


@pytest.fixture(autouse=True)
def _no_rooms():
    rooms.clear()
    yield
    rooms.clear()


def has(app, key):
    return any(button.key == key for button in app.button)


def press(app, key):
    return app.button(key=key).click().run()


def opened(step=CHOICE, lesson="mean"):
    """A lecturer's app with a room that has begun, and the room's code."""
    app = open_page("lessons", lesson=lesson, step=str(step))
    press(app, "room_open")
    code = parameter(app, "lead")
    press(app, "room_onward")
    return app, code


def parameter(app, key):
    given = app.query_params[key]
    return given if isinstance(given, str) else given[-1]


def phone(code, seat=""):
    """A phone's app whose browser has said its seat."""
    app = open_page()
    app.query_params["room"] = code
    app.session_state[keeper.name(keeper.SEAT, code)] = seat or codes.made_key()
    app.switch_page("pages/lessons.py").run()
    return app


def words(app):
    boxes = [*app.success, *app.info, *app.warning]
    return prose([*app.title, *app.markdown, *app.caption, *boxes])


def key_of(app, code):
    return app.session_state[keeper.name(keeper.LEAD, code)]


def test_a_lesson_from_code_to_truth():
    lecturer = open_page("lessons", lesson="mean", step=str(CHOICE))
    press(lecturer, "room_open")
    code = parameter(lecturer, "lead")
    assert codes.spoken(code) in words(lecturer)
    assert "lesson" not in lecturer.query_params
    first, second = phone(code), phone(code)
    assert title(first) == "You are in"
    assert "**2** phones in" in words(lecturer.run())
    press(lecturer, "room_onward")
    step = lessons()["mean"].steps[CHOICE - 1]
    assert title(first.run()) == step.title
    press(first, f"room_option_mean_{CHOICE}_rises")
    press(second.run(), f"room_option_mean_{CHOICE}_falls")
    assert "You answered: **It rises**" in words(first)
    assert "**2** answered" in words(lecturer.run())
    assert "2 answers" not in words(lecturer)
    press(lecturer, "room_onward")
    assert "**2 answers.**" in words(lecturer)
    assert step.source not in words(lecturer)
    press(lecturer, "room_onward")
    assert "**1 of 2 answers is right.**" in words(lecturer)
    assert step.source in words(lecturer)
    assert "Right. **It rises**" in words(first.run())
    assert "Not quite. You said: It falls" in words(second.run())
    assert "1 of 2 answers is right" in words(first)
    press(lecturer, "room_onward")
    assert title(first.run()) == lessons()["mean"].steps[CHOICE].title
    press(lecturer, "room_back")
    assert "Right. **It rises**" in words(first.run())


def test_a_number_is_sent_and_may_be_changed_until_the_truth():
    lecturer, code = opened(SLIDER)
    app = phone(code)
    slider, send = f"room_slider_mean_{SLIDER}", f"room_slider_mean_{SLIDER}_send"
    assert "answered:" not in words(app)
    for value in (10.0, 25.0):
        app.select_slider(key=slider).set_value(value)
        press(app, send)
        assert f"You answered: **{value:g} times**" in words(app)
    assert "**1** answered" in words(lecturer.run())
    press(lecturer, "room_onward")
    assert "**1 answer.** The middle one is 25 times." in words(lecturer)
    app.run()
    press(lecturer, "room_onward")
    assert "9.62 times too high. You said: 25 times. It is: **2.6 times**" in words(app.run())
    assert not has(app, send)


@pytest.mark.parametrize("step", [SLIDER, 2])
def test_a_slider_that_nobody_moved_is_sent_by_the_second_press(step):
    lecturer, code = opened(step)
    app = phone(code)
    send = f"room_slider_mean_{step}_send"
    press(app, send)
    assert "You have not moved it." in words(app)
    assert "**0** answered" in words(lecturer.run())
    press(app, send)
    assert "You answered: " in words(app)
    assert "You have not moved it." not in words(app)
    assert "**1** answered" in words(lecturer.run())


def test_nobody_hears_of_the_class_before_the_truth_and_nobody_who_answered_is_asked_again():
    lecturer, code = opened()
    press(phone(code), f"room_option_mean_{CHOICE}_rises")
    press(lecturer, "room_onward")
    late = phone(code)
    assert "on the large screen" in words(late)
    assert "answers" not in words(late).replace("The answers of the class", "")
    press(lecturer, "room_onward")
    assert "**It rises**" in words(late.run())
    assert not has(late, f"room_option_mean_{CHOICE}_rises")


def test_an_answer_that_comes_after_the_truth_is_refused_in_a_sentence():
    lecturer, code = opened()
    app = phone(code)
    press(lecturer, "room_onward")
    press(lecturer, "room_onward")
    press(app, f"room_option_mean_{CHOICE}_rises")  # it still shows the buttons
    assert "answers do not count any more" in words(app)
    assert rooms().led(code, key_of(lecturer, code)).answers == ()
    press(lecturer, "room_onward")
    assert "count any more" not in words(app.run())


def test_an_answer_to_a_question_that_the_class_has_left_is_refused_in_a_sentence():
    lecturer, code = opened()
    app = phone(code)
    press(lecturer, "room_skip")
    press(app, f"room_option_mean_{CHOICE}_rises")
    assert "The lecturer has gone on" in words(app)
    assert title(app) == lessons()["mean"].steps[CHOICE].title


def test_the_end_forgets_all_and_says_so_on_every_screen():
    lecturer, code = opened()
    seat, key = codes.made_key(), key_of(lecturer, code)
    app = phone(code, seat)
    press(app, f"room_option_mean_{CHOICE}_rises")
    assert seat in repr(app.session_state)
    press(lecturer, "room_end_now")
    for one in (lecturer, app.run()):
        assert title(one) == "The room has ended"
        assert "deleted" in words(one)
        assert not has(one, "room_again")
        assert "room_handout" in [button.key for button in one.get("download_button")]
        assert not {seat, key} & set(re.findall("[0-9a-f]{32}", repr(one.session_state)))
    assert "it has ended, or the code is mistyped" in words(phone(code))
    press(lecturer, "room_leave")
    assert title(lecturer) == "Lessons"


def test_the_key_is_in_no_address_and_on_no_screen_and_whoever_knows_the_code_alone_cannot_lead():
    lecturer, code = opened()
    key, app = key_of(lecturer, code), phone(code)
    for one in (lecturer, app):
        assert key not in urlencode(dict(one.query_params), doseq=True)
        assert key not in words(one)
    assert dict(app.query_params).keys() == {"room"}
    assert dict(lecturer.query_params).keys() == {"lead"}
    assert key in repr(lecturer.session_state)
    assert key not in repr(app.session_state)
    for wrong in ("", codes.made_key()):
        thief = open_page()
        thief.query_params["lead"] = code
        thief.session_state[keeper.name(keeper.LEAD, code)] = wrong
        thief.switch_page("pages/lessons.py").run()
        assert "did not open the room" in words(thief)
        assert not has(thief, "room_onward")


def test_a_phone_that_finds_no_seat_is_told_so_and_may_try_again():
    rooms().limits = replace(Limits(), seats=1)
    _, code = opened()
    phone(code)
    late = open_page()
    late.query_params["room"] = code
    late.switch_page("pages/lessons.py").run()  # its browser has not said its seat yet
    late.session_state[keeper.name(keeper.SEAT, code)] = codes.made_key()
    for _ in range(2):
        late.run()
        assert "The room is full" in words(late)
        assert has(late, "room_again")


def test_whoever_has_left_an_open_room_finds_the_way_back():
    lecturer, code = opened()
    app = phone(code)
    for one, parameter_of_side in ((lecturer, "lead"), (app, "room")):
        one.query_params = {}
        press(one.run(), "room_return")
        assert parameter(one, parameter_of_side) == code
        assert title(one) == lessons()["mean"].steps[CHOICE - 1].title
    app.query_params = {}
    assert has(app.run(), "room_return")
    press(lecturer, "room_end_now")
    assert not has(app.run(), "room_return")


def test_a_typed_code_joins_the_room_and_a_mistyped_one_is_mended_where_it_was_refused():
    _, code = opened()
    app = open_page("lessons")
    app.session_state[keeper.name(keeper.SEAT, code)] = codes.made_key()
    wrong = code[:-1] + next(one for one in codes.LETTERS if one != code[-1])
    for typed in (code[:-1], wrong):
        app.text_input(key="room_entry").set_value(typed).run()
        assert app.text_input(key="room_entry").value == typed
    app.text_input(key="room_entry").set_value(f" {codes.spoken(code).lower()} ").run()
    assert title(app) == lessons()["mean"].steps[CHOICE - 1].title


@pytest.mark.parametrize("parameter", ["room", "lead"])
def test_a_junk_code_gets_a_sentence(parameter):
    for text in hostile.WRONG[parameter == "lead" :: 25]:
        app = open_page()
        app.query_params[parameter] = text
        app.switch_page("pages/lessons.py").run()
        assert title(app) == "No such room"
        assert len(app.info[0].value) < 400
        assert "](" not in app.info[0].value.replace("\\]", "")


@pytest.mark.parametrize("key", first_and_in_studies(lessons()))
def test_every_step_of_every_lesson_can_be_answered_shown_and_revealed(key):
    rooms().limits = replace(Limits(), answers=(100, 1.0))  # a test has no time to wait
    lecturer, code = opened(1, key)
    app = phone(code)
    for number, step in enumerate(lessons()[key].steps, 1):
        app.run()
        if isinstance(step.question, Choice):
            press(app, f"room_option_{key}_{number}_{step.truth()}")
        else:
            for _ in range(2):  # nobody moved it
                press(app, f"room_slider_{key}_{number}_send")
        assert "You answered" in words(app)
        press(lecturer, "room_onward")
        assert "**1 answer.**" in words(lecturer)
        press(lecturer, "room_onward")
        assert "of 1 answer" in words(lecturer)
        assert "of 1 answer" in words(app.run())
        if number < len(lessons()[key].steps):
            press(lecturer, "room_onward")
    assert not has(lecturer, "room_onward")
