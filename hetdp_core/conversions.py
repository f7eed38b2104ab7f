"""From one way to say a privacy level to another: ε, (ε, δ), ρ of zCDP, μ of Gaussian DP.

All four bound how far the law of an answer may move when one user's value is replaced.  The
strictest is epsilon-DP: it implies rho-zCDP with rho = epsilon tanh(epsilon / 2) (Harrison and
Manurangsi 2024, "Exact zCDP Characterizations"; often epsilon**2 / 2 is quoted, which is more: Bun
and Steinke 2016, Proposition 1.4) and mu-Gaussian DP with the mu of randomised response (Dong, Roth
and Su 2022, "Gaussian Differential Privacy", Section 2).  The other direction costs a chance delta.
"""

from __future__ import annotations

import math

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import erfcx, expit, log_ndtr, ndtri

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import FloatArray

_NEWTON_STEPS = 60
_STILL = 1e-9
_NEAREST = -8.0
_LOG_ROOT = 0.5 * math.log(2.0 * math.pi)
_FIRST_ORDER, _ORDERS = -120.0, 20_000


def checked_delta(delta: float) -> float:
    """Return delta if it lies strictly between 0 and 1.

    Raises:
        InvalidInput: it does not; 0 would ask for pure epsilon, which no Gaussian noise gives.
    """
    if not 0.0 < validate.within(delta, 0.0, 1.0, "delta") < 1.0:
        raise InvalidInput("delta", "must lie between 0 and 1, both excluded", delta)
    return float(delta)


def gaussian_delta(mu: ArrayLike, epsilon: ArrayLike) -> FloatArray:
    """Return the least delta for which mu-Gaussian DP implies (epsilon, delta)-DP.

    Phi(-epsilon/mu + mu/2) - e^epsilon Phi(-epsilon/mu - mu/2) (Dong, Roth and Su, Corollary
    2.13; attained by Gaussian noise), elementwise.

    Args:
        mu: positive, finite.
        epsilon: zero or more, finite.

    >>> float(gaussian_delta(1.0, 1.0).round(6))
    0.126937
    """
    loss, level = np.asarray(epsilon, np.float64), np.asarray(mu, np.float64)
    delta: FloatArray = np.exp(_log_delta(level, loss))
    return delta


def gaussian_level(epsilon: ArrayLike, delta: float) -> FloatArray:
    """Return the largest mu for which mu-Gaussian DP implies (epsilon_i, delta)-DP.

    The root of `gaussian_delta`.  Its relative error is below 1e-9 for epsilon of at least 1e-6 and
    delta of at least 1e-12.  It is about 1e-12 where epsilon is not that small.

    Args:
        epsilon: (n,) each > 0; infinity stays infinity.
        delta: between 0 and 1.

    Raises:
        InvalidInput: a level is not positive, or delta not between 0 and 1.

    >>> gaussian_level([0.1, 1.0, float("inf")], 1e-6).round(6)
    array([0.027545, 0.236704,      inf])
    """
    epsilons = validate.epsilons(epsilon)
    wanted = math.log(checked_delta(delta))
    mu = np.full(epsilons.size, np.inf)
    private = np.isfinite(epsilons)
    if np.any(private):
        mu[private] = _gaussian_root(epsilons[private], wanted)
    return mu


def gaussian_epsilon(mu: float, delta: float) -> float:
    """Return the least epsilon for which mu-Gaussian DP implies (epsilon, delta)-DP; 0 at least.

    Args:
        mu: positive; infinity stays infinity.
        delta: between 0 and 1.

    >>> round(gaussian_epsilon(gaussian_level([0.5], 1e-6)[0], 1e-6), 9)
    0.5
    """
    level = validate.positive(mu, "mu", allow_infinity=True)
    chance = checked_delta(delta)
    if math.isinf(level):
        return math.inf
    if gaussian_delta(level, 0.0) <= chance:
        return 0.0
    tail = math.sqrt(-2.0 * math.log(chance))
    low, high = 0.0, level**2 / 2.0 + level * tail  # a Gaussian tail's bound
    for _ in range(200):
        middle = (low + high) / 2.0
        if not low < middle < high:
            break
        beyond = gaussian_delta(level, middle) > chance
        low, high = (middle, high) if beyond else (low, middle)
    return high


