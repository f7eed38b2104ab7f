"""Plans of one population at several settings of a knob, together: what a live figure follows."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from typing import Protocol

import numpy as np
from numpy.typing import NDArray

from hetdp_core.frozen import freeze_arrays
from hetdp_core.mean.plan import MIDPOINT_MSE, WORST_VARIANCE, rounded_up
from hetdp_core.mean.saturation import saturation_levels
from hetdp_core.profiles import PrivacyProfile, ProfileRows
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class PlanRows:
    """What is drawn of R plans, whose users stand in K places.

    Attributes:
        weights: (R, K) of one user at each place.
        privacy_given: (R, K) the epsilon that users really get.
        saturation_level: (R,) the largest of them; infinity where nobody saturates.
        users_saturated: (R,) how many are given more privacy than they asked for.
        worst_case_mse: (R,) in units of the range.
        answers_midpoint: (R,) whether no value is used.
    """

    weights: FloatArray
    privacy_given: FloatArray
    saturation_level: FloatArray
    users_saturated: FloatArray
    worst_case_mse: FloatArray
    answers_midpoint: NDArray[np.bool_]

    def __post_init__(self) -> None:
        """Make the arrays read-only views."""
        freeze_arrays(self)


class Solved(Protocol):
    """What is drawn of a single plan; see `PlanRows`."""

    @property
    def weights(self) -> FloatArray:
        """(K,) of one user at each level."""

    @property
    def privacy_given(self) -> FloatArray:
        """(K,) the epsilon that users really get."""

    @property
    def saturation_level(self) -> float:
        """The largest of them; infinity when nobody saturates."""

    @property
    def users_saturated(self) -> int:
        """How many users are given more privacy than they asked for."""

    @property
    def worst_case_mse(self) -> float:
        """In units of the range."""

    @property
    def answers_midpoint(self) -> bool:
        """Whether no value is used."""


Solve = Callable[[ProfileRows], PlanRows]


def adpm_rows(rows: ProfileRows) -> PlanRows:
    """Return ADPM of each row: `adpm_of_sorted`, for all settings in the same few calls.

    >>> rows = ProfileRows(np.array([[0.5, 1.0], [0.5, 99.0]]), np.array([1.0, 1.0]))
    >>> adpm_rows(rows).saturation_level                 # nobody; then (0.5**2 + 8) / 0.5
    array([ inf, 16.5])
    """
    levels = rows.levels
    if not rows.finite:
        return _public_only(rows)
    tau = saturation_levels(levels, rows.shared)
    given = np.minimum(levels, tau[:, np.newaxis])
    total = rows.total(given)
    weights, noise = given / total[:, np.newaxis], rounded_up(1.0 / total)
    error = WORST_VARIANCE * rows.total_of_squares(weights) + 2.0 * noise**2
    midpoint = error >= MIDPOINT_MSE
    return PlanRows(
        weights,
        given,
        tau,
        rows.total(levels > tau[:, np.newaxis]),
        np.where(midpoint, MIDPOINT_MSE, error),
        midpoint,
    )


def _public_only(rows: ProfileRows) -> PlanRows:
    """Return the plain mean of each row, where everybody is public and no noise is needed."""
    each = np.ones(len(rows.levels))
    return PlanRows(
        np.full(rows.levels.shape, 1.0 / rows.users),
        rows.levels,
        np.inf * each,
        0.0 * each,
        WORST_VARIANCE / rows.users * each,
        each == 0.0,
    )


def one_by_one(solve: Callable[[PrivacyProfile], Solved]) -> Solve:
    """Return what solves each row by itself."""

    def solve_rows(rows: ProfileRows) -> PlanRows:
        plans = [solve(rows.profile(row)) for row in range(len(rows.levels))]
        return PlanRows(
            np.array([plan.weights for plan in plans]),
            np.array([plan.privacy_given for plan in plans]),
            np.array([plan.saturation_level for plan in plans]),
            np.array([plan.users_saturated for plan in plans], dtype=np.float64),
            np.array([plan.worst_case_mse for plan in plans]),
            np.array([plan.answers_midpoint for plan in plans]),
        )

    return solve_rows
