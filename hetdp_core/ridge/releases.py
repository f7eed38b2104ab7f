"""Drawing what would be released: coefficients, and the test losses they have."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.frozen import result
from hetdp_core.ridge.loss_inputs import LossInputs
from hetdp_core.ridge.methods import METHODS, draw_predictor
from hetdp_core.ridge.noise import Calibration, draw_noise, noise_rate
from hetdp_core.ridge.problem import RidgeProblem, check_lambda
from hetdp_core.ridge.weights import personalised, weighted_spectrum
from hetdp_core.validate import FloatArray

MOST_RELEASES = 1_000_000


@result
class RidgeFit:
    """One release of PDP-OP.

    Attributes:
        coefficients: (d,) what is released: θ_w plus noise.
        nonprivate: (d,) θ_w itself; not to be released.
        noise_rate: η; the noise has density proportional to e^{-η |b|}, its typical length
            is d / η; infinity means that no noise was needed.
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
