"""Our numbers for the paper of the privacy odometer, and for what goes beyond it."""

from __future__ import annotations

import itertools
import math
from collections.abc import Mapping
from contextlib import suppress
from dataclasses import replace
from typing import Any

import numpy as np

from hetdp_core import odometer
from hetdp_core.errors import InvalidInput
from hetdp_core.evidence.results import Values, stored, value_name
from hetdp_core.experiments import SWEEPS
from hetdp_core.experiments.odometer import ACCEPTED, GROUPED, stream_point
from hetdp_core.odometer.crowd.learned import METHODS, estimates, study
from hetdp_core.odometer.crowd.people import CrowdScenario, ask_crowd
from hetdp_core.odometer.examples import (
    COIN_DOMAIN,
    COORDINATES,
    INTERCEPTS,
    NAMES,
    PRINTED,
    RUNNING_DOMAIN,
    RUNNING_LEVEL,
    RUNNING_OUTPUTS,
    SLOPES,
    checkup_queries,
    coin_query,
    running_query,
)
from hetdp_core.odometer.kinds import KINDS, KindsScenario, compare_kinds
from hetdp_core.odometer.levels import spent_upto
from hetdp_core.odometer.search import LOGISTIC, Allowance, Terms, extremum, pooled_extrema
from hetdp_core.odometer.streams.stream import Trace
from hetdp_core.odometer.streams.traces import MOST_QUERIES, TraceScenario, whole_traces
from hetdp_core.parallel import Point, Sweep
from hetdp_core.profiles import ProfileSettings
from hetdp_core.validate import FloatArray

RUNS = 50
"""Streams, as in the paper."""

BUDGETS = tuple(range(1, 11))

COINS = 10
"""Answers of Example 1, half of them ones."""

MOCK_RECORDS = {"ID 0": (34.0, 0.0, 110.0, 18.0), "ID 1": (52.0, 1.0, 140.0, 23.0)}
"""Age, sex (0 female, 1 male), blood pressure and BMI of section 6.3."""

LOGISTIC_ANSWERS, LOGISTIC_COORDINATES, LOGISTIC_EPSILON = 3_000, 8, 0.05

WORK = 8e8
"""Multiplications for either search, counted: a second or so."""

TRANSCRIPTS = 40
"""Of mixed answers, each held against a grid of records."""

SHOWN = TraceScenario(seed=0)
"""Scenario of the streams that the page of the odometer opens with; a page test holds that."""

SHOWN_STREAMS = {
    "linear": "odometer-streams",
    "truncated": "odometer-streams-truncated",
    "logistic": "odometer-streams-logistic",
}
"""Names of its stored streams, and of those with another kind of question."""


def stream_losses(point: Point, trials: int, rng: np.random.Generator) -> dict[str, FloatArray]:
    """Return for each stream: the queries accepted at every budget, and its loss against basic's.

    Losses are sums over groups of 10 queries, as in the paper.
    """
    filters = ("basic", "simplified", "bayesian")
    counts = {_accepted(name, at): np.empty(trials) for name in filters for at in BUDGETS}
    losses = {"loss over basic at the end": np.empty(trials)}
    losses["largest excess over basic"] = np.empty(trials)
    for trial in range(trials):
        scenario = odometer.StreamScenario(
            **point, effort=odometer.GROUPS_ONLY, seed=int(rng.integers(2**31))
        )
        trace = odometer.run_stream(scenario)
        accepted = trace.accepted_at(np.array(BUDGETS, dtype=float), scenario.epsilon)
        for name, column in accepted.items():
            for at, count in zip(BUDGETS, column, strict=True):
                counts[_accepted(name, at)][trial] = count
        basic = np.append(0.0, spent_upto(scenario.epsilon, trace.accepted))
        losses["loss over basic at the end"][trial] = trace.loss[-1] / basic[-1]
        losses["largest excess over basic"][trial] = np.max(trace.loss - basic)
    return {**counts, **losses}


def _accepted(name: str, budget: int) -> str:
    return f"{name}{GROUPED if name != 'basic' else ''} accepts at budget {budget}"


