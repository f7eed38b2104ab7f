"""Who moves the mean: in units of the least, with the switch for shrinking, with nobody."""

from hetdp_core.figures.formats import percent, times
from hetdp_core.figures.mean import people as figures
from hetdp_core.mean.worth import worth
from hetdp_core.profiles import make_profile
from pages.shared.controls.scenario import read
from pages.shared.controls.state import defaults
from tests.pages.app import open_page, said
from tests.pages.test_heterogeneous_mean import HOW_GOOD, PAGE


def test_it_says_what_a_volunteer_is_worth_and_follows_the_switch():
    app = open_page(PAGE, view=HOW_GOOD)
    assert volunteer(shrinking=True) in said(app)
    app.toggle(key="shrunk").set_value(False).run()
    assert volunteer(shrinking=False) in said(app)
    assert volunteer(shrinking=True) not in said(app)
    assert "**Less privacy**" in said(app)


def volunteer(shrinking):
    worths = worth(make_profile(read(defaults()).profile), shrinking)
    return f"A public volunteer is worth **{times(worths.in_units[-1])}** as much."


def test_where_all_are_public_nobody_can_ask_for_less():
    app = open_page(PAGE, view=HOW_GOOD, public="100")
    assert "Everyone is public and has the same weight." in said(app)
    assert "**Less privacy**" not in said(app)


def test_where_the_middle_is_answered_neither_one_more_nor_less_privacy_moves_anything():
    app = open_page(PAGE, view=HOW_GOOD, n="1", low="0.01", high="0.02", shrunk="false")
    assert "one more person changes nothing" in said(app)
    assert "**no error falls**" in said(app)


def test_unusable_input_keeps_the_last_figures():
    app = open_page(PAGE, view=HOW_GOOD, low="nan")
    assert "Value of one more person" in said(app)


def test_it_says_which_group_brings_the_most_by_asking_for_less_and_how_much():
    app = open_page(PAGE, view=HOW_GOOD, profile="Two groups", low="0.1", high="0.5")
    scenario = read({**defaults(), "profile": "two_groups", "low": 0.1, "high": 0.5})
    table = figures.relaxing_table(worth(make_profile(scenario.profile)))
    fall, who = max(zip(table["lowers the MSE by, %"], table["group"], strict=True))
    assert f"the error falls most if **{who}** accept an ε 10 % larger" in said(app)
    assert f"falls by **{percent(fall)}**" in said(app)


def test_one_group_is_not_said_to_gain_the_most():
    app = open_page(PAGE, view=HOW_GOOD, profile="Two groups", low="1", high="1")
    assert "if **all at ε = 1** accept an ε 10 % larger, the worst-case" in said(app)
