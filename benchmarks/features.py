"""Feature privacy against a plain loop, and against one sort of a million numbers.

The plain loop is written from the formulas, one user and one report at a time.
"""

from __future__ import annotations

import tracemalloc
from collections.abc import Iterator

import numpy as np

from benchmarks.timing import Row, alternating, median_seconds, milliseconds
from hetdp_core.experiments.features import mean_losses, two_groups
from hetdp_core.features.allocation.rules import Allocation, allocate
from hetdp_core.features.cap import best_cap
from hetdp_core.features.channel import report_radius
from hetdp_core.features.correlation import total_variation
from hetdp_core.features.mechanism import combination, estimate_checked
from hetdp_core.features.notions import draw_signs
from hetdp_core.features.sweep import FeatureScenario, correlation_sweep
from hetdp_core.features.user_types.sweep import TypesScenario, types_sweep

QS = (0.0, 0.1, 0.3, 0.6, 1.0)
"""The five values of q of the Figure 3 comparison."""

LOOP_USERS = 1_000
"""Users the plain loop is timed on; its time grows in proportion."""


def rows() -> Iterator[Row]:
    """All measurements of this topic, each as soon as it is done."""
    yield figure_3_against_a_plain_loop()
    yield from curve_against_a_sort()
    yield caps_against_a_sort()
    yield types_against_a_sort()
    yield correlation_against_a_sort()
    yield memory_of_more_trials()


def figure_3_against_a_plain_loop(trials: int = 100) -> Row:
    """Both make every report of every user, for the same allocations, on one core.

    The loop is timed on fewer users and one trial; its time grows in proportion.
    """
    rng, users = np.random.default_rng(0), 10_000
    delta = (0.2, 0.2, *[2.0] * 8)
    allocations = [allocate(delta, 2.0, q, "paper") for q in QS]
    data = [draw_signs(users, 10, q, rng) for q in QS]
    few = [signs[:LOOP_USERS].astype(float) for signs in data]
    shares = [combination(alloc) for alloc in allocations]

    def loop() -> None:
        for x, alloc in zip(few, allocations, strict=True):
            loop_mean(x, alloc, rng)

    def vectorised() -> None:
        for x, alloc, share in zip(data, allocations, shares, strict=True):
            for _ in range(trials):
                estimate_checked(x, alloc, share, rng)

    plain = median_seconds(loop, 1) * trials * users / LOOP_USERS
    fast = median_seconds(vectorised, 1)
    detail = f"{milliseconds(plain)} (extrapolated) / {milliseconds(fast)}"
    claim = f"plain rejection loop, Figure 3, {trials} trials, in units of ours"
    return Row(claim, plain / fast, "> 50", detail)


def curve_against_a_sort() -> Iterator[Row]:
    """101 values of q, three rules, bands included: what has to follow a drag."""
    numbers = np.random.default_rng(0).random(1_000_000)
    for name, scenario in (
        ("Figure 3", FeatureScenario()),
        ("50 distinct levels", FeatureScenario(delta=tuple(np.linspace(0.1, 2.0, 50)))),
    ):
        curve, sort = alternating(
            lambda scenario=scenario: correlation_sweep(scenario),  # type: ignore[misc]
            lambda: np.sort(numbers),
        )
        detail = f"{milliseconds(curve)} / {milliseconds(sort)}"
        yield Row(f"curve against q, {name}, in units of np.sort", curve / sort, "30", detail)


def caps_against_a_sort() -> Row:
    """The errors of every rule with the best caps at 101 values of q, each cap found anew."""
    numbers = np.random.default_rng(0).random(1_000_000)
    sweep = correlation_sweep(FeatureScenario())

    def with_caps() -> None:
        best_cap.cache_clear()
        sweep.projected(caps=True)

    caps, sort = alternating(with_caps, lambda: np.sort(numbers))
    detail = f"{milliseconds(caps)} / {milliseconds(sort)}"
    return Row("curve against q with caps, in units of np.sort", caps / sort, "4", detail)


def types_against_a_sort() -> Row:
    """Two types of users at 21 shares: budgets by type, questions drawn, and every error."""
    numbers = np.random.default_rng(0).random(1_000_000)
    asked = TypesScenario(FeatureScenario())
    course, sort = alternating(lambda: types_sweep(asked), lambda: np.sort(numbers))
    detail = f"{milliseconds(course)} / {milliseconds(sort)}"
    return Row("users differ, too: two types, in units of np.sort", course / sort, "60", detail)


def correlation_against_a_sort() -> Row:
    """q_i of every feature and pair for 10**6 rows of 10 features with 8 values."""
    rng = np.random.default_rng(0)
    table, numbers = rng.integers(0, 8, (1_000_000, 10)), rng.random(1_000_000)
    measured, sort = alternating(lambda: total_variation(table), lambda: np.sort(numbers), 1)
    detail = f"{milliseconds(measured)} / {milliseconds(sort)}"
    return Row("q of 10^6 rows x 10 features, in units of np.sort", measured / sort, "", detail)


def memory_of_more_trials() -> Row:
    """Peak memory of one Monte-Carlo task of 40 trials, in units of 4 trials."""
    many, few = _peak_bytes(40), _peak_bytes(4)
    detail = f"{many / 1e6:.1f} MB / {few / 1e6:.1f} MB"
    return Row("memory of 40 trials, in units of 4 trials", many / few, "1.1", detail)


def _peak_bytes(trials: int) -> int:
    point = two_groups(10_000, 10, 2, 0.2, 2.0, 0.1)
    tracemalloc.start()
    mean_losses(point, trials, np.random.default_rng(0))
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def loop_mean(x: np.ndarray, alloc: Allocation, rng: np.random.Generator) -> np.ndarray:
    """Mechanism 1 as it is listed: one user, one query, one report at a time."""
    order, stages, share = alloc.order, alloc.stages, combination(alloc)
    total = np.zeros(alloc.dimension)
    for row in x:
        for k, start in enumerate(stages.starts):
            columns = order[start:]
            radius = float(np.sqrt(columns.size))
            report = one_report(row[columns], float(stages.increments[k]), radius, rng)
            total[columns] += share[k, columns] * report
    return np.clip(total / len(x), -1.0, 1.0)


def reports_by_rejection(
    v: np.ndarray, alpha: float, radius: float, rng: np.random.Generator
) -> np.ndarray:
    """Mechanism 2 row by row, with the unbiased radius."""
    return np.array([one_report(row, alpha, radius, rng) for row in v])


def one_report(v: np.ndarray, alpha: float, radius: float, rng: np.random.Generator) -> np.ndarray:
    """Draw points of the sphere until one lies in the half sphere that was drawn."""
    length = float(np.linalg.norm(v))
    size = report_radius(v.size, alpha, radius)
    side = 1.0 if rng.random() < 0.5 + length / (2.0 * radius) else -1.0
    keep = 1.0 if rng.random() < np.exp(alpha) / (1.0 + np.exp(alpha)) else -1.0
    while True:
        point = rng.standard_normal(v.size)
        point *= size / np.linalg.norm(point)
        if side * keep * float(point @ v) >= 0.0:
            return point