def stream_sweep(kind: str) -> Sweep:
    """Return the 50 streams of a kind of query, as one point."""
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


JOINT = replace(SWEEPS["linear-stream"], points=SWEEPS["linear-stream"].points[-1:])
"""The named sweep at budget 10: its unmarked filters take all answers together."""


def stream_claims(values: Mapping[str, float]) -> Values:
    """Return what the text says about the queries that the full filter accepts, as numbers."""
    names = (value_name(_accepted("bayesian", at), BUDGETS[-1], "median") for at in BUDGETS)
    medians = np.array([values[name] for name in names])
    correlation = np.corrcoef(BUDGETS, medians)[0, 1]
    return {
        "correlation of accepted queries with the budget": float(correlation),
        "accepted queries over basic, at budget 10": float(medians[-1] / BUDGETS[-1]),
    }


def first_example(_seed: int) -> Values:
    """Recompute Example 1: as many ones as zeros about one bit, in any order."""
    queries = [coin_query(1.0)] * COINS
    outputs = [k % 2 == 0 for k in range(COINS)]
    return {
        "realised loss": odometer.realized_loss(queries, outputs, COIN_DOMAIN).upper,
        "basic composition": float(COINS),
    }


def likelihoods(_seed: int) -> Values:
    """Recompute Example 2: P(1, 0, 1 | x) for each x, and the ratio of the extremes."""
    queries = [running_query(power) for power in (1, 2, 3)]
    logs = odometer.likelihood_on(RUNNING_DOMAIN, queries, RUNNING_OUTPUTS[:3])
    return {
        **{f"x = {x}": float(np.exp(value)) for x, value in enumerate(logs)},
        "e^L": float(np.exp(np.max(logs) - np.min(logs))),
        "e^(sum of ε)": float(np.exp(3 * RUNNING_LEVEL)),
    }


BELIEFS = 10_000
"""Random beliefs and statements that Theorem 3.1 is tried on."""


def learning_limit(seed: int) -> Values:
    """Try section 3 on Example 2: how far beliefs in statements move, in parts of the loss.

    A statement holds for some records.  Its confidence changes by the factor P(y | statement) /
    P(y), which lies between the extremes of the likelihood.  The factor nears their ratio where a
    belief is almost sure of the least likely record.
    """
    rng = np.random.default_rng(seed)
    queries = [running_query(power) for power in (1, 2, 3)]
    logs = odometer.likelihood_on(RUNNING_DOMAIN, queries, RUNNING_OUTPUTS[:3])
    loss, likelihood = float(np.ptp(logs)), np.exp(logs)
    beliefs = rng.dirichlet(np.full(likelihood.size, 0.2), BELIEFS)
    holds = rng.random(beliefs.shape) < rng.random((BELIEFS, 1))
    holds[:, 0] |= ~np.any(holds, axis=1)
    before = np.sum(beliefs * holds, axis=1)
    after = np.sum(beliefs * holds * likelihood, axis=1) / (beliefs @ likelihood)
    gains = np.abs(np.log(after[before > 0] / before[before > 0]))
    sure = np.full(likelihood.size, 1e-12)
    sure[np.argmin(likelihood)] = 1.0
    nearly = np.log(np.max(likelihood) / (sure @ likelihood / np.sum(sure)))
    coin = [
        odometer.realized_loss([coin_query(1.0)], [y], COIN_DOMAIN).upper for y in (True, False)
    ]
    return {
        "largest change": float(np.max(gains)) / loss,
        "best statement": float(nearly) / loss,
        "randomised response": min(coin),
        "composition": loss / (3 * RUNNING_LEVEL),
    }


def coefficients(_seed: int) -> Values:
    """Recompute Table I: the coefficients that all figures of the check-up use."""
    columns = (*(name.split(",")[0] for name in COORDINATES), "intercept")
    return {
        f"{name}: {column}": float(value)
        for name, slope, intercept in zip(NAMES, SLOPES, INTERCEPTS, strict=True)
        for column, value in zip(columns, (*slope, intercept), strict=True)
    }


