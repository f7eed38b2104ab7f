"""What a privacy filter says: accept or refuse and why, and how much is spent."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hetdp_core.odometer.queries import Value
from hetdp_core.odometer.transcripts.loss import Interval

ROUNDING = 1e-9
"""Share of the budget by which a loss may exceed it: sums of logarithms are not exact."""


def fits(loss: float, budget: float) -> bool:
    """Return whether a certified loss is within the budget, up to rounding."""
    return loss <= budget * (1.0 + ROUNDING)


@dataclass(frozen=True)
class Odometer:
    """What the accepted queries have told, in units of epsilon (natural log).

    Attributes:
        loss: certified upper end of the realised loss; starts at 0, may fall.
        lower: certified lower end of it; 0 for a filter that knows no domain.
        budget: most that may be spent.
        basic: what basic composition says was spent, the sum of the queries' epsilon.
        queries: how many were accepted.
    """

    loss: float
    lower: float
    budget: float
    basic: float
    queries: int

    @property
    def remaining(self) -> float:
        """Budget minus loss: a query of at most this epsilon is sure to be accepted."""
        return max(self.budget - self.loss, 0.0)


@dataclass(frozen=True)
class Decision:
    """Whether a query is accepted, from bounds on the loss after either of its outputs.

    Attributes:
        accepted: the answer.
        current: interval of the realised loss so far.
        if_low, if_high: interval of the loss after the lowest or the highest output, False or
            True of two.
        basic: sum of epsilon with this query.
        budget: of the filter.
        reason: one sentence.
        between: the same after each output between these two, from the lowest on.
    """

    accepted: bool
    current: Interval
    if_low: Interval
    if_high: Interval
    basic: float
    budget: float
    reason: str
    between: tuple[Interval, ...] = ()

    @property
    def worst(self) -> float:
        """Certified upper end of the loss, whichever output comes."""
        return max(interval[1] for interval in self._each)

    def after(self, output: Value) -> Interval:
        """Return the interval of the loss after this output, one that can be counted."""
        return self._each[int(output)]

    @property
    def _each(self) -> tuple[Interval, ...]:
        return self.if_low, *self.between, self.if_high


def reason_of(accepted: bool, after: Sequence[Interval], budget: float) -> str:
    """Return why a filter that looks at every output accepted or refused, in one sentence."""
    worst = max(interval[1] for interval in after)
    if accepted:
        tail = f"within the budget of {budget:.4g}"
        return f"Accepted: whichever output comes, the loss stays at most {worst:.4g}, {tail}."
    place = max(range(len(after)), key=lambda output: (after[output][1], output))
    interval = after[place]
    name = ("low", "high")[place] if len(after) == 2 else f"level-{place}"
    if not fits(interval[0], budget):
        above = f"above the budget of {budget:.4g}"
        return f"Refused: the {name} output would bring the loss to {interval[0]:.4g}, {above}."
    between = f"is only known to lie between {interval[0]:.4g} and {interval[1]:.4g}"
    return f"Refused: the loss after the {name} output {between}; the budget is {budget:.4g}."
