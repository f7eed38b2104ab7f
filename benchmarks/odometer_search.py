"""Certified extrema of logistic queries: nodes and time, exact envelope against the paper's."""

from __future__ import annotations

import statistics
import time
from collections.abc import Iterator
from dataclasses import replace

import numpy as np

from benchmarks.chords import dc_extremum
from benchmarks.odometer import UNIT, product_seconds
from benchmarks.timing import Row, milliseconds
from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.queries import GaussianQuery
from hetdp_core.odometer.search import (
    LOGISTIC,
    Allowance,
    Extremum,
    Terms,
    extremum,
    pooled_extrema,
)
from hetdp_core.odometer.transcripts.realised import empty_transcript, extended

DIMENSION, GAP, INSTANCES = 9, 1e-3, 20
BOX = Box(-np.ones(DIMENSION), np.ones(DIMENSION))
MOST_CHORD_NODES = 5_000
LIVE_NODES = 64  # the cap of `SearchEffort.joint_nodes`


def rows() -> Iterator[Row]:
    """All measurements of this topic, each as soon as it is done."""
    yield from ten_queries_to_a_gap()
    yield from envelopes_by_their_nodes()
    yield from one_accepted_query_of_a_live_stream()
    yield from ten_thousand_answers()
    yield a_gaussian_answer()


def instance(seed: int, queries: int) -> Terms:
    """As in section 6.2: coefficients uniform on [-1, 1], epsilon = 1; random answers."""
    rng = np.random.default_rng(seed)
    coefficients = rng.uniform(-1, 1, (queries, DIMENSION + 1))
    return Terms(
        slope=coefficients[:, :-1],
        intercept=coefficients[:, -1],
        kind=np.full(queries, LOGISTIC),
        epsilon=np.ones(queries),
        low=np.zeros(queries),
        high=np.ones(queries),
        output=rng.integers(0, 2, queries).astype(bool),
    )


def _both(terms: Terms, most: int = 20_000) -> list[Extremum]:
    senses = ("max", "min")
    return [extremum(terms, BOX, sense=sense, gap=GAP, max_nodes=most) for sense in senses]


def _timed(terms: Terms, sense: str) -> tuple[float, Extremum]:
    start = time.perf_counter()
    found = extremum(terms, BOX, sense=sense, gap=GAP)
    return time.perf_counter() - start, found


def ten_queries_to_a_gap() -> Iterator[Row]:
    """9 dimensions, 10 queries: time of one extremum to a gap of 1e-3, on one core."""
    _both(instance(0, 10))
    made = [
        _timed(instance(seed, 10), sense) for seed in range(INSTANCES) for sense in ("max", "min")
    ]
    seconds, nodes = [each[0] for each in made], [each[1].nodes for each in made]
    median, worst = statistics.median(seconds), max(seconds)
    detail = f"median {milliseconds(median)}, worst {milliseconds(worst)}; all closed: "
    detail += str(all(each[1].closed for each in made))
    yield Row("10 logistic queries, gap 1e-3: median time / 0.5 s", median / 0.5, "1", detail)
    detail = f"at most {max(nodes)}"
    yield Row("nodes of the same, median", statistics.median(nodes), "", detail)


def envelopes_by_their_nodes() -> Iterator[Row]:
    """The same search with the paper's envelope, given up after some thousand nodes."""
    ratios, closed, widths = [], 0, []
    for seed in range(INSTANCES // 2):
        terms = instance(seed, 10)
        for sense in ("max", "min"):
            exact = extremum(terms, BOX, sense=sense, gap=GAP)
            chord = dc_extremum(terms, BOX, sense=sense, gap=GAP, max_nodes=MOST_CHORD_NODES)
            ratios.append(chord.nodes / exact.nodes)
            closed += chord.closed
            widths.append(chord.width)
    detail = f"median; {closed} of {len(ratios)} closed in {MOST_CHORD_NODES:,} nodes, "
    detail += f"the others' gap is still {statistics.median(widths):.2f}"
    median = statistics.median(ratios)
    yield Row("nodes with the paper's envelope / exact, at least", median, "> 50", detail)


def one_accepted_query_of_a_live_stream() -> Iterator[Row]:
    """Both outputs, both extrema, all queries at once, warm starts, with the node cap on."""
    slow = product_seconds() / UNIT
    for queries in (10, 15, 20, 25):
        seconds = []
        for seed in range(INSTANCES // 4):
            terms = instance(seed, queries)
            starts = [each.point for each in _both(terms.take(slice(0, -1)), LIVE_NODES)]
            begin = time.perf_counter()
            for output in (False, True):
                last = replace(terms, output=np.append(terms.output[:-1], output))
                for sense, start in zip(("max", "min"), starts, strict=True):
                    extremum(last, BOX, sense=sense, gap=GAP, max_nodes=LIVE_NODES, start=start)
            seconds.append(time.perf_counter() - begin)
        median = statistics.median(seconds)
        claim = f"logistic stream, query {queries}: four searches / 100 ms"
        detail = f"{milliseconds(median)}, on a machine {slow:.1f} times as slow as the limit's"
        yield Row(claim, median / 0.1, "1", detail)


def ten_thousand_answers() -> Iterator[Row]:
    """10,000 logistic answers in 9 dimensions, pooled and one by one, to the same work."""
    count, epsilon, work = 10_000, 0.05, 1e10
    terms = replace(instance(0, count), epsilon=np.full(count, epsilon))
    start = time.perf_counter()
    both = pooled_extrema(terms, BOX, max_nodes=1_000_000, allowance=Allowance(work))
    seconds = time.perf_counter() - start
    pooled = both["max"].upper - both["min"].lower
    seen = both["max"].lower - both["min"].upper
    start = time.perf_counter()
    most, least = (
        extremum(terms, BOX, sense=sense, gap=GAP, allowance=Allowance(work / 2.0))
        for sense in ("max", "min")
    )
    alone, longer = most.upper - least.lower, time.perf_counter() - start
    detail = f"[{seen:.1f}, {pooled:.1f}] in {seconds:.1f} s, one by one up to {alone:.1f} in "
    detail += f"{longer:.1f} s; basic composition {count * epsilon:.0f}"
    yield Row("10,000 logistic answers: upper end pooled / one by one", pooled / alone, "1", detail)
    yield Row("the same: upper end / basic composition", pooled / (count * epsilon), "1", "")


def a_gaussian_answer(answers: int = 1_000) -> Row:
    """One more Gaussian answer in 9 dimensions after many: the loss after it."""
    rng = np.random.default_rng(0)
    made = empty_transcript(BOX)
    for _ in range(answers):
        row = rng.uniform(-1.0, 1.0, DIMENSION)
        query = GaussianQuery(row / np.abs(row).sum(), 0.0, -1.0, 1.0, 2.0)
        made = extended(made, query, float(2.0 * rng.standard_normal()))
    start = time.perf_counter()
    loss = extended(made, query, 0.3).loss
    seconds = time.perf_counter() - start
    detail = f"{milliseconds(seconds)} after {answers:,}; interval {loss.width:.1e} wide"
    return Row("a Gaussian answer after 1,000 / 20 ms", seconds / 0.02, "1", detail)
