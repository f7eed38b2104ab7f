"""Beyond the paper on the mean: how close ADPM is to the best, who moves it, several columns."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np
import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.figures import what_it_takes as target_figures
from hetdp_core.figures.formats import bound, number, percent, share, times
from hetdp_core.figures.mean import certificate as certificate_figures
from hetdp_core.figures.mean import people as worth_figures
from hetdp_core.figures.mean import several as several_figures
from hetdp_core.figures.mean import tables
from hetdp_core.mean.certificate import BEST, Certificate, certificate_scatter
from hetdp_core.mean.noises import NOISES, Promise
from hetdp_core.mean.plan import percent_error
from hetdp_core.mean.several import MIDDLE, MOST_DRAWN, ColumnCurves, Design, several_sweep
from hetdp_core.mean.worth import STEP, Worth
from hetdp_core.validate import count, within
from pages.inside.mean import results, views
from pages.shared.cache import value
from pages.shared.controls import catalog
from pages.shared.controls.scenario import Scenario, read_or_last_good
from pages.shared.controls.state import State
from pages.shared.figure.view import View, draw_below
from pages.shared.text import notices

SCATTER_PROFILES = 250
"""Random profiles in the U/L scatter."""


def certified(scenario: Scenario, shrinking: bool) -> View:
    """Return the worst case of ADPM and what no method is better than, along the control."""
    computed, high = results.certificates(scenario.people), scenario.people.high
    certificates = value(computed)
    figure, frames = certificate_figures.certificate_curve(
        certificates, scenario.dragged_label, high, shrinking
    )
    sentences = [_close(point, shrinking) for point in certificates.points]
    return View(
        key="certificate_curve",
        name="Worst-case error, the smallest any private method can have, and the gap between",
        headline=sentences[frames.current],
        figure=figure,
        numbers=Call(certificate_figures.curve_table, computed),
        caption="The worst case of ADPM as published is exact; shrunk and clipped to the range, it "
        "is at most the one drawn. The lower bound is proved for every private method. It is the "
        "largest of four: by Le Cam's two points, by information, by the score, and by noise and "
        "sampling together. “Times” compares squared errors; the axis shows their roots.",
        frames=replace(frames, headlines=sentences),
        moves=scenario.dragged,
        height=420,
    )


def _close(point: Certificate, shrinking: bool) -> str:
    ratio = point.ratio if shrinking else point.published_ratio
    least = percent(percent_error(point.bounds.best))
    most = percent(percent_error(point.shrunk.worst_case_mse if shrinking else point.published))
    shrunk = (
        (f", shrunk by {percent(point.shrunk.percent_off)} to the middle of the range,")
        if shrinking
        else ""
    )
    if ratio <= BEST:
        close = "**within 5 % of the best possible**"
    else:
        close = f"**at most {bound(ratio)} × the best possible**"
    return (
        f"The best weighted mean (ADPM){shrunk} has a worst-case squared error that is {close}. "
        f"Its error is {most} of the range, and no private method can be below {least}."
    )


def by_two_points(scenario: Scenario) -> str:
    """Say how close ADPM as published is known to be by Le Cam's bound alone."""
    present = value(results.certificates(scenario.people))[scenario.people.high]
    return (
        "By Le Cam's bound alone, ADPM as published has **U / L = "
        f"{number(present.loose_ratio)}**. Sharper bounds, and the same result shrunk to the "
        "middle of the range, bring that down:"
    )


def certificate(scenario: Scenario) -> View:
    """Return worst case against lower bound, for random profiles and this one."""
    present = value(results.certificates(scenario.people))[scenario.people.high]
    rng = Call(np.random.default_rng, scenario.seed)
    random = Call(certificate_scatter, SCATTER_PROFILES, rng).cached("Computing lower bounds …")
    dots = value(random)
    return View(
        key="certificate",
        name="Worst case of ADPM against the lower bound",
        headline="Each dot is one set of privacy levels. Horizontal axis: lower bound L. Vertical "
        "axis: worst-case error U of ADPM, shrunk to the middle. Both are mean squared "
        f"errors. Here **U / L is at most {bound(present.ratio)}**. Over all dots "
        f"the median is {number(dots.median_ratio)}; ADPM as published with Le Cam's bound "
        f"alone (hollow) had {number(dots.median_loose_ratio)}. The ratio limits what can "
        "still be gained.",
        figure=certificate_figures.scatter(dots, present),
        numbers=Call(certificate_figures.scatter_table, random),
        caption="Le Cam's bound compares two possible truths; the others average over all of "
        "them. Shrinking multiplies the distance of the result to the middle of the range by a "
        "fixed number, and clips the result to the range. It uses the result alone, so privacy is "
        "unchanged. Both are ours; the paper proves some constant.",
        height=480,
    )


