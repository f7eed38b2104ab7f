"""“Users differ too”: several types of users, each with levels of its own for the features."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.features import FeatureScenario
from hetdp_core.features.user_types.sweep import TypesScenario, TypesSweep
from hetdp_core.features.user_types.sweep import worth as worth_of
from hetdp_core.figures import what_it_takes
from hetdp_core.figures.features import user_types as figures
from hetdp_core.figures.figure import MovingFigure
from hetdp_core.figures.formats import number, percent, share
from pages.inside.features import results
from pages.inside.features.controls import FeatureChoice
from pages.shared.cache import value
from pages.shared.controls import catalog, panel
from pages.shared.controls.control import Control
from pages.shared.controls.state import State, current_state
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


def users_differ(choice: FeatureChoice) -> None:
    """Draw the controls of the types, the errors, and who tells what."""
    panel.draw(catalog.features.TYPES)
    (_, first), *others = _further(current_state())
    panel.draw(first)
    for pair in others:
        for column, control in zip(st.columns(2), pair, strict=True):
            with column:
                panel.draw(control)
    types = read(current_state(), choice.scenario)
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
    "**What is promised.** Each report keeps the δ and ε of its sender's own group (Theorem 2), "
    "for any reports of the others. Which group a person belongs to and which question they were "
    "asked are both public. Weights and budgets follow from public numbers, and q must bound the "
    "correlation in each group. Most weights are by precision, which is right if groups and "
    "values are unrelated. If people who want more protection have different values, only “All "
    "people, equal weight” is unbiased."
)


def errors(types: TypesScenario) -> View:
    """Show the miss of each way to use the users as the share in group 2 moves."""
    computed = results.types(types)
    sweep = value(computed)
    figure, frames = value(Call(drawn, computed).cached())
    place = sweep.index(types.percents[0])
    return View(
        key="type_errors",
        name="Error against the share of group 2, for each way to combine the groups",
        headline=frames.headlines[place],
        figure=figure,
        numbers=Call(figures.types_table, computed),
        caption="Lines show the root mean squared error over all features, for the mean of all "
        "people. It is exact if values have the same distribution in all groups. Bars show the "
        "present share. “One method per group”: all people of a group report in the same way, "
        "with budgets from a search (not certified). More people who accept more can then "
        "increase the error, since none of them may report like the strict group. “Random "
        "question”: chance decides which feature a person is asked about. Its shares are within "
        f"{share(float(sweep.plan.gap[place]))} of the best for the sum of variances. "
        "Answers are always combined by precision.",
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
    differ = f"ask for {direction} protection" if alone else "are in group 2"
    if sweep.percent[place] == 0.0 and alone:
        return (
            f"All people ask for the same: the error is {percent(plain)} of the range, as above. "
            f"Asking each person about one random feature cuts it to **{percent(parts)}**, with "
            "the same δ."
        )
    return (
        f"If {percent(sweep.percent[place])} of people {differ} (δ × {number(factor)}), the error "
        f"changes from {percent(plain)} (everyone like the strictest person) to {percent(ours)}. "
        f"It is **{percent(parts)}** if each person is asked about one random feature. Everyone "
        "keeps the δ they ask for."
    )


def budgets(types: TypesScenario) -> View:
    """Show the budgets of each type where all of a type report alike."""
    computed, percent_now = results.types(types), types.percents[0]
    return View(
        key="type_budgets",
        name="Budget of each set of features in the report of each group",
        headline="**One method per group**: how each group splits its report. People who accept "
        "more about a feature report it. The others can then reveal more about the rest.",
        figure=figures.type_budgets(value(computed), percent_now),
        numbers=Call(figures.budgets_table, computed, percent_now),
        height=340,
    )


def questions(types: TypesScenario) -> View:
    """Show who is asked about what where chance draws it."""
    computed, percent_now = results.types(types), types.percents[0]
    return View(
        key="type_questions",
        name="Share of each group's people asked about each set of features",
        headline="**Random question**: one feature for each person, at the full level it allows. "
        "With small budgets, asking half of the people with twice the budget gives a "
        "better estimate.",
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
        name="Value for the features of one more person of each group",
        headline="**Value of one more person** if questions are random, compared with a person in "
        "the least valuable group.",
        figure=what_it_takes.who_moves(figures.worth_table(value(computed), value(of_one_more))),
        numbers=Call(figures.worth_table, computed, of_one_more),
        caption="Exact derivatives of the sum of variances at these shares, for values with a "
        "mean of 0. A person without value has no bar: all estimates are then 0, or a "
        "report reveals less than one more person adds to be known.",
        height=260,
    )


def check(types: TypesScenario) -> View:
    """Show exact errors beside those of simulated releases."""
    computed, simulated = results.types(types), results.types_check(types)
    compared = value(simulated)
    return View(
        key="type_check",
        name="Exact error beside that of simulated releases",
        headline="**Exact against simulated**, before projection, with all reports of all people.",
        figure=figures.checked(value(computed), compared),
        numbers=Call(figures.checked_table, computed, simulated),
        caption=f"Simulated: {compared.releases} releases, seed {types.scenario.seed}. Error bars "
        "show two standard errors of the mean square. Values are ±1, drawn again for each "
        "release.",
        height=340,
    )
