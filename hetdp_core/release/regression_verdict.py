"""Whether a released regression predicts better than the mean, told privately.

Records that took no part in the sums say it: for each of them

    D_j = min((y_j - ŷ_j)², C) - min((y_j - m̂)², C)

in squares of the label's range, in [-C, C] whatever the record is; their weighted mean is released
like any other, with discrete Gaussian noise at all of their rho.  Below 0 the regression misses by
less.  ŷ and m̂ are released already, so only the held back record itself enters D_j.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from datetime import datetime

import numpy as np
from numpy.typing import NDArray

from hetdp_core.release.fixed_point import IntArray
from hetdp_core.release.products import UNIT, Coding
from hetdp_core.release.request import ReleaseRequest
from hetdp_core.release.several import (
    SeveralReleasePlan,
    SeveralRequest,
    prepare_several,
    release_means,
)
from hetdp_core.release.solution import predicted
from hetdp_core.validate import FloatArray

HELD_BACK = 0.2
"""Share of the records that are held back."""

CLIP = 1.0 / 16.0
"""C: a miss by more than a quarter of the label's range counts as one by a quarter of it.

The noise grows with C.  On four tables, each at three levels, verdicts beyond the noise were about
as rarely wrong as with 1/4 (at most 3 of 100), and up to ten times as frequent."""

_SEED = 20
"""Of the draw of rows: it is public, and has nothing to do with the noise."""

_DIFFERENCE = "difference of squared errors"


@dataclass(frozen=True)
class Verdict:
    """How much more the regression is off than the mean, as released.

    Attributes:
        difference: mean of D_j, weighted, noise included, in squares of the label's range.
        half_width: the noise stays within it in 19 of 20 releases, or more.
        records: how many were held back.
    """

    difference: float
    half_width: float
    records: int

    @property
    def better(self) -> str:
        """Return "regression", "mean", or "" where the noise may have decided."""
        if abs(self.difference) <= self.half_width:
            return ""
        return "regression" if self.difference < 0.0 else "mean"


SURE = 0.97
"""Chance with which a verdict names the better one from `sure_from` on; rounded down."""


def can_say(plan: SeveralReleasePlan) -> bool:
    """Say whether a verdict of this plan can name any of the two; no value enters.

    What is released lies in [-C, C], so with a half width of C or more it never lies beyond it.
    """
    return half_width_of(plan) < CLIP


def half_width_of(plan: SeveralReleasePlan) -> float:
    """Return the half width that the verdict will have, in squares of the label's range."""
    return plan.half_width(plan.request.columns[0])


def sure_from(plan: SeveralReleasePlan) -> float:
    """Return the difference of mean squared errors that a verdict tells apart surely; a bound.

    Twice the half width h, in squares of the label's range; infinity where no difference can be
    that large, which is C.  Let D be the weighted mean of D_j without noise.  If |D| >= 2h, the
    released one lies beyond h on D's side unless the noise, rounding included, goes the other way
    by more than h.  Noise that is as likely to go either way does that with chance
    (1 - `CHANCE`) / 2 = 0.025 at most.  No value enters: h follows from levels, and from how many
    are held back.
    """
    least = 2.0 * half_width_of(plan)
    return least if least <= CLIP else math.inf


def in_unit(difference: float, bounds: tuple[float, float]) -> float:
    """Return the root of a difference of mean squared errors, its sign left out, in label's unit.

    Args:
        difference: in squares of the label's range.
        bounds: declared range of the label.

    >>> in_unit(-0.0025, (60.0, 260.0))
    10.0
    """
    low, high = bounds
    return math.sqrt(abs(difference)) * (high - low)


def held_back(rows: int) -> NDArray[np.bool_]:
    """Return (rows,) which rows are held back: drawn by their numbers alone, one in five."""
    chosen = np.zeros(rows, dtype=bool)
    order = np.random.default_rng(_SEED).permutation(rows)
    chosen[order[: int(np.ceil(HELD_BACK * rows))]] = True
    return chosen


def prepare_verdict(
    target: ReleaseRequest, held: NDArray[np.bool_], delta: float
) -> SeveralReleasePlan:
    """Return weights, noise and guarantee of the verdict; no value enters.

    Raises:
        InvalidInput: too few records are held back, or they ask for too much privacy.
    """
    bounds = -CLIP, CLIP
    asked = ReleaseRequest(
        _DIFFERENCE,
        "",
        bounds,
        target.epsilon[held],
        target.levels_from,
        simulated=target.simulated,
    )
    return prepare_several(SeveralRequest((asked,), delta))


def release_verdict(
    plan: SeveralReleasePlan,
    coding: Coding,
    records: IntArray,
    scaled: FloatArray,
    mean: float,
    *,
    when: datetime,
    identifier: str,
) -> Verdict:
    """Release the verdict once.

    Args:
        plan: of `prepare_verdict`.
        coding: of the records.
        records: (m, d + 1) held back records, as `Coding.records` returns them.
        scaled: (d,) released coefficients for features and label on [-1, 1].
        mean: released mean label on [-1, 1].
        when, identifier: of the release that this is part of.
    """
    differences = squared_differences(coding, records, scaled, mean)
    made = release_means(plan, differences[:, np.newaxis], when=when, identifier=identifier)
    (one,) = made.means
    return Verdict(one.released, one.half_width, len(records))


def squared_differences(
    coding: Coding, records: IntArray, scaled: FloatArray, mean: float
) -> FloatArray:
    """Return (m,) D_j, each from its own record and what is released."""
    labels = records[:, -1] / coding.label_unit
    fitted = predicted(scaled, records[:, :-1] / UNIT)
    found: FloatArray = _clipped(labels - fitted) - _clipped(labels - mean)
    return found


def _clipped(misses: FloatArray) -> FloatArray:
    """Return squared misses on [-1, 1] in squares of that range, `CLIP` at most."""
    squares: FloatArray = np.minimum((misses / 2.0) ** 2, CLIP)
    return squares
