"""The coin of the first lesson."""

import pytest

from hetdp_core.odometer.channel import Toss
from pages.inside.lessons import coin
from tests.pages.lessons.steps import button, on


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
