"""The paper's ideas along a control, so that a figure can follow a drag."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core import validate
from hetdp_core.features.notions.conversions import error_region
from hetdp_core.features.notions.finite import MOST_COPIES, example_2, reveal_chance
from hetdp_core.grids import preferred_numbers
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class RegionCourse:
    """Theorem 1's region for growing levels.

    Attributes:
        deltas: (F,) levels of the feature.
        outlines: (F, 5, 2) corners (false alarms, misses), the first one again at the end.
        current: index of the level asked for.
    """

    deltas: FloatArray
    outlines: FloatArray
    current: int

    @property
    def least_error(self) -> FloatArray:
        """(F,) least rate at which a test errs when both hypotheses are equally likely."""
        return np.asarray(np.min(np.sum(self.outlines, axis=2), axis=1) / 2.0)


@dataclass(frozen=True, eq=False)
class CopiesCourse:
    """Example 2 for more and more independent reports of one person.

    Attributes:
        copies: (K,) 1, 2, ...
        levels: (K,) exact BCDP level of bit 1.
        proved: (K,) chance that x_1 = 1 is proved when it is.
    """

    copies: FloatArray
    levels: FloatArray
    proved: FloatArray


def region_course(delta: float, low: float = 0.05, high: float = 6.0) -> RegionCourse:
    """Return regions from low to high, that of delta among them."""
    delta = validate.within(delta, low, high, "delta")
    deltas = np.unique(np.append(preferred_numbers(low, high, 50), delta))
    corners = np.array([error_region(float(value)) for value in deltas])
    outlines = np.concatenate([corners, corners[:, :1]], axis=1)
    return RegionCourse(deltas, outlines, int(np.searchsorted(deltas, delta)))


def copies_course() -> CopiesCourse:
    """Return one to `MOST_COPIES` reports."""
    copies = range(1, MOST_COPIES + 1)
    return CopiesCourse(
        np.array(copies, dtype=np.float64),
        np.array([example_2(count).bcdp_levels[0] for count in copies]),
        np.array([reveal_chance(count) for count in copies]),
    )
