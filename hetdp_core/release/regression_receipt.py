"""What was released of a regression, and what was guaranteed to whom, in zCDP."""

from __future__ import annotations

import math
from collections.abc import Iterator

from hetdp_core.counted import counted
from hetdp_core.release.decimals import in_digits
from hetdp_core.release.groups import condensed
from hetdp_core.release.laplace import LIBRARY
from hetdp_core.release.plan import CHANCE
from hetdp_core.release.receipt import CURATOR, MOST_LINES, in_odds
from hetdp_core.release.regression import RegressionRelease
from hetdp_core.release.regression_verdict import (
    CLIP,
    HELD_BACK,
    SURE,
    Verdict,
    can_say,
    half_width_of,
    in_unit,
    sure_from,
)
from hetdp_core.release.request import ReleaseRequest, levels_sentence
from hetdp_core.release.several import SeveralReleasePlan
from hetdp_core.release.several_receipt import ADDING_UP, FAILING, in_short, sentence, stored_groups
from hetdp_core.tables import json_text

NEIGHBOURS = "replacing one record in all columns used; the number of records is public"
MECHANISM = (
    "exact weighted sums of products in whole numbers, discrete Gaussian noise on each; "
    "coefficients are computed from the noisy sums (sufficient statistics perturbation)"
)
WEIGHTED = (
    "people count in proportion to the root of the rho guaranteed to them, so everything released "
    "leans towards those who ask for less privacy"
)
TREATMENT = (
    "values outside the bounds are clipped to them, missing ones count as the middle of the range, "
    "labels that are not declared as none; features and label are rounded to steps of 1e-4 of "
    "their range"
)
PUBLIC = (
    "the privacy levels, the bounds and labels, the number of records and which rows are held back "
    "are taken as public"
)
FLOATS = (
    "no float takes part in what is protected: a record becomes whole numbers by itself, the sums "
    "are exact, and what is computed from the noisy sums costs nothing"
)
FREE = (
    "another lambda, fewer features and predictions are computed from the noisy sums in the JSON "
    "receipt, at no cost to anybody; another label, feature, bound or verdict is another release"
)
LAMBDA = "from the noise and the number of coefficients alone: the edge of the noise's eigenvalues"


def regression_as_json(release: RegressionRelease) -> str:
    """Return the receipt as JSON, noisy sums included; an infinite level is "infinity"."""
    plan, coding = release.plan, release.plan.coding
    target, solution = plan.request.target, release.solution
    names = [*(one.name for one in coding.coordinates), target.column]
    pairs = zip(*(places.tolist() for places in coding.pairs), strict=True)
    sums = zip(pairs, release.sums.tolist(), strict=True)
    found = solution.coefficients.tolist(), solution.half_widths.tolist()
    coefficients = zip(coding.coordinates, *found, strict=True)
    return json_text(
        {
            "identifier": release.identifier,
            "time": release.time,
            "label": target.column,
            "unit": target.unit,
            "label_bounds": target.bounds,
            "features": [
                {"name": one.name, "bounds": one.bounds, "labels": one.categories}
                for one in plan.request.features
            ],
            "coefficients": [
                {"name": one.name, "released": value, "half_width": half}
                for one, value, half in coefficients
            ],
            "scaled_coefficients": solution.scaled.tolist(),
            "lambda": plan.lam,
            "lambda_from": LAMBDA,
            "mean": {"released": release.mean, "half_width": plan.mean_half_width},
            "verdict": None if release.verdict is None else _stored(release.verdict),
            "noisy_averages": [
                {"of": [names[a], names[b]], "average": value} for (a, b), value in sums
            ],
            "noise": {"without_label": plan.spreads[0], "with_label": plan.spreads[1]},
            "chance": CHANCE,
            "users": plan.request.users,
            "levels_from": target.levels_from,
            "delta": plan.delta,
            "groups": stored_groups(plan),
            "simulated": target.simulated,
            "accounting": "zero-concentrated differential privacy (zCDP)",
            "neighbours": NEIGHBOURS,
            "curator": CURATOR,
            "mechanism": MECHANISM,
            "floats": FLOATS,
            "free": FREE,
            "treatment": TREATMENT,
            "weighted": WEIGHTED,
            "public": PUBLIC,
            "library": LIBRARY,
        }
    )


def regression_as_text(release: RegressionRelease) -> str:
    """Return the receipt in words, one statement a line."""
    return "\n".join(_lines(release)) + "\n"


def regression_in_short(release: RegressionRelease) -> str:
    """Return what was released and what nobody is exposed to more than, in three lines."""
    what = f"regression of {release.plan.request.target.column!r}"
    return in_short(release.identifier, release.time, what, release.plan)


def _lines(release: RegressionRelease) -> Iterator[str]:
    plan, target = release.plan, release.plan.request.target
    yield f"Private release {release.identifier}, {release.time}"
    if target.simulated:
        yield "A trial: the table is a simulated sample, so this is about nobody."
    yield ""
    yield from _equation(release)
    yield ""
    yield from _mean_and_verdict(release)
    yield f"Records: {plan.request.users:,}{_split(release.verdict)}."
    yield ""
    yield (
        "What was guaranteed to whom, for all of this together: rho of zero-concentrated "
        f"differential privacy (zCDP), and the epsilon that it implies but for a chance delta = "
        f"{plan.delta:g}"
    )
    for span in condensed(plan.groups, MOST_LINES):
        yield f"- {sentence(span, plan, target.levels_from)}"
    yield in_odds(plan.largest_epsilon, FAILING)
    yield levels_sentence(target.levels_from, target.words)
    yield f"The guarantee is against {NEIGHBOURS}."
    yield f"Trust: {CURATOR}."
    yield f"Public: {PUBLIC}."
    yield f"Weights: {WEIGHTED}."
    yield f"Treatment: {TREATMENT}."
    yield f"Mechanism: {MECHANISM}, by {LIBRARY}."
    yield f"Floats: {FLOATS}."
    yield f"Lambda = {plan.lam:.6g}, {LAMBDA}."
    yield f"Free from here on: {FREE}."
    yield ADDING_UP


