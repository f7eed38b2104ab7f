"""The paper's small examples as exact tables, and the prior of its experiment."""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.features.notions.finite import FiniteMechanism

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
