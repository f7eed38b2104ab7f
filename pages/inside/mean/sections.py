"""The tabs under the hero figure of the mean: “What would it take?”, how ADPM works, and others."""

from __future__ import annotations

from dataclasses import replace

import streamlit as st

from hetdp_core.figures.formats import number, percent, readable
from hetdp_core.figures.mean import tables
from hetdp_core.mean.column import ColumnEstimate
from hetdp_core.mean.saturation import recursion
from hetdp_core.numerals import counted
from hetdp_core.papers import PAPERS
from hetdp_core.profiles import ProfileSettings
from hetdp_core.uploads import epsilons_from_text
from hetdp_core.validate import MAX_USERS
from pages.inside.mean import beyond, columns, results, views
from pages.shared.cache import value
from pages.shared.controls import catalog, panel, table_choice
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State, current_state
from pages.shared.figure.view import MISS, View, draw_below
from pages.shared.frame.tabs import DATA, EVIDENCE, HOW, TARGET, WHY, Section, Sections
from pages.shared.frame.what_it_takes import Goal, Question, Unknown, draw_question
from pages.shared.tables import own_table
from pages.shared.text import notices
from pages.shared.text.files import draw_beside
from pages.shared.text.notices import literal

RELAXED = {
    "alike": ("ε = {} for everybody", "with a larger ε alone"),
    "two_groups": ("ε = {} for the less private group", "with the less private group alone"),
    "levels": ("a cap at ε = {}", "with a higher cap alone"),
    "uploaded": ("a cap at ε = {}", "with a higher cap alone"),
}
"""What changes, by kind of profile, and how; all others have a least private person."""

LEAST_PRIVATE = ("ε = {} for the least private", "by raising the largest ε alone")


def target(scenario: Scenario) -> None:
    held = current_state()
    wanted, chosen = (
        held[catalog.what_it_takes.MEAN_TARGET.key],
        held[catalog.what_it_takes.MEAN_UNKNOWN.key],
    )
    own = literal(views.in_own_unit(scenario, wanted))
    questions: dict[str, Question] = {
        key: (words, results.target(scenario.people, key, wanted, scenario.everybody))
        for key, words in _unknowns(scenario).items()
    }
    others = [questions[key] for key in questions if key != chosen]
    controls = (catalog.what_it_takes.MEAN_UNKNOWN, catalog.what_it_takes.MEAN_TARGET)
    draw_question(
        controls,
        "mean_target_curve",
        Goal(
            wanted=f"a worst-case error of {percent(wanted)} of the range{own and f' ({own})'}",
            measure="the error",
            axis="Worst-case error, % of range",
            in_words=percent,
            caption="Exact. Weights are recalculated at every value. Other settings are unchanged.",
            put_in="Checked: this value reaches the target, and the next smaller one does not.",
        ),
        questions[chosen],
        others,
    )


def _unknowns(scenario: Scenario) -> dict[str, Unknown]:
    profile = scenario.people
    level, relaxing = RELAXED.get(profile.kind, LEAST_PRIVATE)
    return {
        "users": Unknown(
            axis="Number of people n",
            in_words=lambda users: counted(users, "person", "people"),
            alone="with more people alone",
            because=("", ", and that is as many as can be set here"),
            settings=lambda users: _with_users(profile, int(users)),
        ),
        "relaxed": Unknown(
            axis=scenario.dragged_label,
            in_words=lambda epsilon: level.format(number(epsilon, 4)),
            alone=relaxing,
            because=(
                ": weights stop growing",
                ", because the most private people stay as they are",
            ),
            settings=lambda epsilon: {scenario.dragged.key: epsilon},
        ),
        "public": Unknown(
            axis="People without privacy, %",
            in_words=lambda share: f"{share:.0f} % people without privacy",
            alone="with people without privacy alone",
            because=("", ", which is the worst-case sampling error. No privacy level changes it"),
            settings=lambda share: {catalog.shared.PUBLIC_SHARE.key: int(share)},
        ),
    }


