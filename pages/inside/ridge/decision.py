"""What to release: the verdict in words, ways to predict as cards, the λ to use."""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import streamlit as st

from hetdp_core.figures.formats import number, of_hundred, percent, with_unit
from hetdp_core.figures.ridge.losses import typical_error
from hetdp_core.numerals import counted
from hetdp_core.ridge.decision import Candidate, Decision
from hetdp_core.ridge.public_choice import NONPRIVATE_LAMBDAS
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.sweep import (
    BROKEN,
    CLEARLY,
    NUMBERS,
    SERIES,
    WEAKER,
    RidgeSweep,
)
from pages.inside.ridge.results import RidgeResults
from pages.shared.cache import value
from pages.shared.controls import catalog
from pages.shared.controls.state import put
from pages.shared.figure.view import Card, draw_column
from pages.shared.tables import own_table
from pages.shared.text.notices import literal


def draw_decision(regression: RidgeResults) -> None:
    """Draw the cards, and a button for each λ."""
    decision = value(regression.decision)
    above = "**Typical error (does not follow the slider)**"
    is_own = own_table.is_own(regression.choice.records.dataset)
    above += "\n\n:small[“Release” publishes means only, not regressions.]" * is_own
    draw_column(cards(regression, decision), above)
    best, drawn = decision.hindsight, regression.choice.scenario.series
    of = f" of {SERIES[best.method].lower()}" if drawn and best.method not in drawn else ""
    found = f"Best λ{of}, only in hindsight: {number(best.lam)}"
    _draw_button(found, best, "best", IN_HINDSIGHT, regression)
    public = f"λ that a release can choose: {number(decision.public.lam)}"
    rests_on = WITHOUT_NOISE if decision.public_alone else FROM_PUBLIC_NUMBERS
    _draw_button(public, decision.public, "public", rests_on, regression)


IN_HINDSIGHT = "The λ with the least error on these test records. A release cannot know it."
FROM_PUBLIC_NUMBERS = (
    "The λ with the least noise and shrinkage together. Both are estimated from how many records "
    "there are, the bounds of the columns, and the ε requested. All of these are public."
)
WITHOUT_NOISE = (
    "There is no noise. The λ only keeps few records from being fitted too closely, as guessed "
    "from how many are public."
)


def cards(regression: RidgeResults, decision: Decision) -> tuple[Card, Card, Card]:
    """Return the error of each way to predict."""
    unit = unit_of(regression)
    return (
        Card(
            "Without privacy",
            f"{without_privacy(decision)}{unit}",
            _about_no_noise(value(regression.sweep)),
        ),
        Card(
            NUMBERS[decision.trivial].capitalize(),
            f"{number(decision.trivial_miss)}{unit}",
            "The same number is predicted for everyone.",
            recommended=not decision.regression_is_better,
        ),
        Card(
            "Regression on public records" if decision.public_alone else "Private regression",
            f"{number(decision.public.miss)}{unit}",
            _about_regression(decision),
            recommended=decision.regression_is_better,
        ),
    )


NONE = 1e-3
"""Share of the error of one number for all below which another one is none."""


def without_privacy(decision: Decision) -> str:
    """Return the error of the best regression without noise, in words."""
    is_none = decision.without_privacy < NONE * decision.trivial_miss
    return "about 0" if is_none else number(decision.without_privacy)


def _about_no_noise(sweep: RidgeSweep) -> str:
    """Say which λ is best without noise: where it is an end of those tried, there is none."""
    lam = sweep.verdict.nonprivate_lam
    where = " (off the figure)" * bool(lam < sweep.lams[0])
    if lam == NONPRIVATE_LAMBDAS[0]:
        return f"This is least squares, with λ near 0{where}."
    if lam == NONPRIVATE_LAMBDAS[-1]:
        return "Best at λ → ∞: the columns do not help."
    return f"Best without noise at λ = {number(lam)}{where}."


