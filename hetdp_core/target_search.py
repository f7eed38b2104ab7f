"""Values that an unknown is searched among: few enough digits to be said, and set on a control.

Ask backwards: the first value of an unknown at which a measure reaches its target.

For some unknowns the measure never gets worse on the way to the helpful end; each room says for
which, and why.  There the search halves, and its answer is certainly the first.  Elsewhere it looks
at a grid, and halves between the first point that is enough and the one before.  The answer is
enough; the step before it is not, nor any point of the grid before it.  Between two points a
smaller answer may be overlooked.
"""

from __future__ import annotations

import math
from collections.abc import Callable
from dataclasses import dataclass
from functools import cache, cached_property

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import InvalidInput, OutOfTime
from hetdp_core.results import result
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class Steps:
    """Ascending values from low to high.

    Attributes:
        low, high: the ends.  With digits both are values themselves, in any form.
        digits: between the ends, the numbers of this many significant digits; 0 for even steps.
        parts: of even steps: how many make 1, so the values are whole multiples of 1 / parts.

    Raises:
        InvalidInput: low > high, no value lies between them, or low <= 0 with digits.

    >>> steps = Steps(0.98765, 1.02, digits=3)
    >>> [steps.at(place) for place in range(steps.count)]
    [0.98765, 0.988, 0.989, 0.99, 0.991, 0.992, 0.993, 0.994, 0.995, 0.996, 0.997, 0.998, 0.999, \
1.0, 1.01, 1.02]
    >>> Steps(1, 10).count, Steps(0.0, 1.0, parts=1000).at(250)
    (10, 0.25)
    """

    low: float
    high: float
    digits: int = 0
    parts: int = 1

    def __post_init__(self) -> None:
        low, high = validate.real(self.low, "low"), validate.real(self.high, "high")
        if self.digits:
            validate.positive(low, "low")
        if not (low <= high and self.count > 0):
            raise InvalidInput("low", "must leave a value up to high", f"{low:g} and {high:g}")

    @cached_property
    def count(self) -> int:
        if not self.digits:
            return math.floor(self.high * self.parts) - self._first + 1
        if self.low == self.high:
            return 1
        return _first_rung(self.high, self.digits) - self._first + 2

    @cached_property
    def _first(self) -> int:
        """The first even step, or the first number of few digits above low."""
        if not self.digits:
            return math.ceil(self.low * self.parts)
        first = _first_rung(self.low, self.digits)
        return first + 1 if _rung(first, self.digits) == self.low else first

    def at(self, place: int) -> float:
        """Return the value at a place from 0 to count - 1."""
        if not self.digits:
            return (self._first + place) / self.parts
        if place == 0:
            return float(self.low)
        if place == self.count - 1:
            return float(self.high)
        return _rung(self._first + place - 1, self.digits)

    def place_of(self, value: float) -> int:
        """Return the place of the last value that is at most this one; 0 where there is none."""
        low, high = 0, self.count - 1
        while low < high:
            middle = (low + high + 1) // 2
            low, high = (middle, high) if self.at(middle) <= value else (low, middle - 1)
        return low

    @property
    def by_ratio(self) -> bool:
        """Whether the ratio of two values counts, not their difference: a logarithmic axis."""
        return self.low > 0 and self.high >= 100 * self.low

    def drawn(self, low: float, high: float, most: int) -> FloatArray:
        """Return at most this many values between two: even on an axis, both ends included.

        >>> Steps(1, 1e9).drawn(1, 1e4, 5)
        array([1.e+00, 1.e+01, 1.e+02, 1.e+03, 1.e+04])
        """
        first, last = self.place_of(low), self.place_of(high)
        ends = self.at(first), self.at(last)
        even = np.geomspace(*ends, most) if self.by_ratio else np.linspace(*ends, most)
        places = {self.place_of(float(value)) for value in even[1:-1]} | {first, last}
        return np.array([self.at(place) for place in sorted(places)])


def _rung(place: int, digits: int) -> float:
    """Return a positive number of three digits, say, by its place: 1.00 has 0 and 10.0 has 900."""
    lead = 10 ** (digits - 1)
    power, rest = divmod(place, 9 * lead)
    return float(f"{lead + rest}e{power - digits + 1}")


def _first_rung(value: float, digits: int) -> int:
    """Return the place of the first such number at or above a positive value."""
    lead: int = 10 ** (digits - 1)
    power = math.floor(math.log10(value))
    mantissa: float = value / 10.0**power
    place = 9 * lead * power + math.floor(mantissa * lead) - lead
    while _rung(place, digits) >= value:
        place -= 1
    return place + 1


POINTS = 49
"""Points of a curve, besides the places of interest on it."""

ROOM = 10.0
"""How far beyond the places of interest a curve goes, as a ratio."""

SAME = 1e-9
"""Measures this close, by ratio, count as the same: where a curve has become flat."""

Measure = Callable[[float], float]
"""The measure of a value of the unknown."""


