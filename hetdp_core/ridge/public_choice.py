"""A regularisation chosen from public numbers alone: no record is looked at, nothing is spent.

The expected loss of a private regression is, on top of what any regression would lose, about
what its noise costs plus what shrinking costs.  Both have a stand-in that is known beforehand,
from the number of features d, the bounds R and L and the budget Σε:

    noise       output perturbation      (d+1) R² / η(λ)²
                objective perturbation   (d+1) R² / (4 η(λ)² (λ + h)²)
    shrinking   (L² / 3) (λ / (λ + h))²
    sampling    `UNEXPLAINED` (L² / 3) (d / m) (h / (λ + h))², where m records count, without noise

Noise b has E[bbᵀ] = ((d+1) / η²) I, and adds E[(bᵀx)²] to the squared error at a row x, at most
(d+1) R² / η²: a bound.  Objective perturbation passes b / 2 through (XᵀWX + λI)⁻¹; for XᵀWX its
stand-in is h I, h = R² / (2d), where the d eigenvalues add up to R²/2, half of the most that
rows of length R allow.  Labels that are linear in the features would then be predicted as
y h / (λ + h): the squared error is (λ / (λ + h))² E[y²], and E[y²] = L²/3 for labels spread
evenly over [-L, L].  Where nothing is hidden by noise, λ only has to keep few records from being
fitted too closely: a share of E[y²] that no feature explains moves each of d coefficients.  So
the choice rests on a guess, and may be a poor one; the guarantee never depends on it.
"""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.grids import preferred_numbers
from hetdp_core.ridge.noise import Calibration, known_length, noise_rate
from hetdp_core.ridge.objective import objective_rate
from hetdp_core.ridge.problem import DeclaredBounds, check_lambdas
from hetdp_core.ridge.weights import personalised

NONPRIVATE_LAMBDAS = preferred_numbers(1e-6, 1e3)
"""λ of ridge regression without noise, which needs less shrinkage."""

UNEXPLAINED = 0.1
"""Guessed share of E[y²] that no feature explains."""


@dataclass(frozen=True)
class PublicChoice:
    """A private regression chosen without looking at any record.

    Attributes:
        method: "pdp_op" or "objective".
        lam: λ, one of those offered; where only public records count, of `NONPRIVATE_LAMBDAS`.
        guess: of the terms above at that λ, in squared labels; not an expected loss.
        without_noise: whether only public records count.
    """

    method: str
    lam: float
    guess: float
    without_noise: bool = False


def public_choice(
    epsilon: ArrayLike,
    bounds: DeclaredBounds,
    lams: ArrayLike,
    calibration: Calibration,
    methods: Sequence[str] = (),
    kept: float = 1.0,
) -> PublicChoice:
    """Return the method and the λ with the least noise and shrinking, as guessed from bounds.

    Args:
        epsilon: (n,) levels > 0 of the training records (natural log), which are public;
            infinity means a public record.
        bounds: declared.
        lams: (L,) λ > 0 to choose from.
        calibration: of the noise of output perturbation.
        methods: those to choose from; none for both.
        kept: share of the records that are expected to count, where each keeps the weight 1 / n.

    Raises:
        InvalidInput: a rule of these is broken.

    >>> bounds = DeclaredBounds(dimension=2, row_norm=1.0)
    >>> public_choice(np.full(200, 1.0), bounds, [0.01, 0.1, 1.0], Calibration()).lam
    0.1
    """
    levels, d = validate.epsilons(epsilon), bounds.dimension
    _, budget = personalised(levels, d)
    grid, noise = check_lambdas(lams), (d + 1.0) * bounds.row_norm**2
    curved, sampling = kept * bounds.row_norm**2 / (2.0 * d), 0.0  # h
    if without_noise := math.isinf(budget):
        grid = NONPRIVATE_LAMBDAS
        sampling = UNEXPLAINED * d / (kept * np.count_nonzero(np.isinf(levels)))
    typical = grid + curved
    bias = grid**2 + sampling * curved**2
    shrinking = bounds.label**2 / 3.0 * bias / typical**2
    radius = known_length(grid, bounds, calibration)
    with np.errstate(divide="ignore", over="ignore"):  # infinite where it is not available
        rates = {
            "pdp_op": noise_rate(budget, grid, bounds, calibration),
            "objective": 2.0 * objective_rate(budget, grid, radius, bounds) * typical,
        }
        guesses = {method: noise / rate**2 + shrinking for method, rate in rates.items()}
    method = min(methods or rates, key=lambda key: float(np.min(guesses[key])))
    place = int(np.argmin(guesses[method]))
    return PublicChoice(method, float(grid[place]), float(guesses[method][place]), without_noise)