def _about_regression(decision: Decision) -> str:
    public, beats = decision.public, decision.beats
    if _draws_differ(decision):
        return f"At λ = {number(public.lam)}. Better in {_of_draws(decision)}."
    rival = "the mean" if decision.trivial == "private_mean" else "the fixed guess"
    if decision.public_alone and beats.value in (0.0, 1.0):  # neither has noise
        return f"At λ = {number(public.lam)}. {'Beats' if beats.value else 'Loses to'} {rival}."
    if decision.public_alone:
        often = of_hundred(beats.value, beats.standard_error, " releases of the mean")
        return f"At λ = {number(public.lam)}. Beats {rival} in {often}."
    often = of_hundred(beats.value, beats.standard_error, " releases")
    return f"At λ = {number(public.lam)}. Better in {often}."


def _draws_differ(decision: Decision) -> bool:
    """Return whether it matters which records are public, as far as digits tell."""
    low, high = map(number, decision.among_draws)
    return low != high


def _of_draws(decision: Decision) -> str:
    """Say how often a regression on public records is better, whichever these are."""
    beats = decision.beats
    return of_hundred(beats.value, beats.standard_error, " draws of who is public")


def unit_of(regression: RidgeResults) -> str:
    """Return what follows an error: a space and its unit, if the target has one."""
    return f" {literal(value(regression.prepared).unit_of_errors)}".rstrip()


def _draw_button(
    label: str, candidate: Candidate, key: str, rests_on: str, regression: RidgeResults
) -> None:
    """Draw a button that sets λ as its control would; there is nothing to do where it is set."""
    is_set = regression.lam == candidate.lam
    st.button(
        label,
        key=f"use_{key}_lambda",
        on_click=put,
        args=({catalog.ridge.LAMBDA.key: candidate.lam if key == "best" else None},),
        disabled=is_set,
        help=f"{rests_on}{' λ already has this value.' * is_set}",
        width="stretch",
    )


InWords = Callable[[float], str]


def in_units(prepared: Prepared) -> InWords:
    """Return what says a loss as the typical error of predictions, in the unit of the label."""
    return typical_error(prepared, literal)


OF_THE_PAPER = " The figure draws what is minimised (squared error + λ‖θ‖²), not the typical error."


def headlines(sweep: RidgeSweep, decision: Decision, prepared: Prepared) -> list[str]:
    """Return the verdict, with what to know of the regression at each λ."""
    verdict = _verdict_line(sweep, decision, prepared)
    verdict += OF_THE_PAPER * sweep.scenario.regularised
    end = _end(prepared)
    places, known = range(sweep.lams.size), decision.public.lam
    return [f"{verdict}{_at_lambda(sweep, place, end, prepared, known)}" for place in places]


def _end(prepared: Prepared) -> str:
    """Say where in its range a label of 0 is."""
    return "middle" if prepared.problem.label_range[0] < 0 else "lower end"


def given(prepared: Prepared) -> str:
    """Begin a recommendation with what it rests on: levels, and centring where it is off."""
    return "At these privacy levels" + " and without centring" * (_end(prepared) != "middle")


def constant(prepared: Prepared) -> str:
    """Say what is predicted by always predicting 0."""
    if prepared.design is None:  # synthetic records, whose label has no unit
        return f"the {_end(prepared)} of the range"
    label = number(float(prepared.in_units(np.zeros(1))[0]))
    return f"the {_end(prepared)} of the range ({with_unit(label, literal(prepared.unit))})"


NEARLY = 0.1
"""Share of the loss of a constant within which a regression's loss is nearly that."""


def _at_lambda(sweep: RidgeSweep, place: int, end: str, prepared: Prepared, known: float) -> str:
    """Say the error at another λ, and where that is too small, or predicts a constant."""
    lam, curve = float(sweep.lams[place]), sweep.curves[sweep.verdict.regression]
    if not curve.available[place]:
        why = "its proof of privacy needs a larger one"
        return f" At λ = {number(lam)} the regression cannot be released: {why}."
    of_zero = sweep.curves["zero"].least_loss
    is_near = abs(curve.unregularised.mean[place] - of_zero) <= NEARLY * of_zero
    if lam == known:
        return ""
    near = f", as its predictions are all near the {end} of the range"
    there = in_units(prepared)(float(curve.unregularised.mean[place]))
    return (
        f" At λ = {number(lam)} the regression has {there}"
        f"{near * bool(is_near and lam > sweep.verdict.lam)}."
    )


