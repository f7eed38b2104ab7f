"""The figures of the heterogeneous mean with their words: the hero's, and those under it."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import replace

from hetdp_core.calls import Call
from hetdp_core.figures.figure import Frames, MovingFigure
from hetdp_core.figures.formats import bound, number, percent, times, visible, with_unit
from hetdp_core.figures.mean import cap_tradeoff as cap_figures
from hetdp_core.figures.mean import methods as method_figures
from hetdp_core.figures.mean import people as people_figures
from hetdp_core.figures.mean import saturation as figures
from hetdp_core.figures.mean import tables
from hetdp_core.figures.mean.methods import named
from hetdp_core.mean.cap_tradeoff import CapCurves
from hetdp_core.mean.comparison import Comparison, SimulatedMSE
from hetdp_core.mean.comparison import table_one as table_rows
from hetdp_core.mean.methods import METHODS
from hetdp_core.mean.saturation import SingleLevel
from hetdp_core.mean.sweep import ErrorCurve, SaturationCurve, SaturationSweep
from hetdp_core.numerals import counted
from pages.inside.mean import results
from pages.shared.cache import value
from pages.shared.controls import catalog, table_choice
from pages.shared.controls.scenario import Scenario, read
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.tables import own_table
from pages.shared.text.notices import literal


def for_state(state: State) -> View:
    return saturation_view(read(state))


def saturation_view(scenario: Scenario) -> View:
    """Return privacy asked and given, and the weight of every user."""
    computed, high = results.sweep(scenario.people, scenario.everybody), scenario.people.high
    sweep = value(computed)
    assigned, is_own = are_assigned(scenario), own_table.is_own(scenario.dataset)
    alone = scenario.everybody or scenario.people.kind == "alike"
    errors = () if alone else (results.error_curve(scenario.people),)
    figure, frames = value(
        Call(
            saturation_frames,
            computed,
            scenario.dragged_label,
            assigned,
            scenario.everybody,
            *errors,
        ).cached()
    )
    return View(
        key="saturation",
        name="Requested ε, applied ε and weight of every person, with the saturation level",
        headline=headline(sweep[high], assigned, scenario.everybody),
        figure=figure,
        numbers=Call(tables.saturation, computed, high),
        caption=f"{_how_made(scenario.everybody)} {who_asks(scenario) if is_own else ''}".strip(),
        tag="exact",
        frames=_as_decided(frames, sweep, scenario).at(sweep.index(high)),
        moves=scenario.dragged,
    )


def _as_decided(frames: Frames, sweep: SaturationSweep, scenario: Scenario) -> Frames:
    """Return worst cases of the user's own column in its unit, as where a release is decided."""
    errors = [in_own_unit(scenario, curve.worst_case_error) for curve in sweep.points]
    readouts = {figures.WORST: errors} if all(errors) else {}
    return replace(frames, readouts={**frames.readouts, **readouts})


def in_own_unit(scenario: Scenario, error: float) -> str:
    """Return an error, in percent of the range, in the unit of the user's own column, or ""."""
    _, bounds = results.unit_and_bounds(scenario)
    if bounds is None or not own_table.is_own(scenario.dataset):
        return ""
    unit = visible(results.unit_of_error(scenario))
    return with_unit(number((bounds[1] - bounds[0]) / 100.0 * error), unit)


def unit_of(scenario: Scenario) -> str:
    """Return what follows a number of the chosen column: a space and its unit, if it has one."""
    return f" {literal(results.unit_and_bounds(scenario)[0])}".rstrip()


def unit_of_error(scenario: Scenario) -> str:
    """Return the same for an error: percentages differ by points."""
    return f" {literal(results.unit_of_error(scenario))}".rstrip()


def are_assigned(scenario: Scenario) -> bool:
    """Say whether the people of the user's own table are assigned levels that nobody asked for."""
    return own_table.is_own(scenario.dataset) and not scenario.levels_column


