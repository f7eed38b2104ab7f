"""What releases with Gaussian noise have in common: who is given which rho of zCDP."""

from __future__ import annotations

from functools import cached_property

from hetdp_core import conversions
from hetdp_core.errors import InvalidInput
from hetdp_core.release.decimals import rounded_up
from hetdp_core.release.groups import Group, Span, grouped
from hetdp_core.validate import FloatArray

LEAST_DELTA, MOST_DELTA = 1e-15, 0.1
"""Chances δ that a page lets a release take: every further one is valid, and of no use."""


def useful_delta(delta: float, name: str) -> float:
    """Return the chance if it is from `LEAST_DELTA` to `MOST_DELTA`.

    Raises:
        InvalidInput: it is not, or is NaN.
    """
    if not LEAST_DELTA <= delta <= MOST_DELTA:
        rule = f"must lie between {LEAST_DELTA:g} and {MOST_DELTA:g}"
        remedy = "take one far below 1 in the number of people, such as 1e-6"
        raise InvalidInput(name, rule, f"{delta:g}", remedy)
    return delta


class ConcentratedPromise:
    """Each user's rho, and the epsilon that it implies but for the chance delta.

    Attributes:
        guaranteed: (n,) rho of each user's zCDP.
    """

    guaranteed: FloatArray

    @property
    def epsilon(self) -> FloatArray:
        """(n,) what each user asked for."""
        raise NotImplementedError

    @property
    def delta(self) -> float:
        """The chance with which each user's epsilon may fail."""
        raise NotImplementedError

    @cached_property
    def groups(self) -> tuple[Group, ...]:
        """Users by the epsilon they asked for; `guaranteed` is their rho."""
        return grouped(self.epsilon, self.guaranteed)

    def epsilon_of(self, group: Group) -> float:
        """Return the epsilon that holds for a group but for the chance delta: at most asked."""
        kept = conversions.concentrated_epsilon(group.guaranteed, self.delta)
        return min(group.asked, kept)

    def epsilons_in(self, span: Span) -> tuple[float, float]:
        """Return the least and the largest epsilon that hold for the groups of a span, but for the
        chance delta."""
        groups = [one for one in self.groups if span.low <= one.asked <= span.high]
        found = [self.epsilon_of(group) for group in groups]
        return min(found), max(found)

    @property
    def largest_epsilon(self) -> float:
        """The epsilon that holds for the most exposed user, but for the chance delta."""
        return max(map(self.epsilon_of, self.groups))

    @property
    def most_exposed(self) -> str:
        """Say in one sentence what nobody is exposed to more than."""
        most = max(self.groups, key=lambda group: group.guaranteed)
        rho, epsilon = (
            f"{rounded_up(one, 4):.4g}" for one in (most.guaranteed, self.epsilon_of(most))
        )
        return (
            f"{len(self.epsilon):,} records; nobody is exposed to more than rho = {rho} of "
            f"zero-concentrated differential privacy (zCDP), so epsilon = {epsilon} but for a "
            f"chance delta = {self.delta:g}."
        )
