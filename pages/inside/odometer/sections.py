"""The tabs under the hero figure of the odometer, one function each."""

from __future__ import annotations

from dataclasses import replace

import numpy as np
import streamlit as st

from hetdp_core.errors import NextStep
from hetdp_core.figures.formats import about, number
from hetdp_core.numerals import counted
from hetdp_core.odometer.crowd.people import CrowdScenario
from hetdp_core.odometer.examples import draw_record
from hetdp_core.odometer.streams.sweep import DELTA, BudgetSweep, Relaxed
from hetdp_core.odometer.streams.traces import MOST_QUERIES
from hetdp_core.papers import PAPERS
from pages.inside.odometer import background, crowd_views, lesson, results, views
from pages.inside.odometer.controls import (
    answer_kinds_scenario,
    crowd_scenario,
    linear_coordinates,
    read_conversation,
    read_record,
    two_budgets_scenario,
)
from pages.inside.odometer.conversation import posterior, step_by_step
from pages.inside.odometer.hero import ShownStreams
from pages.shared import page_paths
from pages.shared.cache import value
from pages.shared.controls import catalog, panel
from pages.shared.controls.state import State, current_state, put
from pages.shared.figure.view import View, draw_below
from pages.shared.frame.tabs import A_SLIDE, EVIDENCE, HOW, TARGET, Section, Sections
from pages.shared.frame.topic import FIGURE
from pages.shared.frame.what_it_takes import Goal, Unknown, draw_question
from pages.shared.text import notices
from pages.shared.text.files import draw_beside

FILTERS = {
    "bayesian": "the Bayesian filter",
    "simplified": "the simplified filter",
    "basic": "basic composition",
}

STILL_RUNNING = (
    "This is known when all simulated people have reached the budget above. It may take minutes."
)


def target(shown: ShownStreams) -> None:
    """Draw what budget this many answers take."""
    sweep, scenario, held = shown.sweep, shown.sweep.scenario, current_state()
    wanted, chosen = (
        held[catalog.what_it_takes.QUESTIONS.key],
        held[catalog.what_it_takes.DECIDED_BY.key],
    )
    controls = (catalog.what_it_takes.DECIDED_BY, catalog.what_it_takes.QUESTIONS)
    if not (sweep.is_whole or chosen == "basic"):
        panel.draw(controls[0])
        notices.info(STILL_RUNNING)
        return
    traces = results.streams(scenario, sweep.runs, background.of(scenario).traces(sweep.runs))
    answer = results.target(scenario, traces, chosen, wanted, shown.budget)
    end = number(sweep.ceiling)
    farther = f", or type a budget above {end} at the top of the page"
    farther += ", and wait some minutes" * (not scenario.is_instant)
    if not sweep.is_final:
        farther = ", or wait until larger budgets are simulated"
    farther *= chosen != "basic" and sweep.ceiling < catalog.odometer.BUDGET.high
    alike = current_state()[catalog.odometer.QUESTION_LEVELS.key] == "alike"
    unknown = Unknown(
        axis=f"Budget of {FILTERS[chosen]}",
        in_words=lambda budget: f"a budget of {number(budget, 4)}",
        alone="",
        because=("", ""),
        settings=lambda budget: {catalog.odometer.BUDGET.key: budget},
    )
    people = counted(sweep.complete, "simulated person", "simulated people")
    goal = Goal(
        wanted=f"{counted(wanted, 'answer')}{' of the median person' * (chosen != 'basic')} with "
        f"{FILTERS[chosen]}",
        measure="the number of answers",
        axis="Questions answered",
        in_words=lambda answers: f"{about(answers)} {'answer' if answers == 1 else 'answers'}",
        caption=(
            "Exact: basic composition counts every question in full, whatever is answered."
            if chosen == "basic"
            else f"Median of {people}, seed {scenario.seed}. The budget is exact for these people. "
            "Other people may need another one."
        ),
        beyond="more than {}: "
        + (f"only with a budget above {end}" if farther else "only with a smaller ε"),
        further=f"set {'a smaller ε of each question' if alike else 'smaller ε of the questions'}"
        f"{farther}",
    )
    draw_question(controls, "odometer_target_curve", goal, (unknown, answer), ())


