"""The private verdict, for reviewers: what a release can tell of which predicts better."""

from __future__ import annotations

import numpy as np
import streamlit as st

from hetdp_core.figures.formats import number, of_hundred, with_unit
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.sweep import SERIES
from hetdp_core.ridge.verdict import PrivateVerdict, VerdictPlan
from pages.inside.ridge.results import RidgeResults
from pages.shared.cache import value
from pages.shared.text.notices import literal

WHO_PAYS = (
    "A release can compare the regression with the mean only through noise. **Nobody spends more "
    "than their ε.** Training records give half to the regression and half to the mean. Test "
    "records spend theirs on the comparison."
)
ALL_PUBLIC = "Only public records count here, without noise: there is nothing to compare privately."


def draw_verdict(regression: RidgeResults) -> None:
    """Draw the verdict, what is released with it, and how often it is right."""
    if value(regression.decision).public_alone:
        st.markdown(ALL_PUBLIC)
        return
    plan, verdict = value(regression.verdict_plan()), value(regression.private_verdict())
    prepared = value(regression.prepared)
    mean = with_unit(number(float(prepared.in_units(np.array(verdict.mean)))), prepared.unit)
    st.markdown(
        f"{WHO_PAYS}\n\n{in_words(plan, verdict, prepared)}\n\nReleased with it, each for half of "
        f"every ε: the mean ({literal(mean)}) and {SERIES[plan.choice.method]} at "
        f"λ\u00a0=\u00a0{number(plan.choice.lam)}."
    )
    words = "Demonstration only: the noise is NumPy's."
    if not plan.says_mean_unseen:
        accuracy = value(regression.verdict_accuracy())
        right = of_hundred(accuracy.right, accuracy.standard_error)
        words = (
            f"Simulated {accuracy.splits} times with these records, split again each time: the "
            f"comparison leans to the truly better one in {right} cases, clear or not. A coin "
            f"reaches 50. This number is not private. {words}"
        )
    st.caption(words)


def in_words(plan: VerdictPlan, verdict: PrivateVerdict, prepared: Prepared) -> str:
    """Say which is better where noise does not hide it, and by how much with that noise."""
    better = "The regression" if verdict.for_regression else "The mean"
    if plan.says_mean_unseen:
        return "**The mean**: levels are so strict that it is chosen without looking at any record."
    square, unit = prepared.typical_miss(1.0) ** 2, literal(prepared.unit_of_errors) or "units"
    difference, noise = (number(square * at) for at in (abs(verdict.difference), plan.half_width))
    side = "below" if verdict.for_regression else "above"
    by = (
        f"The regression's mean squared error comes out {difference} squared {unit} {side} the "
        "mean's, where an error counts as half the range at most"
    )
    if not plan.half_width:
        return f"**{better} is better.** {by}, without noise: all test records are public."
    moves = f"In 95 of 100 releases noise moves this by up to ±\u00a0{noise}."
    if plan.is_beyond_noise(verdict):
        return f"**{better} is better.** {by}. {moves}"
    return (
        f"**Undecided: the noise hides which is better.** {by}. {moves} Only a larger difference "
        "decides. A release would take the mean, the simpler one."
    )
