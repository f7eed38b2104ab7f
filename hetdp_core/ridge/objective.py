"""Personalised objective perturbation: noise in the objective, not on its solution (ours).

Release the minimiser of L_w(θ) + bᵀθ over the ball |θ| <= ρ, with L_w the weighted ridge loss,
w_i = ε_i / Σε and b of density proportional to e^{-η |b|}.  Inside the ball θ determines
b = -∇L_w(θ), so replacing record i changes the density of θ by a factor of at most

    exp(η · 2 w_i (R² ρ + 2 R L)) · (1 + w_i R² / λ):

the first from the gradient, the second from the Jacobian det ∇²L_w.  Both exponents are
proportional to w_i, hence to ε_i, so all levels hold at once with

    η = (Σε - R² / λ) / (2 (R² ρ + 2 R L)),  which needs Σε > R² / λ.

The ball, which keeps the gradient of a squared loss bounded, costs nothing.  A θ on the sphere
comes from each b = -∇L_w(θ) - μθ with μ >= 0.  With T an orthonormal basis of its tangent space and
H = ∇²L_w, the map from (θ, μ) to b has the Jacobian ρ det(Tᵀ (H + μI) T), so the density of θ on
the sphere is the integral over μ of the density of b times that.  For each μ, replacing record i
takes one matrix of rank one away from H and adds one, each at most 2 w_i R², which changes the
Jacobian by a factor of at most 1 + w_i R² / λ; and it moves b as far as inside.  So the integrals
obey the same bound.  By default ρ is `noise.solution_bound`, from the declared bounds alone:
without noise the ball then never binds. The noise reaches θ through (XᵀWX + λI)⁻¹: small where the
data say much.

The least of a quadratic within a ball, for many draws of noise at many λ at once.

In the basis of XᵀWX, with v its eigenvalues and c = XᵀWy, objective perturbation without the ball
releases θ = (c + s b) / (v + λ), with b noise of rate 1 and s = -1 / (2η).  With D = 1 / (v + λ)
and θ₀ = D c the squared length and the test loss of it are quadratic in b:

    |θ|² = |θ₀|² + 2 s (D θ₀)ᵀ b + s² (D²)ᵀ (b b)
    L(θ) = L(θ₀) + 2 s (D (G θ₀ - g))ᵀ b + s² Σ_ij D_i D_j G_ij b_i b_j

(products of vectors by coordinate; G and g of the loss).  No draw has its λ in it, and no λ its
draw: for all of them at once each term is a product of two matrices.  Only where this |θ| exceeds
the radius must θ be found draw by draw.
"""

from __future__ import annotations

import math

import numpy as np

from hetdp_core.errors import InvalidInput
from hetdp_core.ridge.loss_inputs import LossInputs, MethodCurve
from hetdp_core.ridge.noise import SAFETY, draw_noise, gradient_change, known_length
from hetdp_core.ridge.problem import DeclaredBounds
from hetdp_core.ridge.quadratic import LossMoments, QuadraticLoss
from hetdp_core.ridge.weights import Spectrum
from hetdp_core.validate import FloatArray

_NEWTON_STEPS = 60
_ON_SPHERE = 1e-13

BLOCK = 2**16
"""Coefficients solved for at a time: few enough to stay in the cache of a processor."""

PAIRS = 2**18
"""Products of two coordinates of the noise held at a time (2 MB)."""

Places = np.ndarray[tuple[int], np.dtype[np.intp]]

FEW = 8
"""Of fewer λ than one for so many coefficients, products of all pairs are not worth making."""


def losses_in_ball(
    path: Spectrum,
    loss: QuadraticLoss,
    unit: FloatArray,
    lams: FloatArray,
    rate: FloatArray,
    radius: FloatArray,
) -> tuple[FloatArray, FloatArray]:
    """Return (L, M) losses and squared lengths |θ|² of M releases at each of L λ.

    Args:
        path: of XᵀWX.
        loss: in the basis of the path.
        unit: (d, M) noise of rate 1 in that basis, common to all λ.
        lams, rate, radius: (L,) λ, the rate of the noise there, and the radius of the ball.
    """
    squares = _squared_lengths(path, unit, lams, rate)
    most = (radius * radius)[:, None]
    inside = squares <= most
    losses, some = np.empty_like(squares), np.flatnonzero(np.any(inside, axis=1))
    losses[some] = _losses_without_ball(path, loss, unit, lams[some], rate[some])
    rows, draws = np.nonzero(~inside)
    if rows.size:
        losses[rows, draws] = _losses_on_sphere(
            path, loss, unit, (lams, rate, radius), (rows, draws)
        )
    return losses, np.where(inside, squares, most)


def _squared_lengths(
    path: Spectrum, unit: FloatArray, lams: FloatArray, rate: FloatArray
) -> FloatArray:
    """Return (L, M) squared lengths of the coefficients where no ball keeps them.

    To rounding of the larger of |θ₀|² and what noise adds; never negative.
    """
    within = 1.0 / (path.values + lams[:, None])
    still, moved = path.cross * within, within * (-0.5 / rate[:, None])
    lengths: FloatArray = (2.0 * still * moved) @ unit
    lengths += np.square(moved) @ np.square(unit)
    lengths += np.sum(still * still, axis=1)[:, None]
    return np.maximum(lengths, 0.0, out=lengths)