WHY_LESS = (
    "**Why less is spent.** A secret bit bends a coin slightly. You toss it many times and see as "
    "many heads as tails. Then you know no more than before. Each toss could have revealed "
    "something; together they revealed nothing. Basic composition has charged for every toss. So "
    "the odometer can also fall."
)


def how_it_works(_: object) -> None:
    draw_beside(__file__, "method.md")
    st.caption(
        f"Source: {PAPERS['odometer'].citation}. "
        "The exact losses of linear questions, the envelopes and the joint bounds are ours, and "
        "tested."
    )


_DRAWN = "simulated_people_drawn"
_FOUR_DIGITS = st.column_config.NumberColumn(format="%.4f")


def health_checkup(_: object) -> None:
    """Draw a record that is typed or simulated, and the 16 outcomes of four noisy answers."""
    _draw_record()
    draw_below(views.checkup(read_record(current_state())))


def _draw_record() -> None:
    places = st.columns(5, vertical_alignment="bottom")
    places[4].button(
        "Simulate a person",
        on_click=_simulate,
        args=(current_state()[catalog.shared.SEED.key],),
        width="stretch",
        help="Independent normal values, rounded and clipped; no real person's data.",
    )
    with places[0]:
        panel.draw(catalog.odometer.AGE)
    with places[1]:
        panel.draw(catalog.odometer.SEX)
    with places[2]:
        panel.draw(catalog.odometer.PRESSURE)
    with places[3]:
        panel.draw(catalog.odometer.BMI)


def _simulate(seed: int) -> None:
    """Put another simulated person into the controls."""
    drawn = st.session_state[_DRAWN] = st.session_state.get(_DRAWN, 0) + 1
    age, sex, pressure, bmi = draw_record(np.random.default_rng([seed, drawn])).tolist()
    put(
        {
            catalog.odometer.AGE.key: age,
            catalog.odometer.SEX.key: "male" if sex else "female",
            catalog.odometer.PRESSURE.key: pressure,
            catalog.odometer.BMI.key: bmi,
        }
    )


def appendix_e(_: object) -> None:
    """Draw the table of Appendix E, exact beside printed."""
    draw_below(views.appendix_e())
    table = value(views.printed_losses())
    st.dataframe(
        table, hide_index=True, column_config=dict.fromkeys(table.columns[1:], _FOUR_DIGITS)
    )
    st.caption("“At least” and “at most” are the ends of a certified interval.")


def budget(shown: ShownStreams) -> None:
    """Draw accepted questions against the budget, with the middle of all streams."""
    if not shown.sweep.is_whole:
        notices.info(STILL_RUNNING)
        return
    view = views.accepted(shown.sweep, shown.budget)
    draw_below(replace(view, caption=""))
    st.markdown(f"**A larger budget**: {_larger_budget(shown.sweep, shown.budget)}")
    st.markdown(_with_delta(shown.sweep, shown.budget))
    st.caption(view.caption)
    st.page_link(
        page_paths.EVIDENCE,
        label="Several analysts, yearly budgets and refusals: on the page Evidence",
        icon=":material/arrow_forward:",
        query_params={FIGURE: f"Privacy odometer: {TOGETHER}"},
    )


