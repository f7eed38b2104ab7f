"""From one notion of privacy to another (Figure 1, Propositions 1, 3, 4 and 6), and exact examples.

LDP: any two inputs.  BDP: any two sets of inputs under the prior.  CDP: two inputs that
differ in coordinate i only.  BCDP: any two sets of values of coordinate i, the others drawn from
the prior.  All levels are natural logs of the largest factor.  Mechanisms on a finite domain with
finitely many outputs have every level by enumeration: the second road to every bound.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.grids import preferred_numbers
from hetdp_core.results import result
from hetdp_core.validate import FloatArray


@result
class Guarantees:
    """The levels of all four notions that one guarantee implies; infinity means nothing.

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


def from_cdp(c: ArrayLike, q: ArrayLike) -> Guarantees:
    """Convert: c-CDP is (sum c)-LDP, and δ-BCDP with the δ of `cdp_to_bcdp`."""
    levels = _levels(c)
    total = float(np.sum(levels))
    return Guarantees(total, total, levels, cdp_to_bcdp(levels, q))


def from_mechanism(c: ArrayLike, q: ArrayLike) -> Guarantees:
    """Convert: budgets c of Mechanism 1, which is (max c)-LDP as well as c-CDP (Theorem 2)."""
    levels = _levels(c)
    top = float(np.max(levels))
    return Guarantees(top, top, levels, cdp_to_bcdp(levels, q, top))


def from_bcdp(delta: ArrayLike) -> Guarantees:
    """Convert: δ-BCDP alone implies none of the others (Example 1)."""
    levels = _levels(delta, "delta")
    return Guarantees(np.inf, np.inf, np.full(levels.size, np.inf), levels)


def cdp_to_bcdp(c: ArrayLike, q: ArrayLike, ldp_level: float | None = None) -> FloatArray:
    """Return (d,) BCDP levels that follow from c-CDP and t-LDP: log((1-q_i) e^c_i + q_i e^t).

    No smaller level holds for all such mechanisms (docs/beyond-the-papers.md).  For t = sum c,
    which c-CDP implies, it is Proposition 4(1).  Proposition 4(2) is the larger
    min(c_i + log(1 + q_i (e^t - 1)), t).

    Args:
        c: (d,) levels >= 0.
        q: bound on TV(x_-i | x_i in S; x_-i | x_i in S'), one or (d,), in [0, 1].
        ldp_level: t; None for the sum of c.

    >>> cdp_to_bcdp([0.5, 0.25], 1.0)  # copies of one value: the levels add up
    array([0.75, 0.75])
    """
    levels = _levels(c)
    bound = validate.numbers_within(q, levels.size, 0.0, 1.0, "q")
    if ldp_level is None:
        return levels + _leak(bound, np.sum(levels) - levels)
    total = validate.positive(ldp_level, "ldp_level")
    own = np.minimum(levels, total)
    return own + _leak(bound, total - own)


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


@result
class FiniteMechanism:
    """A prior on a product of finite sets, and a table of output probabilities.

    Attributes:
        prior: (m_1, ..., m_d) probabilities, summing to 1; zeros allowed.
        kernel: (m_1, ..., m_d, Y) probability of each output given each input.
    """

    prior: FloatArray
    kernel: FloatArray

    def __post_init__(self) -> None:
        if self.kernel.shape[:-1] != self.prior.shape:
            raise InvalidInput("kernel", f"must start like {self.prior.shape}", self.kernel.shape)
        _check_law(self.prior.reshape(1, -1), "prior")
        _check_law(self.kernel.reshape(-1, self.kernel.shape[-1]), "kernel")

    @property
    def dimension(self) -> int:
        return self.prior.ndim

    @property
    def ldp_level(self) -> float:
        """Log of the largest factor between two inputs (Definition 1)."""
        return largest_log_ratio(self.kernel.reshape(-1, self.kernel.shape[-1]))

    @property
    def cdp_levels(self) -> FloatArray:
        """(d,) the same between inputs that differ in one coordinate only (Definition 3)."""
        levels = []
        for axis in range(self.dimension):
            aside = np.moveaxis(self.kernel, axis, 0)
            others = aside.reshape(aside.shape[0], -1, aside.shape[-1])
            levels.append(max(largest_log_ratio(others[:, k]) for k in range(others.shape[1])))
        return np.array(levels)

    @property
    def bcdp_levels(self) -> FloatArray:
        """(d,) the same between sets of values of one coordinate (Definition 4).

        Single values are enough: the output law given a set is a mixture of the laws
        given its values.
        """
        return np.array([largest_log_ratio(self.output_law(i)) for i in range(self.dimension)])

    def output_law(self, coordinate: int) -> FloatArray:
        """Return (S, Y) law of the output given each value of a coordinate with positive prior."""
        joint = np.moveaxis(self.prior[..., None] * self.kernel, coordinate, 0)
        mass = joint.reshape(joint.shape[0], -1, joint.shape[-1]).sum(axis=1)
        total = mass.sum(axis=1, keepdims=True)
        present = total[:, 0] > 0
        return np.asarray(mass[present] / total[present])

    def copies(self, number: int) -> FiniteMechanism:
        """Return that many independent runs on the same input, all outputs seen."""
        kernel = self.kernel
        for _ in range(number - 1):
            kernel = (kernel[..., :, None] * self.kernel[..., None, :]).reshape(
                *self.prior.shape, -1
            )
        return FiniteMechanism(self.prior, kernel)


