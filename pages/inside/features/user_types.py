"""“Users differ too”: several types of users, each with levels of its own for the features."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.features import FeatureScenario
from hetdp_core.features.user_types.sweep import TypesScenario, TypesSweep
from hetdp_core.features.user_types.sweep import worth as worth_of
from hetdp_core.figures import target
from hetdp_core.figures.features import user_types as figures
from hetdp_core.figures.figure import MovingFigure
from hetdp_core.figures.text import number, percent, share
from pages.inside.features import results
from pages.shared.cache import value
from pages.shared.controls import catalog, panel
from pages.shared.controls.control import Control
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State, present
from pages.shared.figure.view import View, draw_below

TITLE = "Users differ too"


def read(state: State, scenario: FeatureScenario) -> TypesScenario:
    """Return the types that the controls describe; `HetDPError` where they break a rule."""
    further = _further(state)
    return TypesScenario(
        scenario,
        tuple(state[factor.key] for _, factor in further),
        tuple(float(state[part.key]) for part, _ in further),
    )


def _further(state: State) -> tuple[tuple[Control, Control], ...]:
    count = {"2": 1, "3": 2, "4": 3}[state[catalog.features.TYPES.key]]
    return catalog.features.FURTHER_TYPES[:count]


def users_differ(shared: Scenario, scenario: FeatureScenario) -> None:
    """Draw the controls of the types, the errors, and who tells what."""
    del shared
    panel.draw(catalog.features.TYPES)
    (_, first), *others = _further(present())
    panel.draw(first)
    for pair in others:
        for column, control in zip(st.columns(2), pair, strict=True):
            with column:
                panel.draw(control)
    types = read(present(), scenario)
    draw_below(errors(types))
    left, right = st.columns(2)
    with left:
        draw_below(budgets(types))
    with right:
        draw_below(questions(types))
    draw_below(who_moves(types))
    if st.toggle("Check it: run the mechanism itself (a few seconds)", key="types_checked"):
        draw_below(check(types))
    st.markdown(_PROMISE)


_PROMISE = (
    "**What is promised.** Each report keeps the δ and ε of its sender's own type (Theorem 2), "
    "whatever the others send. Of which type somebody is, is public, and so is what chance asked; "
    "weights and budgets follow from public numbers; q must bound the correlation in each type. "
    "“Together” weighs by precision, which is right if a type says nothing of the values; if those "
    "who mind more also have other values, it is biased towards those who mind less, and only "
    "“counted by head” is not."
)


def errors(types: TypesScenario) -> View:
    """Show the miss of each way to use the users as the share of type 2 moves."""
    computed = results.types(types)
    sweep = value(computed)
    figure, frames = value(Call(drawn, computed).kept())
    place = sweep.index(types.percents[0])
    return View(
        key="type_errors",
        name="Typical miss as the share of type 2 moves, by how the types are used",
        headline=frames.headlines[place],
        figure=figure,
        numbers=Call(figures.types_table, computed),
        caption="Lines: root mean square of the expected misses of all features, of the average of "
        "all people; exact for values of one law for all types, after projection in the limit of "
        "many people. Bars: at the present share. “One "
        "way a type”: all users of a type report alike, with budgets found by one search a type in "
        "turns (not certified); more who mind less can then even hurt, since none of them may "
        f"report as the strict do. “Drawn”: chance decides who is asked about which feature; its "
        f"shares are within {share(float(sweep.plan.gap[place]))} of the best for the "
        "sum of variances. Answers are combined by precision, whatever the page's setting.",
        frames=frames.at(place),
        moves=catalog.features.FURTHER_TYPES[0][0],
        height=580,
    )


def drawn(sweep: TypesSweep) -> MovingFigure:
    """Return the figure at the first share, with the sentences of all."""
    figure, frames = figures.errors_by_share(sweep, float(sweep.percent[0]))
    headlines = [headline(sweep, place) for place in range(sweep.percent.size)]
    return figure, replace(frames, headlines=headlines)


def headline(sweep: TypesSweep, place: int) -> str:
    """Say what the types save at one of the shares."""
    plain, ours, parts = (sweep.ways[way].miss[place] for way in figures.BARS)
    factor = sweep.types.factors[0]
    alone, direction = len(sweep.types.factors) == 1, "less" if factor > 1.0 else "more"
    differ = f"mind {direction}" if alone else "are of type 2"
    if sweep.percent[place] == 0.0 and alone:
        return (
            f"Nobody minds {direction}: the typical miss is {percent(plain)} of the range, as "
            "above. Asking each person only what chance draws makes it "
            f"**{percent(parts)}**, with the same δ for everybody."
        )
    return (
        f"If {percent(sweep.percent[place])} of the users {differ} (δ × {number(factor)}), "
        f"the typical miss is {percent(ours)} of the range, not the {percent(plain)} of protecting "
        f"all as the strictest; **{percent(parts)}** where chance draws who is asked what. "
        "Everybody keeps the δ they ask for."
    )


def budgets(types: TypesScenario) -> View:
    """Show the budgets of each type where all of a type report alike."""
    computed, percent_now = results.types(types), types.percents[0]
    return View(
        key="type_budgets",
        name="Budget of each group of features in the report of each type",
        headline="**One way a type**: how each type shares out its report. Whoever minds less "
        "about a feature reports it; the others are then free to tell more of the rest.",
        figure=figures.type_budgets(value(computed), percent_now),
        numbers=Call(figures.budgets_table, computed, percent_now),
        height=340,
    )


def questions(types: TypesScenario) -> View:
    """Show who is asked about what where chance draws it."""
    computed, percent_now = results.types(types), types.percents[0]
    return View(
        key="type_questions",
        name="Share of each type's users asked about each group of features",
        headline="**Drawn questions**: one feature for each person, at the full level it allows. "
        "Of small budgets, half of the people at twice the budget tell more than all at once.",
        figure=figures.type_questions(value(computed), percent_now),
        numbers=Call(figures.questions_table, computed, percent_now),
        height=340,
    )


def who_moves(types: TypesScenario) -> View:
    """Show what one more user of each type is worth."""
    computed = results.types(types)
    of_one_more = Call(worth_of, computed, types.percents[0])
    return View(
        key="type_worth",
        name="What one more user of each type is worth",
        headline="**Who moves the result**: what one more user is worth, where questions are "
        "drawn, in users of the type that is worth least.",
        figure=target.who_moves(figures.worth_table(value(computed), value(of_one_more))),
        numbers=Call(figures.worth_table, computed, of_one_more),
        caption="Exact derivatives of the sum of variances at the shares found, for values with a "
        "mean of 0. Whoever is worth nothing has no bar: all features are then answered by 0, or "
        "the report tells less than it takes to know one value more.",
        height=260,
    )


def check(types: TypesScenario) -> View:
    """Show exact errors beside those of simulated releases."""
    computed, simulated = results.types(types), results.types_check(types)
    compared = value(simulated)
    return View(
        key="type_check",
        name="Exact typical miss beside that of simulated releases",
        headline="**Exact against simulated**, before projection: all reports of all people.",
        figure=figures.checked(value(computed), compared),
        numbers=Call(figures.checked_table, computed, simulated),
        caption=f"Simulated: {compared.releases} releases, seed {types.scenario.seed}; bars of "
        "error are two standard errors of the mean square. Values are ±1, drawn anew for each "
        "release.",
        height=340,
    )