def who_asks(scenario: Scenario) -> str:
    """Say where the levels of a table's people come from."""
    if said := table_choice.who_asks(scenario.levels_column, scenario.people):
        return said
    nobody = "Nobody in your dataset asked for these levels. " * are_assigned(scenario)
    return f"{nobody}Privacy levels are assigned to rows at random (seed {scenario.seed})."


def _how_made(everybody: bool) -> str:
    called = "" if everybody else " (ADPM)"
    return (
        f"Calculated exactly. The method{called} is the weighted noisy mean with the smallest "
        f"worst-case error. {catalog.sections.QUESTIONS[everybody]}"
    )


def saturation_frames(
    sweep: SaturationSweep,
    control: str,
    assigned: bool = False,
    everybody: bool = False,
    errors: ErrorCurve | None = None,
) -> MovingFigure:
    """Return the figure at the first value of the control, with the sentences of all."""
    figure, frames = figures.saturation(sweep, control, float(sweep.values[0]), assigned, errors)
    said = [headline(curve, assigned, everybody) for curve in sweep.points]
    return figure, replace(frames, headlines=said)


def headline(curve: SaturationCurve, assigned: bool = False, everybody: bool = False) -> str:
    """Say in one sentence what the figure shows.

    assigned : whether nobody asked for these levels.
    everybody : whether it is about these people only; saturated ones then have an equal share.
    """
    if curve.answers_midpoint:
        return (
            f"With {counted(curve.users, 'person', 'people')} and levels this strict, the noise "
            "is so large that **guessing the middle of the range is better** than a noisy mean."
        )
    if curve.public_share == 100:
        they = "The only person is" if curve.users == 1 else f"All {curve.users:,} people are"
        return (
            f"{they} public and ask for no privacy, so all weights are equal and **no noise is "
            "needed**."
        )
    if curve.is_alike:
        return (
            "Everybody has the same weight and **the same guarantee: ε is at most "
            f"{bound(float(curve.granted[-1]))}**."
        )
    if curve.saturated_share == 0:
        wish = "of their assigned level" if assigned else "they ask for"
        return (
            f"All {curve.users:,} people get exactly the privacy {wish}, because **nobody has "
            "reached the saturation level yet**."
        )
    than = "their assigned level demands" if assigned else "they ask for"
    why = "a larger ε for them would not lower the worst-case error"
    if everybody:
        why = f"ε = {bound(curve.level)} gives them an equal share, and {why}"
    return (
        f"Of {curve.users:,} people, **{percent(curve.saturated_share)} get more privacy than "
        f"{than}**: {why}."
    )


def saturating(scenario: Scenario) -> View:
    """Return both parts of the error against a cap on everybody's level."""
    computed, high = results.cap_curves(scenario.people, scenario.everybody), scenario.people.high
    figure, frames = value(Call(caps_drawn, computed, scenario.dragged_label).cached())
    current = value(computed).sweep.index(high)
    return View(
        key="cap_curves",
        name="Both parts of the error, and both together, against a cap on every level",
        headline=frames.headlines[current],
        figure=figure,
        numbers=Call(cap_figures.table, computed, high),
        caption="Exact, in the worst case. Anyone above the cap is treated as if they had asked "
        "for the cap. Weights are proportional to the capped levels. The square of "
        "the error is the sum of the squares of its parts.",
        frames=frames.at(current),
        moves=scenario.dragged,
        height=380,
    )


def caps_drawn(curves: CapCurves, control: str) -> MovingFigure:
    """Return the figure at the first value of the control, with the sentences of all."""
    figure, frames = cap_figures.cap_curves(curves, control, float(curves.sweep.values[0]))
    pairs = zip(curves.sweep.points, curves.least_error, strict=True)
    headlines = [_why_capped(curve, least, curves.everybody) for curve, least in pairs]
    return figure, replace(frames, headlines=headlines)


