"""Ask backwards: the first value of an unknown at which a measure reaches its target.

The search halves: it is exact where the measure never gets worse on the way to the helpful end
(each room says which of its unknowns are so, and why).  Where that is not certain, what it finds
is a place where "not enough" turns into "enough", and `certain` is false.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from functools import cache

import numpy as np

from hetdp_core import validate
from hetdp_core.frozen import freeze_arrays
from hetdp_core.target.steps import Steps
from hetdp_core.validate import FloatArray

POINTS = 49
"""Points of a curve, besides the places of interest on it."""

ROOM = 10.0
"""How far beyond the places of interest a curve goes, as a ratio."""

SAME = 1e-9
"""Measures this close, by ratio, count as the same: where a curve has become flat."""

Measure = Callable[[float], float]
"""What comes of a value of the unknown."""


@dataclass(frozen=True, eq=False)
class Answer:
    """What it takes, with the curve that shows it.

    The "helpful end" is the end of the range where the measure is best.

    Attributes:
        target: what the measure has to reach.
        more_is_better: whether it has to be at least that (answers), or at most (errors).
        helps: "more" where the helpful end is the highest value, else "less".
        certain: whether no value farther from the helpful end is enough; see the module.
        by_ratio: whether the unknown belongs on a logarithmic axis.
        now, now_measure: the present value and what comes of it.
        reached: whether some value of the range is enough.
        value, measure: the first one, seen from the other end, and what comes of it; NaN if none.
        end, best: the helpful end and what comes of it.
        settles: where nothing is reached: the first value from which on nothing improves, which is
            `end` where it improves up to there; else NaN.
        values, measures: (P,) the curve, ascending, with all of these values within its range.
    """

    target: float
    more_is_better: bool
    helps: str
    certain: bool
    by_ratio: bool
    now: float
    now_measure: float
    reached: bool
    value: float
    measure: float
    end: float
    best: float
    settles: float
    values: FloatArray
    measures: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze_arrays(self)

    @property
    def enough_now(self) -> bool:
        """Whether the present value is enough."""
        return _enough(self.now_measure, self.target, self.more_is_better)

    @property
    def settles_early(self) -> bool:
        """Whether the measure stops improving before the helpful end."""
        return not self.reached and self.settles != self.end


def _enough(measured: float, target: float, more_is_better: bool) -> bool:
    return measured >= target if more_is_better else measured <= target


def solve(
    measure: Measure,
    steps: Steps,
    target: float,
    now: float,
    *,
    more_is_better: bool = False,
    helps: str = "more",
    certain: bool = True,
    points: int = POINTS,
) -> Answer:
    """Return the first value at which the measure reaches its target, and the curve around it.

    About 2 log2(count) + points measurements, each value measured once.

    Args:
        measure: what comes of a value; it never gets worse on the way to the helpful end, or
            `certain` is to be false.
        steps: the values searched.
        target: what is to be reached.
        now: the present value; it need not be one of the steps.
        more_is_better, helps, certain: see `Answer`.
        points: of the curve, about.

    Raises:
        InvalidInput: the target is no number, or helps is neither "more" nor "less".

    >>> found = solve(lambda users: 50.0 / users**0.5, Steps(1, 1_000_000), 1.0, 1000)
    >>> found.reached, found.value, found.measure
    (True, 2500.0, 1.0)
    """
    validate.real(target, "target")
    forward = validate.choice(helps, ("more", "less"), "helps") == "more"
    measured, last = cache(measure), steps.count - 1

    def value_at(place: int) -> float:
        return steps.at(place if forward else last - place)

    def enough(place: int) -> bool:
        return _enough(measured(value_at(place)), target, more_is_better)

    end, best = value_at(last), measured(value_at(last))
    reached = _enough(best, target, more_is_better)
    present = steps.place_of(now)
    start = present if forward else last - present
    value = settles = float("nan")
    if reached:
        value = value_at(_first(enough, start, last))
    else:
        settles = value_at(_first(lambda one: _same(measured(value_at(one)), best), last, last))
    values = _drawn(steps, [now, value, settles], points)
    return Answer(
        target=target,
        more_is_better=more_is_better,
        helps=helps,
        certain=certain,
        by_ratio=steps.by_ratio,
        now=now,
        now_measure=measured(now),
        reached=reached,
        value=value,
        measure=measured(value) if reached else float("nan"),
        end=end,
        best=best,
        settles=settles,
        values=values,
        measures=np.array([measured(one) for one in values.tolist()]),
    )


def _same(measured: float, best: float) -> bool:
    return abs(measured - best) <= SAME * abs(best)


def _first(holds: Callable[[int], bool], start: int, last: int) -> int:
    """Return the first place that holds, where the last one does; near `start` it takes few looks.

    For what never ceases to hold; else some place that holds, while the one before does not.
    """
    low, high, step = -1, last, 1  # low does not hold, high does
    while low < start < high:
        if holds(start):
            high, start = start, start - step
        else:
            low, start = start, start + step
        step *= 2
    while high - low > 1:
        middle = (low + high) // 2
        low, high = (low, middle) if holds(middle) else (middle, high)
    return high


def _drawn(steps: Steps, interesting: list[float], points: int) -> FloatArray:
    """Return where the curve is drawn: around the places of interest, and at them."""
    low, high = steps.at(0), steps.at(steps.count - 1)
    places = np.array([one for one in interesting if low <= one <= high] or [high])
    if steps.by_ratio:
        low, high = max(low, np.min(places) / ROOM), min(high, np.max(places) * ROOM)
    return np.union1d(steps.drawn(low, high, points), places)
