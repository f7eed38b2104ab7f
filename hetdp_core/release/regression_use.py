"""What to do with a released regression: decided from what is public by then, and nothing else.

How well a regression will predict depends on the data, so no public number says beforehand whether
it is worth it.  Once it is released with a verdict, the verdict does; everybody has paid by then,
whatever is decided.
"""

from __future__ import annotations

from dataclasses import dataclass

from hetdp_core.release.regression import RegressionRelease

USES = {
    "regression": "Use the regression",
    "mean": "Use the mean alone",
    "neither": "Use neither",
}
"""What one may do with it."""

REASONS = {
    "judged": "The verdict that was released with it says so, beyond its noise.",
    "too_close": "The rule does not decide.",
    "not_judged": "No record was held back to judge it, so nothing that is public says whether it "
    "predicts better than the mean.",
}
"""The rule, part by part, as sentences."""


@dataclass(frozen=True, eq=False)
class RegressionUse:
    """A released regression, and what the rule says of it.

    Attributes:
        release: what was released, all of it public.
        recommended: a key of `USES`; None where the rule leaves it to whoever decides.
        reason: which part of the rule applied, a key of `REASONS`.
    """

    release: RegressionRelease
    recommended: str | None
    reason: str


def use_of(release: RegressionRelease) -> RegressionUse:
    """Return what the rule says of a released regression; it is post-processing and costs nothing.

    The rule: what the verdict says predicts better, where it lies beyond its noise; otherwise the
    rule does not decide.
    """
    if release.verdict is None:
        return RegressionUse(release, None, "not_judged")
    better = release.verdict.better
    return RegressionUse(release, better or None, "judged" if better else "too_close")
