"""Requests for a released regression, and simulated people, for tests."""

from datetime import UTC, datetime

import numpy as np
import pandas as pd

from hetdp_core.datasets import Column
from hetdp_core.release import (
    RegressionRequest,
    ReleaseRequest,
    release_regression,
)
from hetdp_core.release.solution import solve

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
DELTA = 1e-6


def column(name, bounds=None, kind="number", labels=(), bounds_from="declared by you"):
    return Column(name, kind, name, "u", "", bounds_from, "low", bounds, labels)


AGE = column("age", (0.0, 120.0))
DOSE = column("dose", (-3.0, 5.0))
SMOKES = column("smokes", (0.0, 1.0), "binary")
REGION = column("region", kind="category", labels=("north", "south", "west"))
SEX = column("sex", kind="category", labels=("f", "m"))
WAGE = column("wage", (100.0, 5000.0))
FEATURES = (AGE, DOSE, SMOKES, REGION)


def request(epsilon, features=FEATURES, judged=False):
    levels = np.asarray(epsilon, float)
    target = ReleaseRequest("wage", "euros", WAGE.bounds, levels, "column")
    return RegressionRequest(target, features, DELTA, judged)


def people(rows, seed=0):
    """Wages that follow from the features, but for a little."""
    rng = np.random.default_rng(seed)
    age, dose = rng.uniform(0.0, 120.0, rows), rng.uniform(-3.0, 5.0, rows)
    smokes = rng.integers(0, 2, rows).astype(float)
    region = rng.choice(REGION.categories, rows)
    wage = 800.0 + 15.0 * age + 100.0 * dose + 400.0 * smokes + 300.0 * (region == "west")
    wage += rng.normal(0.0, 100.0, rows)
    columns = {"age": age, "dose": dose, "smokes": smokes, "region": region, "wage": wage}
    return pd.DataFrame(columns)


def release(plan, frame):
    return release_regression(plan, frame, when=NOON, identifier="r1")


def exact(plan, frame):
    """What the release would say without noise: for tests alone."""
    coding, target = plan.coding, plan.request.target
    sums = coding.sums(plan.weights, frame[plan.fitted], "wage", target.bounds)
    averages = coding.averages(sums, plan.weight)
    return averages, solve(coding, averages, plan.lam, plan.spreads, target.bounds)