def _larger_budget(sweep: BudgetSweep, budget: float) -> str:
    gained, ceiling = sweep.relaxed(budget), sweep.ceiling
    if gained is None:
        farther = ceiling < catalog.odometer.BUDGET.high
        why = "now; set a larger budget, and they go farther" if farther else "on this page"
        return (
            "the effect of a tenth more is not known here, because people are followed up to a "
            f"budget of {number(ceiling)} {why}."
        )
    if not any(gained.more) and not gained.basic:
        larger = f"a budget of {number(gained.budget)}"
        return f"{larger} allows the middle half of people no more questions, with either method."
    low, middle, high = map(about, gained.more)
    spread = low if low == high else f"{low} to {high}"
    by_basic = f"everybody can answer {gained.basic:,}" if gained.basic else "nobody can answer"
    return (
        f"with a budget of {number(gained.budget)} the median person can answer {middle} more "
        f"{'question' if middle == '1' else 'questions'}, the middle half of people {spread} more. "
        f"With basic composition {by_basic} more.{_cut_off(gained, sweep.complete)}"
    )


def _cut_off(gained: Relaxed, people: int) -> str:
    """Say that nobody is followed for ever, where that may hide what is gained."""
    ended = f"{gained.ended:,} of {people:,} people" if gained.ended else ""
    who = " and ".join(filter(None, (ended, "basic composition" if gained.basic_ends else "")))
    if not who:
        return ""
    return (
        f" **Nobody is asked more than {MOST_QUERIES:,} questions.** With the larger budget, "
        f"{who} would reach that number, and may gain more than is counted here."
    )


def _with_delta(sweep: BudgetSweep, budget: float) -> str:
    """Say what filters accept that may fail with a small chance."""
    now = sweep.place(budget)
    each = [at[now] for at in (sweep.approximate, sweep.concentrated, sweep.composed)]
    most, ours = max(*each), sweep.accepted("bayesian")[now]
    asked = "question" if most == 1 else "questions"
    few = f"**no more than {about(most)}** {asked}" if most else "**no** question"
    answers = f"{'also ' * bool(ours == most)}answers {about(ours) if ours else 'none'}"
    return (
        f"With **a weaker promise**, which may fail with chance δ = {number(DELTA)}, other methods "
        f"answer {few}. The Bayesian filter {answers} in the median, and its promise "
        "does not fail."
    )


def talk_figures(state: State, _: object) -> list[View]:
    """Return the odometer after each answer of a conversation."""
    answered = _answered(state)
    answers = ", ".join(answered[catalog.odometer.STEP_ANSWERS.key])
    view = views.conversation(read_conversation(answered))
    words = f"The odometer after each answer of one person. The answers are {answers}."
    return [replace(view, headline=words)]


def belief_figures(state: State, _: object) -> list[View]:
    """Return what somebody believes before and after the answers of a conversation."""
    answered = _answered(state)
    after = len(answered[catalog.odometer.STEP_ANSWERS.key])
    return [views.beliefs(lesson.beliefs(answered), after)]


def _answered(state: State) -> State:
    """Return the same with the paper's Example 3 where nothing is answered, and none to be seen."""
    answers = catalog.odometer.STEP_ANSWERS.key
    if state[answers]:
        return state
    return {**state, catalog.odometer.STEP_BUDGET.key: "example_3", answers: "101"}


def nobody_answers(scenario: CrowdScenario) -> str:
    """Refuse to draw a section where no budget pays for a single question; else note nothing."""
    if not scenario.anybody_answers:
        raise NextStep("Nobody answers: every ε of a question is above the budget.")
    return ""


def learned(_: object) -> None:
    """Draw what is learned, below a button that sets where both obvious means are clearly off."""
    biased = {
        catalog.odometer.BUDGET.key: 4.0,
        catalog.odometer.QUESTION_LEVELS.key: "alike",
        catalog.odometer.QUERY_EPSILON.key: 1.0,
    }
    st.button("Set budget 4 and ε = 1", on_click=put, args=(biased,))
    for view in crowd_views.learned(crowd_scenario(current_state())):
        draw_below(view)


OF_A_CROWD = "Here people have one number each, from −1 to 1, and every question asks for it."

STEPS, CHECKUP = "Step by step", "Health check-up"