def predictions(_seed: int) -> Values:
    """Recompute Section 6.3: what the regressions of Table I say about the two mock records."""
    return {
        f"{person}: {name}": float(query.result(np.array(record)))
        for person, record in MOCK_RECORDS.items()
        for name, query in zip(NAMES, checkup_queries(), strict=True)
    }


def checkup_claims(values: Mapping[str, float]) -> Values:
    """Return the worst and the median loss of the 16 outcomes."""
    outcomes = ("".join(str(int(output)) for output in outputs) for outputs in PRINTED)
    losses = [values[value_name("certified", outcome)] for outcome in outcomes]
    return {"worst loss": max(losses), "median loss": float(np.median(losses))}


def pooled_logistic_answers(seed: int) -> Values:
    """Bound the loss of many logistic answers by two searches that share no bound."""
    rng, epsilon = np.random.default_rng(seed), LOGISTIC_EPSILON
    rows = rng.uniform(-1.0, 1.0, (LOGISTIC_ANSWERS, LOGISTIC_COORDINATES + 1))
    chance = 0.5 + np.tanh(rows[:, -1] / 2.0) * np.tanh(epsilon / 2.0) / 2.0  # of the record 0
    terms = Terms(
        slope=rows[:, :-1],
        intercept=rows[:, -1],
        kind=np.full(LOGISTIC_ANSWERS, LOGISTIC),
        epsilon=np.full(LOGISTIC_ANSWERS, epsilon),
        low=np.zeros(LOGISTIC_ANSWERS),
        high=np.ones(LOGISTIC_ANSWERS),
        output=rng.random(LOGISTIC_ANSWERS) < chance,
    )
    box = odometer.Box(-np.ones(LOGISTIC_COORDINATES), np.ones(LOGISTIC_COORDINATES))
    pooled = pooled_extrema(terms, box, max_nodes=1_000_000, allowance=Allowance(WORK))
    most, least = (
        extremum(terms, box, sense=sense, allowance=Allowance(WORK / 2.0))
        for sense in ("max", "min")
    )
    lower = pooled["max"].lower - pooled["min"].upper
    upper = pooled["max"].upper - pooled["min"].lower
    alone = most.upper - least.lower
    composed = LOGISTIC_ANSWERS * epsilon
    return {
        "pooled, lower end": lower,
        "pooled, upper end": upper,
        "one by one, upper end": min(alone, composed),
        "basic composition": composed,
        "pooled over one by one, upper ends": upper / min(alone, composed),
    }


def mixed_answers(seed: int) -> Values:
    """Hold certified losses of mixed answers against grids of records."""
    rng = np.random.default_rng(seed)
    axis = np.linspace(-1.0, 1.0, 41)
    grid = np.array(list(itertools.product(axis, axis)))
    over, widest, exact_width = -math.inf, 0.0, 0.0
    for _ in range(TRANSCRIPTS):
        for kinds in (("linear", "gaussian"), ("linear", "levels", "gaussian")):
            queries = [_query(kind, rng) for kind in kinds for _ in range(3)]
            record = rng.uniform(-1.0, 1.0, 2)
            outputs: list[Any] = [query.draw(record, rng=rng)[()] for query in queries]
            loss = odometer.realized_loss(queries, outputs, (-np.ones(2), np.ones(2)))
            likelihoods = [
                query.log_likelihood(grid, output)
                for query, output in zip(queries, outputs, strict=True)
            ]
            over = max(over, float(np.ptp(sum(likelihoods))) - loss.upper)
            if "levels" in kinds:
                widest = max(widest, loss.width)
            else:
                exact_width = max(exact_width, loss.width)
    return {
        "transcripts": 2.0 * TRANSCRIPTS,
        "largest excess of a grid over the upper end": over,
        "largest width, two outputs and Gaussian": exact_width,
        "largest width, all kinds": widest,
        **_kinds_on_the_page(),
    }


