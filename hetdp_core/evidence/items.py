"""Published items, the conditions on our numbers, and the verdict that follows.

A verdict is never written down.  It follows from the numbers: from whether each one that is
printed comes out, and from what the item says about those that do not.
"""

from __future__ import annotations

import math
from collections.abc import Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.papers import PAPERS


class Verdict(StrEnum):
    """Outcome of a reproduction."""

    REPRODUCED = "Reproduced"
    ASSUMED = "Reproduced under stated assumptions"
    IN_RANGE = "In the range of our draws"
    GIVEN = "Input or schematic"
    WRONG = "Printed, and shown wrong"
    IMPOSSIBLE = "Cannot be compared"


ROUNDING = 1e-9
"""The rounding error that a sum of many terms may have."""

KINDS = ("exact", "certified bound", "simulated")
"""The kinds of a number behind a claim."""


@dataclass(frozen=True)
class Check:
    """One number of a card: the place of ours, and the paper's statement about it.

    Attributes:
        printed: None where no number was printed, or our copy of the paper lacks it.
        within: how far ours may lie from the printed one; None: ours, rounded to the decimals
            printed, must be the printed one.
        band_widened: the printed number should instead lie in the band of 99 % of all draws
            that is stored next to our mean, widened by this share on either side.
        at_least, at_most: what a sentence of the paper says about the number.
        recipe: of the stored result that holds it, if not the card's own.
        printed_as: the printed number as a text with all its decimals, if five digits lack some.
        kind: one of `KINDS` for a number behind a claim.

    A check with none of `printed`, `at_least` and `at_most` only shows our number.
    """

    label: str
    value: str
    printed: float | None = None
    within: float | None = None
    band_widened: float | None = None
    at_least: float = -math.inf
    at_most: float = math.inf
    recipe: str = ""
    printed_as: str = ""
    kind: str = ""

    @property
    def judged(self) -> bool:
        """Whether there is something in the paper to compare with."""
        return self.printed is not None or self.at_least > -math.inf or self.at_most < math.inf

    @property
    def rule(self) -> str:
        """When the number agrees, in a sentence; "" where it is not judged."""
        if not self.judged:
            return ""
        if self.printed is None:
            return "A bound is our reading of a sentence; it agrees if our number keeps it."
        if self.band_widened is not None:
            return (
                "A printed number is in range if it lies in that of 99 % of our draws, widened by "
                f"{100 * self.band_widened:g} % on both sides. Rows share one draw of the paper, "
                "so all may lean one way."
            )
        if self.within is not None:
            return f"A printed number agrees if ours is within {self.within:g} of it."
        return "A printed number agrees if ours, rounded to the same decimals, is that number."

    def find(self, values: Mapping[str, float]) -> Finding:
        """Compare with the stored values."""
        ours = values[validate.choice(self.value, values, f"stored value of “{self.label}”")]
        if not self.judged:
            return Finding(self.label, "", ours, None, None)
        if self.printed is None:
            agrees = self.at_least <= ours <= self.at_most
            return Finding(self.label, self._claim(), ours, None, agrees)
        text = self.printed_as or _plain(self.printed)
        if self.band_widened is not None:
            place, widened = self.value.removesuffix("mean"), self.band_widened
            low = values[f"{place}low"] * (1.0 - widened)
            high = values[f"{place}high"] * (1.0 + widened)
            agrees = low <= self.printed <= high
            return Finding(self.label, text, ours, ours - self.printed, agrees, (low, high))
        difference = 0.0 if ours == self.printed else ours - self.printed
        within = half_a_unit(text) if self.within is None else self.within
        return Finding(self.label, text, ours, difference, abs(difference) <= within)

    def _claim(self) -> str:
        """Return the sentence as a rule; what allows for rounding alone is left out."""
        least, most = (
            "0" if abs(end) <= ROUNDING else f"{end:g}" if abs(end) >= 1e-4 else f"{end:f}"
            for end in (self.at_least, self.at_most)
        )
        if self.at_most == math.inf:
            return f"≥ {least}"
        if self.at_least == -math.inf:
            return f"< {most}" if self.at_most < float(most) else f"≤ {most}"
        return most if least == most else f"{least} to {most}"