def pure_as_gaussian(epsilon: ArrayLike) -> FloatArray:
    """Return the least mu for which epsilon-DP implies mu-Gaussian DP, elementwise.

    Both trade-off functions are convex and symmetric.  That of epsilon-DP consists of two lines
    that meet where both errors are 1 / (1 + e^epsilon).  So the function of mu lies below it if it
    does so at that point: Phi(-mu/2) = 1 / (1 + e^epsilon).

    >>> pure_as_gaussian([0.1, 1.0]).round(4)
    array([0.1253, 1.232 ])
    """
    return np.asarray(-2.0 * ndtri(expit(-np.asarray(epsilon, np.float64))))


def gaussian_as_pure(mu: ArrayLike) -> FloatArray:
    """Return the largest epsilon, elementwise, for which epsilon-DP implies mu-Gaussian DP."""
    half = np.asarray(mu, np.float64) / 2.0
    epsilon: FloatArray = log_ndtr(half) - log_ndtr(-half)
    return np.where(np.isinf(half), np.inf, epsilon)


def pure_as_concentrated(epsilon: ArrayLike) -> FloatArray:
    """Return the least rho for which epsilon-DP implies rho-zCDP, elementwise.

    The level is that of randomised response, from which post-processing makes every other pair of
    laws.  Its Rényi divergence over the order is largest for order 1: epsilon tanh(epsilon / 2).

    >>> pure_as_concentrated([0.1, 1.0, float("inf")]).round(6)
    array([0.004996, 0.462117,      inf])
    """
    level = np.asarray(epsilon, np.float64)
    return np.asarray(level * np.tanh(level / 2.0))


def concentrated_as_pure(rho: ArrayLike) -> FloatArray:
    """Return the largest epsilon for which epsilon-DP implies rho-zCDP, elementwise.

    The inverse of `pure_as_concentrated`, by Newton's method from x**2 / (2 + x) <= x tanh(x / 2).

    >>> concentrated_as_pure([0.004996, 0.462117, float("inf")]).round(4)
    array([0.1, 1. , inf])
    """
    level = np.asarray(rho, np.float64)
    wanted = np.where(np.isinf(level), 1.0, level)
    least = np.maximum(wanted, np.sqrt(2.0 * wanted))
    epsilon = (wanted + np.sqrt(wanted) * np.sqrt(wanted + 8.0)) / 2.0
    for _ in range(12):
        advantage = np.tanh(epsilon / 2.0)
        slope = advantage + epsilon * (1.0 - advantage**2) / 2.0
        epsilon = np.maximum(epsilon - (epsilon * advantage - wanted) / slope, least)
    return np.where(np.isinf(level), np.inf, epsilon)


def concentrated_level(epsilon: ArrayLike, delta: float) -> FloatArray:
    """Return a rho for which rho-zCDP implies (epsilon_i, delta)-DP: within 1e-4 of the largest.

    Canonne, Kamath and Steinke 2020, Proposition 12: every order alpha = 1 + x > 1 turns the Rényi
    level alpha rho into epsilon = alpha rho + c(x).  Solved for rho; every order gives a true
    answer, so the search for the best order need not be exact for the guarantee to hold.

    Args:
        epsilon: (n,) each > 0; infinity stays infinity.
        delta: between 0 and 1.

    >>> concentrated_level([0.1, 1.0, float("inf")], 1e-6).round(6)
    array([0.000321, 0.024356,      inf])
    """
    epsilons = validate.epsilons(epsilon)
    chance = -math.log(checked_delta(delta))
    rhos = np.full(epsilons.size, np.inf)
    private = np.isfinite(epsilons)
    excess, rho = _best_orders(chance)
    losses = (1.0 + excess) * rho + _order_costs(excess, chance)
    best = np.exp(_interpolated(epsilons[private], losses, np.log(excess)))
    rhos[private] = (epsilons[private] - _order_costs(best, chance)) / (1.0 + best)
    return rhos


