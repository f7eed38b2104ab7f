"""Who moves the mean: what one more user is worth, and what it brings if a group asks for less."""

from __future__ import annotations

import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.figures import target as shared
from hetdp_core.figures.mean import worth as figures
from hetdp_core.figures.text import percent, share, times
from hetdp_core.mean.worth import STEP, Worth
from pages.inside.mean import results
from pages.shared.cache import value
from pages.shared.controls.scenario import Scenario
from pages.shared.figure.view import View, draw_below


def draw_worth(scenario: Scenario, shrinking: bool) -> None:
    """Draw both figures beside each other; the second only where somebody is not public."""
    for place, view in zip(st.columns(2), who_and_what(scenario, shrinking), strict=False):
        with place:
            draw_below(view)


def who_and_what(scenario: Scenario, shrinking: bool) -> list[View]:
    """Return both figures; one where everybody is public, and nobody can ask for less."""
    computed = results.worth(scenario.profile, shrinking)
    if value(computed).users.size == 0:
        return [who_moves(computed)]
    return [who_moves(computed), asking_for_less(computed)]


def who_moves(computed: Call[Worth]) -> View:
    """Return what one more user of each group, or a public volunteer, is worth."""
    gains = value(computed)
    return View(
        key="mean_worth",
        name="What one more user of each group is worth",
        headline=_said(gains),
        figure=shared.who_moves(figures.worth_table(gains)),
        numbers=Call(figures.worth_table, computed),
        caption="Exact derivatives of the worst-case squared error in the number of users; the "
        "table has a whole user beside them, recomputed. Above the saturation level everybody is "
        "worth as much as a public volunteer. Of more than five levels: one user in the middle of "
        "each quarter.",
        height=300,
    )


def _said(gains: Worth) -> str:
    lead = "**Who moves the result**: what one more user is worth"
    if gains.error > 0 and not (gains.one_more > 0).any():
        return f"{lead}. Here the middle of the range is answered, and one more moves nothing."
    if not gains.users.size:
        return f"{lead}. Everybody is public, and counts alike."
    return (
        f"{lead}, in users of the group that is worth least. A public volunteer is worth "
        f"**{times(float(gains.in_units[-1]))}** as much."
    )


def asking_for_less(computed: Call[Worth]) -> View:
    """Return what it brings if all of a group ask for a step less privacy."""
    gains = value(computed)
    return View(
        key="mean_relaxing",
        name="What it brings if a group asks for less privacy",
        headline=_who_gains(gains),
        figure=figures.relaxing(gains),
        numbers=Call(figures.relaxing_table, computed),
        caption="Bars: recomputed for the whole step. Diamonds: the exact derivative times the "
        "step. Who is above the saturation level already gives all that is used: 0.",
        height=300,
    )


def _who_gains(gains: Worth) -> str:
    more, most = f"ask for an ε {share(STEP)} larger", gains.most_by_relaxing
    if most is None:
        return f"**Ask for less**: if all of one group {more}, **nobody gains**: no error falls."
    by = percent(gains.percent(gains.relaxed_exactly)[most])
    fall = f"the worst-case squared error falls by **{by}**"
    who = figures.groups(gains)
    if len(who) == 1:
        return f"**Ask for less**: if **{who[0]}** {more}, {fall} for everybody."
    return (
        f"**Ask for less**: of all groups, everybody gains most if **{who[most]}** {more}: {fall}."
    )
