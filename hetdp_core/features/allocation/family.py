"""The largest budgets that Proposition 4(2) allows: one free number, the top budget c_d.

For a top budget t, coordinate i may get up to t where t <= δ̃_i (the whole report is
t-LDP, which is enough), and else up to δ̃_i - log(1 + q_i (e^t - 1)), which must not be
negative.  δ̃_i = min(δ_i, ε).  The left end t = min δ̃ is the plain min-δ baseline; the
paper's rule (16) is one point of this family.  Every smaller budget is allowed too, and can
be better: `hetdp_core.features.allocation.below`.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core.validate import FloatArray

EQUAL = 1.0 + 1e-12
"""Levels this close count as equal: rounding must not cost a coordinate its budget."""


def budgets_at(top: ArrayLike, capped: FloatArray, q: ArrayLike) -> FloatArray:
    """Return (..., d) largest budgets c_i that a top budget leaves.

    Args:
        top: (...) c_d, within `top_range`.
        capped: (d,) δ̃_i.
        q: bound on the total variation, broadcast against (..., d).
    """
    t = np.asarray(top, dtype=np.float64)[..., None]
    below = np.maximum(capped - leaked(t, q), 0.0)
    return np.where(t <= capped * EQUAL, np.minimum(t, capped), below)


def leaked(top: ArrayLike, q: ArrayLike) -> FloatArray:
    """Return log(1 + q (e^t - 1)): what a report at level t tells of a feature through others."""
    spent: FloatArray = np.log1p(np.asarray(q) * np.expm1(top))
    return spent


def top_range(capped: FloatArray, q: ArrayLike) -> tuple[float, FloatArray]:
    """Return the least and largest top budget.

    The largest, min(max δ̃, min_i log(1 + (e^{δ̃_i} - 1) / q_i)), leaves every budget
    non-negative; it has the shape of q without its last axis.
    """
    return float(np.min(capped)), np.minimum(np.max(capped), _most(capped, q))


def paper_top(capped: FloatArray, q: ArrayLike, zeta: ArrayLike) -> FloatArray:
    """Return the top budget of the paper's rule (16); it may lie below the family's left end.

    Args:
        capped: (d,) δ̃_i.
        q: broadcast against (..., d).
        zeta: (...) in (0, 1], the share of the strictest δ̃ that pays for correlation.
    """
    shared = np.asarray(zeta, dtype=np.float64)[..., None] * capped
    return np.minimum(np.max(capped), _most(shared, q))


def _most(levels: FloatArray, q: ArrayLike) -> FloatArray:
    with np.errstate(divide="ignore", over="ignore"):
        most: FloatArray = np.min(np.log1p(np.expm1(levels) / np.asarray(q)), axis=-1)
    return most