def _equation(release: RegressionRelease) -> Iterator[str]:
    plan, solution = release.plan, release.solution
    target = plan.request.target
    low, high = target.bounds
    unit = f" {target.unit}" if target.unit else ""
    yield f"Ridge regression of {target.column!r} (declared bounds {low:g} to {high:g}{unit})"
    for one, value, half in zip(
        plan.coding.coordinates, solution.coefficients, solution.half_widths, strict=True
    ):
        least, most = one.bounds
        means = {
            "number": f"for one more of {one.name!r} (declared bounds {least:g} to {most:g})",
            "binary": f"for {one.name!r} instead of {one.instead_of or 'no'!r}",
            "category": f"for {one.name!r}",
            "intercept": "to start with, where every number is 0",
        }[one.kind]
        yield f"{value:+.6g}{unit} {means}; noise within about ± {in_digits(half)}"
    yield (
        f"The noise stays within what stands after ± with about {CHANCE:.0%} probability, to first "
        "order. Ridge regression draws coefficients towards none, and sampling error is not "
        "included."
    )


def _mean_and_verdict(release: RegressionRelease) -> Iterator[str]:
    plan, target = release.plan, release.plan.request.target
    unit = f" {target.unit}" if target.unit else ""
    yield (
        f"Mean of {target.column!r} from the same sums: {release.mean:.6g} ± "
        f"{in_digits(plan.mean_half_width)}{unit}. Without noise it would lie within, with "
        f"{CHANCE:.0%} probability or more (sampling error is not included)."
    )
    if release.verdict is not None:
        yield verdict_sentence(release.verdict, target)


def _split(verdict: Verdict | None) -> str:
    return "" if verdict is None else f", {verdict.records:,} of them held back to judge"


def verdict_sentence(verdict: Verdict, target: ReleaseRequest) -> str:
    """Say which of the two predicts better, and how sure that is, in squares of label's unit.

    Args:
        verdict: as released.
        target: what was predicted, for its bounds and unit.
    """
    held = f"on {counted(verdict.records, 'record')} held back ({HELD_BACK:.0%})"
    off, half = abs(verdict.difference), verdict.half_width
    found, least, most, noise, clip = (
        _squared(one, target) for one in (off, off - half, off + half, half, CLIP)
    )
    as_counted = f"a miss by more than {clip[1:-2]}, a quarter of the range, counts as one by that"
    if not verdict.better:
        less = "less" if verdict.difference < 0.0 else "more"
        return (
            "The noise is too large to say whether the regression or this mean predicts better: "
            f"{held}, the mean squared error of the regression came out {found} {less} than that "
            f"of the mean, and the noise stays within {noise} ({as_counted})."
        )
    better, worse = "The regression", "this mean"
    if verdict.better == "mean":
        better, worse = "This mean", "the regression"
    return (
        f"{better} predicts better than {worse}: {held}, its mean squared error is smaller by "
        f"{found}, allowing for the noise by {least} to {most} ({as_counted})."
    )


def reach_sentence(plan: SeveralReleasePlan, target: ReleaseRequest) -> str:
    """Say what a verdict will be able to tell, before anything is released and from no value.

    Args:
        plan: of the verdict.
        target: what is predicted, for its bounds and unit.
    """
    held = f"{counted(plan.request.users, 'person', 'people')} held back"
    if not can_say(plan):
        return (
            f"The verdict of {held} would say nothing: its noise, {_of(plan, target)}, is as "
            f"large as any difference can be, {_squared(CLIP, target)}. Without it they take part "
            "in the regression."
        )
    if math.isinf(sure_from(plan)):
        return (
            f"The verdict of {held} can say little: it names the better one only where the "
            f"difference of mean squared errors comes out above its noise, {_of(plan, target)}, "
            f"and no difference, {_squared(CLIP, target)} at most, is sure to."
        )
    return (
        f"The verdict of {held} names the better one in at least {100 * SURE:.0f} of 100 releases "
        f"where their mean squared errors differ by {_squared(sure_from(plan), target)} or more "
        "(a bound); a smaller difference may drown. A regression gains no more than the mean "
        "misses: where values typically lie closer to their mean than that, do not count on its "
        "being named."
    )


def _of(plan: SeveralReleasePlan, target: ReleaseRequest) -> str:
    return _squared(half_width_of(plan), target)


def _squared(difference: float, target: ReleaseRequest) -> str:
    """Return a difference of mean squared errors as the square of a number in the label's unit."""
    unit = f" {target.unit}" if target.unit else ""
    return f"({in_digits(in_unit(difference, target.bounds))}{unit})²"


def _stored(verdict: Verdict) -> dict[str, float | str]:
    return {
        **vars(verdict),
        "difference_in": "squares of the label's range",
        "better": verdict.better or "too close to tell",
    }