def draw_worth(scenario: Scenario, shrinking: bool) -> None:
    """Draw both figures beside each other; the second only where somebody is not public."""
    for place, view in zip(st.columns(2), who_and_what(scenario, shrinking), strict=False):
        with place:
            draw_below(view)


def who_and_what(scenario: Scenario, shrinking: bool) -> list[View]:
    """Return both figures; one where everybody is public, and nobody can ask for less."""
    computed = results.worth(scenario.people, shrinking)
    if value(computed).users.size == 0:
        return [who_moves(computed)]
    return [who_moves(computed), asking_for_less(computed)]


def who_moves(computed: Call[Worth]) -> View:
    """Return what one more user of each group, or a public volunteer, is worth."""
    gains = value(computed)
    return View(
        key="mean_worth",
        name="Value of one more person of each group",
        headline=_said(gains),
        figure=target_figures.who_moves(worth_figures.worth_table(gains)),
        numbers=Call(worth_figures.worth_table, computed),
        caption="Exact derivatives of the worst-case squared error in the number of people. The "
        "table also has the effect of a whole person, recomputed. Above the saturation "
        "level everyone is worth as much as a public volunteer. With more than five "
        "levels, one person in the middle of each quarter is shown.",
        height=300,
    )


def _said(gains: Worth) -> str:
    lead = "**Value of one more person**"
    if gains.error > 0 and not (gains.one_more > 0).any():
        return (
            f"{lead}. Here the result is the middle of the range, and one more person changes "
            "nothing."
        )
    if not gains.users.size:
        return f"{lead}. Everyone is public and has the same weight."
    return (
        f"{lead}, compared with a person in the least valuable group. A public volunteer is worth "
        f"**{times(float(gains.in_units[-1]))}** as much."
    )


def asking_for_less(computed: Call[Worth]) -> View:
    """Return what it brings if all of a group ask for a step less privacy."""
    gains = value(computed)
    return View(
        key="mean_relaxing",
        name="Effect if a group asks for less privacy",
        headline=_who_gains(gains),
        figure=worth_figures.relaxing(gains),
        numbers=Call(worth_figures.relaxing_table, computed),
        caption="Bars are recomputed for the whole step. Diamonds show the exact derivative times "
        "the step. People above the saturation level make no difference.",
        height=300,
    )


def _who_gains(gains: Worth) -> str:
    more, most = f"accept an ε {share(STEP)} larger", gains.most_by_relaxing
    if most is None:
        return f"**Less privacy**: if all people of one group {more}, **no error falls**."
    by = percent(gains.percent(gains.relaxed_exactly)[most])
    fall = f"the worst-case squared error falls by **{by}**"
    who = worth_figures.groups(gains)
    if len(who) == 1:
        return f"**Less privacy**: if **{who[0]}** {more}, {fall}."
    return f"**Less privacy**: the error falls most if **{who[most]}** {more}. Then {fall}."


ABOUT = (
    "The means of **several columns in one result**: each person's ε is shared among all columns. "
    "The best noise depends on the number of columns and on what ε promises."
)

_PROMISED = {
    "pure": "ε holds **always**. Gaussian noise cannot promise that, so it is not shown.",
    "approximate": "Each person's ε holds **except with failure probability δ = {delta}**. That "
    "is weaker than ε.",
    "concentrated": "Each person's ε is read as **ρ = ε · tanh(ε/2)** of zero-concentrated privacy "
    "(zCDP), which ε implies. That is weaker than ε: larger losses are rare, but possible.",
    "gaussian": "Each person's ε is read as the **μ of Gaussian privacy** that ε implies. That is "
    "weaker than ε: larger losses are rare, but possible.",
}

