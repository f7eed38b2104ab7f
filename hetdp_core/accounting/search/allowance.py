"""Work that searches may still do: counted, not timed, and somebody may say stop."""

from __future__ import annotations

import math
from collections.abc import Callable

from hetdp_core import validate

Stop = Callable[[], bool]
"""Asked before each piece of work; True means: return what is certified so far."""


class Allowance:
    """What all searches that are given it may do together.

    Work is counted in multiplications, of which a core does several thousand million a second,
    so the same searches end at the same place on any machine, however busy it is.  Whatever
    they leave undone, their bounds are valid.

    Args:
        work: > 0, in multiplications; infinite by default.
        stop: asked before each piece of work; True ends all searches, now and later.  It may
            raise instead, and nothing is left half done.

    >>> short = Allowance(10)
    >>> short.is_over(), short.spend(12), short.is_over(), short.used_up
    (False, None, True, True)
    """

    def __init__(self, work: float = math.inf, stop: Stop | None = None) -> None:
        self._left = validate.positive(work, "work", allow_infinity=True)
        self._stop = stop
        self._stopped = False

    @property
    def used_up(self) -> bool:
        """Whether the work is done."""
        return self._left <= 0.0

    @property
    def stopped(self) -> bool:
        """Whether somebody said stop."""
        return self._stopped

    def is_over(self) -> bool:
        """Return whether a search must end here; asks `stop`."""
        self._stopped = self._stopped or (self._stop is not None and self._stop())
        return self._stopped or self.used_up

    def spend(self, work: float) -> None:
        """Count work that is being done."""
        self._left -= work
