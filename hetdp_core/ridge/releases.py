"""Draws of releases: coefficients, and the test losses they have.

How far a release is from the true coefficients: the bound of Theorem 3.6, and exactly.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.results import result
from hetdp_core.ridge.loss_inputs import LossInputs
from hetdp_core.ridge.methods import METHODS, draw_predictor
from hetdp_core.ridge.noise import Calibration, draw_noise, noise_rate
from hetdp_core.ridge.problem import RidgeProblem, check_lambda, check_lambdas
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.sweep import RidgeScenario
from hetdp_core.ridge.weights import personalised, weighted_spectrum
from hetdp_core.validate import FloatArray

MOST_RELEASES = 1_000_000


@result
class RidgeFit:
    """One release of PDP-OP.

    Attributes:
        coefficients: (d,) the released ones: θ_w plus noise.
        nonprivate: (d,) θ_w itself; not to be released.
        noise_rate: η; the noise has density proportional to e^{-η |b|}, its typical length is d /
            η; infinity means that no noise was needed.
    """

    coefficients: FloatArray
    nonprivate: FloatArray
    noise_rate: float


def fit(
    X: ArrayLike,
    y: ArrayLike,
    epsilon: ArrayLike,
    lam: float,
    noise: str = "sharp",
    *,
    rng: np.random.Generator,
    row_norm: float | None = None,
    label_bound: float = 1.0,
    theta_bound: float | None = None,
) -> RidgeFit:
    """Release personalised private ridge regression (Algorithm 1, "PDP-OP"; central model).

    θ_w minimises Σ w_i (y_i - θᵀx_i)² + λ|θ|² with w_i = ε_i / Σε; the release adds noise of
    density proportional to e^{-η |b|}.  Replacing record i changes the law of the release by
    a factor of at most e^{ε_i} (Theorem 3.2); n, d, λ, ε and the bounds are public.

    Args:
        X: (n, d) features in [-1, 1]; add a column of ones for an intercept.
        y: (n,) labels, |y| <= label_bound.
        epsilon: (n,) levels > 0 (natural log); infinity means public.  With a public record
            only the public ones count, and no noise is added.
        lam: λ > 0.
        noise: "sharp" (ours), "printed" (Theorem 3.2) or "bounded" (Theorem 3.4).
        rng: source of the noise (NumPy: for a demonstration, not for a release).
        row_norm: declared bound R on the length of a row, by default sqrt(d); "sharp" only.
        label_bound: declared bound L on |y|, at most 1; "sharp" only.
        theta_bound: see `Calibration`.

    Raises:
        InvalidInput: a rule above is broken.

    >>> drawn = fit([[1.0], [0.5]], [1.0, 0.5], [2.0, np.inf], 0.75, rng=np.random.default_rng(0))
    >>> drawn.coefficients, drawn.noise_rate
    (array([0.25]), inf)
    """
    problem = RidgeProblem(
        np.asarray(X), np.asarray(y), np.asarray(X), np.asarray(y), row_norm, label_bound
    )
    lams = check_lambda(lam)
    weights, budget = personalised(problem.levels(epsilon), problem.bounds.dimension)
    theta = weighted_spectrum(problem.X, problem.y, weights).path(lams)[0]
    rate = float(noise_rate(budget, lams, problem.bounds, Calibration(noise, theta_bound))[0])
    return RidgeFit(theta + draw_noise(rate, theta.shape, rng), theta, rate)


def sample_coefficients(
    problem: RidgeProblem,
    epsilon: ArrayLike,
    lam: float,
    method: str = "pdp_op",
    noise: str = "sharp",
    releases: int = 1000,
    *,
    rng: np.random.Generator,
    theta_bound: float | None = None,
) -> FloatArray:
    """Return (releases, d) independent releases of one method at one λ.

    Raises:
        InvalidInput: the method has no coefficients ("private_mean") or is not available at
            this λ ("objective" needs Σε > R²/λ).
    """
    known = [key for key, drawn in METHODS.items() if drawn.coefficients is not None]
    draw = METHODS[validate.choice(method, known, "method")].coefficients
    assert draw is not None
    inputs = _inputs(problem, epsilon, lam, Calibration(noise, theta_bound))
    return draw(inputs, validate.count(releases, 1, MOST_RELEASES, "releases"), rng)


def sample_losses(
    problem: RidgeProblem,
    epsilon: ArrayLike,
    lam: float,
    method: str = "pdp_op",
    noise: str = "sharp",
    releases: int = 1000,
    *,
    rng: np.random.Generator,
    theta_bound: float | None = None,
) -> tuple[FloatArray, FloatArray]:
    """Return both test losses of independent releases, unregularised and regularised.

    The second road to `loss_curves`.  Args and errors: see there; "objective" is refused where
    it is not available.
    """
    inputs = _inputs(problem, epsilon, lam, Calibration(noise, theta_bound))
    method = validate.choice(method, METHODS, "method")
    count = validate.count(releases, 1, MOST_RELEASES, "releases")
    drawn, loss = draw_predictor(method, inputs, count, rng)
    plain = loss.at(drawn)
    return plain, plain + inputs.lams * np.einsum("ij,ij->i", drawn, drawn)


def _inputs(
    problem: RidgeProblem, epsilon: ArrayLike, lam: float, calibration: Calibration
) -> LossInputs:
    return LossInputs(problem, problem.levels(epsilon), check_lambda(lam), calibration)


NOISE_FAILURE, LABEL_FAILURE = 0.05, 0.05
"""δ₁ and δ₂: chances that noise or labels are worse than the bound allows for."""


@result
class AccuracyBound:
    """With chance `confidence` |θ̂ - θ*| is at most the sum of three terms, at each λ.

    Attributes:
        bias: (L,) λ |θ*| / (λ + σ_min), from shrinking; σ_min the least eigenvalue of XᵀWX.
        privacy: (L,) (d + sqrt(d / δ₁)) / η, from the noise.
        label_noise: (L,) σ |w| sqrt(d / δ₂) / (λ + σ_min), from the labels.
    """

    bias: FloatArray
    privacy: FloatArray
    label_noise: FloatArray

    @property
    def total(self) -> FloatArray:
        """(L,) the bound."""
        return self.bias + self.privacy + self.label_noise

    @property
    def confidence(self) -> float:
        """1 - δ₁ - δ₂."""
        return 1.0 - NOISE_FAILURE - LABEL_FAILURE


def accuracy_bound(
    problem: RidgeProblem,
    epsilon: ArrayLike,
    lams: ArrayLike,
    truth_norm: float,
    label_sigma: float,
    calibration: Calibration,
) -> AccuracyBound:
    """Return the bound of Theorem 3.6 for PDP-OP, when y = θ*ᵀx + N(0, σ²) (Assumption 3.5).

    The bound looks at the training data (σ_min), so it is not itself private.

    Args:
        problem: data and declared bounds.
        epsilon: (n,) levels.
        lams: λ > 0, one or (L,).
        truth_norm: |θ*| >= 0.
        label_sigma: σ >= 0.
        calibration: of the noise.

    Raises:
        InvalidInput: a rule above is broken.
    """
    d, lam = problem.bounds.dimension, check_lambdas(lams)
    weights, budget = personalised(problem.levels(epsilon), d)
    truth = validate.within(truth_norm, 0.0, math.inf, "truth_norm")
    sigma = validate.within(label_sigma, 0.0, math.inf, "label_sigma")
    shrunk = lam + float(np.min(weighted_spectrum(problem.X, problem.y, weights).values))
    rate = noise_rate(budget, lam, problem.bounds, calibration)
    return AccuracyBound(
        lam * truth / shrunk,
        (d + math.sqrt(d / NOISE_FAILURE)) / rate,
        sigma * float(np.linalg.norm(weights)) * math.sqrt(d / LABEL_FAILURE) / shrunk,
    )


@result
class Distances:
    """|θ̂ - θ*| of PDP-OP along λ, for labels that are exactly linear.

    Attributes:
        lams: (L,) ascending.
        bound: of Theorem 3.6.
        exact: (L,) root of the expected squared distance over the noise, for these records.
        without_noise: (L,) distance of θ_λ before noise.
    """

    lams: FloatArray
    bound: AccuracyBound
    exact: FloatArray
    without_noise: FloatArray


def distances_to_truth(
    prepared: Prepared, epsilon: ArrayLike, scenario: RidgeScenario
) -> Distances:
    """Return the distances along the scenario's λ, with its noise.

    E|θ_λ + b - θ*|² = |θ_λ - θ*|² + d (d + 1) / η², as b points nowhere in particular and
    its length is Gamma(d) / η.

    Args:
        prepared: records whose labels are y = θ*ᵀx, with θ* known.
        epsilon: (n,) levels of the training records, > 0; infinity = public.
        scenario: λ and noise are used.

    Raises:
        InvalidInput: θ* is not known; a rule of these is broken.
    """
    if prepared.truth is None:
        remedy = "choose synthetic records"
        raise InvalidInput("truth", "must be known", "records without it", remedy)
    problem, truth, lams = prepared.problem, prepared.truth, scenario.lams
    levels, d = problem.levels(epsilon), problem.bounds.dimension
    weights, budget = personalised(levels, d)
    path = weighted_spectrum(problem.X, problem.y, weights).path(lams)
    rate = noise_rate(budget, lams, problem.bounds, scenario.calibration)
    before = np.linalg.norm(path - truth, axis=-1)
    length = float(np.linalg.norm(truth))
    bound = accuracy_bound(problem, levels, lams, length, 0.0, scenario.calibration)
    return Distances(lams, bound, np.hypot(before, math.sqrt(d * (d + 1.0)) / rate), before)
