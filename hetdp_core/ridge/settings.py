"""The experiments of the paper: who asks for what, and the synthetic data (section 4).

Conservatives ask for ε ~ U[ε_c, ε_m], pragmatists for U[ε_m, ε_l], liberals for ε_l exactly.
"""

from __future__ import annotations

import math

import numpy as np

from hetdp_core import validate
from hetdp_core.profiles import ProfileSettings, make_profile
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.validate import FloatArray

CONSERVATIVE_EPSILON, PRAGMATIST_EPSILON, LIBERAL_EPSILON = 0.01, 0.2, 1.0
"""ε_c, ε_m, ε_l by default."""

CONSERVATIVE_SHARE, PRAGMATIST_SHARE = 0.34, 0.43
"""f_c and f_m by default; the liberals are the rest, f_l = 0.23."""

EPSILON_SWEEP_SHARES = (0.54, 0.37)
"""f_c and f_m where ε_c or ε_m changes, as in the authors' code; where f_c changes, f_m = 0.37."""

SYNTHETIC_FEATURES, SYNTHETIC_RECORDS, TEST_SHARE = 30, 100, 0.2
"""Size of the synthetic data, test records included."""


def paper_profile(records: int, seed: int = 0, **changes: float) -> ProfileSettings:
    """Return the paper's privacy profile for this many training records.

    Args:
        records: training records n.
        seed: of the levels within the segments.
        changes: other values of `low` (ε_c), `middle` (ε_m), `high` (ε_l), `strict_share`
            (f_c), `middle_share` (f_m).
    """
    defaults = {
        "low": CONSERVATIVE_EPSILON,
        "middle": PRAGMATIST_EPSILON,
        "high": LIBERAL_EPSILON,
        "strict_share": CONSERVATIVE_SHARE,
        "middle_share": PRAGMATIST_SHARE,
    }
    return ProfileSettings("segments", users=records, seed=seed, **(defaults | changes))  # type: ignore[arg-type]


def draw_levels(settings: ProfileSettings, rng: np.random.Generator) -> FloatArray:
    """Return (n,) levels of a profile, dealt out to the records at random."""
    return make_profile(settings).assigned(rng)


def draw_synthetic(
    n: int, d: int, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return features (n, d) uniform on [0, 1], labels (n,) and the truth θ* (d,) behind them.

    y = θ*ᵀx with θ* uniform on the sphere of radius 1 / sqrt(d), so |y| <= 1; no intercept, no
    noise.
    """
    n, d = validate.count(n, 1, None, "n"), validate.count(d, 1, None, "d")
    features = rng.random((n, d))
    theta = rng.standard_normal(d)
    truth = theta / (np.linalg.norm(theta) * math.sqrt(d))
    return features, features @ truth, truth


def synthetic_problem(
    rng: np.random.Generator, records: int = SYNTHETIC_RECORDS, d: int = SYNTHETIC_FEATURES
) -> RidgeProblem:
    """Return synthetic data, of which the last fifth (rounded up) is held out."""
    return problem_with_truth(rng, records, d)[0]


def problem_with_truth(
    rng: np.random.Generator, records: int, d: int
) -> tuple[RidgeProblem, FloatArray]:
    """Return a `synthetic_problem` and the (d,) coefficients θ* that its labels obey."""
    features, labels, truth = draw_synthetic(records, d, rng)
    train = records - math.ceil(TEST_SHARE * records)
    problem = RidgeProblem(features[:train], labels[:train], features[train:], labels[train:])
    return problem, truth
