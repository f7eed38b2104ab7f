"""The private verdict: which of two released predictors is better, paid for by test records."""

from __future__ import annotations

import streamlit as st

from hetdp_core.figures.text import number, of_hundred
from hetdp_core.ridge.sweep import SERIES
from hetdp_core.ridge.verdict import PrivateVerdict, VerdictAccuracy, VerdictPlan
from pages.inside.ridge.controls import RidgeChoice
from pages.inside.ridge.results import Regression
from pages.shared.cache import value
from pages.shared.frame.cards import Card, draw_cards

TITLE = "Compare privately: the regression or the mean?"

WHO_PAYS = (
    "**Everybody spends their ε once.** A training record pays half for the regression and half "
    "for the mean; a test record, which neither has seen, pays for the comparison. So both "
    "predictors are less accurate than one of them released alone."
)
SCALE = (
    "Errors on test records, on the scale of the fit, where the label's range has length 1 (2 for "
    "synthetic records). A miss counts as half the range at most: that bounds what one record "
    "can do."
)
RIGHT = (
    "Right is what has the smaller mean squared error on the split's test records, without noise. "
    "Where the two are about as good, it is often wrong, and little is lost by that."
)
DEMONSTRATION = (
    "A demonstration: the noise is NumPy's. How often it is right is simulated on these records, "
    "split anew at random, and is not private."
)


def draw_verdict(choice: RidgeChoice) -> None:
    """Draw a switch, and once it is on the verdict, how often it is right, and who pays."""
    words = [f"#### {TITLE}", WHO_PAYS]
    design = value(Regression(choice).prepared).design
    if design is not None and not design.private_scaling:
        words.append("**Nothing here is private**: bounds or labels were read off the data.")
    st.markdown("\n\n".join(words))
    if not st.toggle("Release both, and which is better", key="ridge_verdict"):
        return
    steps = Regression(choice)
    plan, verdict = value(steps.verdict_plan()), value(steps.private_verdict())
    draw_cards(cards(plan, verdict, value(steps.verdict_accuracy())), "verdict")
    st.caption(DEMONSTRATION)


def cards(
    plan: VerdictPlan, verdict: PrivateVerdict, accuracy: VerdictAccuracy
) -> tuple[Card, Card]:
    """Return what is named, and how often that is right."""
    named = "The regression" if verdict.for_regression else "The mean"
    lam = f"{SERIES[plan.choice.method]}, λ = {number(plan.choice.lam)} from public numbers"
    if plan.says_mean_unseen:
        how = "So much privacy is asked that the mean is named without looking at any record."
    else:
        how = (
            f"{lam}. Squared error of the regression less that of the mean, with noise: "
            f"{number(verdict.difference)}; 95 % of the time the noise is within "
            f"±\u00a0{number(plan.half_width)}"
            + ("." if plan.is_beyond_noise(verdict) else ", so **it may be noise alone**.")
        )
    right = of_hundred(accuracy.right, accuracy.standard_error)
    return (
        Card("Better, told privately", named, how, help=SCALE),
        Card(
            "How often that is right",
            right,
            f"Simulated: {accuracy.splits} random splits, both predictors and the verdict released "
            f"anew in each. The regression is named in {of_hundred(accuracy.for_regression)}.",
            help=RIGHT,
        ),
    )
