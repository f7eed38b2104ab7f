"""The game on its page: rounds, score, and an address that says nothing of what is drawn."""

import pytest

from hetdp_core.game import ROUNDS
from pages.inside.lessons import game
from tests.pages.app import open_page, sentences


def press(app, key):
    next(one for one in app.button if one.key == key).click().run()
    assert not app.exception
    return app


def boxes(app):
    return " ".join(sentences([*app.success, *app.info, *app.warning]))


def said(app):
    return " ".join(sentences(app.markdown))


def test_the_lessons_offer_the_game_and_it_leads_back():
    app = press(open_page("lessons"), "game_start")
    assert app.title[0].value == game.TITLE
    assert "Round **1 of 20**" in boxes(app)
    assert press(app, "game_leave").title[0].value == "Lessons"


def test_twenty_bets_make_a_game_and_the_address_never_says_what_is_drawn():
    app = open_page("lessons", game="mean", played="2")
    first = dict(app.query_params)
    table = app.session_state[game.TABLE]
    assert table.epsilon == 2.0
    for number in range(ROUNDS):
        was = "high" if table.dealt.high[number] else "low"
        press(app, "game_high" if number else "game_pass")
        verdict = ("Right." if was == "high" else "Wrong.") if number else "You passed."
        assert f"{verdict} In round {number + 1} it was **{was}**" in boxes(app)
        assert dict(app.query_params) == first
    right = int(table.dealt.high[1:].sum())
    assert f"You: **{right} of {ROUNDS - 1} bets right**" in said(app)
    assert "The game is over" in said(app)
    assert all(one.disabled for one in app.button if one.key in ("game_high", "game_low"))


def test_a_new_game_has_noise_of_its_own_and_no_bets():
    app = open_page("lessons", game="mean")
    before = app.session_state[game.TABLE]
    press(press(app, "game_low"), "game_anew")
    after = app.session_state[game.TABLE]
    assert after.seed != before.seed
    assert after.bets == ()
    assert "No bets yet." in said(app)


@pytest.mark.parametrize("played", ["cats", "-1", "inf", "99"])
def test_a_level_that_is_no_game_counts_as_absent(played):
    app = open_page("lessons", game="mean", played=played)
    assert not app.exception
    assert app.session_state[game.TABLE].epsilon == 1.0


def test_a_game_that_there_is_not_opens_the_lessons():
    assert open_page("lessons", game="cats").title[0].value == "Lessons"
