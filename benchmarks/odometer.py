"""Accounting of linear queries against one matrix product, and a whole experiment."""

from __future__ import annotations

import time
from collections.abc import Iterator

import numpy as np

from benchmarks.timing import Row, median_seconds, milliseconds
from hetdp_core.odometer.crowd.box import ask_box_crowd
from hetdp_core.odometer.crowd.mixture import fit, kinds_of
from hetdp_core.odometer.crowd.people import CrowdScenario, ask_crowd
from hetdp_core.odometer.streams.stream import Stream, StreamScenario, count_accepted
from hetdp_core.parallel import processes
from hetdp_core.profiles import ProfileSettings

UNIT = 20e-6
"""Seconds of a 512 x 50 product that the limit of 5 ms per query was set for."""


def rows() -> Iterator[Row]:
    """All measurements of this topic, each as soon as it is done."""
    yield accepted_query_against_a_product()
    yield from a_crowd()
    yield from experiment_6_1()


def product_seconds() -> float:
    """Median time of one 512 x 50 float64 matrix product with a 50 x 50 matrix."""
    rng = np.random.default_rng(0)
    left, right = rng.random((512, 50)), rng.random((50, 50))
    return median_seconds(lambda: left @ right, 200)


def accepted_query_against_a_product(runs: int = 5) -> Row:
    """Both outputs bounded and the answer recorded, 9 dimensions, no grouping."""
    before = product_seconds()
    seconds = []
    for run in range(runs):
        stream, start = Stream(StreamScenario(run=run)), time.perf_counter()
        for step in stream:
            now = time.perf_counter()
            if step.output is not None:
                seconds.append(now - start)
            start = now
    product = min(before, product_seconds())
    median = float(np.median(seconds))
    return Row(
        "linear stream, 9 dimensions: an accepted query / limit",
        median / (5e-3 * product / UNIT),
        "1",
        f"{milliseconds(median)} each; product {1e6 * product:.0f} us",
    )


def a_crowd() -> Iterator[Row]:
    """10,000 people, 100 linear questions, personal budgets; the law fitted to what they said."""
    budgets = ProfileSettings("log_uniform", users=10_000, low=1.0, high=10.0)
    scenario, product = CrowdScenario(budgets=budgets, questions=100), product_seconds()
    asked = ask_crowd(scenario)
    kinds = kinds_of(asked.transcripts.log_likelihoods)
    for name, seconds in (
        ("a crowd is asked / limit", median_seconds(lambda: ask_crowd(scenario), 5)),
        ("maximum likelihood to 1e-5 / limit", median_seconds(lambda: fit(kinds), 3)),
    ):
        yield Row(name, seconds / (product / UNIT), "1", f"{milliseconds(seconds)}")
    small = CrowdScenario(1_000, budgets, questions=50)
    seconds = median_seconds(lambda: ask_box_crowd(small, 9), 3)
    yield Row(
        "1,000 people with 9 coordinates, 50 linear questions / 10 s",
        seconds / (10.0 * product / UNIT),
        "1",
        milliseconds(seconds),
    )


def experiment_6_1(runs: int = 50) -> Iterator[Row]:
    """Section 6.1 with the exact filter on two processes: time, and the medians it is for."""
    start = time.perf_counter()
    with processes(2) as pool:
        tasks = [pool.submit(count_accepted, StreamScenario(run=run)) for run in range(runs)]
        results = [task.result() for task in tasks]
    seconds = time.perf_counter() - start
    yield Row(
        "section 6.1, 50 runs on 2 cores / 2 minutes", seconds / 120.0, "1", f"{seconds:.0f} s"
    )
    for name, limit in (("simplified", "95 to 125"), ("bayesian", "105 to 140")):
        median = float(np.median([accepted[name] for accepted in results]))
        yield Row(f"accepted by {name}, median of {runs} runs", median, limit)
