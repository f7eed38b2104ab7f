"""What the cards of the paper on privacy accounting are checked against."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace

import numpy as np

from hetdp_core import odometer
from hetdp_core.experiments import SWEEPS
from hetdp_core.experiments.odometer import ACCEPTED, GROUPED, stream_point
from hetdp_core.odometer.paper.checkup import HEALTH, PRINTED, checkup_queries
from hetdp_core.odometer.paper.examples import (
    COIN_DOMAIN,
    RUNNING_DOMAIN,
    RUNNING_LEVEL,
    RUNNING_OUTPUTS,
    coin_query,
    running_query,
)
from hetdp_core.parallel import Sweep
from hetdp_core.parallel.sweep import Point
from hetdp_core.reproductions.recipe import Recipe, Values, exact, kept, of_sweep
from hetdp_core.validate import FloatArray

RUNS = 50
"""Streams, as in the paper."""

BUDGETS = tuple(range(1, 11))

COINS = 10
"""Answers of Example 1, half of them ones."""

MOCK_RECORDS = {"ID 0": (34.0, 0.0, 110.0, 18.0), "ID 1": (52.0, 1.0, 140.0, 23.0)}
"""Age, sex (0 female, 1 male), blood pressure and BMI of section 6.3."""


def stream_losses(point: Point, trials: int, rng: np.random.Generator) -> dict[str, FloatArray]:
    """Return of each stream: what the filter accepts at every budget, and its loss against basic's.

    Losses are sums over groups of 10 queries, as in the paper.
    """
    counts = {_accepted(name, at): np.empty(trials) for name in FILTERS for at in BUDGETS}
    losses = {"loss over basic at the end": np.empty(trials)}
    losses["largest excess over basic"] = np.empty(trials)
    for trial in range(trials):
        scenario = odometer.StreamScenario(
            **point, effort=odometer.GROUPS_ONLY, seed=int(rng.integers(2**31))
        )
        found = odometer.run_stream(scenario)
        for at in BUDGETS:
            for name, count in found.accepted_at(float(at)).items():
                counts[_accepted(name, at)][trial] = count
        losses["loss over basic at the end"][trial] = found.upper[-1] / found.basic[-1]
        losses["largest excess over basic"][trial] = np.max(found.upper - found.basic)
    return {**counts, **losses}


FILTERS = ("basic", "simplified", "bayesian")


def _accepted(name: str, budget: int) -> str:
    return f"{name}{GROUPED if name != 'basic' else ''} accepts at budget {budget}"


def _stream_sweep(kind: str) -> Sweep:
    return Sweep(
        f"{kind}-streams",
        f"{kind.capitalize()} queries: losses and acceptance along 50 streams (section 6)",
        "budget",
        (stream_point(kind, 9, float(BUDGETS[-1])),),
        stream_losses,
        ACCEPTED,
        trials=RUNS,
        block=1,
    )


_JOINT = replace(SWEEPS["linear-stream"], points=SWEEPS["linear-stream"].points[-1:])
"""The named sweep at budget 10: its unmarked filters take all answers together."""


def accepted_name(budget: int, what: str = "median") -> str:
    """Name of the stored number of queries that the full filter accepts at a budget."""
    return kept(_accepted("bayesian", budget), BUDGETS[-1], what)


def _stream_claims(values: Mapping[str, float]) -> Values:
    medians = np.array([values[accepted_name(at)] for at in BUDGETS])
    return {
        "correlation of accepted queries with the budget": float(
            np.corrcoef(BUDGETS, medians)[0, 1]
        ),
        "accepted queries over basic, at budget 10": float(medians[-1] / BUDGETS[-1]),
    }


def first_example(seed: int) -> Values:
    """Recompute Example 1: as many ones as zeros about one bit, in any order."""
    del seed
    queries = [coin_query(1.0)] * COINS
    outputs = [k % 2 == 0 for k in range(COINS)]
    return {
        "realised loss": odometer.realized_loss(queries, outputs, COIN_DOMAIN).upper,
        "basic composition": float(COINS),
    }


def likelihoods(seed: int) -> Values:
    """Recompute Example 2: P(1, 0, 1 | x) for each x, and the ratio of the extremes."""
    del seed
    queries = [running_query(power) for power in (1, 2, 3)]
    logs = odometer.likelihood_on(RUNNING_DOMAIN, queries, RUNNING_OUTPUTS[:3])
    found = {f"x = {x}": float(np.exp(value)) for x, value in enumerate(logs)}
    ratio = float(np.exp(np.max(logs) - np.min(logs)))
    return {**found, "e^L": ratio, "e^(sum of ε)": float(np.exp(3 * RUNNING_LEVEL))}


def coefficients(seed: int) -> Values:
    """Recompute Table I: the coefficients that all figures of the check-up use."""
    del seed
    columns = (*(name.split(",")[0] for name in HEALTH.coordinates), "intercept")
    return {
        f"{name}: {column}": float(value)
        for name, slope, intercept in zip(HEALTH.names, HEALTH.slope, HEALTH.intercept, strict=True)
        for column, value in zip(columns, (*slope, intercept), strict=True)
    }


def predictions(seed: int) -> Values:
    """Recompute Section 6.3: what the regressions of Table I say about the two mock records."""
    del seed
    return {
        f"{person}: {name}": float(query.result(np.array(record)))
        for person, record in MOCK_RECORDS.items()
        for name, query in zip(HEALTH.names, checkup_queries(), strict=True)
    }


def outcome_name(outputs: tuple[bool, ...]) -> str:
    """Name of the stored loss of one of the 16 outcomes."""
    return kept("certified", "".join(str(int(one)) for one in outputs))


def _checkup_claims(values: Mapping[str, float]) -> Values:
    gaps = [printed - values[outcome_name(outputs)] for outputs, printed in PRINTED.items()]
    losses = [values[outcome_name(outputs)] for outputs in PRINTED]
    return {
        "worst loss": max(losses),
        "median loss": float(np.median(losses)),
        "least gap": min(gaps),
        "largest gap": max(gaps),
    }


RECIPES: tuple[Recipe, ...] = (
    *(
        of_sweep(
            f"{kind}-streams",
            _stream_sweep(kind),
            _stream_claims,
            trials=RUNS,
            keep=("median", "largest"),
        )
        for kind in ("linear", "logistic")
    ),
    of_sweep("linear-streams-joint", _JOINT, trials=RUNS, keep=("median",)),
    of_sweep("check-up", SWEEPS["check-up"], _checkup_claims, trials=1, keep=("mean",)),
    of_sweep("running-example", SWEEPS["running-example"], trials=1, keep=("mean",)),
    exact("accounting-example-1", "As many ones as zeros (Example 1)", first_example),
    exact("accounting-example-2", "Likelihoods of three answers (Example 2)", likelihoods),
    exact("accounting-coefficients", "Coefficients of four regressions (Table I)", coefficients),
    exact("accounting-predictions", "Regressions of two mock records (section 6.3)", predictions),
)