def _why_capped(curve: SaturationCurve, least: float, everybody: bool) -> str:
    """Say where the error is least; `everybody`: about these users only, without sampling."""
    costs = "sampling"
    price = "then few people have most of the weight, so **sampling error rises**"
    if everybody:
        costs = "the pull to the middle"
        price = (
            "fewer people reach an equal share. The middle of the range has the weight they lack, "
            "so **the pull to it rises**"
        )
    if curve.answers_midpoint:
        return (
            "At every cap, **guessing the middle of the range is better**: noise and sampling "
            "error together are larger than half of it."
        )
    share = 100.0 * float(curve.requested[-1]) / curve.level
    if curve.is_alike and everybody and 0.0 < share < 99.5:
        return (
            f"Everybody has {percent(share)} of an equal share, and the middle of the range has "
            "the rest: **less noise is worth this pull**."
        )
    if curve.is_alike:
        return "Everybody has the same level, so **a cap changes nothing**: all weigh the same."
    if curve.saturated_share == 0:
        return (
            "The error falls as the cap rises, up to the least private level: less noise gains "
            f"more than {costs} loses. **No cap helps**, so every weight grows with ε."
        )
    return (
        f"A higher cap needs **less noise**, but {price}. The total is smallest at "
        f"**τ = {bound(curve.level)}**: {percent(least)} of the range. That is why weights stop "
        "growing there."
    )


def people(scenario: Scenario) -> View:
    """Return the users of the profile as dots, as large as their say in the answer."""
    settings, most = scenario.people, people_figures.MOST_DOTS
    computed = results.sweep(settings, scenario.everybody, most)
    sweep, high = value(computed), settings.high
    figure, frames = people_figures.people(sweep, scenario.dragged_label, high)
    users = sweep[high].users
    some = f" ({most} of {users:,} shown, sorted by privacy)" if users > most else ""
    return View(
        key="profile_people",
        name="People as dots by their weight in the result, and the error of the result",
        headline=f"Each dot is one person{some}. Its area is their weight, its colour the ε they "
        "ask for. **Dots stop growing at τ.**",
        figure=figure,
        numbers=Call(tables.saturation, computed, high),
        frames=frames,
        moves=scenario.dragged,
        height=330,
    )


def errors(scenario: Scenario) -> View:
    """Return worst-case errors along the profile's main control."""
    computed = results.error_curve(scenario.people)
    curve = value(computed)
    return View(
        key="error_curve",
        name="Worst-case error against the least private level",
        headline=(
            "The worst-case error of each method as people ask for less privacy. "
            f"{_relaxing(curve)}"
        ),
        figure=figures.error_curve(curve, scenario.dragged_label, scenario.people.high),
        numbers=Call(tables.error_curve, computed),
        height=420,
    )


def is_it_worth_it(single: SingleLevel, lowest: float) -> str:
    """Compare the best single level with personal ones, and say what follows; "" for one level.

    lowest : the most private ε of the controls.
    """
    if single.ceiling <= 1.0:
        return ""
    accepting = counted(single.users, "person who accepts", "people who accept")
    level = number(single.level)
    how = "just above" if level == number(lowest) and single.level > lowest else "of"
    who = f"One level {how} ε = {level} for the {accepting} it"
    if math.isinf(single.level):
        who = "A mean without noise for the public people"
    error = math.sqrt(single.ratio)
    advice = "So personal levels are worth it."
    if error < 1.0 + NEARLY_AS_GOOD:
        advice = "So personal levels hardly lower the error here."
    larger = "the same error" if times(error) == times(1.0) else f"{times(error)} the error"
    return f"**Are personal levels worth it?** {who}, and nobody else, has **{larger}**. {advice}"


NEARLY_AS_GOOD = 0.1
"""Below which share more error one level is as good."""


