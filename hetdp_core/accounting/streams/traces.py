"""How the odometer runs along a stream, in a form that answers for every smaller budget.

What a stream's queries and outputs are does not depend on the budget.  So one run up to a
ceiling, with the loss after each accepted query and the worst loss the next one could bring,
says for each budget below where each filter halts.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.accounting.channel import chance, query_epsilon
from hetdp_core.accounting.filters.decision import ROUNDING, fits
from hetdp_core.accounting.paper.examples import LARGEST
from hetdp_core.accounting.search.effort import GROUPS_ONLY, SearchEffort
from hetdp_core.accounting.streams.stream import (
    FILTERS,
    StreamResult,
    StreamScenario,
    run_stream,
)
from hetdp_core.frozen import freeze_arrays
from hetdp_core.validate import FloatArray

KINDS = ("linear", "truncated", "logistic", "powers")
"""Queries of `StreamScenario`, and x, x^2, x^3 ... of the running example."""

MOST_QUERIES = 1_000
"""A run ends after so many queries even if none was refused."""

SEARCHED = SearchEffort(
    joint_nodes=100, group_nodes=500, decisive_nodes=500, pooled_from=40, pooled_nodes=2_000
)
"""What a page can wait for; less effort only makes the filter more cautious."""


@dataclass(frozen=True)
class TraceScenario:
    """Many runs of one kind of stream, up to a ceiling.

    Attributes:
        kind: one of `KINDS`.
        dimension: coordinates of the record, for all kinds but "powers".
        epsilon: of each query.
        ceiling: largest budget that the runs answer for.
        grouped: bound the loss by sums over groups of 10 queries alone, as in the paper's
            experiments.
        seed: of all runs.
    """

    kind: str = "linear"
    dimension: int = 9
    epsilon: float = 1.0
    ceiling: float = 12.0
    grouped: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        """Check every field."""
        validate.choice(self.kind, KINDS, "kind")
        validate.count(self.dimension, 1, 14, "dimension")
        query_epsilon(self.epsilon)
        validate.positive(self.ceiling, "ceiling")
        validate.count(self.seed, 0, None, "seed")

    @property
    def at_once(self) -> bool:
        """Whether all runs together take no time to speak of."""
        return self.kind == "powers"

    def stream(self, run: int) -> StreamScenario:
        """Return one of the runs; not for "powers"."""
        return StreamScenario(
            self.kind,
            self.dimension,
            self.ceiling,
            self.epsilon,
            most_queries=MOST_QUERIES,
            effort=GROUPS_ONLY if self.grouped else SEARCHED,
            seed=self.seed,
            run=run,
        )


@dataclass(frozen=True, eq=False)
class Trace:
    """One run, perhaps not yet at its end.

    Attributes:
        loss: (n + 1,) certified upper end of the realised loss after 0, 1, ... n queries.
        worst: (n,) or, with the refused query, (n + 1,): certified loss after the worse output
            of each query.
        complete: whether the run came to a refusal at the ceiling or to `MOST_QUERIES`.
    """

    loss: FloatArray
    worst: FloatArray
    complete: bool

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze_arrays(self)

    @classmethod
    def of(cls, result: StreamResult) -> Trace:
        """Return the trace of a whole stream."""
        asked = result.worst.size
        complete = result.finished or asked >= result.scenario.most_queries
        return cls(np.array(result.upper), np.array(result.worst), complete)

    @property
    def accepted(self) -> int:
        """Queries accepted so far."""
        return self.loss.size - 1

    def accepted_at(self, budgets: FloatArray, epsilon: float) -> dict[str, NDArray[np.int64]]:
        """Return (B,) queries that each filter accepts before its first refusal, at each budget."""
        asked = np.arange(1, self.worst.size + 1)
        bounds = {
            "basic": np.asarray(epsilon * asked, dtype=np.float64),
            "simplified": self.loss[: asked.size] + epsilon,
            "bayesian": self.worst,
        }
        limits = np.asarray(budgets * (1.0 + ROUNDING), dtype=np.float64)
        return {name: _before_refusal(bounds[name], limits) for name in FILTERS}


def _before_refusal(bounds: FloatArray, limits: FloatArray) -> NDArray[np.int64]:
    """Count the first bounds that are within each limit."""
    found = np.searchsorted(np.maximum.accumulate(bounds), limits, side="right")
    return np.asarray(found, dtype=np.int64)


def whole_traces(scenario: TraceScenario, runs: Sequence[int]) -> list[Trace]:
    """Run each to its end, whatever its kind; the same for the same scenario and number.

    Streams of many coordinates take minutes; see `written` for how to watch them.
    """
    if scenario.at_once:
        return power_traces(scenario, runs)
    return [Trace.of(run_stream(scenario.stream(run))) for run in runs]


# --- the running example ------------------------------------------------------------------


def power_traces(scenario: TraceScenario, runs: Sequence[int]) -> list[Trace]:
    """Return runs on the domain 0, 1, ... 10, where query k asks for x^k (Examples 2 and 3).

    Each run is about another simulated person, every value being equally likely.
    """
    return [_power_trace(scenario, run) for run in runs]


def _power_trace(scenario: TraceScenario, run: int) -> Trace:
    rng = np.random.default_rng([scenario.seed, run])
    record = int(rng.integers(LARGEST + 1))
    values = np.arange(LARGEST + 1) / LARGEST
    logs, loss, worst = np.zeros(values.size), [0.0], []
    for power in range(1, MOST_QUERIES + 1):
        high = chance(values**power, scenario.epsilon)
        after = {True: logs + np.log(high), False: logs + np.log1p(-high)}
        worst.append(max(float(np.ptp(one)) for one in after.values()))
        if not fits(worst[-1], scenario.ceiling):
            break
        logs = after[bool(rng.random() < high[record])]
        loss.append(float(np.ptp(logs)))
    return Trace(np.array(loss), np.array(worst), True)
