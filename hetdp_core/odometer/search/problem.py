"""The search in one form: maximise a sum of S-shaped functions of affine functions on a box.

A linear or truncated term is constant beyond its cap.  There t = a . x + b is replaced by t = a . x
+ b - reach * s with a slack s in [0, 1], a further coordinate of the box.  As f is nondecreasing
and constant beyond the cap, the maximum stays, and t needs to go no further than the cap.  So every
f is smooth where a relaxation meets it.

Points worth remembering: whole numbers where asked, then uphill.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import Bounds, minimize

from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.search.profiles import Falling, Mixed, Profile, Rising, Sigmoid
from hetdp_core.odometer.search.terms import LINEAR, LOGISTIC, Allowance, Terms
from hetdp_core.validate import FloatArray

_SPILL = 1e-9  # relative; how far rounding may take a linear result out of its range


@dataclass(frozen=True)
class Problem:
    """Maximise constant + sum_j f_j(matrix[j] . x + offset[j]) for low <= x <= high.

    Attributes:
        matrix: (m, D); the first `dimension` columns are the record, the others slacks.
        offset: (m,)
        low: (D,) and high (D,): the box; whole numbers where `integer`.
        integer: (D,) coordinates that take whole numbers only.
        reach: (m,) at least the sizes of the numbers that are added up to a t on the box.
    """

    profile: Profile
    matrix: FloatArray
    offset: FloatArray
    constant: float
    low: FloatArray
    high: FloatArray
    integer: NDArray[np.bool_]
    dimension: int
    reach: FloatArray

    def value(self, x: FloatArray) -> FloatArray:
        """Return the objective without its constant at records x (..., d)."""
        return np.asarray(np.sum(self.profile.value(self.results(x)), axis=-1))

    def gradient(self, x: FloatArray) -> FloatArray:
        """Return its gradient at one record (d,)."""
        slope, _ = self.profile.derivatives(self.results(x))
        return np.asarray(slope @ self.matrix[:, : self.dimension])

    def results(self, x: FloatArray) -> FloatArray:
        """Return t = matrix . x + offset at records x (..., d), without slacks: (..., m)."""
        return np.asarray(x @ self.matrix[:, : self.dimension].T + self.offset)


def as_maximum(terms: Terms, box: Box, sense: str) -> Problem:
    """Return log P for "max", -log P for "min"; a linear term must stay in its range on the box."""
    order = np.argsort(terms.kind != LOGISTIC, kind="stable")  # logistic terms first
    terms = terms.take(order)
    matrix, offset = _affine(terms, sense)
    low, high = box.low, box.high
    least = np.minimum(matrix * low, matrix * high).sum(axis=1) + offset
    most = np.maximum(matrix * low, matrix * high).sum(axis=1) + offset
    ends = (0.0, 1.0) if sense == "max" else (-1.0, 0.0)
    spill = _SPILL * (1.0 + np.abs(least) + np.abs(most))
    inside = (least >= ends[0] - spill) & (most <= ends[1] + spill)
    if not np.all(inside | (terms.kind != LINEAR)):
        rule = "of a LINEAR term must cover all its results on the box"
        raise InvalidInput("low and high", rule, "results outside", "use TRUNCATED")
    profile = _profile(terms, sense)
    reach = 1.0 + np.abs(offset) + np.abs(matrix) @ box.largest
    beyond = most - profile.cap
    capped = np.flatnonzero(beyond > 0.0)
    reach[capped] += beyond[capped]
    slacks = np.zeros((terms.size, capped.size))
    slacks[capped, np.arange(capped.size)] = -beyond[capped]
    logistic = np.where(terms.kind == LOGISTIC, terms.epsilon / 2.0, 0.0)
    constant = float(np.sum(logistic - np.logaddexp(0.0, terms.epsilon)))
    return Problem(
        profile=profile,
        matrix=np.concatenate([matrix, slacks], axis=1),
        offset=offset,
        constant=constant if sense == "max" else -constant,
        low=np.concatenate([low, np.zeros(capped.size)]),
        high=np.concatenate([high, np.ones(capped.size)]),
        integer=np.concatenate([box.integer, np.zeros(capped.size, dtype=np.bool_)]),
        dimension=terms.dimension,
        reach=reach,
    )


def _affine(terms: Terms, sense: str) -> tuple[FloatArray, FloatArray]:
    """Return the matrix and offset of t, in which every f is nondecreasing."""
    sign = np.where(terms.output, 1.0, -1.0)
    logistic = terms.kind == LOGISTIC
    start = np.where(terms.output, terms.low, terms.high)
    scale = np.where(logistic, 1.0, terms.high - terms.low)
    shift = np.where(logistic, sign * terms.epsilon / 2.0, -start)
    towards = sign / scale if sense == "max" else -sign / scale
    return towards[:, None] * terms.slope, towards * (terms.intercept + shift)


def _profile(terms: Terms, sense: str) -> Profile:
    logistic = int(np.count_nonzero(terms.kind == LOGISTIC))
    sigmoid = Sigmoid(terms.epsilon[:logistic] / 2.0)
    growth = np.expm1(terms.epsilon[logistic:])
    ramp: Profile = Rising(growth) if sense == "max" else Falling(growth)
    if logistic == terms.size:
        return sigmoid
    return Mixed(sigmoid, ramp, logistic) if logistic else ramp


_NEAR = (1e-6, 1e-3)  # how far below its cap a term still counts as meant to be there
_CLEAR = 1e-15
_LOOK = 1_000_000  # work of one look at value and gradient: what calling them costs


def admissible(problem: Problem, x: FloatArray) -> FloatArray:
    """Return the records nearest to x (..., d or more): in the box, whole numbers where asked."""
    d = problem.dimension
    inside = np.clip(x[..., :d], problem.low[:d], problem.high[:d])
    return np.where(problem.integer[:d], np.round(inside), inside)


def uphill(problem: Problem, x: FloatArray, allowance: Allowance) -> tuple[float, FloatArray]:
    """Return the value and place of a local maximum near an admissible x (d,).

    Whole numbers stay; where the allowance is over, so does x.
    """
    if allowance.is_over():
        return float(problem.value(x)), x
    d = problem.dimension
    low, high = problem.low[:d], problem.high[:d]
    fixed = problem.integer[:d] | (high <= low)
    scale = np.where(fixed, 0.0, high - low)

    def descent(y: FloatArray) -> tuple[float, FloatArray]:
        at = x + scale * y
        return -float(problem.value(at)), -scale * problem.gradient(at)

    room = np.where(fixed, 1.0, high - low)
    bounds = Bounds(np.where(fixed, 0.0, (low - x) / room), np.where(fixed, 0.0, (high - x) / room))
    climb = minimize(descent, np.zeros(d), jac=True, bounds=bounds, method="L-BFGS-B")
    allowance.spend(climb.nfev * (_LOOK + 2 * problem.matrix.size))
    best = admissible(problem, x + scale * climb.x)
    points = [x, best, *(_at_caps(problem, best, scale, near) for near in _NEAR)]
    top = max(points, key=lambda point: float(problem.value(point)))
    return float(problem.value(top)), top


class Ascent:
    """The highest value seen so far: `attained`, at the record `point`."""

    def __init__(self, problem: Problem) -> None:
        self._problem, self.attained = problem, -np.inf
        self.point = admissible(problem, (problem.low + problem.high) / 2.0)

    def _try_all(self, starts: FloatArray, allowance: Allowance) -> None:
        """Climb from each start, or from the middle where there is none."""
        for x in admissible(self._problem, starts) if len(starts) else [self.point]:
            self._try(x, allowance)

    def _try(self, x: FloatArray, allowance: Allowance) -> None:
        """Remember the top of the hill on which x stands, if it is higher than all so far."""
        value, point = uphill(self._problem, x, allowance)
        if value > self.attained:
            self.attained, self.point = value, point


def _at_caps(problem: Problem, x: FloatArray, scale: FloatArray, near: float) -> FloatArray:
    """Move x by the least that takes the terms a little short of their caps there.

    A maximum often lies on such an edge, where an ascent by gradients stops short of it.
    """
    short = problem.profile.cap - problem.results(x)
    edge = (short > 0.0) & (short < near)
    if not edge.any():
        return x
    matrix = problem.matrix[edge, : problem.dimension] * scale
    wanted = short[edge] + _CLEAR * problem.reach[edge]
    return admissible(problem, x + scale * np.linalg.lstsq(matrix, wanted)[0])
