"""What a test can do against one feature: Theorem 1 as a region of error rates."""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.validate import FloatArray


def least_type_two(type_one: ArrayLike, delta: float) -> FloatArray:
    """Smallest type II error that δ-BCDP allows a test with these type I errors.

    The test tells "x_i in S" from "x_i in S'" by one report.  The lower edge of Theorem 1's
    region: max(0, 1 - e^δ α, e^{-δ} (1 - α)).

    Args:
        type_one: false-alarm rates α in [0, 1], any shape.
        delta: level δ_i > 0 of the feature, or infinity.
    """
    level = validate.positive(delta, "delta", allow_infinity=True)
    rates = np.asarray(type_one, dtype=np.float64)
    validate.numbers_within(np.ravel(rates), rates.size, 0.0, 1.0, "type_one")
    decay = np.exp(-level)
    steep = np.divide(decay - rates, decay, out=np.full(rates.shape, -1.0), where=decay > 0)
    steep = np.where(rates == 0.0, 1.0, steep)
    least: FloatArray = np.maximum(np.maximum(steep, decay * (1.0 - rates)), 0.0)
    return least


def error_region(delta: float) -> FloatArray:
    """(4, 2) corners (α, β) of all pairs of error rates that δ-BCDP allows, in order around.

    (0, 1), (t, t), (1, 0), (1-t, 1-t) with t = 1/(1 + e^δ): the region is symmetric, since
    a test may be turned round.
    """
    level = validate.positive(delta, "delta", allow_infinity=True)
    t = float(np.exp(-np.logaddexp(0.0, level)))
    return np.array([[0.0, 1.0], [t, t], [1.0, 0.0], [1.0 - t, 1.0 - t]])


def trade_off(null: ArrayLike, alternative: ArrayLike) -> FloatArray:
    """(K, 2) corners (α, β) of the best tests between two laws on finitely many outputs.

    Neyman and Pearson: reject the outputs in falling order of likelihood ratio; tests that
    flip a coin fill the edges between the corners.

    Args:
        null, alternative: (Y,) probabilities of each output.
    """
    p, q = validate.as_floats(null, "null"), validate.as_floats(alternative, "alternative")
    possible = (p > 0) | (q > 0)
    p, q = p[possible], q[possible]
    with np.errstate(divide="ignore"):
        order = np.argsort(-(np.log(q) - np.log(p)), kind="stable")
    type_one = np.concatenate([[0.0], np.cumsum(p[order])])
    type_two = 1.0 - np.concatenate([[0.0], np.cumsum(q[order])])
    return np.column_stack([np.minimum(type_one, 1.0), np.maximum(type_two, 0.0)])
