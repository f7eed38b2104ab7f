"""The games on their page: rounds, score, and an address that says nothing of what is drawn."""

from dataclasses import replace

import numpy as np
import pytest

from hetdp_core.figures.formats import number
from hetdp_core.game import ROUNDS
from hetdp_core.game.rules import Deal
from pages.inside.lessons import game
from pages.inside.lessons.game import GAMES
from tests.cases import first_and_in_studies
from tests.pages.app import open_page, prose, title

EACH = pytest.mark.parametrize("key", GAMES)


def press(app, key):
    return app.button(key=key).click().run()


def boxes(app):
    return prose([*app.success, *app.info, *app.warning])


def said(app):
    return prose([*app.markdown, *app.caption])


def test_the_lessons_offer_the_game_and_it_leads_back():
    app = press(open_page("lessons"), "game_start")
    assert title(app) == game.TITLE
    assert "Round **1 of 20**" in boxes(app)
    assert title(press(app, "game_leave")) == "Lessons"


@pytest.mark.parametrize("key", first_and_in_studies(GAMES))
def test_twenty_bets_make_a_game_and_the_address_never_says_what_is_drawn(key):
    app = open_page("lessons", **{"game": key, GAMES[key].controls[0].key: "2"})
    first = dict(app.query_params)
    table = app.session_state[game.TABLE]
    assert table.rules.level == 2.0
    for place in (0, 1, ROUNDS - 1):
        held = app.session_state[game.TABLE]
        bets = (*held.bets, *["high"] * (place - len(held.bets)))  # as if one had bet so before
        app.session_state[game.TABLE] = replace(held, bets=bets)
        was = "high" if table.dealt.high[place] else "low"
        press(app, "game_high" if place else "game_pass")
        verdict = ("Right." if was == "high" else "Wrong.") if place else "You passed."
        assert f"{verdict} In round {place + 1} it was **{was}**" in boxes(app)
        assert dict(app.query_params) == first
    right = int(table.dealt.high[1:].sum())
    assert f"You: **{right} of {ROUNDS - 1} bets right**" in said(app)
    assert "The game is over" in said(app)
    buttons = [one for one in app.button if one.key in ("game_high", "game_low")]
    assert [one.disabled for one in buttons] == [True, True]


@EACH
def test_a_new_game_has_noise_of_its_own_and_no_bets(key):
    app = open_page("lessons", game=key)
    before = app.session_state[game.TABLE]
    press(press(app, "game_low"), "game_anew")
    after = app.session_state[game.TABLE]
    assert (after.dealt.released != before.dealt.released).any()
    assert after.bets == ()
    assert "No bets yet." in said(app)


def test_another_game_is_one_choice_away_and_takes_no_level_along():
    app = press(open_page("lessons", game="mean", played="2"), "game_high")
    app.radio(key=game.CHOSEN).set_value("answers").run()
    assert app.query_params["game"] in ("answers", ["answers"])
    assert "played" not in app.query_params
    table = app.session_state[game.TABLE]
    assert (table.key, table.bets) == ("answers", ())
    assert "budget of ε = 1" in said(app)


def test_each_game_says_whether_its_ceiling_can_be_reached():
    reached = {key: "reaches the limit" in said(open_page("lessons", game=key)) for key in GAMES}
    assert reached == {"mean": True, "feature": True, "regression": False, "answers": False}
    linked = said(open_page("lessons", game="feature", played_q="0.05"))
    assert "is out of reach here: δ holds for every kind" in linked
    assert "a copy of it with probability q = 0.05" in linked


def test_each_round_of_answers_tells_the_loss_that_was_realised():
    app = press(open_page("lessons", game="answers"), "game_low")
    table = app.session_state[game.TABLE]
    loss = float(table.rules.losses(table.dealt.released[:1])[0])
    assert f"realised loss {number(loss)}" in boxes(app)


@pytest.mark.parametrize("played", ["cats", "99"])
@EACH
def test_a_level_that_is_no_game_counts_as_absent(key, played):
    app = open_page("lessons", **{"game": key, GAMES[key].controls[0].key: played})
    assert app.session_state[game.TABLE].rules.level == 1.0


def test_a_game_that_there_is_not_opens_the_lessons():
    assert title(open_page("lessons", game="cats")) == "Lessons"


def told(app):
    """Everything that is sent to the browser: each element as it goes, and the address."""
    left, found = [app._tree], []
    while left:
        one = left.pop()
        left += list(getattr(one, "children", {}).values())
        proto = getattr(one, "proto", None)
        if proto is not None:
            found.append(proto.SerializeToString(deterministic=True))
    return sorted(found), dict(app.query_params)


def with_another_future(table):
    """The same game so far; what is high from this round on, and all later releases, are others."""
    place = len(table.bets)
    high, released = table.dealt.high.copy(), table.dealt.released.copy()
    high[place:] = ~high[place:]
    released[place + 1 :] = released[place + 1 :][::-1]
    return replace(table, dealt=Deal(high, released))


@pytest.mark.parametrize("rounds", first_and_in_studies([3, 0]))
@EACH
def test_nothing_that_is_sent_depends_on_what_is_not_known_yet(key, rounds):
    app = open_page("lessons", game=key)
    for _ in range(rounds):
        press(app, "game_low")
    app.run()
    before = told(app)
    app.session_state[game.TABLE] = with_another_future(app.session_state[game.TABLE])
    assert told(app.run()) == before
    seen = app.session_state[game.TABLE]
    released = seen.dealt.released.copy()
    others = (one for one in released if not np.array_equal(one, released[rounds], equal_nan=True))
    released[rounds] = next(others)  # rounds may be dealt the same
    app.session_state[game.TABLE] = replace(seen, dealt=Deal(seen.dealt.high, released))
    assert told(app.run()) != before  # while the present release is sent