_BUT = {
    **dict.fromkeys(WEAKER, "a weaker promise: see “Method and formulas”"),
    **dict.fromkeys(BROKEN, "does not keep its promise"),
}


def _better(sweep: RidgeSweep, decision: Decision, error: InWords) -> str:
    """Say which drawn method has less error than what is recommended."""
    for one in decision.others:
        if one.method in sweep.series:
            but = _BUT.get(one.method, "a release cannot know that")
            there = f"{error(one.loss)} at λ = {number(one.lam)}"
            return f" “{SERIES[one.method]}” has a smaller error ({there}), but {but}."
    return ""


def less_error(decision: Decision) -> str:
    """Say by how much the regression has less error, be it a hair; "" where it has more."""
    percents = 100.0 * (1.0 - decision.public.miss / (decision.trivial_miss or 1.0))
    return f"{number(percents, 2)} % less" * (percents > 1e-3)


BARELY = 0.95
"""Share of the error of one number above which a regression's error is barely smaller."""


def _verdict_line(sweep: RidgeSweep, decision: Decision, prepared: Prepared) -> str:
    """Say in plain words what to release at this privacy, by what a release can know."""
    verdict, error, end = sweep.verdict, in_units(prepared), _end(prepared)
    place = "in the middle" if end == "middle" else f"at the {end}"
    note = f" {place} of the range" * (verdict.trivial == "zero")
    rival, less = _better(sweep, decision, error), less_error(decision)
    public, strictest = error(decision.public.loss), error(decision.strictest_loss)
    at_public = f"{public} at λ = {number(decision.public.lam)}"
    records = counted(decision.public_alone, "public record")
    alone, drawn = f" It uses only the {records}, without noise." * bool(decision.public_alone), ""
    if alone and _draws_differ(decision):
        low, high = decision.among_draws
        drawn = " This draw is lucky." * (decision.public.miss < low)
        drawn += " This draw is unlucky." * (decision.public.miss > high)
        drawn += f" 18 of 20 draws of who is public give {number(low)} to {number(high)}."
    one, without = NUMBERS[verdict.trivial], ", without centring" * (end != "middle")
    ours = "a private regression"
    if sweep.scenario.series:
        is_drawn = decision.public.method in sweep.scenario.series
        ours = f"{SERIES[decision.public.method]}{' (not drawn)' * (not is_drawn)}"
    ours = "a regression on the public records" if alone else ours
    if decision.depends_on_who_is_public:
        return (
            f"**Not reliably: it depends on which records are public.** With the {records} drawn "
            f"here a regression has {at_public}, the {one} {error(verdict.trivial_loss)}.{drawn} "
            f"The regression is better in {_of_draws(decision)}."
        )
    if not decision.regression_is_better:
        if not less and public == error(verdict.trivial_loss):  # as far as its digits tell
            at_public = f"slightly more than {at_public}"
        no = f"**No{without}: the {one}{note} "
        if not rival and not less:
            return (
                f"{no}predicts better** (typical error {error(verdict.trivial_loss)}) than "
                f"{ours} ({at_public}).{alone}{drawn}"
            )
        hardly = f" That is only {less} error; a regression is recommended from "
        hardly += f"{percent(100 * CLEARLY)} less."
        return (
            f"{no}is recommended** (typical error {error(verdict.trivial_loss)}).{rival} "
            f"{ours[0].upper()}{ours[1:]} has {at_public}.{hardly * bool(less)}{alone}{drawn}"
        )
    alike = f" With the strictest level for everyone its error would be {strictest}."
    which = "regression on the public records" if alone else "private regression"
    barely = ", but barely" * bool(decision.public.miss > BARELY * decision.trivial_miss)
    return (
        f"**Yes{without}{barely}: a {which} predicts better** (typical error {at_public}, {less} "
        f"than the {one}).{rival}{alone or alike * (strictest != public)}{drawn}"
    )
