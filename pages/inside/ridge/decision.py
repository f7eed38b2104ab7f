"""What to release: ways to predict as cards, the λ to use, and a private verdict between two."""

from __future__ import annotations

import streamlit as st

from hetdp_core.figures.formats import number, of_hundred
from hetdp_core.ridge.decision import Candidate, Decision
from hetdp_core.ridge.sweep import FREE, SERIES
from hetdp_core.ridge.verdict import PrivateVerdict, VerdictAccuracy, VerdictPlan
from pages.inside.ridge.results import Regression
from pages.shared.cache import value
from pages.shared.controls import catalog
from pages.shared.controls.state import put
from pages.shared.frame.cards import Card, draw_cards, draw_column
from pages.shared.text.literal import literal

NUMBERS = {"private_mean": "Private mean only", "zero": "Always 0"}
"""One number for all, by key."""


def draw_decision(regression: Regression) -> None:
    """Draw the cards, and a button for each λ."""
    decision = value(regression.decision)
    draw_column(cards(regression, decision))
    _draw_button("Best λ, in hindsight", decision.hindsight, "best", regression)
    _draw_button("Public λ, for a release", decision.public, "public", regression)


HELP = {
    "best": "Sets the λ that is best on these records. It is found in hindsight, and not private.",
    "public": "Sets a λ from public numbers alone: how many records there are, the bounds of the "
    "columns, and the ε requested.",
}


def cards(regression: Regression, decision: Decision) -> tuple[Card, Card, Card]:
    """Return what each way to predict would miss by."""
    unit = unit_of(regression)
    return (
        Card(
            "Without privacy",
            f"± {number(decision.without_privacy)}{unit}",
            _about_no_noise(value(regression.sweep).verdict.nonprivate_lam),
        ),
        Card(
            NUMBERS[decision.trivial],
            f"± {number(decision.trivial_miss)}{unit}",
            f"Loss {number(decision.trivial_loss)}.",
            recommended=not decision.regression_is_better,
        ),
        Card(
            "Private regression",
            f"± {number(decision.weighed.miss)}{unit}",
            _about_regression(decision),
            recommended=decision.regression_is_better,
        ),
    )


def _about_no_noise(lam: float) -> str:
    """Say which λ is best without noise: where it is an end of those tried, there is none."""
    if lam == FREE[0]:
        return "Best at λ → 0: ordinary least squares."
    if lam == FREE[-1]:
        return "Best at λ → ∞: the columns do not help."
    return f"The best regression without noise, at λ = {number(lam)}."


def _about_regression(decision: Decision) -> str:
    weighed, beats = decision.weighed, decision.beats
    number_for_all = "the mean" if decision.trivial == "private_mean" else "always predicting 0"
    origin = "chosen in hindsight"
    if decision.choice == "public":
        best = number(decision.hindsight.miss)
        origin = f"from public numbers (in hindsight: ± {best})"
    return (
        f"Loss {number(weighed.loss)}: {SERIES[weighed.method]} at λ = {number(weighed.lam)}, "
        f"{origin}. Beats {number_for_all} "
        f"in {of_hundred(beats.value, beats.standard_error)} simulated releases."
    )


def unit_of(regression: Regression) -> str:
    """Return what follows a number: a space and the unit of the target, if it has one."""
    unit = value(regression.prepared).unit
    return f" {literal(unit)}" if unit else ""


def _draw_button(label: str, candidate: Candidate, key: str, regression: Regression) -> None:
    """Draw a button that sets λ as its control would; there is nothing to do where it is set."""
    is_set = regression.choice.scenario.lam == candidate.lam
    st.button(
        f"{label}: {number(candidate.lam)}" + " (set)" * is_set,
        key=f"use_{key}_lambda",
        on_click=_take,
        args=(candidate.lam,),
        disabled=is_set,
        help="λ already has this value." if is_set else HELP[key],
        width="stretch",
    )


def _take(lam: float) -> None:
    put({catalog.ridge.LAMBDA.key: lam})


TITLE = "Compare privately: the regression or the mean?"

WHO_PAYS = (
    "**Everyone's ε is used once.** Training records split their ε equally between the regression "
    "and the mean. Test records use theirs for the comparison. So both predictors are less "
    "accurate than one of them released alone."
)
SCALE = (
    "Errors on test records, on the scale of the fit: the label's range has length 1 (2 for "
    "synthetic records). An error counts as half the range at most. That limits the effect of one "
    "record."
)
RIGHT = (
    "The right answer has the smaller mean squared error on the split's test records, without "
    "noise. If both are about as good, the verdict is often wrong, and little is lost by that."
)
DEMONSTRATION = (
    "Demonstration only: the noise is NumPy's. How often the verdict is right is simulated on "
    "these records, split again at random, and is not private."
)


def draw_verdict(regression: Regression) -> None:
    """Draw a switch, and once it is on the verdict, how often it is right, and who pays."""
    words = [f"#### {TITLE}", WHO_PAYS]
    design = value(regression.prepared).design
    if design is not None and not design.private_scaling:
        words.append("**Nothing here is private**: bounds or labels were read from the data.")
    st.markdown("\n\n".join(words))
    if not st.toggle("Release both, and the verdict on which is better", key="ridge_verdict"):
        return
    plan, verdict = value(regression.verdict_plan()), value(regression.private_verdict())
    draw_cards(verdict_cards(plan, verdict, value(regression.verdict_accuracy())), "verdict")
    st.caption(DEMONSTRATION)


def verdict_cards(
    plan: VerdictPlan, verdict: PrivateVerdict, accuracy: VerdictAccuracy
) -> tuple[Card, Card]:
    """Return what is named, and how often that is right."""
    named = "The regression" if verdict.for_regression else "The mean"
    lam = f"{SERIES[plan.choice.method]}, λ = {number(plan.choice.lam)} from public numbers"
    if plan.says_mean_unseen:
        how = (
            "The privacy levels are so strict that the mean is chosen without looking at any "
            "record."
        )
    else:
        how = (
            f"{lam}. Squared error of the regression minus that of the mean, with noise: "
            f"{number(verdict.difference)}. In 95 % of releases the noise is within "
            f"±\u00a0{number(plan.half_width)}"
            + ("." if plan.is_beyond_noise(verdict) else ", so **it may be noise alone**.")
        )
    right = of_hundred(accuracy.right, accuracy.standard_error)
    return (
        Card("Better, by the private verdict", named, how, help=SCALE),
        Card(
            "How often that is right",
            right,
            f"Simulated: {accuracy.splits} random splits, with both predictors and the verdict "
            "released again in each. The regression is chosen in "
            f"{of_hundred(accuracy.for_regression)}.",
            help=RIGHT,
        ),
    )
