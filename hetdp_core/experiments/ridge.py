"""Sweeps of the ridge topic: the paper's Tables 1 to 12 and Figures 1 to 18.

Every trial draws the levels of the users again (and synthetic data), then makes one release of each
method.  The paper's real data, insurance.csv, are not shipped: the sweeps take the file named by
HETDP_INSURANCE_CSV, or else the simulated table with the same columns.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

from hetdp_core import datasets, ridge
from hetdp_core.datasets import Dataset
from hetdp_core.errors import InvalidInput
from hetdp_core.parallel import Point, Sweep
from hetdp_core.profiles import ProfileSettings
from hetdp_core.ridge.records import (
    CONSERVATIVE_SHARE,
    EPSILON_SWEEP_SHARES,
    PRAGMATIST_SHARE,
    Prepared,
    Records,
    draw_levels,
    paper_profile,
    prepare,
    synthetic_problem,
)
from hetdp_core.tables import declare, read_table
from hetdp_core.validate import FloatArray

REAL_DATA_VARIABLE = "HETDP_INSURANCE_CSV"

SIMULATED = "simulated_medical_cost"

SHARP, REGULARISED = " (sharp)", " (regularised)"
"""Mark PDP-OP with our noise, and the loss with λ|θ|² added."""

METHODS = ("pdp_op", "non_personalised", "jorgensen_max", "jorgensen_mean")
"""The paper's comparison, with the noise of Theorem 3.2."""


def release_losses(point: Point, trials: int, rng: np.random.Generator) -> dict[str, FloatArray]:
    """Return both test losses of one release of each method and trial, under new levels in each."""
    names = (*METHODS, f"pdp_op{SHARP}")
    losses = {name + kind: np.empty(trials) for kind in ("", REGULARISED) for name in names}
    for trial in range(trials):
        problem = problem_of(point, rng)
        levels = draw_levels(profile_of(point, problem.rows, rng), rng)
        for name in names:
            method, noise = (name, "printed") if name in METHODS else ("pdp_op", "sharp")
            plain, regularised = ridge.sample_losses(
                problem, levels, float(point["lambda"]), method, noise, 1, rng=rng
            )
            losses[name][trial], losses[name + REGULARISED][trial] = plain[0], regularised[0]
    return losses


def profile_of(point: Point, rows: int, rng: np.random.Generator) -> ProfileSettings:
    """Return the levels at a point, for this many training records."""
    changes = {
        "low": float(point["conservative epsilon"]),
        "middle": float(point["pragmatist epsilon"]),
        "strict_share": float(point["conservative share"]),
        "middle_share": float(point["pragmatist share"]),
    }
    return paper_profile(rows, int(rng.integers(2**31)), **changes)


def problem_of(point: Point, rng: np.random.Generator) -> ridge.RidgeProblem:
    """Return training records as a share of those there are, in random order; all test records."""
    if point["data"] == "synthetic":
        problem = synthetic_problem(rng)
        prepared = Prepared(problem, (), None)
    else:
        prepared = real_records()
    rows = max(2, round(float(point["training share"]) * prepared.problem.rows))
    return prepared.first(rows).problem


@cache
def real_records() -> Prepared:
    """Prepare the medical costs as the paper does: the data's own extremes, split seed 21."""
    dataset = real_data()
    settings = ridge.DesignSettings("charges", scaling="data")
    return prepare(Records(dataset.info.key, settings, known_norm=False), dataset)


def real_data() -> Dataset:
    """Return insurance.csv where it is at hand, else the simulated table with the same columns.

    Raises:
        InvalidInput: the file named by the environment variable is not that table.
    """
    path = os.environ.get(REAL_DATA_VARIABLE)
    if not path:
        return datasets.load(SIMULATED)
    if not Path(path).is_file():
        raise InvalidInput(REAL_DATA_VARIABLE, "must name a file", path)
    table = read_table(Path(path).read_bytes())
    columns = datasets.info(SIMULATED).columns
    if set(table.names) != {column.name for column in columns}:
        rule = "must name insurance.csv (age, sex, bmi, children, smoker, region, charges)"
        raise InvalidInput(REAL_DATA_VARIABLE, rule, path)
    return declare(table, columns)


# --- the sweeps -----------------------------------------------------------------------

_TITLES = {
    "synthetic": "synthetic data",
    "real": "medical costs (insurance.csv if at hand, else simulated)",
}

LAMBDAS: dict[str, tuple[float, ...]] = {
    "synthetic": (0.01, 0.1, 0.5, 1.0, 3.0, 5.0, 10.0, 20.0, 50.0, 100.0, 200.0, 500.0, 1000.0),
    "real": (0.01, 0.05, 0.1, 0.5, 0.6, 0.7, 0.8, 0.9, 1.0, 2.0, 3.0, 5.0, 7.0, 10.0),
}
"""λ as in the authors' tables."""


@dataclass(frozen=True)
class _Along:
    parameter: str
    title: str
    values: tuple[float, ...]
    shares: tuple[float, float] = (CONSERVATIVE_SHARE, PRAGMATIST_SHARE)


_EPSILONS_C = (0.01, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5)
_EPSILONS_M = (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)

ALONG = (
    _Along("conservative epsilon", "ε of conservatives", _EPSILONS_C, EPSILON_SWEEP_SHARES),
    _Along("pragmatist epsilon", "ε of pragmatists", _EPSILONS_M, EPSILON_SWEEP_SHARES),
    _Along(
        "conservative share",
        "share of conservatives",
        (0.1, 0.2, 0.3, 0.4, 0.5, 0.6),
        (CONSERVATIVE_SHARE, EPSILON_SWEEP_SHARES[1]),
    ),
    _Along("training share", "share of the training records", (0.1, 0.25, 0.5, 0.75, 1.0)),
)


def _point(data: str, shares: tuple[float, float], **changes: float) -> Point:
    point: dict[str, Any] = {
        "data": data,
        "lambda": 1.0,  # the paper's text lost its own
        "conservative epsilon": 0.01,
        "pragmatist epsilon": 0.2,
        "conservative share": shares[0],
        "pragmatist share": shares[1],
        "training share": 1.0,
    }
    point |= changes
    # ε_c above ε_m leaves no room for conservatives below pragmatists
    point["pragmatist epsilon"] = max(point["pragmatist epsilon"], point["conservative epsilon"])
    return point


def _sweep(data: str, parameter: str, title: str, points: Iterable[Point]) -> Sweep:
    return Sweep(
        f"ridge-{data}-{parameter.replace(' ', '-')}",
        f"Ridge losses against {title}, {_TITLES[data]}",
        parameter,
        tuple(points),
        release_losses,
        "squared error on the test records of one release; “(regularised)” adds λ|θ|²",
        trials=200,
        block=10,
    )


def _sweeps(data: str) -> list[Sweep]:
    usual = (CONSERVATIVE_SHARE, PRAGMATIST_SHARE)
    along_lambda = [_point(data, usual, **{"lambda": lam}) for lam in LAMBDAS[data]]
    return [
        _sweep(data, "lambda", "λ", along_lambda),
        *(
            _sweep(
                data,
                axis.parameter,
                axis.title,
                [_point(data, axis.shares, **{axis.parameter: value}) for value in axis.values],
            )
            for axis in ALONG
        ),
    ]


SWEEPS: tuple[Sweep, ...] = tuple(sweep for data in _TITLES for sweep in _sweeps(data))