def _with_users(profile: ProfileSettings, users: int) -> State:
    """Return what the controls hold with so many users; nothing where a file says how many."""
    if profile.kind == "uploaded":
        return {}
    if profile.kind != "levels":
        return {catalog.shared.USERS.key: users}
    counts = profile.with_users(users).counts
    return {catalog.shared.COUNTS.key: ", ".join(map(str, counts))}


def how_it_works(_: object) -> None:
    draw_beside(__file__, "method.md", question=catalog.sections.QUESTIONS[False])
    st.markdown("**Five people, step by step** (type your own levels)")
    steps = recursion(epsilons_from_text(panel.draw(catalog.sections.WORKED_EXAMPLE), "levels"))
    st.dataframe(readable(tables.recursion(steps)), hide_index=True)
    st.caption(
        f"Source: {PAPERS['mean'].citation}, "
        "Theorem 2 and recursion (22). The root form of τ is ours, and tested."
    )
    draw_beside(__file__, "how_close.md")


PAPER_TRIALS = 20_000


def methods(scenario: Scenario) -> None:
    if value(results.sweep(scenario.people)).points[0].users > MAX_USERS:
        notices.info(f"Choose at most {MAX_USERS:,} people to see the methods side by side.")
        return
    st.markdown(
        "The error of each method for a population, in percent of the range. Dots are for data of "
        "this variance, ticks for the worst case. The dotted line is the smallest worst case that "
        "a private method could have: compare it with ticks, not with dots. Local methods need no "
        "trusted curator."
    )
    left, right = st.columns([2, 1], vertical_alignment="bottom")
    with left:
        panel.draw(catalog.mean.SPREAD)
    with right:
        simulate = panel.draw(catalog.mean.SIMULATE)
    draw_below(views.methods(scenario, catalog.mean.SPREAD.setting(current_state()), simulate))


def real_column(scenario: Scenario) -> None:
    if not table_choice.draw_column():
        return
    outside = panel.draw(catalog.mean.OUTSIDE)
    _draw_metrics(value(results.column_estimate(scenario, outside)), scenario)
    for view in column_figures(current_state(), scenario):
        draw_below(view)


def column_figures(state: State, scenario: Scenario) -> list[View]:
    """Return the column with an estimate, twenty estimates, and the errors of all methods."""
    outside = state[catalog.mean.OUTSIDE.key]
    return [
        columns.column_values(scenario, outside),
        columns.twenty(scenario, outside),
        columns.column_errors(scenario, outside),
    ]


def _draw_metrics(result: ColumnEstimate, scenario: Scenario) -> None:
    unit, places = views.unit_of(scenario), st.columns(3)
    data, how = own_table.dataset(scenario.dataset), ""
    if own_table.is_own(scenario.dataset) and data.values(scenario.column).missing:
        how = "; missing count as middle"
    places[0].metric("Private estimate", f"{number(result.private_estimate, 4)}{unit}")
    places[1].metric(
        f"True mean (not private{how})",
        f"{number(result.true_mean, 4)}{unit}",
        help="Cells outside the declared range count as its nearer end.",
    )
    places[2].metric(
        f"Typical error for these {counted(result.users, 'row')} (not private)",
        f"{number(result.typical_error)}{views.unit_of_error(scenario)}",
        help=MISS
        + " It is averaged over who has which ε, by chance." * (not scenario.levels_column),
    )


def several(scenario: Scenario) -> None:
    """Draw which noise is best for several columns at once, and how users saturate then."""
    left, right = st.columns(2)
    with left:
        panel.draw(catalog.mean.SEVERAL)
        panel.draw(catalog.mean.NOISE)
    with right:
        kind = panel.draw(catalog.mean.PROMISE)
        panel.draw(catalog.mean.SHAPE)
    if kind == "approximate":
        panel.draw(catalog.mean.CHANCE)
    design = beyond.usable_design()
    draw_below(beyond.by_columns(scenario, design))
    draw_below(beyond.saturation(scenario, design))


def certificate(scenario: Scenario) -> None:
    """Draw how close ADPM is to the best possible, here and for random levels."""
    shrinking = current_state()[catalog.mean.SHRUNK.key]
    draw_below(beyond.certified(scenario, shrinking))
    beyond.draw_worth(scenario, shrinking)
    st.markdown(beyond.by_two_points(scenario))
    draw_below(beyond.certificate(scenario))


