"""The verdict of ridge regression in words: what to release, and the number it is compared with."""

from __future__ import annotations

from collections.abc import Callable

from hetdp_core.figures.formats import number, times
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.sweep import (
    CLEARLY,
    HIGHEST,
    LOWEST,
    SERIES,
    WEAKER,
    RidgeSweep,
    Verdict,
)
from pages.inside.ridge.results import Regression
from pages.shared.cache import value
from pages.shared.tables import own_table
from pages.shared.text.literal import literal

InWords = Callable[[float], str]


def in_units(prepared: Prepared) -> InWords:
    """Return what says a loss as the typical error of predictions, in the unit of the label."""
    unit = f"\u00a0{literal(prepared.unit)}" if prepared.unit else ""
    return lambda loss: f"±\u00a0{number(prepared.typical_miss(loss))}{unit}"


def headline(regression: Regression, verdict: Verdict) -> str:
    """Return the verdict; of a user's own table also where the λ that a release may use says no."""
    own = own_table.is_own(regression.choice.records.dataset)
    error = in_units(value(regression.prepared))
    sentence = _verdict_line(verdict, error, own)
    sentence += _with_weaker_promise(value(regression.sweep), error)
    if own and verdict.worth_releasing:
        decision = value(regression.decision)
        if not decision.regression_is_better:
            sentence += (
                " **A release can only use a λ from public numbers. With that λ, "
                f"{trivial_predictor(verdict)} is recommended.**"
            )
    return sentence


def _verdict_line(verdict: Verdict, error: InWords, own: bool = False) -> str:
    """Say in plain words what to release at this privacy.

    error: says a loss as `in_units` does, and as the cards do.
    own: of a user's own table, where the best λ is no more than a demonstration.
    """
    opening = (
        ("At these privacy levels, with the best λ in hindsight,")
        if own
        else "At these privacy levels,"
    )
    which = _ENDS.get(verdict.lam, "its best λ")
    method = f"{SERIES[verdict.regression]} at {which}, {number(verdict.lam)}"
    best = f"{error(verdict.loss)} ({method})"
    trivial = trivial_predictor(verdict)
    if not verdict.worth_releasing:
        beats = "beats" if verdict.loss > verdict.trivial_loss else "clearly beats"
        why = ""
        noise_decides = verdict.nonprivate_loss < verdict.trivial_loss < verdict.loss
        if noise_decides and verdict.trivial == "private_mean":
            why = " Coefficients need more noise or shrinkage than a mean."
        return (
            f"{opening} **no private regression {beats} {trivial} on average**. The best one is "
            f"off by {best}; {trivial} by {error(verdict.trivial_loss)}.{why}"
        )
    return (
        f"{opening} **a private regression is worth releasing**. It is off by {best}; "
        f"{trivial} by {error(verdict.trivial_loss)}. "
        + _what_levels_bring(verdict.personalisation_factor)
    )


def _with_weaker_promise(sweep: RidgeSweep, error: InWords) -> str:
    """Name the best drawn method of those that promise less, where it is better than all others."""
    drawn = {key: sweep.curves[key].least for key in sweep.series if key in WEAKER}
    best = min(drawn, key=lambda key: drawn[key], default="")
    verdict = sweep.verdict
    if not best or drawn[best] >= (1 - CLEARLY) * min(verdict.loss, verdict.trivial_loss):
        return ""
    return (
        f" **{SERIES[best]} beats both, with {error(drawn[best])}, but promises less**: (ε, δ) "
        "with δ = 10⁻⁶."
    )


_ENDS = {LOWEST: "the smallest λ drawn", HIGHEST: "the largest λ drawn"}
"""Where the best λ is no optimum, but an end of those that were tried."""


def _what_levels_bring(factor: float) -> str:
    if times(factor) == times(1.0):
        return "The best private regression with one level for everyone is as good."
    return (
        "With one level for everyone, the loss of the best private regression would be "
        f"**{times(factor)} as large**."
    )


def trivial_predictor(verdict: Verdict) -> str:
    """Name the number that is predicted for everybody."""
    return f"the {trivial_name(verdict.trivial)}"


def trivial_name(trivial: str) -> str:
    return "private mean" if trivial == "private_mean" else "constant 0"
