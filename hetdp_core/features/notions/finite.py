"""Mechanisms on a finite domain with finitely many outputs: every privacy level, exactly.

The second road to every bound: what is proved about a mechanism must hold for the levels
found here by enumeration.

The paper's small examples as exact tables, and the prior of its experiment.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class FiniteMechanism:
    """A prior on a product of finite sets, and a table of output probabilities.

    Attributes:
        prior: (m_1, ..., m_d) probabilities, summing to 1; zeros allowed.
        kernel: (m_1, ..., m_d, Y) probability of each output given each input.
    """

    prior: FloatArray
    kernel: FloatArray

    def __post_init__(self) -> None:
        """Check that both are probabilities, and make them read-only views."""
        for name in ("prior", "kernel"):
            view = np.asarray(getattr(self, name), dtype=np.float64).view()
            view.flags.writeable = False
            object.__setattr__(self, name, view)
        if self.kernel.shape[:-1] != self.prior.shape:
            raise InvalidInput("kernel", f"must start like {self.prior.shape}", self.kernel.shape)
        _check_law(self.prior.reshape(1, -1), "prior")
        _check_law(self.kernel.reshape(-1, self.kernel.shape[-1]), "kernel")

    @property
    def dimension(self) -> int:
        """Number of coordinates d."""
        return self.prior.ndim

    @property
    def ldp_level(self) -> float:
        """Log of the largest factor between two inputs (Definition 1)."""
        return largest_log_ratio(self.kernel.reshape(-1, self.kernel.shape[-1]))

    @property
    def cdp_levels(self) -> FloatArray:
        """(d,) the same between inputs that differ in one coordinate only (Definition 3)."""
        return np.array([self._cdp_level(axis) for axis in range(self.dimension)])

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
        law: FloatArray = mass[present] / total[present]
        return law

    def copies(self, number: int) -> FiniteMechanism:
        """Return that many independent runs on the same input, all outputs seen."""
        kernel = self.kernel
        for _ in range(number - 1):
            kernel = (kernel[..., :, None] * self.kernel[..., None, :]).reshape(
                *self.prior.shape, -1
            )
        return FiniteMechanism(self.prior, kernel)

    def _cdp_level(self, axis: int) -> float:
        aside = np.moveaxis(self.kernel, axis, 0)
        others = aside.reshape(aside.shape[0], -1, aside.shape[-1])
        return max(largest_log_ratio(others[:, k]) for k in range(others.shape[1]))


def largest_log_ratio(laws: FloatArray) -> float:
    """Return the log of the largest ratio between two rows at any output; 0/0 does not count.

    Args:
        laws: (S, Y) probabilities.
    """
    most, least = np.max(laws, axis=0), np.min(laws, axis=0)
    possible = most > 0
    with np.errstate(divide="ignore"):
        return float(np.max(np.log(most[possible]) - np.log(least[possible])))


def total_variation_bounds(prior: FloatArray) -> FloatArray:
    """Return (d,) exact q_i of a prior table: the largest TV(x_-i | x_i = s; x_-i | x_i = s').

    Total variation is jointly convex, so sets of values do no worse than single values.
    """
    return np.array([_largest_variation(prior, axis) for axis in range(prior.ndim)])


def _largest_variation(prior: FloatArray, axis: int) -> float:
    rows = np.moveaxis(prior, axis, 0).reshape(prior.shape[axis], -1)
    mass = rows.sum(axis=1, keepdims=True)
    laws = rows[mass[:, 0] > 0] / mass[mass[:, 0] > 0]
    gaps = [0.5 * np.sum(np.abs(laws - law), axis=1) for law in laws]
    return float(np.max(gaps))


def _check_law(rows: FloatArray, name: str) -> None:
    if not (np.all(rows >= 0) and np.allclose(rows.sum(axis=1), 1.0, rtol=0, atol=1e-9)):
        raise InvalidInput(name, "must hold probabilities that sum to 1", "other numbers")


MOST_COPIES = 5
"""Copies of Example 2 that are still enumerated: 4^5 outputs."""


def example_1(a: float = 0.5, b: float = 0.5, c: float = 0.5) -> FiniteMechanism:
    """Build BCDP without LDP: two fair bits, one output bit that is never 1 for x = (0, 1).

    P(M = 1 | x_1, x_2) is a at (0, 0), b at (1, 0), 0 at (0, 1) and c at (1, 1).  Every
    BCDP level is finite unless a = b = 1 or b = c = 1; with all three 1/2 both are log 2.
    Axes of the tables are (x_1, x_2), then the output.

    Args:
        a, b, c: in (0, 1].
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
    several copies are digits in base 4.

    Args:
        copies: independent reports, 1 to `MOST_COPIES`.
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
