"""The tabs under the hero of ridge regression: “What would it take?”, formulas, and the others."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import streamlit as st

from hetdp_core.errors import OutOfTime
from hetdp_core.figures.formats import number, percent, range_in_words
from hetdp_core.numerals import counted, rounded_down
from hetdp_core.papers import PAPERS
from hetdp_core.release.receipt import MOST_IN_ODDS
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.sweep import CLEARLY, RidgeSweep
from hetdp_core.ridge.what_it_takes import KEEP_LEVELS, BreakEven
from hetdp_core.target_search import Answer
from hetdp_core.validate import FloatArray
from pages.inside.ridge import views
from pages.inside.ridge.decision import constant, in_units
from pages.inside.ridge.private_verdict import draw_verdict
from pages.inside.ridge.results import RidgeResults
from pages.inside.ridge.why import draw_why, why_lower
from pages.shared.cache import value
from pages.shared.controls import catalog, panel, scenario
from pages.shared.controls.control import Control
from pages.shared.controls.state import current_state, put
from pages.shared.figure.view import draw_below
from pages.shared.frame.tabs import A_SLIDE, DATA, EVIDENCE, HOW, TARGET, WHY, Section, Sections
from pages.shared.frame.what_it_takes import Goal, Question, Unknown, draw_question, searched
from pages.shared.tables import own_table
from pages.shared.text.files import draw_beside
from pages.shared.text.notices import literal

_BEGUN = "ridge_target_begun"
"""Of which records the target began, and at what."""


def _begin_the_target(regression: RidgeResults) -> None:
    """Begin the target of other records 5 % below what is best now, unless the reader set one.

    Not of one's own table: the target stands in the address, and must not tell of its values.
    """
    control, records = catalog.what_it_takes.RIDGE_TARGET, regression.choice.records
    start = catalog.shared.DATASET.start
    first = start, own_table.info(start).default_target
    asked = records.settings and (records.dataset, records.settings.target)
    was, began = st.session_state.setdefault(_BEGUN, (first, control.start))
    if own_table.is_own(records.dataset) or asked in (None, was):
        return
    held = current_state()[control.key]
    is_said = held == control.start and control.key in st.query_params
    if held != began or is_said:
        return
    decision, prepared = value(regression.decision), value(regression.prepared)
    low, high = prepared.in_units(np.array(prepared.problem.label_range))
    best = min(decision.trivial_miss, decision.public.miss) / (high - low)
    begin = control.start if asked == first else rounded_down(95.0 * best, 2)
    begin = min(max(begin, control.low), control.high)
    st.session_state[_BEGUN] = asked, begin
    put({control.key: begin})


def target(regression: RidgeResults) -> None:
    _begin_the_target(regression)
    unknown = _may_change(regression)
    held = current_state()
    wanted, chosen = (
        held[catalog.what_it_takes.RIDGE_TARGET.key],
        held[catalog.what_it_takes.RIDGE_UNKNOWN.key],
    )
    words = ""
    if alone := value(regression.decision).public_alone:
        words = (
            f"Only the {counted(alone, 'public record')} count, without noise. More of them may "
            "help; to repeat the records, or to change ε, changes nothing."
        )
    elif chosen == "records" and np.isinf(value(regression.levels)).any():
        words = "How many records would be enough is not calculated where some are public."
    elif chosen == "records" and value(regression.prepared).design is None:
        words = (
            "For another number of synthetic records, others are drawn: set “Synthetic records” "
            "above, and look. To repeat these few says nothing about others."
        )
    if words:
        panel.draw(unknown)
        st.markdown(words)
        return
    sweep: RidgeSweep = value(regression.sweep)
    prepared, smallest = value(regression.prepared), sweep.lams[0]
    least = in_units(prepared)(sweep.verdict.nonprivate_loss)
    below = f", at a λ below {number(smallest)}, the smallest tried here"
    below *= bool(sweep.verdict.nonprivate_lam < smallest)
    questions: dict[str, Question] = {
        key: (words, regression.target(key, wanted))
        for key, words in _unknowns("" if why_lower(regression) else f"{least} now{below}").items()
        if key in (unknown.options or {})
    }
    is_drawn = prepared.design is None
    others = [
        ask
        for key, ask in questions.items()
        if key != chosen and not (is_drawn and key == "records")
    ]
    controls = (unknown, catalog.what_it_takes.RIDGE_TARGET)
    means = regression.mean_errors(chosen, questions[chosen][1])
    plain = _goal(wanted, chosen, prepared)
    goal = replace(
        plain,
        at_first=_where_it_wins(regression, chosen, questions[chosen][0]),
        at_answer=lambda answer: _by_one_number(plain, value(means), prepared, answer),
    )
    beside = ("private mean", means)
    draw_question(controls, "ridge_target_curve", goal, questions[chosen], others, beside)


def _where_it_wins(regression: RidgeResults, chosen: str, unknown: Unknown) -> str:
    """Say at which values tried a regression is worth it, or from which one upwards."""
    try:
        tried: BreakEven = searched(regression.break_even(chosen))
    except OutOfTime:
        return ""
    wins, words = tried.wins, [unknown.in_words(each) for each in tried.values.tolist()]
    where, also = range_in_words(wins, words), ""
    where += " tried" if wins.all() or not wins.any() else ", as far as tried"
    if not (math.isnan(tried.start) or wins.all()):
        where = f"from {unknown.in_words(tried.start)} upwards"
    if chosen == "relaxed" and tried.start > MOST_IN_ODDS:
        also = f" An ε above {MOST_IN_ODDS:g} promises next to nothing to these people."
    return f"**A regression is worth it (1 % less error) {where}.**{also}\n\n"


def _by_one_number(goal: Goal, means: FloatArray, prepared: Prepared, answer: Answer) -> str:
    """Say that one number for all reaches the target now, where it does."""
    now = {
        f"Always predicting {constant(prepared)}": prepared.typical_miss(
            prepared.problem.test_loss.constant
        ),
        "The private mean alone": float(means[np.argmin(np.abs(answer.values - answer.now))]),
    }
    which = min(now, key=lambda one: now[one])
    if now[which] > answer.target:
        return ""
    less = ": ask for less error" if answer.best < now[which] else ""
    return f" **{which} does that now** ({goal.said(now[which])}){less}."


def _may_change(regression: RidgeResults) -> Control:
    """Return the control of what may change: levels may not, where the table says them."""
    control = catalog.what_it_takes.RIDGE_UNKNOWN
    choice = regression.choice
    if not (choice.levels_column or choice.profile.kind == "alike"):
        return control
    if current_state()[control.key] not in KEEP_LEVELS:
        put({control.key: control.start})
    return replace(control, options={key: (control.options or {})[key] for key in KEEP_LEVELS})


def _goal(wanted: float, chosen: str, prepared: Prepared) -> Goal:
    problem = prepared.problem
    low, high = prepared.in_units(np.array(problem.label_range))
    special = {
        "records": " More records repeat these, each with its ε. Fewer records weigh them less: "
        "only the noise changes.",
    }
    share = f"{percent(wanted)} of the range"
    width = f"{number((high - low) * wanted / 100)} {literal(prepared.unit_of_errors)}".rstrip()
    return Goal(
        wanted="a typical error of " + (share if prepared.design is None else f"{width} ({share})"),
        measure="the error",
        axis="Typical error of predictions",
        beyond="out of the regression's reach: less than {}",
        in_words=number,
        unit=prepared.unit_of_errors,
        caption=f"Expected error on the test records. Method and λ are those that a "
        "release can choose from public numbers, again at each value. The error is calculated "
        f"from the records: a demonstration, not a private result.{special.get(chosen, '')} The "
        f"declared range is {number(low)} to {number(high)}. The error "
        "moves in steps of λ, so a larger value may miss this target again. “Worth it” "
        "is at least "
        f"{percent(100 * CLEARLY)} less error than both the private mean and always predicting "
        f"{constant(prepared)}.",
    )


def _unknowns(without_privacy: str) -> dict[str, Unknown]:
    rest = f"; without privacy it is {without_privacy}" if without_privacy else ""
    dragged = scenario.dragged_control(current_state()[catalog.shared.PROFILE.key])
    cap = dragged == catalog.shared.CAP
    return {
        "records": Unknown(
            axis="Training records like these",
            in_words=lambda records: counted(records, "record"),
            alone="with more records alone",
            because=(rest, rest),
            settings=lambda _: {},
        ),
        "relaxed": Unknown(
            axis="Cap on every finite ε" if cap else "ε of the least private people",
            in_words=lambda epsilon: f"{'a cap at ' if cap else ''}ε = {number(epsilon, 4)}",
            alone="by a higher cap alone"
            if cap
            else "with a larger ε for the least private people",
            because=(rest, rest),
            settings=lambda epsilon: {dragged.key: epsilon},
        ),
    }


def how_it_works(_: object) -> None:
    draw_beside(__file__, "method.md")
    st.caption(
        f"Source: {PAPERS['ridge'].citation}. "
        "Sharp noise, repaired sampling, personalised objective perturbation, the exact moments, "
        "that choice of λ and the private verdict are ours, and tested."
    )


def coefficients(regression: RidgeResults) -> None:
    """Draw released coefficients, and how far they are from the true ones where these are known."""
    draw_below(views.coefficients(regression, current_state()[catalog.ridge.COEFFICIENTS_OF.key]))
    if value(regression.prepared).truth is not None:
        draw_below(views.distances(regression))


def one_release(regression: RidgeResults) -> None:
    """Draw what one release of a method predicts."""
    view = views.one_release(regression, current_state()[catalog.ridge.RELEASE_OF.key])
    words = f"{view.headline}\n\n{_what_is_private(regression)}"
    draw_below(replace(view, headline=words))  # one element: each takes time at every move


def _what_is_private(regression: RidgeResults) -> str:
    design = value(regression.prepared).design
    if design is not None and design.scaled_by_data:
        return "**Nothing here is private**: bounds were read from the data."
    kept = "are an example of **what a release would publish**, with other noise"
    if value(regression.decision).public_alone:
        kept = "use public records alone"
    return (
        f"The coefficients of this release {kept}. True values, predictions without privacy, the "
        "mean label and the error are **not private**."
        + " These records are synthetic: for real ones choose “This dataset” above."
        * (design is None)
    )


SECTIONS: Sections[RidgeResults] = (
    Section("Why personal levels help", WHY, draw=draw_why),
    Section(
        "What matters",
        WHY,
        lambda state, regression: [
            views.dependence(
                regression, state[catalog.ridge.VARY.key], state[catalog.ridge.BEST.key]
            )
        ],
        controls=(catalog.ridge.VARY, catalog.ridge.BEST),
        folded=True,
    ),
    Section(HOW, WHY, draw=how_it_works, folded=True),
    Section(TARGET, TARGET, draw=target),
    Section(
        "One release",
        DATA,
        lambda state, regression: [
            views.one_release(regression, state[catalog.ridge.RELEASE_OF.key])
        ],
        one_release,
        controls=(catalog.ridge.RELEASE_OF,),
    ),
    Section(
        "Twenty releases",
        DATA,
        lambda state, regression: [views.misses(regression, state[catalog.ridge.RELEASE_OF.key])],
        slide=5,
    ),
    Section(
        "Coefficients",
        EVIDENCE,
        lambda state, regression: [
            views.coefficients(regression, state[catalog.ridge.COEFFICIENTS_OF.key])
        ],
        coefficients,
        controls=(catalog.ridge.COEFFICIENTS_OF,),
    ),
    Section("Private verdict", EVIDENCE, draw=draw_verdict),
    Section("Spread", EVIDENCE, lambda _, regression: [views.spread(regression)]),
    Section(
        "As printed",
        EVIDENCE,
        lambda _, regression: [views.improvements(regression), views.sampling()],
    ),
    Section("Erratum 4", A_SLIDE, lambda *_: [views.sampling()], slide=8, fixed=True),
)