def certificate_figures(state: State, scenario: Scenario) -> list[View]:
    """Return the same figures, one below the other."""
    shrinking = state[catalog.mean.SHRUNK.key]
    return [
        beyond.certified(scenario, shrinking),
        *beyond.who_and_what(scenario, shrinking),
        beyond.certificate(scenario),
    ]


def several_figures(state: State, scenario: Scenario) -> list[View]:
    """Return which noise is best for several columns at once, and how users saturate then."""
    design = beyond.design_of(state)
    return [
        beyond.by_columns(scenario, design),
        beyond.saturation(scenario, design),
    ]


def table_one(scenario: Scenario) -> None:
    simulate = st.toggle(
        f"Simulate as the paper did ({PAPER_TRIALS:,} data sets; about half a minute)",
        key="table_one_simulated",
    )
    view = views.table_one(scenario.seed, PAPER_TRIALS if simulate else 0)
    draw_below(view)
    st.dataframe(value(view.numbers).round(2), hide_index=True)


WHY_FREE = (
    "**Why some privacy is free.** Giving the least private people even more weight would save a "
    "little noise and cost more in sampling error. So the best mechanism stops at τ, and it need "
    "not expose what it does not use. People above τ get the privacy of level τ, and the "
    "worst-case error does not grow."
)


def why_weights_saturate(scenario: Scenario) -> None:
    if scenario.people.kind == "alike":
        st.markdown("Everybody has the same ε, so all weights are equal.")
        return
    single = value(results.single_level(scenario.people))
    curve = value(results.sweep(scenario.people))[scenario.people.high]
    worth_it = views.is_it_worth_it(single, scenario.people.low)
    if not scenario.everybody and worth_it:
        st.markdown(worth_it)
    draw_below(views.saturating(scenario))
    if not scenario.everybody and curve.saturated_share > 0:
        st.markdown(WHY_FREE)


def about_a_population(scenario: Scenario) -> str:
    """Say so of a section that does not follow the switch."""
    if not scenario.everybody:
        return ""
    return (
        "This is about a population from which these people come, and uses the best weighted mean "
        "(ADPM). Turn the switch off to compare it with the figure above."
    )


_SECTIONS: Sections[Scenario] = (
    Section(
        "Why weights saturate",
        WHY,
        lambda _, scenario: [views.saturating(scenario)],
        why_weights_saturate,
        slide=2,
    ),
    Section(
        "Error as people ask for less",
        WHY,
        lambda _, scenario: [views.errors(scenario)] * (not scenario.everybody),
        slide=3,
    ),
    Section("Each person's weight", WHY, lambda _, scenario: [views.people(scenario)], folded=True),
    Section(HOW, WHY, draw=how_it_works, folded=True),
    Section(TARGET, TARGET, draw=target),
    Section(
        "A real column",
        DATA,
        column_figures,
        real_column,
        intro=columns.ABOUT_COLUMN,
        caption="Demonstration only: its noise is made by NumPy. Use “Release” for noise that is "
        "safe to publish.",
        slide=5,
    ),
    Section(
        "Methods side by side",
        DATA,
        lambda state, scenario: [views.methods(scenario, catalog.mean.SPREAD.setting(state))],
        methods,
        folded=True,
        slide=4,
    ),
    Section("Several columns", EVIDENCE, several_figures, several, intro=beyond.ABOUT),
    Section(
        "How close to the best possible?",
        EVIDENCE,
        certificate_figures,
        certificate,
        controls=(catalog.mean.SHRUNK,),
        slide=6,
    ),
    Section(
        "Table I",
        EVIDENCE,
        lambda _, scenario: [views.table_one(scenario.seed, 0)],
        table_one,
        intro="Table I of the paper, row by row. Diamonds are as printed, dots are recalculated.",
    ),
)

FOLLOW_THE_SWITCH = ("Why weights saturate", "Each person's weight", TARGET, "A real column")
"""Sections that are about these people alone where the switch says so."""

SECTIONS = tuple(
    section if section.title in FOLLOW_THE_SWITCH else replace(section, note=about_a_population)
    for section in _SECTIONS
)
