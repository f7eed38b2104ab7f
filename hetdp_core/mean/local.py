"""Means without a curator: each user sends a noisy report, and the server weights them.

Local model: user i's report alone is epsilon_i-DP, and nobody sees the datum.  In `local` datum x
is rounded to an end of [-1/2, 1/2], up with chance 1/2 + x, and the end is told by randomised
response.  With T = tanh(epsilon/2) the report is +-1/(2T), up with chance 1/2 + x T: unbiased, with
variance 1/(4 T**2) - x**2.  Weights proportional to T**2 have the least worst case, 1 / (4 sum_i
T_i**2), at any law of mean 0.  For the mean of these people those weights favour the less private;
`local_among` gives nobody more than an equal share.  `ldpe` is the baseline that the paper compares
with. Proofs: docs/beyond-the-papers.md, section 1.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.optimize import minimize_scalar

from hetdp_core import validate
from hetdp_core.mean.plan import WORST_VARIANCE, MeanPlan, rounded_up
from hetdp_core.results import result
from hetdp_core.validate import FloatArray


@result
class LaplaceReports(MeanPlan):
    """Every user adds their own Laplace noise before anything leaves their hands (local model)."""

    @property
    def adds_one_laplace(self) -> bool:
        """False: each user adds one."""
        return False

    def release(
        self, centred: NDArray[np.floating], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Return answers from reports x_i + Laplace(1 / epsilon_i), each weighted."""
        noise = rng.laplace(size=centred.shape) / self.epsilon
        return (centred + noise) @ self.weights


def ldpe(epsilon: ArrayLike) -> LaplaceReports:
    """Plan LDPE: reports x_i + Laplace(1/epsilon_i), weights inverse to 1/4 + 2/epsilon_i**2."""
    levels = validate.epsilons(epsilon)
    precision = 1.0 / (WORST_VARIANCE + 2.0 / levels**2)
    weights = precision / np.sum(precision)
    equivalent_scale = rounded_up(float(np.linalg.norm(weights / levels)))
    return LaplaceReports("ldpe", levels, weights, equivalent_scale, np.inf, levels)


@result
class TwoPointReports(MeanPlan):
    """Every user sends one of two values.  `noise_variance` is that of data in the middle."""

    @property
    def adds_one_laplace(self) -> bool:
        """False: a report is one of two values."""
        return False

    @property
    def _noisy_squares(self) -> FloatArray:
        """(n,) squared weights, 0 for public users."""
        return np.where(np.isfinite(self.epsilon), self.weights, 0.0) ** 2

    def noise_at(self, squares: ArrayLike) -> float:
        """Return the exact variance of the noise, sum_i w_i**2 (1/(4 T_i**2) - x_i**2)."""
        less = float(np.sum(self._noisy_squares * np.asarray(squares)))
        return max(self.noise_variance - less, 0.0)

    @property
    def affine_worst_case_mse(self) -> float:
        """1 / (4 sum_i T_i**2): sampling and noise add up to it at any law of mean 0."""
        from_public = self.sum_of_squares - float(np.sum(self._noisy_squares))
        return self.noise_variance + WORST_VARIANCE * max(from_public, 0.0)

    @property
    def affine_worst_case_mse_against_sample(self) -> float:
        """Worst-case MSE against the mean of these n values, over all values; exact.

        (sum |w_i - 1/n| y_i)**2 - sum w_i**2 y_i**2 is largest over [0, 1/2]^n at some
        y_i = min(mu |w_i - 1/n| / w_i**2, 1/2): a quadratic in mu between two that reach their end.
        """
        away, squares = np.abs(self.weights - 1.0 / self.users), self._noisy_squares
        with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
            ends = np.where(away > 0, squares / (2.0 * away), np.inf)
            order = np.argsort(ends)
            away, squares, ends = away[order], squares[order], ends[order]
            at_end = np.concatenate([[0.0], np.cumsum(away)]) / 2.0
            saved = np.concatenate([[0.0], np.cumsum(squares)]) / 4.0
            moving = np.where(squares > 0, away**2 / squares, 0.0)
            slope = np.concatenate([np.cumsum(moving[::-1])[::-1], [0.0]])
            low, high = np.concatenate([[0.0], ends]), np.concatenate([ends, [np.inf]])
            best = np.where(slope < 1.0, at_end / (1.0 - slope), np.inf)
            mu = np.where(slope > 0, np.clip(best, low, high), 0.0)
            excess = (at_end + mu * slope) ** 2 - saved - mu**2 * slope
        return self.noise_variance + float(np.nanmax(excess))

    def release(
        self, centred: NDArray[np.floating], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Return answers from reports of two values, each weighted."""
        advantage = np.tanh(self.epsilon / 2.0)
        ups = rng.random(centred.shape) < 0.5 + centred * advantage
        reports = np.where(np.isfinite(self.epsilon), (ups - 0.5) / advantage, centred)
        return reports @ self.weights


def local(epsilon: ArrayLike) -> TwoPointReports:
    """Plan two-point reports with the weights that are best in the worst case.

    A public user (T = 1) sends the datum itself: as good in the worst case, elsewhere better.

    >>> round(local([1.0] * 100).worst_case_mse * 400 * math.tanh(0.5) ** 2, 9)
    1.0
    """
    levels = validate.epsilons(epsilon)
    precision = np.tanh(levels / 2.0) ** 2
    total = float(np.sum(precision))
    weights = precision / total
    private = float(np.sum(weights, where=np.isfinite(levels)))
    equivalent_scale = rounded_up(math.sqrt(private / total / 8.0))
    return TwoPointReports("local", levels, weights, equivalent_scale, np.inf, levels)


def local_among(epsilon: ArrayLike) -> TwoPointReports:
    """Plan two-point reports for the mean of these people, for any values.

    Weights min(1/n, c T**2): for a given sum they have the least noise of all that are at most an
    equal share.  c is the best in the worst case over all values.  The best weights of all were
    less than 2 % better where a convex program found them.  The rest up to 1 is the weight of the
    middle of the range.

    >>> people = [0.3] * 100 + [1.0] * 200
    >>> round(local_among(people).affine_worst_case_mse_against_sample ** 0.5, 3)
    0.105
    >>> round(local(people).affine_worst_case_mse_against_sample ** 0.5, 3)
    0.292
    """
    levels = validate.epsilons(epsilon)
    precision = np.tanh(levels / 2.0) ** 2
    least, most = float(np.min(precision)), float(np.max(precision))
    is_private = np.isfinite(levels)

    def at(part: float) -> TwoPointReports:
        """Return the plan in which the strictest have this part of an equal share."""
        weights = np.minimum(1.0, part * (precision / least)) / levels.size
        noise = float(np.sum(weights**2 / precision, where=is_private)) / 4.0
        scale = rounded_up(math.sqrt(noise / 2.0))
        return TwoPointReports("local", levels, weights, scale, np.inf, levels)

    def error(log_part: float) -> float:
        return math.log(max(at(math.exp(log_part)).affine_worst_case_mse_against_sample, 1e-300))

    # Alone, people of the loosest level would have 1 / (1 + 1 / (n T**2)) of an equal share.
    lowest = math.log(least) - math.log(most + 1.0 / levels.size) - 3.0
    found = minimize_scalar(error, bounds=(lowest, 0.0), method="bounded", options={"xatol": 1e-4})
    plans = at(math.exp(float(found.x))), at(1.0)
    return min(plans, key=lambda plan: plan.affine_worst_case_mse_against_sample)
