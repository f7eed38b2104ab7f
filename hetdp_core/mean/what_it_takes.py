"""What it takes to bring the worst-case error of the mean down to a target.

One thing is unknown, all else stays.  ADPM's weights have the least worst case of all.  So its
error never rises when a user asks for less privacy, nor when a user joins who could be given weight
0.  Therefore it never rises with

- the least private level `high` (or a cap on all levels): the draws are shared, and no level falls;
- the share of public users: they are drawn evenly along the sorted levels, and with more of them
  the k-th strictest of the others is never stricter than before;
- the number of users, where those of n are among those of n + 1 except for some who ask for less:
  two groups, and levels with counts or of a file, because rounding adds to no group more than the
  one user; uniform and log-uniform draws, because the first n draws of a seed are the same.  Only
  the three segments are drawn again for each n, so there the answer is not certain to be the least.

About these users (`hetdp_core.mean.empirical`) the first two hold as well.  One more user is one
more to answer about.  A strict one makes the error larger, so there no number of users is certain
to be the least.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

import numpy as np

from hetdp_core import validate
from hetdp_core.mean.empirical import EmpiricalPlan
from hetdp_core.mean.plan import MeanPlan, percent_error
from hetdp_core.mean.sweep import FEWEST_SETTINGS, WORK, adpm_of
from hetdp_core.profiles import (
    HIGHEST,
    PrivacyProfile,
    ProfileSettings,
    make_profile,
    profile_of_high,
)
from hetdp_core.target_search import POINTS, Answer, Steps, solve
from hetdp_core.validate import MAX_USERS

UNKNOWNS = ("users", "relaxed", "public")
"""Number of users; `high`; public users in percent."""

MOST_COUNTED = 10_000_000_000
"""Most users on listed levels, which are not looked at one by one."""

DIGITS = 3


def error_target(
    settings: ProfileSettings,
    unknown: str,
    target: float,
    stop: Callable[[], bool] | None = None,
    plan_of: Callable[[PrivacyProfile], MeanPlan | EmpiricalPlan] = adpm_of,
) -> Answer:
    """Return what it takes for the worst-case error to be at most a target.

    Args:
        unknown: one of `UNKNOWNS`.
        target: worst-case error, root mean square, in percent of the range of the data.
        plan_of: ADPM's plan of a profile, or `empirical_of`.

    Returns:
        An `Answer` whose measure is that error, exact; certain except for the number of users of
        kind "segments", or about these users.

    Raises:
        InvalidInput: unknown or target is not usable.
        OutOfTime: it was stopped.

    >>> pair = ProfileSettings("two_groups", users=1000, low=0.1, high=0.2)
    >>> answer = error_target(pair, "relaxed", 1.0)       # two groups saturate at 0.26
    >>> answer.reached, answer.best_at, round(answer.best, 3)
    (False, 0.26, 1.9)
    """
    validate.choice(unknown, UNKNOWNS, "unknown")
    target = validate.positive(target, "target")
    present = make_profile(settings)
    points = int(np.clip(WORK // present.levels.size, FEWEST_SETTINGS, POINTS))
    certain = True
    profile: Callable[[float], PrivacyProfile]
    if unknown == "users":
        certain = settings.kind != "segments" and plan_of is adpm_of
        listed = settings.listed
        steps = Steps(1, MOST_COUNTED if listed.kind == "levels" else MAX_USERS)
        now = float(present.users)

        def of_users(value: float) -> PrivacyProfile:
            return make_profile(listed.with_users(int(value)))

        profile = of_users
    elif unknown == "public":
        nobody = make_profile(replace(settings, public_share=0.0))
        steps, now = Steps(0, 100), 100.0 * settings.public_share

        def with_public(value: float) -> PrivacyProfile:
            return nobody.with_public(value / 100.0)

        profile = with_public
    else:
        capped = settings.kind in ("levels", "uploaded")  # beyond all levels nothing is capped
        most = settings.highest_high if capped else HIGHEST
        steps, now = Steps(settings.lowest_high, most, DIGITS), settings.high
        profile = profile_of_high(settings)

    def error(value: float) -> float:
        return percent_error(plan_of(profile(value)).worst_case_mse)

    return solve(error, steps, target, now, certain=certain, points=points, stop=stop)