def half_a_unit(printed: str) -> float:
    """Return half a unit of the last decimal of a printed number; a whole number is exact.

    >>> half_a_unit("7.50"), half_a_unit("4")
    (0.005, 1e-09)
    """
    _, point, decimals = printed.partition(".")
    return 0.5 * 10.0 ** -len(decimals) if point else ROUNDING


def _plain(printed: float) -> str:
    """Return a number in five digits, without a power of ten where it is large."""
    if math.isinf(printed):
        return "∞"
    return f"{printed:,.5g}" if abs(printed) < 1e5 else f"{printed:,.0f}"


@dataclass(frozen=True)
class Finding:
    """One row of a card.

    Attributes:
        printed: as printed, or "≥ 1" for a sentence of the paper; "" where there is nothing.
        difference: ours minus printed, where a number is printed.
        agrees: None where there is nothing to agree with.
        band: where the printed number had to lie, if that is how it is judged.
    """

    label: str
    printed: str
    ours: float
    difference: float | None
    agrees: bool | None
    band: tuple[float, float] | None = None


@dataclass(frozen=True)
class SeenThere:
    """A number that the linked page shows as well: label, stored name, format, stored result."""

    label: str
    value: str
    form: str = ".4g"
    recipe: str = ""


@dataclass(frozen=True)
class Item:
    """A table, figure or worked example of a paper; or a claim that is in none of them.

    Attributes:
        paper: a key of `PAPERS`; of a claim the topic whose page shows it live.
        recipe: name of the stored result it is checked against.
        assumptions: made where the paper's text says nothing.
        refutation: why those printed values that do not come out are wrong; "" if all do.
        obstacle: the missing part, where a printed value can neither be reached nor refuted.
        erratum: the erratum that applies, as the pages number them; "" for none.
        view: parameters of the address, on the topic's page, that open the scenario.
        simulation: the named sweep that simulates the same, if any.
        section: of the note that proves a claim; 0 for an item of a paper.
        not_drawn: in which setting the linked page differs, or what it does not draw.
        given: whether it is an input of ours or a drawing without numbers, so no result.
    """

    paper: str
    item: str
    shows: str
    recipe: str
    checks: tuple[Check, ...]
    assumptions: tuple[str, ...] = ()
    refutation: str = ""
    obstacle: str = ""
    erratum: str = ""
    view: Mapping[str, str] = field(default_factory=dict)
    seen_there: SeenThere | None = None
    simulation: str = ""
    section: int = 0
    not_drawn: str = ""
    given: bool = False

    @property
    def name(self) -> str:
        """Topic and item: unique."""
        return f"{PAPERS[self.paper].topic}: {self.item}"

    @property
    def commands(self) -> tuple[str, ...]:
        """What recomputes the stored result, and what simulates the same from scratch."""
        first = f"python -m hetdp_core.evidence {self.recipe}"
        second = f"python -m hetdp_core.experiments {self.simulation}"
        return (first, second) if self.simulation else (first,)


def verdict(item: Item, findings: tuple[Finding, ...]) -> Verdict:
    """Return the verdict that follows from the numbers.

    If all printed values and sentences come out, the item is reproduced, under assumptions if there
    are any.  Exceptions are given items and those that only have to lie in a range, which may be
    wide.  Otherwise the item must give either the reason why the printed value is wrong, or the
    obstacle.  A claim of ours may say neither, so it has no verdict but the first.

    Raises:
        InvalidInput: the item gives a reason for a difference that is not there, or none
            (or two) for one that is.
    """
    judged = [finding.agrees for finding in findings if finding.agrees is not None]
    reasons = [reason for reason in (item.refutation, item.obstacle) if reason]
    if judged and all(judged):
        if reasons:
            raise InvalidInput(item.name, "must not explain a difference where all agrees", reasons)
        if item.given:
            return Verdict.GIVEN
        if any(finding.band for finding in findings):
            return Verdict.IN_RANGE
        return Verdict.ASSUMED if item.assumptions else Verdict.REPRODUCED
    if len(reasons) != 1:
        raise InvalidInput(item.name, "must give one reason why not all agrees", reasons)
    if item.refutation and not judged:
        raise InvalidInput(item.name, "must not refute what was never printed", item.refutation)
    return Verdict.WRONG if item.refutation else Verdict.IMPOSSIBLE