def first_crowds(seed: int) -> Values:
    """Return how far each method is off in the first crowd of each setting."""
    return {
        f"{name}: first crowd, {method}": estimate - scenario.mean
        for name, scenario in crowd_settings(seed).items()
        for method, estimate in estimates(ask_crowd(scenario), scenario.questions).items()
    }


def filtered_crowds(seed: int, crowds: int) -> Values:
    """Return biases and errors of the estimates for so many crowds of each setting, at least 2."""
    values = dict(first_crowds(seed))
    for name, scenario in crowd_settings(seed).items():
        learned = study(scenario, crowds)
        for method in METHODS:
            bias, deviation = learned.bias(method)
            values[f"{name}: bias, {method}"] = float(bias[0])
            values[f"{name}: standard error, {method}"] = float(deviation[0])
        values[f"{name}: size of the bias"] = abs(values[f"{name}: bias, likelihood"])
        values[f"{name}: error, likelihood"] = float(learned.rmse("likelihood")[0][0])
        values[f"{name}: error, single"] = learned.single
    return values


def crowd_settings(seed: int) -> dict[str, CrowdScenario]:
    """Return 20,000 people in each of three settings: budget, level and number of questions."""
    return {
        f"budget {budget:g}, level {level:g}": CrowdScenario(
            20_000, ProfileSettings("alike", high=budget), level, questions, seed=seed
        )
        for budget, level, questions in ((10.0, 1.0, 30), (3.0, 1.0, 15), (3.0, 0.5, 30))
    }


def _kinds_on_the_page() -> Values:
    """Return the page's first figure: as many answers of each kind as it draws."""
    compared = compare_kinds(KindsScenario())
    medians, counted = compared.percentile(50.0)[:, -1], compared.composed[:, -1]
    return {
        f"page, {kind}: {what}": float(losses[place])
        for place, kind in enumerate(KINDS)
        for what, losses in (("told", medians), ("counted", counted))
    }


def _query(
    kind: str, rng: np.random.Generator
) -> odometer.LinearQuery | odometer.LevelsQuery | odometer.GaussianQuery:
    row = rng.uniform(-1.0, 1.0, 3)
    row /= np.sum(np.abs(row))
    slope, intercept = row[:-1], float(row[-1])
    if kind == "levels":
        return odometer.LevelsQuery(slope, intercept, -1.0, 1.0, 1.0, 4)
    if kind == "gaussian":
        return odometer.GaussianQuery(slope, intercept, -1.0, 1.0, 1.0)
    return odometer.LinearQuery(slope, intercept, -1.0, 1.0, 1.0)


def shown_streams(seed: int, runs: int, kind: str) -> Values:
    """Return the loss after each accepted query of the first runs, and the worst it had risked."""
    traces = whole_traces(replace(SHOWN, seed=seed, kind=kind), range(runs))
    return {
        f"{run}: {name} {place}": float(value)
        for run, trace in enumerate(traces)
        for name, series in (("loss", trace.loss), ("worst", trace.worst))
        for place, value in enumerate(series)
    }


def stored_traces(scenario: TraceScenario) -> dict[int, Trace]:
    """Return complete streams of a scenario, by the number of the run.

    There are none unless exactly its own are stored, which begin like those with a lower ceiling.
    """
    name = SHOWN_STREAMS.get(scenario.kind)
    of_shown = replace(scenario, ceiling=SHOWN.ceiling, kind=SHOWN.kind) == SHOWN
    if name is None or not of_shown or scenario.ceiling > SHOWN.ceiling:
        return {}
    with suppress(InvalidInput):  # missing or edited: the caller computes them
        streams = stored(name)
        return {run: _trace(streams.values, run, scenario) for run in range(streams.trials)}
    return {}


def _trace(values: Mapping[str, float], run: int, scenario: TraceScenario) -> Trace:
    loss, worst = (_series(values, f"{run}: {name}") for name in ("loss", "worst"))
    trace = Trace(loss, worst, True)
    return trace.upto(scenario.ceiling) or trace


def _series(values: Mapping[str, float], name: str) -> FloatArray:
    keys = (f"{name} {place}" for place in range(MOST_QUERIES + 1))
    return np.array([values[key] for key in keys if key in values])
