"""What the tests of this room share: small problems, awkward ones, and averages."""

import numpy as np
from hypothesis import strategies as st
from scipy import stats

from hetdp_core import datasets, ridge
from hetdp_core.ridge.loss_inputs import LossInputs
from hetdp_core.ridge.noise import known_length
from hetdp_core.ridge.objective import objective_rate
from hetdp_core.ridge.records import Records, prepare

SHARP = ridge.Calibration()
LAMBDA = st.floats(-6.0, 6.0).map(lambda exponent: 10.0**exponent)


def small_problem(rows=40, d=4, seed=0, label_bound=1.0, **options):
    """Features uniform on [-1, 1] with an intercept, labels near linear, a quarter for testing."""
    rng = np.random.default_rng(seed)
    X = rng.uniform(-1.0, 1.0, (rows + rows // 4 + 1, d))
    X[:, -1] = 1.0
    linear = X @ rng.normal(size=d) / d + 0.1 * rng.normal(size=len(X))
    y = np.clip(label_bound * linear, -label_bound, label_bound)
    return ridge.RidgeProblem(
        X[:rows], y[:rows], X[rows:], y[rows:], label_bound=label_bound, **options
    )


def prepared_of(key, target=None, **settings):
    """A shipped dataset, its numbers centred if not told otherwise."""
    target = target or datasets.info(key).default_target
    records = Records(key, ridge.DesignSettings(target, **{"centred": True, **settings}))
    return prepare(records, datasets.load(key))


def training(X, y):
    """Records that are tested on themselves, where nothing else is to be tested."""
    return ridge.RidgeProblem(X, y, X, y)


def inputs(problem, levels, lam, calibration=SHARP):
    """What the methods are given, at one λ."""
    return LossInputs(problem, levels, np.array([lam]), calibration)


def mixed_levels(rows, seed=1):
    """Levels over two orders of magnitude."""
    return 10.0 ** np.random.default_rng(seed).uniform(-1.5, 0.5, rows)


def solve(X, y, weights, lam):
    """θ_w by a linear solver: the second road to every path."""
    gram = np.einsum("...i,...ij,...ik->...jk", weights, X, X)
    cross = np.einsum("...i,...ij,...i->...j", weights, X, y)
    return np.linalg.solve(gram + lam * np.eye(X.shape[-1]), cross[..., None])[..., 0]


def in_ball(at, radius):
    """Return at(μ) for the least μ >= 0 that holds it in the ball, by bisection."""
    low, high = 0.0, 1.0
    if np.linalg.norm(at(0.0)) <= radius:
        return at(0.0)
    while np.linalg.norm(at(high)) > radius:
        high *= 2.0
    for _ in range(200):
        middle = (low + high) / 2.0
        low, high = (middle, high) if np.linalg.norm(at(middle)) > radius else (low, middle)
    return at(high)


@st.composite
def problems(draw, max_rows=8, max_features=5):
    """Small training sets, often tied, constant, at the bounds, or wider than long."""
    rows, d = draw(st.integers(1, max_rows)), draw(st.integers(1, max_features))
    entry = st.one_of(st.sampled_from([-1.0, 0.0, 1.0]), st.floats(-1.0, 1.0))
    X = np.array(draw(st.lists(entry, min_size=rows * d, max_size=rows * d))).reshape(rows, d)
    y = np.array(draw(st.lists(entry, min_size=rows, max_size=rows)))
    return training(X, y)


def assert_within_errors(samples, expected, errors=4.0, expected_error=0.0):
    """The average lies within so many standard errors (of both sides) of what is expected."""
    error = np.hypot(np.std(samples, ddof=1) / np.sqrt(len(samples)), expected_error)
    distance = abs(np.mean(samples) - expected)
    assert distance <= errors * error + 1e-12 * abs(expected), f"{distance / error:.2f} errors"


class OneFeature:
    """The exact law of the release in one dimension: a density on (-ρ, ρ) and two atoms."""

    def __init__(self, x, y, epsilon, lam, bounds):
        weights = epsilon / np.sum(epsilon)
        self.curve = weights @ x**2 + lam
        self.cross = weights @ (x * y)
        lams = np.array([lam])
        self.radius = float(known_length(lams, bounds, SHARP)[0])
        rate = objective_rate(float(np.sum(epsilon)), lams, np.array([self.radius]), bounds)
        self.noise = stats.laplace(scale=1.0 / rate[0])

    def log_density(self, theta):
        """b = 2 (cross - curve θ), |db/dθ| = 2 curve."""
        return self.noise.logpdf(2.0 * (self.cross - self.curve * theta)) + np.log(2.0 * self.curve)

    def log_atoms(self):
        """log P(θ = ρ), log P(θ = -ρ)."""
        ends = 2.0 * (self.cross + self.curve * self.radius * np.array([-1.0, 1.0]))
        return np.array([self.noise.logcdf(ends[0]), self.noise.logsf(ends[1])])