def largest_log_ratio(laws: FloatArray) -> float:
    """Return the log of the largest ratio between two (S, Y) laws at any output, without 0/0."""
    most, least = np.max(laws, axis=0), np.min(laws, axis=0)
    possible = most > 0
    with np.errstate(divide="ignore"):
        return float(np.max(np.log(most[possible]) - np.log(least[possible])))


def total_variation_bounds(prior: FloatArray) -> FloatArray:
    """Return (d,) exact q_i of a prior table: the largest TV(x_-i | x_i = s; x_-i | x_i = s')."""
    largest = []
    for axis in range(prior.ndim):
        rows = np.moveaxis(prior, axis, 0).reshape(prior.shape[axis], -1)
        mass = rows.sum(axis=1, keepdims=True)
        laws = rows[mass[:, 0] > 0] / mass[mass[:, 0] > 0]
        largest.append(np.max([0.5 * np.sum(np.abs(laws - law), axis=1) for law in laws]))
    return np.array(largest)


def _check_law(rows: FloatArray, name: str) -> None:
    if not (np.all(rows >= 0) and np.allclose(rows.sum(axis=1), 1.0, rtol=0, atol=1e-9)):
        raise InvalidInput(name, "must hold probabilities that sum to 1", "other numbers")


MOST_COPIES = 5
"""Copies of Example 2 that are still enumerated: 4^5 outputs."""


def example_1(a: float = 0.5, b: float = 0.5, c: float = 0.5) -> FiniteMechanism:
    """Build BCDP without LDP: two fair bits, one output bit that is never 1 for x = (0, 1).

    P(M = 1 | x_1, x_2) is a at (0, 0), b at (1, 0), 0 at (0, 1) and c at (1, 1).  Every
    BCDP level is finite unless a = b = 1 or b = c = 1; with all three 1/2 both are log 2.
    Axes of the tables are (x_1, x_2), then the output; a, b, c lie in (0, 1].
    """
    values = {"a": a, "b": b, "c": c}
    for name, value in values.items():
        validate.within(validate.positive(value, name), 0.0, 1.0, name)
    ones = np.array([[a, 0.0], [b, c]])
    return FiniteMechanism(np.full((2, 2), 0.25), np.stack([1.0 - ones, ones], axis=-1))


def example_2(copies: int = 1) -> FiniteMechanism:
    """Build BCDP that does not compose: three fair bits, and (x_1 ⊕ x_2, x_3) or (x_2, x_1 ⊕ x_3).

    Which of the two was reported, each with chance 1/2, stays hidden.  One copy says nothing
    about x_1; two that differ prove x_1 = 1.  Output y of one copy is 2 y_1 + y_2, and
    several copies, 1 to `MOST_COPIES`, are digits in base 4.
    """
    copies = validate.count(copies, 1, MOST_COPIES, "copies")
    x1, x2, x3 = np.indices((2, 2, 2))
    kernel = np.zeros((2, 2, 2, 4))
    for output in (2 * (x1 ^ x2) + x3, 2 * x2 + (x1 ^ x3)):
        kernel[x1, x2, x3, output] += 0.5
    return FiniteMechanism(np.full((2, 2, 2), 0.125), kernel).copies(copies)


def reveal_chance(copies: int) -> float:
    """Return 1 - 2^(1-copies), the chance that copies of Example 2 prove x_1 = 1 when it is."""
    return 1.0 - 2.0 ** (1 - validate.count(copies, 1, None, "copies"))


def draw_signs(n: int, dimension: int, q: float, rng: np.random.Generator) -> NDArray[np.int8]:
    """Return (n, d) draws of the prior (60) as ±1."""
    n, d = validate.count(n, 1, None, "n"), validate.count(dimension, 1, None, "dimension")
    signs = 2 * rng.integers(0, 2, (n, d), dtype=np.int8) - 1
    copied = rng.random(n) < validate.within(q, 0.0, 1.0, "q")
    signs[copied] = signs[copied, :1]
    return signs


@result
class RegionSweep:
    """Theorem 1's region for growing levels.

    Attributes:
        deltas: (F,) levels of the feature.
        outlines: (F, 5, 2) corners (false alarms, misses), the first one again at the end.
    """

    deltas: FloatArray
    outlines: FloatArray

    @property
    def least_error(self) -> FloatArray:
        """(F,) least rate at which a test errs when both hypotheses are equally likely."""
        return np.asarray(np.min(np.sum(self.outlines, axis=2), axis=1) / 2.0)


@result
class CopiesSweep:
    """Example 2 for more and more independent reports of one person.

    Attributes:
        copies: (K,) 1, 2, ...
        levels: (K,) exact BCDP level of bit 1.
        proved: (K,) chance that x_1 = 1 is proved when it is.
    """

    copies: FloatArray
    levels: FloatArray
    proved: FloatArray


def region_sweep(delta: float, low: float = 0.05, high: float = 6.0) -> RegionSweep:
    """Return regions from low to high, that of delta among them."""
    delta = validate.within(delta, low, high, "delta")
    deltas = np.unique(np.append(preferred_numbers(low, high, 50), delta))
    corners = np.array([error_region(float(value)) for value in deltas])
    return RegionSweep(deltas, np.concatenate([corners, corners[:, :1]], axis=1))


def copies_sweep() -> CopiesSweep:
    """Return one to `MOST_COPIES` reports."""
    copies = range(1, MOST_COPIES + 1)
    return CopiesSweep(
        np.array(copies, dtype=np.float64),
        np.array([example_2(count).bcdp_levels[0] for count in copies]),
        np.array([reveal_chance(count) for count in copies]),
    )
