"""How often something may be done: a bucket of permits that fills by itself."""

from __future__ import annotations

from dataclasses import dataclass, field


@dataclass
class Bucket:
    """Permits, taken one by one.

    holds : how many are there at first, and at most; at least 1.
    a_second : how many come back in a second; positive.

    The caller says what time it is, in seconds on any clock that does not run back.
    """

    holds: int
    a_second: float
    _left: float = field(init=False)
    _at: float = field(init=False, default=float("-inf"))

    def __post_init__(self) -> None:
        self._left = float(self.holds)

    def take(self, now: float) -> bool:
        """Take a permit if there is one."""
        passed = max(now - self._at, 0.0)
        self._left = min(float(self.holds), self._left + passed * self.a_second)
        self._at = max(now, self._at)
        if self._left < 1.0:
            return False
        self._left -= 1.0
        return True
