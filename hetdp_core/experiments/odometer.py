"""Sweeps of the odometer: streams of queries, the running example, Appendix E."""

from __future__ import annotations

from functools import partial

import numpy as np

from hetdp_core.odometer.examples import (
    COIN_DOMAIN,
    RUNNING_BUDGET,
    RUNNING_DOMAIN,
    RUNNING_OUTPUTS,
    coin_query,
    outcome,
    running_query,
)
from hetdp_core.odometer.filters.basic import BasicFilter
from hetdp_core.odometer.filters.realised import BayesianFilter, SimplifiedFilter
from hetdp_core.odometer.search import GROUPS_ONLY, SearchEffort
from hetdp_core.odometer.streams.stream import StreamScenario, count_accepted
from hetdp_core.odometer.transcripts.realised import realized_loss
from hetdp_core.parallel import Point, Sweep
from hetdp_core.validate import FloatArray

ACCEPTED = "queries accepted before the first refusal"
GROUPED = " (groups of 10)"
"""Marks a filter whose losses are sums over groups of 10, as in the paper's experiments."""


def stream_point(kind: str, dimension: int, budget: float) -> dict[str, object]:
    """Return a point: random queries of this kind to a record in [-1, 1]^dimension."""
    return {"kind": kind, "dimension": dimension, "budget": budget, "epsilon": 1.0}


def accepted_queries(point: Point, trials: int, rng: np.random.Generator) -> dict[str, FloatArray]:
    """Count the queries of a random stream that each filter accepts.

    All filters see the same stream; those that add up losses over groups are marked.
    """
    efforts = {"": SearchEffort(), GROUPED: GROUPS_ONLY}
    counts: dict[str, FloatArray] = {}
    for trial in range(trials):
        seed = int(rng.integers(2**31))
        for mark, effort in efforts.items():
            scenario = StreamScenario(**point, effort=effort, look_ahead=False, seed=seed)
            for name, count in count_accepted(scenario).items():
                method = name if name == "basic" else name + mark
                counts.setdefault(method, np.empty(trials))[trial] = count
    return counts


def running_example(point: Point, trials: int, rng: np.random.Generator) -> dict[str, FloatArray]:
    """Return e^L along Examples 2 and 3, and the queries that each filter has accepted by then.

    Nothing is random: the outputs are the printed ones.
    """
    del rng
    number = int(point["queries"])
    queries = [running_query(power) for power in range(1, number + 1)]
    loss = realized_loss(queries, RUNNING_OUTPUTS[:number], RUNNING_DOMAIN)
    values = {"ratio": float(np.exp(loss.upper))}
    for guard in (
        BasicFilter(RUNNING_BUDGET),
        SimplifiedFilter(RUNNING_BUDGET, RUNNING_DOMAIN),
        BayesianFilter(RUNNING_BUDGET, RUNNING_DOMAIN),
    ):
        for query, output in zip(queries, RUNNING_OUTPUTS, strict=False):
            if guard.accepts(query):
                guard.record(query, output)
        values[f"accepted by {type(guard).__name__}"] = float(len(guard.history))
    return {name: np.full(trials, value) for name, value in values.items()}


def coin_example(point: Point, trials: int, rng: np.random.Generator) -> dict[str, FloatArray]:
    """Return the loss of Example 1 after random answers, and what basic composition says."""
    number, epsilon = int(point["queries"]), float(point["epsilon"])
    coin, losses = coin_query(epsilon), np.empty(trials)
    for trial in range(trials):
        outputs = coin.draw(np.zeros(number, dtype=np.int64), rng=rng)
        losses[trial] = realized_loss([coin] * number, outputs, COIN_DOMAIN).upper
    return {"realised": losses, "basic": np.full(trials, number * epsilon)}


def checkup_outcome(point: Point, trials: int, rng: np.random.Generator) -> dict[str, FloatArray]:
    """Return the certified loss of an outcome of Appendix E, and the printed one; not random."""
    del rng
    row = outcome(tuple(digit == "1" for digit in point["outcome"]))
    return {"certified": np.full(trials, row.loss.upper), "printed": np.full(trials, row.printed)}


_accepted = partial(Sweep, measure=accepted_queries, loss=ACCEPTED, block=1)

SWEEPS: tuple[Sweep, ...] = (
    _accepted(
        "linear-stream",
        "Linear queries accepted against the budget (section 6.1)",
        "budget",
        tuple(stream_point("linear", 9, float(budget)) for budget in range(1, 11)),
        trials=50,
    ),
    _accepted(
        "logistic-stream",
        "Logistic queries accepted against the budget (section 6.2)",
        "budget",
        tuple(stream_point("logistic", 9, float(budget)) for budget in range(1, 11)),
        trials=50,
    ),
    _accepted(
        "linear-stream-against-dimension",
        "Linear queries accepted against the number of coordinates",
        "dimension",
        tuple(stream_point("linear", d, 10.0) for d in (1, 2, 3, 5, 7, 9, 11, 14)),
        trials=20,
    ),
    Sweep(
        "running-example",
        "Examples 2 and 3, query by query",
        "queries",
        tuple({"queries": number} for number in range(1, 5)),
        running_example,
        "e^L, and accepted queries",
        trials=1,
        block=1,
    ),
    Sweep(
        "coin-example",
        "Example 1: randomised response about one bit, again and again",
        "queries",
        tuple({"queries": number, "epsilon": 1.0} for number in range(2, 21, 2)),
        coin_example,
        "realised loss",
        trials=200,
        block=50,
    ),
    Sweep(
        "check-up",
        "Losses of all outcomes of the four health regressions (Appendix E)",
        "outcome",
        tuple({"outcome": f"{number:04b}"} for number in range(16)),
        checkup_outcome,
        "realised loss",
        trials=1,
        block=1,
    ),
)
