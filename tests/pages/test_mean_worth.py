"""Who moves the mean: in units of the least, with the switch for shrinking, with nobody."""

from __future__ import annotations

from hetdp_core.figures.text import times
from hetdp_core.mean.worth import worth
from hetdp_core.profiles import make_profile
from pages.shared.controls.scenario import read
from pages.shared.controls.state import defaults
from tests.pages.app import open_page, sentences
from tests.pages.test_heterogeneous_mean import HOW_GOOD, PAGE


def said(app):
    assert not app.exception
    return " ".join(sentences(app.main.markdown))


def test_it_says_what_a_volunteer_is_worth_and_follows_the_switch():
    app = open_page(PAGE, view=HOW_GOOD)
    assert volunteer(shrinking=True) in said(app)
    app.toggle(key="shrunk").set_value(False).run()
    assert volunteer(shrinking=False) in said(app)
    assert volunteer(shrinking=True) not in said(app)
    assert "**Ask for less**" in said(app)


def volunteer(shrinking):
    found = worth(make_profile(read(defaults()).profile), shrinking)
    return f"A public volunteer is worth **{times(found.in_units[-1])}** as much."


def test_where_all_are_public_nobody_can_ask_for_less():
    app = open_page(PAGE, view=HOW_GOOD, public="100")
    assert "Everybody is public, and counts alike." in said(app)
    assert "**Ask for less**" not in said(app)


def test_where_the_middle_is_answered_one_more_moves_nothing():
    app = open_page(PAGE, view=HOW_GOOD, n="1", low="0.01", high="0.02", shrunk="false")
    assert "one more moves nothing" in said(app)


def test_unusable_input_keeps_the_last_figures():
    app = open_page(PAGE, view=HOW_GOOD, low="nan")
    assert "Who moves the result" in said(app)
