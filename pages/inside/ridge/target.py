"""“What would it take?” of ridge regression: records, levels or λ for better predictions."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hetdp_core.figures.text import number, percent
from hetdp_core.numerals import counted
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.sweep import RidgeSweep
from hetdp_core.ridge.target import KEEP_LEVELS, percent_of_range
from pages.inside.ridge.controls import RidgeChoice
from pages.inside.ridge.hero import trivial_predictor
from pages.inside.ridge.results import Regression
from pages.shared.cache import value
from pages.shared.controls import catalog, users
from pages.shared.controls.control import Control
from pages.shared.controls.state import present, put
from pages.shared.frame.target import Goal, Question, Unknown, draw_question


def target(choice: RidgeChoice) -> None:
    unknown = _may_change(choice)
    held, steps = present(), Regression(choice)
    wanted, chosen = held[catalog.target.RIDGE_TARGET.key], held[catalog.target.RIDGE_UNKNOWN.key]
    without_privacy = value(steps.sweep()).verdict.nonprivate_loss
    least = percent_of_range(value(steps.prepared).problem, without_privacy)
    questions: dict[str, Question] = {
        key: (words, steps.target(key, wanted))
        for key, words in _unknowns(percent(least)).items()
        if key in (unknown.options or {})
    }
    others = [questions[key] for key in ("records", "public") if key in questions and key != chosen]
    controls = (unknown, catalog.target.RIDGE_TARGET)
    goal = _goal(wanted, value(steps.prepared), value(steps.sweep()))
    draw_question(controls, "ridge_target_curve", goal, questions[chosen], others)


def _may_change(choice: RidgeChoice) -> Control:
    """Return the control of what may change: levels may not, where persons keep their own."""
    control = catalog.target.RIDGE_UNKNOWN
    if not choice.levels_column:
        return control
    if present()[control.key] not in KEEP_LEVELS:
        put({control.key: control.start})
    return replace(control, options={key: (control.options or {})[key] for key in KEEP_LEVELS})


def _goal(wanted: float, prepared: Prepared, sweep: RidgeSweep) -> Goal:
    problem, verdict = prepared.problem, sweep.verdict
    trivial = percent_of_range(problem, verdict.trivial_loss)
    without = percent_of_range(problem, verdict.nonprivate_loss)
    ends = prepared.in_units(np.array(problem.label_range))
    return Goal(
        wanted=f"predictions within ± {percent(wanted)} of the range (root mean square)",
        measure="the error",
        axis="Error of predictions, % of range",
        in_words=lambda error: f"± {percent(error)}",
        caption="Expected error of the best private regression on the test records, with the best "
        "λ found anew at every value, with hindsight; a demonstration, not a private result. "
        "More records: those there are several times over, each with its ε. "
        f"The declared range is {number(ends[0])} to {number(ends[1])}. Without privacy the error "
        f"is ± {percent(without)}, and predicting {trivial_predictor(verdict)} for everybody has "
        f"± {percent(trivial)} now.",
    )


def _unknowns(without_privacy: str) -> dict[str, Unknown]:
    rest = f"; without privacy it is ± {without_privacy} now"
    dragged = users.dragged(present()[catalog.shared.PROFILE.key])
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
            axis="Cap on every finite ε" if cap else "ε of the most relaxed users",
            in_words=lambda epsilon: f"{'a cap at ' if cap else ''}ε = {number(epsilon, 4)}",
            alone="by a higher cap alone" if cap else "by relaxing the most relaxed users alone",
            because=(rest, rest),
            settings=lambda epsilon: {dragged.key: epsilon},
        ),
        "public": Unknown(
            axis="Public records, %",
            in_words=lambda share: f"{share:.0f} % public records",
            alone="with public records alone",
            because=(rest, rest),
            settings=lambda share: {catalog.shared.PUBLIC_SHARE.key: int(share)},
        ),
        "lam": Unknown(
            axis="Regularisation λ",
            in_words=lambda lam: f"λ = {number(lam, 4)}",
            alone="by another λ alone",
            because=(rest, rest),
            settings=lambda lam: {catalog.ridge.LAMBDA.key: lam},
        ),
    }
