"""Basic composition: the sum of the levels."""

from __future__ import annotations

from hetdp_core.accounting.filters.base import PrivacyFilter
from hetdp_core.accounting.filters.decision import Decision, Odometer, fits
from hetdp_core.accounting.queries import Question


class BasicFilter(PrivacyFilter):
    """Basic composition: accept while the sum of epsilon is at most the budget.

    It looks at neither outputs nor domain.

    >>> BasicFilter(2.0).odometer.remaining
    2.0
    """

    @property
    def odometer(self) -> Odometer:
        """The sum of epsilon so far."""
        spent = min(self.basic, self.budget)
        return Odometer(spent, 0.0, self.budget, self.basic, len(self.history))

    def decide(self, query: Question) -> Decision:
        """Decide whether the sum of epsilon stays within the budget; it bounds both losses."""
        after = (0.0, self.basic + query.epsilon)
        accepted = fits(after[1], self.budget)
        verdict, side = ("Accepted", "within") if accepted else ("Refused", "above")
        levels = f"the levels of all queries sum to {after[1]:.4g}"
        reason = f"{verdict}: {levels}, {side} the budget of {self.budget:.4g}."
        return Decision(accepted, (0.0, self.basic), after, after, after[1], self.budget, reason)
