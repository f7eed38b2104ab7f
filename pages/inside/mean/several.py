"""Several columns at once: which noise is best, and how users saturate with it."""

from __future__ import annotations

import math
from dataclasses import replace

from hetdp_core.calls import Call
from hetdp_core.figures.mean import several as drawing
from hetdp_core.figures.mean import tables
from hetdp_core.figures.text import number, percent
from hetdp_core.mean.noises import NOISES, Promise
from hetdp_core.mean.several import MIDDLE, MOST_DRAWN, ColumnCurves, Design, several_sweep
from hetdp_core.validate import count, within
from pages.inside.mean import hero, results
from pages.shared.cache import value
from pages.shared.controls import catalog
from pages.shared.controls.scenario import Scenario, usable
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.text import notices

ABOUT = (
    "The mean of **several columns in one answer**: users share their ε among all of them. Which "
    "noise is best depends on how many columns there are, and on what ε promises."
)

_PROMISED = {
    "pure": "ε holds **always**, so Gaussian noise is out: it cannot promise that.",
    "approximate": "Each user's ε holds **but for a chance δ = {delta}**. That is weaker than ε: "
    "with this chance anything may come out.",
    "concentrated": "Each user's ε is read as **ρ = ε²/2** of zero-concentrated privacy (zCDP), "
    "which ε implies. That is weaker than ε: larger losses are rare, but not excluded.",
    "gaussian": "Each user's ε is read as the **μ of Gaussian privacy** that ε implies. That is "
    "weaker than ε: larger losses are rare, but not excluded.",
}

_HOW = (
    "Weights are the best for each noise, and errors are those of the worst data. K-norm is "
    "counted by its ε alone, and is a demonstration: nothing here draws it exactly. Laplace noises "
    "of all columns are added up as ε or by zCDP, whichever allows less noise: a bound. Gaussian "
    "noise is counted exactly."
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
    return usable("last_good_design", design_of, say=notices.say_in_tab)


def by_columns(scenario: Scenario, design: Design) -> View:
    """Return the error of each noise against the number of columns."""
    computed, high = results.column_curves(scenario.profile, design), scenario.profile.high
    curves = value(computed)
    figure, frames = drawing.column_curves(curves, scenario.control, high)
    sentences = [_winner(curves, place) for place in range(len(frames.values))]
    delta = number(design.promise.delta)
    return View(
        key="column_curves",
        name="Worst-case error of each noise against the number of columns released at once",
        headline=sentences[frames.current],
        figure=figure,
        numbers=Call(drawing.table, computed, high),
        caption=f"{_PROMISED[design.promise.kind].format(delta=delta)} {_HOW}",
        frames=replace(frames, headlines=sentences),
        moves=scenario.moves,
        height=420,
    )


def _winner(curves: ColumnCurves, setting: int) -> str:
    """Say which noise is best for the chosen number of columns, and where another takes over."""
    errors = curves.errors_at(setting)
    best = min(errors, key=errors.__getitem__)
    columns = curves.design.columns
    many = "1 column" if columns == 1 else f"{columns:,} columns at once"
    if errors[best] >= MIDDLE:
        return f"**{many}**: no noise leaves an answer better than the middle of the range."
    start = f"**{many}**: {NOISES[best].title} noise is best, off by ± {percent(errors[best])}."
    return f"{start} {_from_there(curves, setting)}"


def _from_there(curves: ColumnCurves, setting: int) -> str:
    if not curves.overtakes:
        return "Without a chance to fail, one noise for all columns beats Laplace noise on each."
    over_all, over_laplace = curves.best_from[setting], curves.overtakes["laplace"][setting]
    if math.isnan(over_laplace):
        return f"Gaussian noise is not better than Laplace up to {MOST_DRAWN:,} columns."
    if over_all == 1:
        return "Gaussian noise is best **for any number of columns**."
    exactly = (
        "Gaussian beats Laplace, the other one that a release can draw exactly, from "
        f"**{number(over_laplace)}** on"
    )
    if math.isnan(over_all):
        return f"{exactly}; K-norm stays ahead of both."
    return f"{exactly}, and K-norm from **{number(over_all)}** on."


def saturation(scenario: Scenario, design: Design) -> View:
    """Return the saturation figure of the mean for a noise and a number of columns."""
    settings, high = scenario.profile, scenario.profile.high
    computed = Call(several_sweep, results.at_first_stop(settings), design).kept()
    sweep = value(computed)
    figure, frames = hero.drawn(sweep, scenario.control)
    return View(
        key="several_saturation",
        name="Privacy asked, privacy given and weight of every user, for several columns",
        headline=hero.headline(sweep[high]),
        figure=figure,
        numbers=Call(tables.saturation, computed, high),
        caption=f"{NOISES[design.noise].title} noise, {design.columns:,} at once. The more columns "
        "there are, the more noise they need, so weights saturate later or not at all.",
        frames=frames.at(sweep.index(high)),
        moves=scenario.moves,
        height=420,
    )