@result
class Answer:
    """What it takes, with the curve that shows it.

    Attributes:
        more_is_better: whether it has to be at least that (answers), or at most (errors).
        helps: "more" where higher values help, else "less".
        certain: whether no value before `value` is enough; see the module.
        now, now_measure: the present value and its measure.
        start: the end of the range that does not help.
        value, measure: the first one, seen from there, and its measure; NaN if none.
        end, end_measure: the end of the range that helps, and its measure.
        best_at, best: the best that is found, and the first value that has it.  Where `certain`
            that is all there is, and where `reached` it is taken to be at the end.
        values, measures: (P,) the curve, ascending, around the values of interest and at them.
    """

    target: float
    more_is_better: bool
    helps: str
    certain: bool
    by_ratio: bool
    now: float
    now_measure: float
    reached: bool
    start: float
    value: float
    measure: float
    end: float
    end_measure: float
    best_at: float
    best: float
    values: FloatArray
    measures: FloatArray

    @property
    def enough_now(self) -> bool:
        return _enough(self.now_measure, self.target, self.more_is_better)

    @property
    def enough_at_start(self) -> bool:
        """Whether all of the range is enough, so no value before the answer was tried."""
        return self.value == self.start

    @property
    def settles(self) -> bool:
        """Whether nothing is reached, and the measure stops improving for ever before the end."""
        before = not self.reached and self.best_at != self.end
        return before and _same(self.end_measure, self.best)


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
    stop: Callable[[], bool] | None = None,
) -> Answer:
    """Return the first value at which the measure reaches its target, and the curve around it.

    About 2 log2(count) + points measurements, twice the points where nothing is certain; each
    value is measured once.

    Args:
        measure: of a value; NaN where it has none.  It never gets worse on the way to the helpful
            end, or `certain` is to be false.
        now: the present value; it need not be one of the steps.
        more_is_better, helps, certain: see `Answer`.
        stop: asked before each measurement; True ends the search.

    Raises:
        InvalidInput: the target is no number, or helps is neither "more" nor "less".
        OutOfTime: it was stopped: a part of the curve is no answer.

    >>> answer = solve(lambda users: 50.0 / users**0.5, Steps(1, 1_000_000), 1.0, 1000)
    >>> answer.reached, answer.value, answer.measure
    (True, 2500.0, 1.0)
    """
    validate.real(target, "target")
    forward = validate.choice(helps, ("more", "less"), "helps") == "more"
    last = steps.count - 1

    @cache
    def measured(value: float) -> float:
        if stop is not None and stop():
            raise OutOfTime(
                "This search takes too long for a page, so it has no result yet. Use fewer "
                "records or columns."
            )
        return measure(value)

    def value_at(place: int) -> float:
        return steps.at(place if forward else last - place)

    def enough(place: int) -> bool:
        return _enough(measured(value_at(place)), target, more_is_better)

    seen = [0, last] if certain else _grid(steps, points, forward)
    best_place = last if certain else _best(measured, value_at, seen, more_is_better)
    end, best = value_at(last), measured(value_at(best_place))
    reached = _enough(best, target, more_is_better)
    value = float("nan")
    if reached:
        present = steps.place_of(now)
        high = next(place for place in seen if enough(place))
        low = max((place for place in seen if place < high), default=-1)
        start = (present if forward else last - present) if certain else low
        value = value_at(_first(enough, low, start, high))
    else:
        low = -1 if certain else max((place for place in seen if place < best_place), default=-1)
        best_place = _first(
            lambda place: _same(measured(value_at(place)), best), low, best_place, best_place
        )
    near_end = math.isclose(value_at(best_place), end, rel_tol=0.01)
    if near_end and _same(measured(end), best):
        best_place = last
    values = _drawn(steps, [now, value, float("nan") if reached else value_at(best_place)], points)
    return Answer(
        target=target,
        more_is_better=more_is_better,
        helps=helps,
        certain=certain,
        by_ratio=steps.by_ratio,
        now=now,
        now_measure=measured(now),
        reached=reached,
        start=value_at(0),
        value=value,
        measure=measured(value) if reached else float("nan"),
        end=end,
        end_measure=measured(end),
        best_at=value_at(best_place),
        best=best,
        values=values,
        measures=np.array([measured(tried) for tried in values.tolist()]),
    )


def _best(
    measured: Measure, value_at: Callable[[int], float], places: list[int], more_is_better: bool
) -> int:
    """Return the first of some places that is as good as the best of them."""
    measures = [measured(value_at(place)) for place in places]
    worst = -math.inf if more_is_better else math.inf
    known = [worst if math.isnan(measure) else measure for measure in measures]
    best = max(known) if more_is_better else min(known)
    return next(place for place, measure in zip(places, known, strict=True) if _same(measure, best))


def _same(measured: float, best: float) -> bool:
    return measured == best or abs(measured - best) <= SAME * abs(best)


def _first(holds: Callable[[int], bool], low: int, start: int, high: int) -> int:
    """Return the first place that holds, where `high` does and `low` does not; -1 never does.

    For what never ceases to hold; else some place that holds, while the one before does not.
    Near `start` it takes few looks; where several places do, the answer depends on it.
    """
    step = 1
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


def _grid(steps: Steps, points: int, forward: bool) -> list[int]:
    """Return places all along the range, from the end that does not help."""
    grid = steps.drawn(steps.at(0), steps.at(steps.count - 1), points)
    places = [steps.place_of(value) for value in grid.tolist()]
    return places if forward else [steps.count - 1 - place for place in reversed(places)]


def _drawn(steps: Steps, interesting: list[float], points: int) -> FloatArray:
    """Return where the curve is drawn: around the places of interest, and at them."""
    low, high = steps.at(0), steps.at(steps.count - 1)
    places = np.array([place for place in interesting if low <= place <= high] or [high])
    if steps.by_ratio:
        low, high = max(low, np.min(places) / ROOM), min(high, np.max(places) * ROOM)
    return np.union1d(steps.drawn(low, high, points), places)
