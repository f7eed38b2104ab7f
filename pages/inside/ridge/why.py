"""Why the verdict on a regression is as it is, why personal levels help, what the figure shows."""

from __future__ import annotations

import math

import numpy as np
import streamlit as st

from hetdp_core.figures.formats import number, percent
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.sweep import CLEARLY, NUMBERS, RidgeSweep, is_clearly_less
from pages.inside.ridge.decision import constant, less_error, unit_of, without_privacy
from pages.inside.ridge.results import RidgeResults
from pages.shared.cache import value

WHY_LEVELS = (
    "**Why personal levels help.** A record moves the solution in proportion to its weight, and "
    "its weight is in proportion to its level. One amount of noise therefore gives each person "
    "the level that they asked for. The **sum** of all levels sets this amount. With one level "
    "for all, the strictest people would set it alone."
)


WHY_NOT_THE_BEST = (
    "**Why not the best λ (★)?** To find it one has to look at the data, and that reveals "
    "something about people. The choice here, {lam}, follows from public numbers: how many "
    "records, which bounds and levels. The errors above are calculated from the data as well: do "
    "not publish these numbers."
)


def draw_why(regression: RidgeResults) -> None:
    """Say why the verdict is as it is, why levels help, and what the figure shows."""
    decision = value(regression.decision)
    levels = ""
    if not decision.public_alone:
        lam = number(decision.public.lam)
        levels = f"{WHY_LEVELS}\n\n{WHY_NOT_THE_BEST.format(lam=lam)}"
    shown = (say(regression) for say in (_at_a_large_lambda, why_lower))
    st.markdown("\n\n".join(filter(None, (_who_wins(regression), levels, *shown))))


def _who_wins(regression: RidgeResults) -> str:
    decision, unit = value(regression.decision), unit_of(regression)
    predict = (
        f" Without noise the regression would have an error of {without_privacy(decision)}{unit}. "
        f"The {NUMBERS[decision.trivial]} has one of {number(decision.trivial_miss)}{unit}."
    )
    if decision.regression_is_better:
        why = (
            "Enough records are public to fit it from these alone, so no noise is needed."
            f"{among_draws(regression)}"
            if decision.public_alone
            else "It needs noise on a coefficient for each column. Enough records, levels that are "
            "not too strict and columns that predict enough make up for that together." + predict
        )
        return f"**Why the regression wins here.** {why}"
    why = (
        "One number needs noise once. A regression needs noise on a coefficient for each column. "
        "More records or less strict levels can make up for that, if the columns predict enough."
        + predict
    )
    if value(regression.prepared).design is not None:  # of synthetic records it does not say it
        why += " “What would it take?” shows how many records are enough."
    if decision.public_alone:
        why = "The regression uses public records alone. They do not predict clearly better."
        why += among_draws(regression)
    elif less := less_error(decision):
        least = percent(100 * CLEARLY)
        why = f"The regression has only {less} error. It is recommended from {least} less upwards."
        return f"**Why the regression is not worth it here.** {why}"
    return f"**Why one number wins here.** {why}"


def among_draws(regression: RidgeResults) -> str:
    """Say how much the error depends on which records are public; "" where chance has no part."""
    low, high = value(regression.decision).among_draws
    if math.isnan(low):
        return ""
    return (
        " Which ones are public is drawn by the seed: in 18 of 20 draws the error is "
        f"{number(low)} to {number(high)}{unit_of(regression)}."
    )


def _at_a_large_lambda(regression: RidgeResults) -> str:
    """Say why errors with and without privacy part there; of records that have an intercept."""
    prepared = value(regression.prepared)
    if not prepared.problem.intercept:
        return ""
    return (
        "**Why the lines part at a large λ.** The regression there also shrinks its intercept, so "
        f"it predicts {constant(prepared)} for everyone. In the line "
        "“without privacy” the intercept stays free, and the mean of the label is predicted."
    )


def why_lower(regression: RidgeResults) -> str:
    """Say why a private regression has less error at some λ, where its shrunk intercept is why."""
    sweep: RidgeSweep = value(regression.sweep)
    problem: RidgeProblem = value(regression.problem)
    without = sweep.nonprivate.unregularised.mean
    private = sweep.curves[sweep.verdict.regression].unregularised.mean
    lower = is_clearly_less(private, without)
    shrunk = problem.test_loss.at(problem.uniform_spectrum.path(sweep.lams[lower]))
    if not (problem.intercept and lower.any() and np.all(shrunk < without[lower])):
        return ""
    line = "private line" if sweep.is_noisy(sweep.verdict.regression) else "line of public records"
    return (
        f"**Why the {line} lies lower at some λ.** Its intercept shrinks too, so the columns "
        "carry part of the mean and keep more of the differences between people."
        + " Noise only adds error."
        * sweep.is_noisy(sweep.verdict.regression)
    )
