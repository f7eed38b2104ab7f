"""Speed of private ridge regression against a loop, a linear solver, and a plain product."""

from __future__ import annotations

import math
from collections.abc import Iterator

import numpy as np

from benchmarks.timing import Row, alternating, median_seconds, milliseconds
from hetdp_core import ridge
from hetdp_core.ridge.records import draw_levels, paper_profile

RELEASES = 1000
LAMBDA = 1.0
CURVE_LAMBDAS = np.geomspace(0.01, 100.0, 60)

SLOWEST = ("gradient_descent", "sampled_descent")

SOLVE_UNITS = 50.0 / 30.0
"""A λ curve may take 50 ms on a machine that solves a 1000 × 1000 system in 30 ms."""


def rows() -> Iterator[Row]:
    """All measurements of this topic, each as soon as it is done."""
    problem, levels = _paper_sized()
    yield releases_against_a_loop(problem, levels)
    yield curve_against_a_solve(problem, levels)
    yield simulated_against_a_solve(problem, levels, "noisy_sums", "1")
    for method in SLOWEST:
        yield simulated_against_a_solve(problem, levels, method, "6")


def _paper_sized() -> tuple[ridge.RidgeProblem, np.ndarray]:
    """1070 training and 268 test records with 12 features, as in the paper's real data."""
    rng = np.random.default_rng(0)
    X = rng.random((1338, 12))
    X[:, -1] = 1.0
    y = np.clip(X @ rng.normal(size=12) / 6.0, -1.0, 1.0)
    problem = ridge.RidgeProblem(X[:1070], y[:1070], X[1070:], y[1070:])
    return problem, draw_levels(paper_profile(1070), rng)


def releases_against_a_loop(problem: ridge.RidgeProblem, levels: np.ndarray) -> Row:
    """Both test losses of 1000 releases."""
    fast = median_seconds(
        lambda: ridge.sample_losses(
            problem, levels, LAMBDA, releases=RELEASES, rng=np.random.default_rng(0)
        ),
        21,
    )
    slow = median_seconds(lambda: _loop(problem, levels), 3)
    detail = f"{milliseconds(slow)} / {milliseconds(fast)}"
    return Row("loop over 1000 releases, in units of ours", slow / fast, "> 30", detail)


def _loop(problem: ridge.RidgeProblem, levels: np.ndarray) -> list[tuple[float, float]]:
    """Draw, solve and score one release after the other, from the paper's formulas."""
    rng = np.random.default_rng(0)
    X, y, d, n = problem.X, problem.y, problem.X.shape[1], len(problem.y)
    losses = []
    for _ in range(RELEASES):
        weights = levels / levels.sum()
        weighted = X * weights.reshape(n, 1)
        theta = np.linalg.solve(X.T @ weighted + LAMBDA * np.eye(d), weighted.T @ y)
        bound = 1.0 / (2.0 * math.sqrt(LAMBDA))
        rate = LAMBDA * levels.sum() / (d * bound + 2.0 * math.sqrt(d))
        direction = rng.standard_normal(d)
        theta = theta + direction / np.linalg.norm(direction) * rng.gamma(d, 1.0 / rate)
        plain = float(np.mean((problem.y_test - problem.X_test @ theta) ** 2))
        losses.append((plain, plain + LAMBDA * float(theta @ theta)))
    return losses


def curve_against_a_solve(problem: ridge.RidgeProblem, levels: np.ndarray) -> Row:
    """60 values of λ, all methods but two, both losses with their standard deviations."""
    rng, methods = np.random.default_rng(0), [key for key in ridge.METHODS if key not in SLOWEST]
    matrix, side = rng.normal(size=(1000, 1000)), rng.normal(size=1000)
    curve, solve = alternating(
        lambda: ridge.loss_curves(problem, levels, CURVE_LAMBDAS, methods),
        lambda: np.linalg.solve(matrix, side),
        21,
    )
    detail = f"{milliseconds(curve)} / {milliseconds(solve)}"
    claim = "λ curve of all methods but the two descents, in units of a 1000 × 1000 solve"
    return Row(claim, curve / solve, f"{SOLVE_UNITS:.2f}", detail)


def simulated_against_a_solve(
    problem: ridge.RidgeProblem, levels: np.ndarray, method: str, most: str
) -> Row:
    """60 values of λ from the same draws of the noise."""
    rng = np.random.default_rng(0)
    matrix, side = rng.normal(size=(1000, 1000)), rng.normal(size=1000)
    curve, solve = alternating(
        lambda: ridge.loss_curves(problem, levels, CURVE_LAMBDAS, [method]),
        lambda: np.linalg.solve(matrix, side),
        21,
    )
    detail = f"{milliseconds(curve)} / {milliseconds(solve)}"
    claim = f"{ridge.METHODS[method].title} along λ, in units of a 1000 × 1000 solve"
    return Row(claim, curve / solve, most, detail)
