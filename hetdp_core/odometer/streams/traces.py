"""How the odometer runs along a stream, in a form that answers for every smaller budget.

The queries and outputs of a stream do not depend on the budget.  One run up to a ceiling stores the
loss after each accepted query and the worst loss the next one could bring.  So it says for each
budget below where each filter halts.

A stream may be computed in blocks of questions: each goes on where the last one ended, in any
process.
"""

from __future__ import annotations

import pickle
import time
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from functools import cache

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.odometer.channel import chance
from hetdp_core.odometer.examples import LARGEST
from hetdp_core.odometer.filters.basic import ROUNDING
from hetdp_core.odometer.levels import Levels, check_levels, levels_upto
from hetdp_core.odometer.search import GROUPS_ONLY, SearchEffort
from hetdp_core.odometer.streams.stream import Stream, StreamScenario, Trace, run_stream
from hetdp_core.results import Remembered
from hetdp_core.validate import FloatArray

KINDS = ("linear", "truncated", "logistic", "powers")
"""Queries of `StreamScenario`, and x, x^2, x^3 ... of the running example."""

MOST_QUERIES = 1_000
"""A run ends after so many queries even if none was refused."""

SEARCHED = SearchEffort(
    joint_nodes=300, group_nodes=500, decisive_nodes=0, pooled_from=40, pooled_nodes=2_000
)
"""What a page can wait for; less effort only makes the filter more cautious.

The same for every question: a trace answers for each budget as a run up to that one would.
"""


@dataclass(frozen=True)
class TraceScenario:
    """Many runs of one kind of stream, up to a ceiling.

    Attributes:
        kind: one of `KINDS`.
        dimension: coordinates of the record, for all kinds but "powers".
        epsilon: of each query, or one after the other.
        ceiling: largest budget that the runs answer for.
        grouped: bound the loss by sums over groups of 10 queries, as in the paper's experiments.
    """

    kind: str = "linear"
    dimension: int = 9
    epsilon: Levels = 1.0
    ceiling: float = 12.0
    grouped: bool = False
    seed: int = 0

    def __post_init__(self) -> None:
        validate.choice(self.kind, KINDS, "kind")
        validate.count(self.dimension, 1, 14, "dimension")
        check_levels(self.epsilon)
        validate.positive(self.ceiling, "ceiling")
        validate.count(self.seed, 0, None, "seed")

    @property
    def is_instant(self) -> bool:
        """Whether all runs together are effectively instant."""
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


def whole_traces(scenario: TraceScenario, runs: Sequence[int]) -> list[Trace]:
    """Run each to its end, for any kind; the same for the same scenario and number.

    Streams of many coordinates take minutes; see `blocks` for how to watch them.
    """
    if scenario.is_instant:
        return power_traces(scenario, runs)
    return [run_stream(scenario.stream(run)) for run in runs]


# --- the running example ------------------------------------------------------------------


BLOCK = 50
"""Queries asked of all runs together before those that were refused drop out; as many divide
`MOST_QUERIES`."""


def power_traces(scenario: TraceScenario, runs: Sequence[int]) -> list[Trace]:
    """Return runs on the domain 0, 1, ... 10, where query k asks for x^k (Examples 2 and 3).

    Each run is about another simulated person, every value being equally likely.
    """
    people = scenario.seed, tuple(runs)  # the same for any level: remembered
    records, drawn = _known.value(people, lambda: _people(*people))
    logs, going = np.zeros((LARGEST + 1, records.size)), np.arange(records.size)
    loss, worst = np.zeros((records.size, MOST_QUERIES + 1)), np.zeros((records.size, MOST_QUERIES))
    limit = scenario.ceiling * (1.0 + ROUNDING)
    levels = levels_upto(scenario.epsilon, MOST_QUERIES)[:, None]
    for first in range(0, MOST_QUERIES, BLOCK):
        if not going.size:
            break
        block = slice(first, first + BLOCK)
        high = chance(_powers()[block], levels[block])
        answers = high[:, records[going]] > drawn[block, going]
        logs, after, risked = _continued(logs, high, answers)
        loss[going, first + 1 : first + BLOCK + 1] = after.T
        worst[going, block] = risked.T
        accepted = np.all(risked <= limit, axis=0)
        logs, going = logs[:, accepted], going[accepted]
    refused = worst > limit
    counts = np.where(refused.any(axis=1), np.argmax(refused, axis=1), MOST_QUERIES) + 1
    return [
        Trace(loss[run, :count].copy(), worst[run, :count].copy(), True)
        for run, count in enumerate(counts)
    ]


_known = Remembered[tuple[NDArray[np.int64], FloatArray]](8)  # 8 KB a person


def _people(seed: int, runs: tuple[int, ...]) -> tuple[NDArray[np.int64], FloatArray]:
    """Draw (R,) the value of each run's person, and (K, R) what decides the answers."""
    rngs = [np.random.default_rng([seed, run]) for run in runs]
    records = np.array([rng.integers(LARGEST + 1) for rng in rngs], dtype=np.int64)
    drawn = np.array([rng.random(MOST_QUERIES) for rng in rngs])
    return records, drawn.reshape(-1, MOST_QUERIES).T.copy()


@cache
def _powers() -> FloatArray:
    """Return (K, V) the share of the range at which x^k lies, for every k and every x."""
    values = np.arange(LARGEST + 1) / LARGEST
    shares = np.array([values**power for power in range(1, MOST_QUERIES + 1)])
    shares.flags.writeable = False
    return shares


def _continued(
    logs: FloatArray, high: FloatArray, answers: NDArray[np.bool_]
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Go on by K queries in each of R runs, about one of V values each.

    Args:
        logs: (V, R) logarithms of the likelihoods until now.
        high: (K, V) chance of the answer 1.
        answers: (K, R) whether that came.

    Returns:
        The likelihoods after all queries; (K, R) the loss after each, and after its worse answer.
    """
    log_chances = {True: np.log(high).T[:, :, None], False: np.log1p(-high).T[:, :, None]}
    steps = np.where(answers, log_chances[True], log_chances[False])
    sums = np.add.accumulate(np.concatenate([logs[:, None], steps], axis=1), axis=1)
    on_yes, on_no = (np.ptp(sums[:, :-1] + log_chances[answer], axis=0) for answer in (True, False))
    return sums[:, -1], np.where(answers, on_yes, on_no), np.maximum(on_yes, on_no)


SECONDS = 0.25
"""After which a block ends; then others have their turn."""


def block(
    scenario: TraceScenario,
    run: int,
    state: bytes | None = None,
    seconds: float = SECONDS,
    clock: Callable[[], float] = time.monotonic,
) -> tuple[bytes | None, FloatArray]:
    """Ask the next questions of a stream.

    Args:
        scenario: of any kind but "powers".
        state: from the block before; None begins the stream.
        seconds: after which the block ends, at the end of a question.
        clock: seconds that do not run back.

    Returns:
        The state for the next block, in bytes, so that passing it on costs little; None where the
        stream has ended.  And (k, 2) rows for `Trace.of`.
    """
    stream: Stream = Stream(scenario.stream(run)) if state is None else pickle.loads(state)
    rows: list[tuple[float, float]] = []
    end = clock() + seconds
    for step in stream:
        rows.append(step.row)
        if clock() >= end:
            return pickle.dumps(stream), np.array(rows)
    return None, np.array(rows).reshape(-1, 2)