def _relaxing(curve: ErrorCurve) -> str:
    if curve.onset is None:
        return (
            "Nobody reaches the cap τ anywhere on this control: every step to the right lowers "
            "the error."
        )
    if curve.onset_is_exact:
        return (
            "With saturated weights (ADPM) the error stops falling at **ε₂ = "
            f"{number(curve.onset, 4)}**, exactly ε₁ + 8 / (n f ε₁). Above that level asking for "
            "less privacy changes nothing. Proportional weights (PropDPM) get worse, because they "
            "rely on fewer and fewer people."
        )
    return (
        "Left of the dashed line nobody reaches the cap τ, which depends on the profile. On its "
        "right, saturated weights (ADPM) gain only from people below the cap. Proportional weights "
        "(PropDPM) have no cap, so a few people with a large ε get most of the weight."
    )


def methods(
    scenario: Scenario, spread: float, simulate: bool = False, only: Sequence[str] = tuple(METHODS)
) -> View:
    """Return the errors of the methods, for data of this share of the largest variance."""
    compared = results.comparison(scenario.people, spread)
    result = value(compared)
    checked: Call[dict[str, SimulatedMSE]] | dict[str, SimulatedMSE] = {}
    if simulate:
        checked = results.simulation(compared, result.plans["adpm"].users, scenario.seed)
    checks = value(checked)
    shown = compared if len(only) == len(METHODS) else Call(Comparison.among, compared, list(only))
    return View(
        key="comparison",
        name="Error of every method",
        headline=_best_method(result, spread),
        figure=method_figures.comparison(value(shown), checks),
        numbers=Call(tables.comparison, shown, checked),
        caption=_how_compared(result, checks, scenario.seed),
        height=560,
    )


SAME = 1e-9
"""Errors this close, by ratio, are the same."""


def _best_method(result: Comparison, spread: float) -> str:
    varies = f"with {percent(100.0 * spread)} of the largest variance, sampling error included,"
    population = f"**For a population** {varies}"
    safest, best = named(result.safest), named(result.best)
    if result.best == "adpm":
        least = result.mse["adpm"] * (1 + SAME)
        tied = [named(key) for key, mse in result.mse.items() if mse <= least]
        first = f"{population} the best weighted mean **(ADPM) has the smallest error**"
        if len(tied) > 1:
            first = f"{population} **{' and '.join(tied)} have the smallest error**"
        if result.safest == "adpm":
            return f"{first}, as in the worst case."
        return f"{first}. In the worst case (the ticks) it is smaller with **{safest}**."
    first = f"{population} **the error is smaller with {best} than with the method here (ADPM)**"
    if result.safest != "adpm":
        return f"{first}. In the worst case (the ticks) it is smallest with **{safest}**."
    return (
        f"{first}. ADPM has the smallest error in the worst case (the ticks). When data vary "
        "less, noise is the larger part of the error. If this variance were public, ADPM could "
        f"use that and reach {number(result.tuned_error)} %."
    )


def _how_compared(result: Comparison, checks: dict[str, SimulatedMSE], seed: int) -> str:
    notes = []
    if checks:
        trials = next(iter(checks.values())).trials
        notes.append(
            f"Rings are simulated with {trials:,} datasets, seed {seed}; their bars are four "
            "standard errors. Dots and ticks are exact."
        )
    if result.plans["sampling"].privacy_as_claimed:
        notes.append(
            "“Sampling” is shown as published. Its noise depends on how many people are drawn, so "
            "its printed privacy argument does not hold in general. People may get less privacy "
            "than they ask for."
        )
    return "\n\n".join(notes)


def table_one(seed: int, trials: int) -> View:
    """Return Table I, printed and recomputed; simulated where there are trials."""
    table = Call(table_rows, seed, trials).cached("Recomputing Table I …")
    apart = max(abs(row.difference) for row in value(table))
    return View(
        key="table_one",
        name="Table I: printed and recomputed log MSE",
        headline="**Reproduced under stated assumptions.** The paper's text does not say how ε "
        "was drawn. Assumed: n = 1000, ln ε uniform on [−4, 2] (high variance) and on [−3, −2] "
        "(low variance), data variance 1/20. The order is then the printed one. The largest "
        f"difference from a printed value is {number(apart)}.",
        figure=method_figures.table_one(value(table)),
        numbers=Call(tables.table_one, table),
        height=420,
    )