def concentrated_epsilon(rho: float, delta: float) -> float:
    """Return an epsilon for which rho-zCDP implies (epsilon, delta)-DP, 0 at least.

    Within 1e-4 of the least.

    Args:
        rho: positive; infinity stays infinity.
        delta: between 0 and 1.

    >>> round(concentrated_epsilon(0.024356, 1e-6), 4)
    1.0
    """
    level = validate.positive(rho, "rho", allow_infinity=True)
    chance = -math.log(checked_delta(delta))
    if math.isinf(level):
        return math.inf
    excess, levels = _best_orders(chance)
    best = np.exp(_interpolated(np.array([level]), levels, np.log(excess)))
    return max(float(((1.0 + best) * level + _order_costs(best, chance))[0]), 0.0)


# --- how they are found -------------------------------------------------------------------


def _mills(x: FloatArray) -> FloatArray:
    """Return Phi(-x) / phi(x), without underflow where x is large."""
    return np.asarray(math.sqrt(math.pi / 2.0) * erfcx(x / math.sqrt(2.0)))


def _log_delta(mu: FloatArray, epsilon: FloatArray) -> FloatArray:
    """Return log delta; both terms share the density phi(epsilon/mu - mu/2), taken out."""
    ratio, half = epsilon / mu, mu / 2.0
    near = np.maximum(ratio - half, _NEAREST)  # beyond, delta is 1 to the last place but one
    return np.asarray(np.log(_mills(near) - _mills(near + mu)) - near**2 / 2.0 - _LOG_ROOT)


def _gaussian_root(epsilons: FloatArray, wanted: float) -> FloatArray:
    """Return mu by Newton's method on sqrt(-2 log delta), which is nearly straight in log mu.

    The derivative of delta is phi(epsilon/mu - mu/2).  Bracket: below, a Gaussian tail gives
    delta <= exp(-(epsilon/mu - mu/2)**2 / 2); above, where mu exceeds sqrt(2 epsilon) by 20,
    delta is 1 to the last place.  A step that leaves the bracket halves it instead.
    """
    tail = math.sqrt(-2.0 * wanted)
    low = 2.0 * epsilons / (tail + np.sqrt(tail**2 + 2.0 * epsilons))
    high = np.sqrt(2.0 * epsilons) + 20.0
    mu, open_ones = low.copy(), np.arange(epsilons.size)
    for _ in range(_NEWTON_STEPS):
        at, loss = mu[open_ones], epsilons[open_ones]
        log_delta = _log_delta(at, loss)
        below = log_delta < wanted
        low[open_ones] = np.where(below, at, low[open_ones])
        high[open_ones] = np.where(below, high[open_ones], at)
        height = np.sqrt(np.maximum(-2.0 * log_delta, 1e-300))
        log_slope = -0.5 * (loss / at - at / 2.0) ** 2 - _LOG_ROOT - log_delta
        with np.errstate(over="ignore"):
            following = at * np.exp((height - tail) * height / at * np.exp(-log_slope))
        bracket = low[open_ones], high[open_ones]
        inside = (following >= bracket[0]) & (following <= bracket[1])
        following = np.where(inside, following, np.sqrt(bracket[0] * bracket[1]))
        mu[open_ones] = following
        open_ones = open_ones[np.abs(following - at) > _STILL * at]
        if not open_ones.size:
            break
    return mu


def _order_costs(excess: FloatArray, chance: float) -> FloatArray:
    """Return c(x) = log(x / (1 + x)) + (log(1/delta) - log(1 + x)) / x for orders 1 + x."""
    more = np.log1p(excess)
    return np.asarray(np.log(excess) - more + (chance - more) / excess)


def _best_orders(chance: float) -> tuple[FloatArray, FloatArray]:
    """Return orders less 1, ascending, and for each the rho at which it is the best.

    The derivative of (1 + x) rho + c(x) is rho - (log(1/delta) - log(1 + x)) / x**2.
    """
    excess = np.exp(np.linspace(_FIRST_ORDER, chance, _ORDERS, endpoint=False))
    return excess, (chance - np.log1p(excess)) / excess / excess


def _interpolated(values: FloatArray, falling: FloatArray, points: FloatArray) -> FloatArray:
    """Return `points` where the falling positive values pass through these, by their logarithms."""
    usable = falling > 0
    known = np.log(falling[usable][::-1])
    return np.asarray(np.interp(np.log(values), known, points[usable][::-1]))
