"""Exact moments of 1/K for a random sample size K (a sum of unequal coin flips)."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core.validate import FloatArray

_STEP = 0.125
_NEGLIGIBLE = 1e-17
_FIRST_NODE, _LAST_EXPONENT = -3.6, 45.0


@dataclass(frozen=True)
class InverseMoments:
    """Moments of the size K of a Poisson sample.

    Attributes:
        first: E[1/K; K > 0].
        second: E[1/K**2; K > 0].
        empty: P(K = 0).
    """

    first: float = 1.0
    second: float = 1.0
    empty: float = 0.0


def inverse_moments(probability: FloatArray) -> InverseMoments:
    """Return E[1/K; K > 0], E[1/K**2; K > 0] and P(K = 0) for independent coin flips.

    Uses 1/K = integral of e^{-xK} dx and 1/K**2 = integral of x e^{-xK} dx over
    x > 0, so that both follow from g(x) = E[e^{-xK}] - P(K = 0), a product over
    users.  A double-exponential rule integrates them to about ten digits at a few
    dozen nodes, whatever n is.

    Args:
        probability: (n,) chances, each in [0, 1], not all 0.
    """
    kept_for_sure = float(np.count_nonzero(probability >= 1.0))
    unsure = probability[(probability > 0) & (probability < 1.0)]
    log_empty = float(np.sum(np.log1p(-unsure)))
    odds = unsure / (1.0 - unsure)
    expected = max(kept_for_sure + float(np.sum(unsure)), 1.0)
    first = second = 0.0
    for x, width in nodes(expected):
        mass = _above_empty(x, odds, log_empty, kept_for_sure)
        first += width * mass
        second += width * mass * x
        if width * mass <= _NEGLIGIBLE * first:
            break
    empty = float(np.exp(log_empty)) if kept_for_sure == 0 else 0.0
    return InverseMoments(first, second, empty)


def _above_empty(x: float, odds: FloatArray, log_empty: float, sure: float) -> float:
    """Return g(x) = E[e^{-xK}] - P(K = 0), without cancellation when samples are rare."""
    growth = float(np.sum(np.log1p(odds * np.exp(-x))))
    if sure > 0:
        return float(np.exp(log_empty + growth - x * sure))
    return (
        float(np.exp(log_empty) * np.expm1(growth))
        if growth < 30
        else float(np.exp(log_empty + growth))
    )


def nodes(expected: float) -> list[tuple[float, float]]:
    """Return abscissas x = exp(y - e^{-y}) / expected and their weights, for even steps in y."""
    last = np.log(_LAST_EXPONENT * expected)
    y = np.arange(_FIRST_NODE, last, _STEP)
    x = np.exp(y - np.exp(-y)) / expected
    return list(zip(x.tolist(), (_STEP * x * (1.0 + np.exp(-y))).tolist(), strict=True))
