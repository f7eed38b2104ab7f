"""The game of a report: one person's noisy report of two features, of which one is bet on.

Local model, both features 1 or -1, each as likely; the other feature agrees with the sensitive one
with probability (1 + q) / 2, which is Assumption 1 with q.  Mechanism 1: the ℓ2 channel at level
c_1 on both, and on the other feature alone, by its own coordinate's channel, what is left of its
budget.  So the report is ε-LDP, and δ-BCDP for the sensitive feature.

The ℓ2 channel's report lies in one of four quarters of a circle, around the two axes.  Each quarter
is half of any half circle, so within it the report is uniform whatever the features are, and

    P(quarter around the axis s of feature i | x) = expit(c_1 s x_i) / 2:

all that is told is which feature spoke, and what it said.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import ClassVar

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import expit

from hetdp_core import validate
from hetdp_core.features.allocation.rules import Allocation, allocate
from hetdp_core.features.channel import privatize_l2
from hetdp_core.game.rules import BoolArray, Chances, GameOfKinds
from hetdp_core.validate import FloatArray

REPORT = 3.0
"""ε of the whole report."""

PEOPLE = 1000
"""Who report: the budgets are the best for so many."""

SIGNS = (1.0, -1.0)
JOINT, ALONE = slice(0, 2), 2
"""Columns of a release: the report on both features, and on the other one alone."""


@dataclass(frozen=True, eq=False)
class Report(GameOfKinds):
    """The rules of such a game.

    Attributes:
        alloc: budgets; the sensitive feature is the first.
        q: bound on the total variation of the other feature, given the sensitive one; attained.
        chances: of the kinds of releases, in the order of `kinds`.
    """

    alloc: Allocation
    q: float
    chances: Chances

    COLUMNS: ClassVar[tuple[str, ...]] = ("sensitive axis", "other axis", "other alone")

    @property
    def level(self) -> float:
        """δ of the sensitive feature."""
        return float(self.alloc.delta[0])

    def draw(self, high: BoolArray, rng: np.random.Generator) -> FloatArray:
        """Return (N, 3) reports: two coordinates, and the other feature alone; NaN if not asked."""
        own = np.where(high, 1.0, -1.0)
        agrees = rng.random(high.size) < _agree(self.q)
        both = np.stack([own, np.where(agrees, own, -own)], axis=1)
        joint, alone = levels(self.alloc)
        found = np.full((high.size, 3), np.nan)
        if joint > 0:
            found[:, JOINT] = privatize_l2(both, joint, np.sqrt(2.0), rng=rng)
        if alone > 0:
            found[:, ALONE] = privatize_l2(both[:, 1:], alone, 1.0, rng=rng)[:, 0]
        return found

    def log_ratio(self, released: ArrayLike) -> FloatArray:
        """Return (N,) L of (N, 3) reports."""
        return self.chances.log_ratio[kinds(np.asarray(released, dtype=np.float64))]


def report_game(delta: float, q: float = 0.0) -> Report:
    """Return the rules for a level of the sensitive feature.

    Args:
        delta: δ, from 0.05 to 3, natural log.
        q: from 0 to 1, how far the other feature gives the sensitive one away.

    Raises:
        InvalidInput: one of them is out of its range.

    >>> rules = report_game(1.0)
    >>> round(rules.ceiling, 3), round(rules.best, 3), round(rules.picky, 3)
    (0.731, 0.731, 0.5)
    """
    level = validate.within(validate.positive(delta, "delta"), 0.05, REPORT, "delta")
    linked = validate.within(q, 0.0, 1.0, "q")
    alloc = allocate([level, REPORT], REPORT, linked, n=PEOPLE)
    return Report(alloc, linked, _chances(alloc, linked))


def levels(alloc: Allocation) -> tuple[float, float]:
    """Return the level of the report on both features, and of that on the other alone."""
    joint = float(alloc.budgets[0])
    return joint, max(float(alloc.budgets[1]) - joint, 0.0)


def kinds(released: FloatArray) -> NDArray[np.intp]:
    """Return (N,) the kind of each report: 2 (2 a + s) + t.

    a is 0 where the joint report lies around the sensitive feature's axis and 1 around the other's;
    s is 0 at its positive end, t where the other feature alone is reported as positive.  What was
    not asked counts as a = 0, s = 0 or t = 0.
    """
    joint = np.nan_to_num(released[:, JOINT])
    axis = (np.abs(joint[:, 1]) > np.abs(joint[:, 0])).astype(np.intp)
    said = joint[np.arange(len(joint)), axis]
    return 2 * (2 * axis + (said < 0)) + (np.nan_to_num(released[:, ALONE]) < 0)


def _chances(alloc: Allocation, q: float) -> Chances:
    """Return the chances of all kinds: those of a report that is not asked share evenly."""
    joint, alone = levels(alloc)
    axis, s, t = np.meshgrid((0, 1), SIGNS, SIGNS, indexing="ij")

    def given(own: float) -> FloatArray:
        found = np.zeros(axis.shape)
        for other, chance in ((own, _agree(q)), (-own, 1.0 - _agree(q))):
            quarter = 0.5 * expit(joint * s * np.where(axis == 0, own, other))
            found += chance * quarter * expit(alone * t * other)
        return found.ravel()

    return Chances(given(-1.0), given(1.0))


def _agree(q: float) -> float:
    return 0.5 * (1.0 + q)