_HOW = (
    "Each noise has its best weights, and errors are for the worst data. K-norm noise is a "
    "demonstration: its ε is exact, but no release can draw it. Laplace noise is a bound: columns "
    "add up as ε or by zCDP, whichever needs less noise. Gaussian noise is exact."
)


def design_of(state: State) -> Design:
    """Return the noise, promise, columns and shape that the controls hold."""
    chance = catalog.mean.CHANCE
    delta = within(state[chance.key], chance.low, chance.high, chance.label)
    promise = Promise(state[catalog.mean.PROMISE.key], delta)
    columns = count(state[catalog.mean.SEVERAL.key], 1, None, catalog.mean.SEVERAL.label)
    return Design(state[catalog.mean.NOISE.key], promise, columns, state[catalog.mean.SHAPE.key])


def usable_design() -> Design:
    """Return what the controls of the tab hold, or the last that could be used, and say why."""
    return read_or_last_good("design", design_of, say=notices.say_in_tab)


def by_columns(scenario: Scenario, design: Design) -> View:
    """Return the error of each noise against the number of columns."""
    computed, high = results.column_curves(scenario.people, design), scenario.people.high
    curves = value(computed)
    figure, frames = several_figures.column_curves(curves, scenario.dragged_label, high)
    sentences = [_winner(curves, place) for place in range(len(frames.values))]
    delta = number(design.promise.delta)
    return View(
        key="column_curves",
        name="Worst-case error of each noise against the number of columns released at once",
        headline=sentences[frames.current],
        figure=figure,
        numbers=Call(several_figures.table, computed, high),
        caption=f"{_PROMISED[design.promise.kind].format(delta=delta)} {_HOW}",
        frames=replace(frames, headlines=sentences),
        moves=scenario.dragged,
        height=420,
    )


def _winner(curves: ColumnCurves, setting: int) -> str:
    """Say which noise is best for the chosen number of columns, and where another takes over."""
    errors = curves.errors_at(setting)
    best = min(errors, key=errors.__getitem__)
    columns = curves.design.columns
    many = "1 column" if columns == 1 else f"{columns:,} columns at once"
    if errors[best] >= MIDDLE:
        return f"**{many}**: with any noise, guessing the middle of the range is better."
    start = (
        f"**{many}**: {NOISES[best].title} noise has the smallest error here ("
        f"{percent(errors[best])})."
    )
    return f"{start} {_from_there(curves, setting)}"


def _from_there(curves: ColumnCurves, setting: int) -> str:
    if not curves.overtakes:
        return "Where ε must always hold, one noise for all columns beats Laplace noise on each."
    over_all, over_laplace = curves.best_from[setting], curves.overtakes["laplace"][setting]
    if math.isnan(over_laplace):
        return f"Gaussian noise is not better than Laplace up to {MOST_DRAWN:,} columns."
    if over_all == 1:
        return "Gaussian noise is best **for any number of columns**."
    exactly = f"Gaussian noise beats Laplace from **{number(over_laplace)}** columns"
    if math.isnan(over_all):
        return (
            f"{exactly}; K-norm noise is always better than both. Only Gaussian and Laplace can "
            "be used in a real release."
        )
    return (
        f"{exactly} and K-norm from **{number(over_all)}**. Only Gaussian and Laplace can be used "
        "in a real release."
    )


def saturation(scenario: Scenario, design: Design) -> View:
    """Return the saturation figure of the mean for a noise and a number of columns."""
    settings, high = scenario.people, scenario.people.high
    computed = Call(several_sweep, results.at_first_stop(settings), design).cached()
    sweep = value(computed)
    figure, frames = views.saturation_frames(sweep, scenario.dragged_label)
    return View(
        key="several_saturation",
        name="Requested ε, applied ε and weight of every person, for several columns",
        headline=views.headline(sweep[high]),
        figure=figure,
        numbers=Call(tables.saturation, computed, high),
        caption=f"{NOISES[design.noise].title} noise, {design.columns:,} at once. More columns "
        "need more noise, so weights saturate later or not at all.",
        frames=frames.at(sweep.index(high)),
        moves=scenario.dragged,
        height=420,
    )
