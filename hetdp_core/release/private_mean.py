"""The release itself: the one place where values are looked at."""

from __future__ import annotations

from datetime import datetime

from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import in_digits, rounded_up, to_the_last_digit, unit_of_errors
from hetdp_core.release.groups import condensed
from hetdp_core.release.plan import CHANCE, ReleasePlan
from hetdp_core.release.receipt import MECHANISM, TREATMENT, WEIGHTED, Receipt
from hetdp_core.release.request import counts_as
from hetdp_core.release.whole_numbers import add_laplace, exact_sum, mean_of, steps_of
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

MECHANISM_EVERYBODY = (
    "weights of at most an equal share, exact sum in whole numbers, discrete Laplace noise"
)
READ = {
    mark: f"numbers were read with a decimal {name}, without percent signs and any signs that "
    "the curator declared; unreadable cells and any declared codes are missing"
    for mark, name in {".": "point", ",": "comma"}.items()
}
READ_WORDS = "upper and lower case count as the same; cells with any other word are missing"
EQUALLY = "everyone has the same weight"
ABOUT_EVERYBODY = (
    "about these people only, for any values; nobody has more weight than an equal share. "
    "People with strict levels may have less, and the middle of the bounds has the rest: that "
    "moves the result"
)
ABOUT_EQUALS = (
    "about these people only, for any values; everyone has the same weight. To need less "
    "noise, the result is moved towards the middle of the bounds"
)

MOST_GROUPS = 200
"""Most groups that a receipt holds; more levels are put together here too."""


def receipt_for(plan: ReleasePlan, released: float, when: datetime, identifier: str) -> Receipt:
    """Return the record of a release made by this plan.

    released : is rounded to the last digit of the number after ±; this uses nothing but it.
    """
    request, (low, high) = plan.request, plan.request.bounds
    reading = READ_WORDS if request.read_as else READ[request.decimal]
    return Receipt(
        identifier=identifier,
        time=when.isoformat(timespec="seconds"),
        column=request.column,
        unit=request.unit,
        released=min(max(to_the_last_digit(released, plan.plus_minus), low), high),
        half_width=plan.plus_minus,
        chance=CHANCE,
        noise_scale=plan.noise_scale,
        bounds=request.bounds,
        users=request.users,
        levels_from=request.levels_from,
        groups=condensed(plan.groups, MOST_GROUPS),
        saturation_level=plan.saturation_level,
        interval=plan.interval(released),
        shrink=plan.shrink,
        simulated=request.simulated,
        mechanism=MECHANISM_EVERYBODY if request.everybody else MECHANISM,
        treatment="; ".join(filter(None, [reading, counts_as(request.read_as), TREATMENT])),
        weighted=_weighted(plan),
        everybody=request.everybody,
        share_of=request.share_of,
        levels_set=request.levels_set,
        sampling=not request.everybody,
    )


def _weighted(plan: ReleasePlan) -> str:
    """Return who counts for how much, and how far that may take the mean."""
    share, unit = plan.request.share_of, plan.request.unit
    parts, unit = (100.0, "%") if share else (1.0, unit)
    unit = f" {unit_of_errors(unit)}".rstrip()
    lean = f"{in_digits(rounded_up(parts * plan.most_lean, 3))}{unit}"
    if plan.request.everybody:
        about = ABOUT_EQUALS if len(plan.groups) == 1 else ABOUT_EVERYBODY
        return f"{about}, by at most {lean}"
    if len(plan.groups) == 1:
        return EQUALLY
    return f"{WEIGHTED}, at most {lean} from the mean in which all count the same"


@result
class PrivateRelease:
    """A receipt, and each user's guarantee, for adding up over several releases.

    Attributes:
        receipt: may be published.
        guaranteed: (n,) epsilon of each user in this release, in the order of the rows.
    """

    receipt: Receipt
    guaranteed: FloatArray


def release_mean(
    plan: ReleasePlan, values: ArrayLike, *, when: datetime, identifier: str
) -> PrivateRelease:
    """Release the mean once.  Each call spends every user's guaranteed epsilon again.

    Args:
        plan: see `prepare`.
        values: (n,) in the order of the plan's users; values outside the bounds are clipped,
            missing ones (NaN) count as the middle of the range.  Neither is counted: a count would
            itself have to be private.  To leave missing ones out would take such a count: the
            released number would be the ratio of two noisy sums.  Its noise is up to sqrt(2) times
            as large where nothing is missing.  No ± could be promised beforehand, since it would
            depend on the number of missing values.
        when: time of the release, with its time zone.
        identifier: of this release; must not be made from the values.

    Raises:
        InvalidInput: not one value for each user, a time without time zone, no identifier.
    """
    data = validate.as_floats(values, "values")
    if data.size != plan.request.users:
        rule = f"must be one for each user ({plan.request.users:,})"
        raise InvalidInput("values", rule, f"{data.size:,}")
    if when.tzinfo is None:
        raise InvalidInput("time", "must have a time zone", when.isoformat())
    if not identifier:
        raise InvalidInput("identifier", "must not be empty", "nothing")
    bounds = plan.request.bounds
    noisy = add_laplace(exact_sum(plan.weights, steps_of(data, bounds)), plan.scale)
    released = mean_of(noisy, plan.weights, bounds, plan.shrink)
    receipt = receipt_for(plan, released, when, identifier)
    return PrivateRelease(receipt, plan.guaranteed)
