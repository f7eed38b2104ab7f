"""The release itself: the one place where values are looked at."""

from __future__ import annotations

from datetime import datetime

from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import result
from hetdp_core.release.fixed_point import exact_sum, mean_of, steps_of
from hetdp_core.release.laplace import add_laplace
from hetdp_core.release.plan import ReleasePlan
from hetdp_core.release.receipt import Receipt, receipt_for
from hetdp_core.validate import FloatArray


@result
class PrivateRelease:
    """A receipt, and what each user was given, for adding up over several releases.

    Attributes:
        receipt: may be published.
        guaranteed: (n,) epsilon of each user in this release, in the order of the rows.
    """

    receipt: Receipt
    guaranteed: FloatArray


def release_mean(
    plan: ReleasePlan, values: ArrayLike, *, when: datetime, identifier: str
) -> PrivateRelease:
    """Release the mean once.  Each call spends every user's guaranteed epsilon anew.

    Args:
        plan: see `prepare`.
        values: (n,) in the order of the plan's users; values outside the bounds are clipped,
            missing ones (NaN) count as the middle of the range.  Neither is counted: a count
            would itself have to be private.
        when: time of the release, with its time zone.
        identifier: of this release; must not be made from the values.

    Raises:
        InvalidInput: not one value for each user, a time without time zone, no identifier.
    """
    given = validate.as_floats(values, "values")
    if given.size != plan.request.users:
        rule = f"must be one for each user ({plan.request.users:,})"
        raise InvalidInput("values", rule, f"{given.size:,}")
    if when.tzinfo is None:
        raise InvalidInput("time", "must have a time zone", when.isoformat())
    if not identifier:
        raise InvalidInput("identifier", "must not be empty", "nothing")
    bounds = plan.request.bounds
    noisy = add_laplace(exact_sum(plan.weights, steps_of(given, bounds)), plan.scale)
    released = mean_of(noisy, plan.weights, bounds, plan.shrink)
    receipt = receipt_for(plan, released, when, identifier)
    return PrivateRelease(receipt, plan.guaranteed)