TOGETHER = "Several filters, and refusals"

SECTIONS: Sections[ShownStreams] = (
    Section(STEPS, STEPS, talk_figures, step_by_step, intro=WHY_LESS),
    Section(
        "What an observer believes",
        STEPS,
        belief_figures,
        posterior,
        intro="What an observer believes about the record before and after the answers. The "
        "odometer limits how far beliefs can move.",
    ),
    Section(HOW, STEPS, draw=how_it_works, folded=True),
    Section(TARGET, TARGET, draw=target),
    Section(
        "Answers by budget",
        TARGET,
        lambda _, shown: [views.accepted(shown.sweep, shown.budget)] * shown.sweep.is_whole,
        budget,
        slide=2,
    ),
    Section(
        "Who still answers",
        TARGET,
        lambda state, _: crowd_views.share_answering(
            two_budgets_scenario(state), linear_coordinates(state)
        ),
        note=lambda _: nobody_answers(two_budgets_scenario(current_state())),
        intro=f"{OF_A_CROWD} Half have this page's budget, half have twice as much. Answers that "
        "are alike reveal more than answers that differ. So the filter stops people with **alike** "
        "answers first, often those near −1 or 1. People with **mixed** answers go on.",
        folded=True,
    ),
    Section(
        "What is learned",
        TARGET,
        lambda state, _: crowd_views.learned(crowd_scenario(state)),
        learned,
        note=lambda _: nobody_answers(crowd_scenario(current_state())),
        intro=f"{OF_A_CROWD} Everybody has this page's budget. Each answer, corrected for its "
        "noise, is right on average. But the filter stops people early if their answers are "
        "alike, since these reveal more. Then **both obvious means can be wrong**:\n\n"
        "- **All answers pooled**: people near 0 give mixed answers, so they answer more questions "
        "and count more. This pulls the mean towards 0. The last question's answers are pulled "
        "as well: mostly such people are left.\n"
        "- **People's own means**, each counted once: if a person's first answers are alike, the "
        "filter stops there. No later answer corrects this. It pulls the mean away from 0.\n\n"
        "**The repair** (maximum likelihood) fits which share of people has which number, so that "
        "all answers are most likely. Stopping does no harm: the filter decides by the answers "
        "alone, and all of these are used. **It fails** if a person or filter decides by anything "
        "else, or if budgets depend on the numbers; then fit each budget group alone.\n\n"
        "Chance can hide a bias. With a budget of 4 and ε = 1 both obvious means are clearly off.",
        folded=True,
    ),
    Section(
        CHECKUP,
        CHECKUP,
        lambda state, _: [views.checkup(read_record(state))],
        health_checkup,
        intro="Four questions about a person's health, each answered with noise (ε = 1). The "
        "controls above do not change this. The figure shows "
        "how much each of the 16 possible outcomes reveals, and how likely it is.",
        slide=3,
        fixed=True,
    ),
    Section(
        "Two answers cancel",
        A_SLIDE,
        lambda *_: [lesson.two_that_cancel()],
        slide=5,
        fixed=True,
    ),
    Section(
        "Other answers",
        EVIDENCE,
        lambda state, _: [views.answer_kinds(answer_kinds_scenario(state))],
        intro="One odometer for every kind of answer: the loss that is counted, and the loss that "
        "the answers really caused.",
    ),
    Section(
        TOGETHER,
        EVIDENCE,
        lambda state, _: crowd_views.filters_and_refusals(crowd_scenario(state)),
        note=lambda _: nobody_answers(crowd_scenario(current_state())),
        intro=f"{OF_A_CROWD} The figures show several analysts without a common filter, a budget "
        "that renews each year, and an observer who sees refusals alone. You can change budget, "
        "ε and seed; the numbers of filters and questions are fixed.",
    ),
    Section("Appendix E", EVIDENCE, lambda *_: [views.appendix_e()], appendix_e),
)
