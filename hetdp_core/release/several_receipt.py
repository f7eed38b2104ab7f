"""What was released of several columns at once, and what was guaranteed to whom, in zCDP."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import asdict

from hetdp_core.counted import counted
from hetdp_core.release.decimals import in_digits, rounded_up
from hetdp_core.release.groups import Span, condensed
from hetdp_core.release.laplace import LIBRARY
from hetdp_core.release.plan import CHANCE
from hetdp_core.release.promised import ConcentratedPromise
from hetdp_core.release.receipt import (
    CURATOR,
    MOST_LINES,
    PUBLIC,
    TREATMENT,
    in_odds,
    in_words,
    kept,
    who_asked,
)
from hetdp_core.release.request import levels_sentence
from hetdp_core.release.several import ReleasedMean, SeveralRelease
from hetdp_core.tables import json_text

NEIGHBOURS = "replacing the values of one record in all columns; the number of records is public"
MECHANISM = (
    "weights that are best for Gaussian noise, exact sums in whole numbers, discrete Gaussian "
    "noise on each"
)
WEIGHTED = (
    "people count in proportion to the root of the rho guaranteed to them, so the means lean "
    "towards those who ask for less privacy"
)
FAILING = ", but for the chance delta,"
ADDING_UP = (
    "Releases add up: the rho of another one from the same people is added, and a release with "
    "pure epsilon adds epsilon**2 / 2."
)


def several_as_json(release: SeveralRelease) -> str:
    """Return the receipt as JSON; an infinite level is the text "infinity"."""
    plan, first = release.plan, release.plan.request.columns[0]
    return json_text(
        {
            "identifier": release.identifier,
            "time": release.time,
            "means": [asdict(one) for one in release.means],
            "chance": CHANCE,
            "users": plan.request.users,
            "levels_from": first.levels_from,
            "delta": plan.request.delta,
            "groups": stored_groups(plan),
            "saturation_level": plan.saturation_level,
            "simulated": first.simulated,
            "accounting": "zero-concentrated differential privacy (zCDP)",
            "neighbours": NEIGHBOURS,
            "curator": CURATOR,
            "mechanism": MECHANISM,
            "treatment": TREATMENT,
            "weighted": WEIGHTED,
            "public": PUBLIC,
            "library": LIBRARY,
        }
    )


def stored_groups(plan: ConcentratedPromise) -> list[dict[str, float]]:
    """Return who asked for what and got what, for a receipt in JSON.

    Epsilon is rounded up, to no more than was asked: both hold.  Rho is as it is, for others add
    it up and compute epsilon from it.
    """
    return [
        {
            "asked": group.asked,
            "users": group.users,
            "rho": group.guaranteed,
            "epsilon": min(group.asked, rounded_up(plan.epsilon_of(group))),
        }
        for group in plan.groups
    ]


def several_as_text(release: SeveralRelease) -> str:
    """Return the receipt in words, one statement a line."""
    return "\n".join(_lines(release)) + "\n"


def several_in_short(release: SeveralRelease, column: str = "") -> str:
    """Return what was released and what nobody is exposed to more than, in three or four lines.

    column : the one whose mean is named, where it is among them.
    """
    what = counted(len(release.means), "mean")
    named = [_mean(one) for one in release.means if one.column == column]
    return in_short(release.identifier, release.time, what, release.plan, named)


def in_short(
    identifier: str, time: str, what: str, plan: ConcentratedPromise, named: Sequence[str] = ()
) -> str:
    """Return that something was released, and where the rest stands.

    named : numbers of it, in sentences.
    """
    return "\n".join(
        [
            f"Private release {identifier}, {time}: {what}, with Gaussian noise.",
            *named,
            plan.most_exposed,
            "The receipt of this number says the rest.\n",
        ]
    )


def _lines(release: SeveralRelease) -> Iterator[str]:
    request = release.plan.request
    yield f"Private release {release.identifier}, {release.time}"
    if request.columns[0].simulated:
        yield "A trial: the table is a simulated sample, so this is about nobody."
    yield ""
    yield from (_mean(one) for one in release.means)
    yield (
        f"Without noise all of them would lie within what stands after ±, with {CHANCE:.0%} "
        "probability or more (sampling error is not included)."
    )
    yield f"Records: {request.users:,}."
    yield ""
    yield (
        "What was guaranteed to whom, for all columns together: rho of zero-concentrated "
        f"differential privacy (zCDP), and the epsilon that it implies but for a chance delta = "
        f"{request.delta:g}"
    )
    levels_from = request.columns[0].levels_from
    for span in condensed(release.plan.groups, MOST_LINES):
        yield f"- {sentence(span, release.plan, levels_from)}"
    yield in_odds(release.plan.largest_epsilon, FAILING)
    yield levels_sentence(levels_from, request.columns[0].words)
    yield f"The guarantee is against {NEIGHBOURS}."
    yield f"Trust: {CURATOR}."
    yield f"Public: {PUBLIC}."
    yield f"Weights: {WEIGHTED}."
    yield f"Treatment: {TREATMENT}."
    yield f"Mechanism: {MECHANISM}, by {LIBRARY}."
    yield ADDING_UP


def _mean(one: ReleasedMean) -> str:
    unit = f" {one.unit}" if one.unit else ""
    low, high = one.bounds
    return (
        f"Mean of {one.column!r}: {one.released:.6g} ± {in_digits(one.half_width)}{unit} "
        f"(declared bounds {low:g} to {high:g}, noise scale {one.noise_scale:.6g})"
    )


def sentence(span: Span, plan: ConcentratedPromise, levels_from: str) -> str:
    """Return who asked for what, and the rho and epsilon that hold for them."""
    return (
        f"{who_asked(span, levels_from)}: rho at most {in_words(span.least, span.guaranteed)}, "
        f"so epsilon at most {kept(span, *plan.epsilons_in(span))} but for the chance delta"
    )
