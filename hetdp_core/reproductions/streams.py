"""Streams of the odometer's default setting, stored so that a page shows all of them at once."""

from __future__ import annotations

from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace

import numpy as np

from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.streams.traces import MOST_QUERIES, Trace, TraceScenario, whole_traces
from hetdp_core.reproductions.recipe import SEED, Recipe, Values
from hetdp_core.reproductions.storage import stored
from hetdp_core.validate import FloatArray

SCENARIO = TraceScenario(seed=SEED)
"""Of the streams that are stored; a page test holds that it is the page's default."""

RUNS = 20


def steps(seed: int, runs: int) -> Values:
    """Loss after each accepted query of the first runs, and the worst loss each query risked."""
    found = whole_traces(TraceScenario(seed=seed), range(runs))
    return {
        f"{run}: {name} {place}": float(value)
        for run, trace in enumerate(found)
        for name, series in (("loss", trace.loss), ("worst", trace.worst))
        for place, value in enumerate(series)
    }


RECIPE = Recipe(
    "odometer-streams",
    "Linear queries: the streams that the page of the odometer opens with",
    steps,
    lambda seed: steps(seed, 1),
    trials=RUNS,
)


def stored_traces(scenario: TraceScenario) -> dict[int, Trace]:
    """Complete streams of a scenario, by the number of the run: none unless exactly its own are
    stored, which begin like those with a lower ceiling.
    """
    most = SCENARIO.ceiling
    if scenario.ceiling > most or replace(scenario, ceiling=most) != SCENARIO:
        return {}
    with suppress(InvalidInput):  # missing or edited: whoever asks computes them
        found = stored(RECIPE.name)
        return {run: _trace(found.values, run, scenario) for run in range(found.trials)}
    return {}


def _trace(values: Mapping[str, float], run: int, scenario: TraceScenario) -> Trace:
    loss, worst = (_series(values, f"{run}: {name}") for name in ("loss", "worst"))
    whole, ceiling = Trace(loss, worst, True), np.array([scenario.ceiling])
    end = int(whole.accepted_at(ceiling, scenario.epsilon)["bayesian"][0]) + 1
    return Trace(loss[:end], worst[:end], True)


def _series(values: Mapping[str, float], name: str) -> FloatArray:
    keys = (f"{name} {place}" for place in range(MOST_QUERIES + 1))
    return np.array([values[key] for key in keys if key in values])