def _losses_without_ball(
    path: Spectrum, loss: QuadraticLoss, unit: FloatArray, lams: FloatArray, rate: FloatArray
) -> FloatArray:
    """Return (L, M) losses of the coefficients where no ball keeps them."""
    within = 1.0 / (path.values + lams[:, None])
    still, moved = path.cross * within, within * (-0.5 / rate[:, None])
    losses = np.empty((lams.size, unit.shape[1]))
    if FEW * lams.size < unit.shape[0]:
        for row, at, by in zip(losses, still[:, :, None], moved[:, :, None], strict=True):
            row[:] = loss.at_columns(at + by * unit)
        return losses
    np.matmul(2.0 * moved * loss.slope(still), unit, out=losses)
    losses += loss.at(still)[:, None]
    first, second = np.triu_indices(unit.shape[0])
    twice = np.where(first == second, 1.0, 2.0) * loss.gram[first, second]
    curved = moved[:, first] * moved[:, second] * twice
    together = max(1, PAIRS // first.size)
    for start in range(0, unit.shape[1], together):
        part = unit[:, start : start + together]
        losses[:, start : start + together] += curved @ (part[first] * part[second])
    return np.maximum(losses, 0.0, out=losses)


def _losses_on_sphere(
    path: Spectrum,
    loss: QuadraticLoss,
    unit: FloatArray,
    known: tuple[FloatArray, FloatArray, FloatArray],
    outside: tuple[Places, Places],
) -> FloatArray:
    """Return the losses where the ball binds, at these places of λ and of draws.

    known : (L,) λ, rates and radii.
    """
    starts = _starts(path, unit, known, outside)
    losses, together = np.empty(starts.size), max(1, BLOCK // unit.shape[0])
    for first in range(0, starts.size, together):
        some = slice(first, first + together)
        lams, rate, radius = (each[outside[0][some]] for each in known)
        target = np.take(unit, outside[1][some], axis=1)
        target *= -0.5 / rate
        target += path.cross[:, None]
        theta = _on_sphere(target, path.values[:, None], radius, lams, starts[some])
        losses[some] = loss.at_columns(theta)
    return losses


def _starts(
    path: Spectrum,
    unit: FloatArray,
    known: tuple[FloatArray, FloatArray, FloatArray],
    outside: tuple[Places, Places],
) -> FloatArray:
    """Return (K,) x >= λ near those that bring the coefficients t / (v + x) onto the sphere.

    With m and V the mean and the variance of the eigenvalues v, weighed by the squares of t, their
    squared length is about |t|² / z² (1 + 3 V / z²), z = m + x.  Each sum over the squares of
    t = c + s b is quadratic in s, of three numbers a draw.
    """
    rows, draws = outside
    lams, rate, radius = (each[rows] for each in known)
    powers = np.stack([np.ones_like(path.values), path.values, np.square(path.values)])
    size = -0.5 / rate
    fixed = powers @ np.square(path.cross)
    linear, curved = (2.0 * powers * path.cross) @ unit, powers @ np.square(unit)
    reach, first, second = (
        still + size * (once[draws] + size * twice[draws])
        for still, once, twice in zip(fixed, linear, curved, strict=True)
    )
    with np.errstate(divide="ignore", invalid="ignore"):
        mean, length = first / reach, reach / np.square(radius)
        spread = np.maximum(second / reach - mean * mean, 0.0)
        x = np.sqrt(0.5 * (length + np.sqrt(length * (length + 12.0 * spread)))) - mean
    return np.where(x > lams, x, lams)  # also where rounding has left no number


def solve_in_ball(target: FloatArray, curvature: FloatArray, radius: FloatArray) -> FloatArray:
    """Return the minimiser of θᵀ diag(curvature) θ - 2 targetᵀ θ over |θ| <= radius, exactly.

    It is target / (curvature + μ) with the least μ >= 0 that meets the constraint, which is at
    least |target| / radius - c, c the mean curvature weighed by the squares of target: 1/x² is
    convex, so |θ(μ)| >= |target| / (c + μ).

    Args:
        target: (d, ...), the coordinates along the first axis.
        curvature: (d, ...) > 0, broadcast against target.
        radius: (...) > 0, broadcast against target without its first axis.
    """
    theta = target / curvature
    outside = ~(np.sum(theta * theta, axis=0) <= radius * radius)
    if np.any(outside):
        bent = np.broadcast_to(curvature, target.shape)[:, outside]
        far, most = target[:, outside], np.broadcast_to(radius, outside.shape)[outside]
        squares = far * far
        reach = np.sum(squares, axis=0)
        start = np.sqrt(reach) / most - np.sum(squares * bent, axis=0) / reach
        none = np.zeros_like(most)
        theta[:, outside] = _on_sphere(far, bent, most, none, np.maximum(start, none))
    return theta


def _on_sphere(
    target: FloatArray, values: FloatArray, radius: FloatArray, least: FloatArray, added: FloatArray
) -> FloatArray:
    """Return (d, K) coefficients target / (values + x) of length radius, x >= least.

    The root of 1/radius - 1/|θ(x)|, which is monotone and convex (Moré & Sorensen 1983): from left
    of it Newton's method never passes it, and from right of it the first step goes to its left.

    Args:
        target: (d, K).
        values: (d, K) or (d, 1).
        radius: (K,) > 0.
        least: (K,) where values + x > 0 and the coefficients are too long, except for rounding.
        added: (K,) >= least, where to begin.
    """
    for _ in range(_NEWTON_STEPS):
        bent = values + added
        theta = target / bent
        terms = theta * theta
        square = np.sum(terms, axis=0)
        length = np.sqrt(square)
        excess = length / radius - 1.0
        away = (excess > _ON_SPHERE) | ((excess < -_ON_SPHERE) & (added > least))
        left = np.count_nonzero(away)
        if not left:
            break
        terms /= bent
        added = np.maximum(added + excess * square / np.sum(terms, axis=0), least)
        if 2 * left < away.size:
            theta *= radius / length
            bases = values if values.shape[1] == 1 else np.compress(away, values, axis=1)
            rest = radius[away], least[away], added[away]
            theta[:, away] = _on_sphere(np.compress(away, target, axis=1), bases, *rest)
            return theta
    theta *= radius / length
    return theta


def objective_rate(
    budget: float, lams: FloatArray, radius: FloatArray, bounds: DeclaredBounds
) -> FloatArray:
    """Return the rate η of noise in the objective at each λ; 0 where the budget is too small.

    Each record's level then holds when that record is replaced (derived above).

    Args:
        budget: Σε.
        lams: (L,) λ > 0.
        radius: (L,) ρ > 0 of the ball, as `known_length`.
        bounds: declared.
    """
    left = np.maximum(budget * SAFETY - bounds.row_norm**2 / lams, 0.0)
    rate: FloatArray = left / (2.0 * gradient_change(radius, bounds))
    return rate


def objective_law(
    inputs: LossInputs, refuse: bool = False
) -> tuple[Spectrum, FloatArray, FloatArray]:
    """Return the path of XᵀWX, and at each λ the rate of the noise and the radius of the ball.

    Raises:
        InvalidInput: `refuse`, and at the first λ the budget is too small.
    """
    (budget, path), lams, bounds = inputs.personalised, inputs.lams, inputs.problem.bounds
    radius = known_length(lams, bounds, inputs.calibration)
    rate = objective_rate(budget, lams, radius, bounds)
    if refuse and not rate[0] > 0:
        rule = f"must exceed {bounds.row_norm**2 / budget:g} for objective perturbation"
        raise InvalidInput("lambda", rule, f"{lams[0]:g}", "use a larger lambda")
    return path, rate, radius


def objective_curve(inputs: LossInputs) -> MethodCurve:
    """Return both losses, averaged over draws of the noise that all λ share.

    The noise is drawn in the coordinates of the features and then turned into the basis of
    XᵀWX: signs of eigenvectors, and equal eigenvalues, are a matter of rounding.
    """
    problem, lams, (path, rate, radius) = inputs.problem, inputs.lams, objective_law(inputs)
    available = rate > 0
    unit = problem.remembered(
        ("noise of the objective", inputs.draws, inputs.seed),
        lambda: draw_noise(1.0, (inputs.draws, problem.bounds.dimension), inputs.generator(2)),
    )
    plain, squares = losses_in_ball(
        path,
        problem.test_loss.rotated(path.vectors),
        np.ascontiguousarray((unit @ path.vectors).T),
        lams[available],
        rate[available],
        radius[available],
    )
    penalty = lams[available, None] * squares
    return MethodCurve(
        lams,
        moments_of_draws(plain, rate),
        moments_of_draws(plain + penalty, rate),
        rate,
        available,
    )


def objective_coefficients(
    inputs: LossInputs, releases: int, rng: np.random.Generator
) -> FloatArray:
    """Return (releases, d) released coefficients at one λ; refused where it is not available."""
    path, rate, radius = objective_law(inputs, refuse=True)
    noise = draw_noise(rate, (releases, inputs.problem.bounds.dimension), rng)
    target = np.ascontiguousarray((path.cross - 0.5 * (noise @ path.vectors)).T)
    theta = solve_in_ball(target, (path.values + inputs.lams)[:, None], radius)
    released: FloatArray = (path.vectors @ theta).T
    return released


def moments_of_draws(losses: FloatArray, rate: FloatArray) -> LossMoments:
    """Return mean and spread over the last axis; infinite, without spread, if the rate is 0.

    Without noise there is no spread, though the losses may differ by rounding.
    """
    mean, std, available = np.full(rate.size, np.inf), np.zeros(rate.size), rate > 0
    mean[available] = np.mean(losses, axis=-1)
    std[available] = np.std(losses, axis=-1, ddof=1)
    std[np.isinf(rate)] = 0.0
    return LossMoments(mean, std, std / math.sqrt(losses.shape[-1]))
