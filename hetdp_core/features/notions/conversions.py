"""From one notion of privacy to another (Figure 1, Propositions 1, 3, 4 and 6).

LDP: any two inputs.  BDP: any two sets of inputs under the prior.  CDP: two inputs that
differ in coordinate i only.  BCDP: any two sets of values of coordinate i, the others
drawn from the prior.  All levels are natural logs of the largest factor.

What a test can do against one feature: Theorem 1 as a region of error rates.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class Guarantees:
    """What one guarantee implies about all four notions; infinity means nothing.

    Attributes:
        ldp: level of the whole report.
        bdp: the same for sets of inputs under the prior.
        cdp: (d,) level of each coordinate with the others fixed.
        bcdp: (d,) level of each coordinate with the others drawn from the prior.
    """

    ldp: float
    bdp: float
    cdp: FloatArray
    bcdp: FloatArray


def from_ldp(epsilon: float, dimension: int) -> Guarantees:
    """Convert: ε-LDP is ε-BDP, and (ε, ..., ε)-CDP and -BCDP (Propositions 1, 3)."""
    level = validate.positive(epsilon, "epsilon", allow_infinity=True)
    each = np.full(validate.count(dimension, 1, None, "dimension"), level)
    return Guarantees(level, level, each, each)


def from_cdp(c: ArrayLike, q: ArrayLike, ldp_level: float | None = None) -> Guarantees:
    """Convert: c-CDP is (sum c)-LDP, and δ-BCDP with the δ of `cdp_to_bcdp`.

    Args:
        c: (d,) levels >= 0 of each coordinate with the others fixed.
        q: bound on the total variation, one or (d,), in [0, 1].
        ldp_level: a level of the whole report that is known besides, if any.
    """
    levels = _levels(c)
    total = float(np.sum(levels))
    whole = total if ldp_level is None else min(total, ldp_level)
    delta = cdp_to_bcdp(levels, q)
    if ldp_level is not None:
        delta = np.minimum(delta, cdp_to_bcdp(levels, q, ldp_level))
    return Guarantees(whole, whole, np.minimum(levels, whole), delta)


def from_bcdp(delta: ArrayLike) -> Guarantees:
    """Convert: δ-BCDP alone implies none of the others (Example 1)."""
    levels = _levels(delta, "delta")
    return Guarantees(np.inf, np.inf, np.full(levels.size, np.inf), levels)


def cdp_to_bcdp(c: ArrayLike, q: ArrayLike, ldp_level: float | None = None) -> FloatArray:
    """Return (d,) BCDP levels that follow from c-CDP (Proposition 4).

    Part 1: δ_i = c_i + log(1 + q_i (e^{sum of the other c} - 1)).
    Part 2, when the mechanism is known to be ε-LDP: min(c_i + log(1 + q_i (e^ε - 1)), ε).

    Args:
        c: (d,) levels >= 0.
        q: bound on TV(x_-i | x_i in S; x_-i | x_i in S'), one or (d,), in [0, 1].
        ldp_level: ε for part 2; None for part 1.

    >>> cdp_to_bcdp([0.5, 0.25], 1.0)  # copies of one value: the levels add up
    array([0.75, 0.75])
    """
    levels = _levels(c)
    bound = validate.numbers_within(q, levels.size, 0.0, 1.0, "q")
    if ldp_level is None:
        return levels + _leak(bound, np.sum(levels) - levels)
    whole = validate.positive(ldp_level, "ldp_level")
    return np.minimum(levels + _leak(bound, np.full(levels.size, whole)), whole)


def cdp_constraints(delta: ArrayLike, q: ArrayLike) -> FloatArray:
    """Return (d, d) matrix A of Proposition 6: A c <= 1 makes a c-CDP mechanism δ-BCDP.

    1/δ_i on the diagonal, 1/log(1 + (e^{δ_i} - 1)/q_i) elsewhere in row i (0 for q_i = 0).
    """
    levels = validate.epsilons(delta, "delta")
    bound = validate.numbers_within(q, levels.size, 0.0, 1.0, "q")
    rows = np.repeat(1.0 / _room(levels, bound)[:, None], levels.size, axis=1)
    np.fill_diagonal(rows, 1.0 / levels)
    return rows


def _room(delta: FloatArray, q: FloatArray) -> FloatArray:
    """Return log(1 + (e^delta - 1) / q): the inverse of `_leak`, infinite for q = 0."""
    with np.errstate(divide="ignore", invalid="ignore", over="ignore"):
        large = delta - np.log(q) + np.log1p((q - 1.0) * np.exp(-delta))
        odds = np.expm1(np.minimum(delta, 50.0))
        ratio = odds / q
        beyond = np.log(odds) - np.log(q)  # a q so small that the ratio is no float any more
        small = np.where(np.isinf(ratio), beyond, np.log1p(ratio))
        return np.where(delta > 50.0, large, small)


def _leak(q: FloatArray, level: FloatArray) -> FloatArray:
    """Return log(1 + q (e^level - 1)): exact for small levels, without overflow for large ones."""
    with np.errstate(divide="ignore"):
        large = np.logaddexp(np.log(q) + level, np.log1p(-q))
    return np.where(level > 50.0, large, np.log1p(q * np.expm1(np.minimum(level, 50.0))))


def _levels(values: ArrayLike, name: str = "c") -> FloatArray:
    array = validate.as_floats(values, name)
    if not np.all((array >= 0) & (array < np.inf)):
        raise InvalidInput(name, "must be finite and zero or more", array.tolist())
    return array


def error_region(delta: float) -> FloatArray:
    """Return (4, 2) corners (α, β) of all pairs of error rates that δ-BCDP allows, in order around.

    (0, 1), (t, t), (1, 0), (1-t, 1-t) with t = 1/(1 + e^δ): the region is symmetric, since
    a test may be turned round.
    """
    level = validate.positive(delta, "delta", allow_infinity=True)
    t = float(np.exp(-np.logaddexp(0.0, level)))
    return np.array([[0.0, 1.0], [t, t], [1.0, 0.0], [1.0 - t, 1.0 - t]])
