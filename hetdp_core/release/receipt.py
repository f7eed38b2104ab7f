"""The public record of a release: the result, and the guarantee of each person."""

from __future__ import annotations

import math
from collections.abc import Iterator
from dataclasses import dataclass, field
from fractions import Fraction

from hetdp_core.file_text import json_text
from hetdp_core.meaning import odds_factor
from hetdp_core.numerals import (
    as_bound,
    counted,
    in_digits,
    rounded_up,
    to_the_last_digit,
    unit_of_errors,
)
from hetdp_core.release.groups import Span, put_together
from hetdp_core.release.request import LEVELS_FROM, is_asked
from hetdp_core.release.whole_numbers import library

NEIGHBOURS = "replacing the value of one record; the number of records is public"
CURATOR = "a trusted curator holds the table"
MECHANISM = "weights by level (ADPM), exact sum in whole numbers, discrete Laplace noise"
TREATMENT = (
    "values outside the bounds are clipped to them, missing values count as the middle of the "
    "range, the result is clipped to the bounds"
)
WEIGHTED = (
    "people are weighted in proportion to the level guaranteed to them, so the mean is biased "
    "towards people who ask for less privacy"
)


def not_covered(bounds: tuple[float, float], unit: str, is_share: bool = False) -> str:
    """Return the note next to each interval of a release, with or without missing cells.

    >>> not_covered((0.0, 3000.0), "€")[:45]
    'Each missing value counts as 1,500 €, so the '
    """
    if is_share:
        return (
            "A missing answer, or one with no declared word, counts as one half. So the result may "
            "differ from the share of those who answered. The ± does not include that. The number "
            "of such answers is not published."
        )
    middle = f"{bounds[0] / 2 + bounds[1] / 2:,.15g} {unit}".rstrip()
    return (
        f"Each missing value counts as {middle}, so the result may differ from the mean of those "
        "who answered. A value outside counts as the nearest bound. The ± does not cover these "
        "two. Their counts are not published."
    )


MAY_DIFFER = (
    "Two results of one mean may differ by up to the sum of both ±, and by more if their weights "
    "differ. If a file was corrected, quote the result from the corrected one. The earlier "
    "one stays published."
)
"""The note next to several results."""

COUNTS = "The number of people with each level becomes public: no noise protects these numbers."
"""The note wherever a column holds the levels, before its release and after it."""

STRICTEST = "The strictest level of the column becomes public: no noise protects it."
"""The note in its place where all get the strictest level of a column."""

PUBLIC = "the privacy levels listed, the bounds and the number of records are taken as public"

HOLDS_SAMPLING = (
    "The ± includes noise and sampling error. It is a bound for any values, so most results are "
    "much closer."
)
"""The note next to the ± for a population: it is several times the typical error."""

_MAJORITY = 0.5

MOST_IN_ODDS = 10.0
"""Largest epsilon that is told in odds; they may change 22,000 times then."""

MOST_DIGITS = 15
"""Digits of a number in a text: a float holds no more."""

MOST_LINES = 12
"""Most lines about groups in a text; more levels are put together."""


@dataclass(frozen=True)
class Receipt:
    """One release as it may be published: no value in it was computed without the noise.

    Attributes:
        released: the noisy weighted mean, within the bounds, in `unit`, to the last digit of
            `half_width`.
        half_width: the number after ±, in three digits: with probability `chance` at least the
            result lies within it of the mean asked for: of these people, or of a population, if
            levels go with no value.  Where `sampling` is False, of a population's receipt of an
            earlier version, the noise alone stays within it.
        shrink: factor of the noisy mean's distance to the middle of the bounds; 1 if it was
            released as it was, as about a population except in receipts of an earlier version.
        interval: where that mean lies with the same probability; see `ReleasePlan.interval`.
        sampling: about a population, whether the ± holds sampling error.
        everybody: whether it is about these people.
        share_of: of a yes/no column, the declared word that counts as 1; "" of any other.
        levels_set: which epsilon the curator set for words and empty cells, in words.
        noise_scale: scale of the Laplace noise on the mean, in `unit`.
        groups: for each level asked, or for neighbours: users and their guarantee.
        saturation_level: no user is exposed to more than this.
        identifier, time: of this release.
        simulated: whether the table was made up, so this is about nobody.
    """

    identifier: str
    time: str
    column: str
    unit: str
    released: float
    half_width: float
    chance: float
    noise_scale: float
    bounds: tuple[float, float]
    users: int
    levels_from: str
    groups: tuple[Span, ...]
    saturation_level: float
    interval: tuple[float, float]
    shrink: float = 1.0
    simulated: bool = False
    neighbours: str = NEIGHBOURS
    curator: str = CURATOR
    mechanism: str = MECHANISM
    treatment: str = TREATMENT
    weighted: str = WEIGHTED
    public: str = PUBLIC
    library: str = field(default_factory=library)
    everybody: bool = False
    share_of: str = ""
    levels_set: str = ""
    sampling: bool = False

    @property
    def in_short(self) -> str:
        """The result as one sentence for people who decide, from public facts alone.

        Of what the ± or the interval holds, and how often; `not_covered` says what it leaves out.
        """
        people = counted(self.users, "person", "people")
        of = "among" if self.everybody else "from"
        alone = "for the population, " if self.sampling else "noise alone, "
        often = f"{'' if self.everybody else alone}{how_often(self.chance)}"
        said = f"The {self.what} {of} {people} is {self.result} ({often})."
        low, high = self.interval
        is_open = self.share_of and low < _MAJORITY < high
        return f"{said} By itself it shows no majority: 50 % is possible." if is_open else said

    @property
    def what(self) -> str:
        """The subject of the result; a share says how a missing answer would count."""
        weighted = "" if self.everybody or len(self.groups) == 1 else "weighted "
        if not self.share_of:
            return f"{weighted}mean of {self.column!r}"
        share = f"{weighted}share of “{self.share_of}” in {self.column!r}"
        return f"{share} (a cell with no declared word counts as half)"

    @property
    def result(self) -> str:
        """The result with its ± and with units; that of percent is points."""
        released, (parts, unit) = self._told(self.released), self._said_in
        if self.shrink < 1.0 and not self.everybody:  # of an earlier version: a ± would not hold
            return f"{released} ({' to '.join(map(self._told, self.interval))}) {unit}".rstrip()
        off = _grouped(parts * self.half_width, 3)
        of_errors = unit_of_errors(unit)
        shared = f" {unit}" if unit != of_errors else ""
        return f"{released}{shared} ± {off} {of_errors}".rstrip()

    @property
    def _said_in(self) -> tuple[float, str]:
        """How many of a unit a one is, and this unit: a share is said in percent."""
        return (100.0, "%") if self.share_of else (1.0, self.unit)

    def _told(self, value: float) -> str:
        """Return a mean without its unit, to the third digit of the number after ±."""
        parts, _ = self._said_in
        return _grouped(to_the_last_digit(parts * value, parts * self.half_width), MOST_DIGITS - 1)

    @property
    def most(self) -> float:
        """The epsilon of the most exposed person."""
        return max(span.guaranteed for span in self.groups)

    def as_json(self) -> str:
        """Return the receipt as JSON; an infinite level is the text "infinity"."""
        return json_text({**vars(self), "groups": [_stored(span) for span in self.groups]})

    def as_text(self) -> str:
        """Return the receipt in words, one statement a line."""
        return "\n".join(self._lines()) + "\n"

    def _lines(self) -> Iterator[str]:
        parts, said_in = self._said_in
        unit, of_noise = (f" {one}".rstrip() for one in (said_in, unit_of_errors(said_in)))
        low, high = (parts * bound for bound in self.bounds)
        if self.simulated:
            yield "A trial: the table is simulated, so this result is about nobody."
        yield self.in_short
        yield limited(self.most)
        yield not_covered(self.bounds, self.unit, bool(self.share_of))
        yield ""
        yield f"Private release {self.identifier}, {self.time}"
        yield from self._how_it_was_made()
        yield f"Records: {self.users:,}. Declared bounds: {low:,.15g} to {high:,.15g}{unit}."
        yield ""
        yield "Guarantees (ε, natural logarithm)"
        for span in put_together(self.groups, MOST_LINES):
            yield f"- {who_asked(span, self.levels_from)}: ε at most {granted(span)}"
        if why := no_more(self.most, self.groups[-1].high):
            yield why
        if is_asked(self.levels_from):
            yield COUNTS
        if self.levels_from == "strictest":
            yield STRICTEST
        set_here = f": {self.levels_set}" if self.levels_set else ""
        yield f"The levels were {LEVELS_FROM[self.levels_from]}{set_here}."
        yield f"The guarantee is against {self.neighbours}."
        yield f"Trust: {self.curator}."
        yield f"Public: {self.public}."
        yield f"Weights: {self.weighted}."
        yield f"Treatment: {self.treatment}."
        before = " before shrinking" if self.shrink < 1.0 else ""
        yield (
            f"Mechanism: {self.mechanism}, scale {parts * self.noise_scale:.6g}{of_noise}{before}, "
            f"by {self.library}."
        )
        yield "Releases add up: another release about the same people adds its ε to this."

    def _how_it_was_made(self) -> Iterator[str]:
        if self.everybody and self.shrink < 1.0:
            weight = in_digits(100.0 * (1.0 - self.shrink), 4)
            yield f"The middle of the bounds has {weight} % of the weight: the ± includes this."
        if self.everybody:
            return
        uneven = ", nor the effect of unequal weights" if len(self.groups) > 1 else ""
        if not self.sampling:
            yield f"Sampling error is not included{uneven}."
            return
        if uneven:
            uneven = " It does not include the effect of unequal weights if stricter people have "
            uneven += "other values."
        yield f"{HOLDS_SAMPLING}{uneven}"


def _grouped(value: float, digits: int) -> str:
    """Return a number in so many digits, with a mark between thousands and a true minus."""
    written = in_digits(value, digits)
    if abs(float(written)) >= 1000.0:
        written = f"{float(written):,.15g}"
    return f"−{written[1:]}" if value < 0.0 else written


def how_often(chance: float) -> str:
    """Return how often an interval holds at least, in words.

    >>> how_often(0.95)
    'at least 19 times out of 20'
    """
    share = Fraction(chance).limit_denominator(1000)
    return f"at least {share.numerator} times out of {share.denominator}"


def _stored(span: Span) -> dict[str, float]:
    """Return a span as it stands in JSON: of one level, with three entries."""
    stored = {"level": span.low, "users": span.users, "guaranteed": span.guaranteed}
    if span.low != span.high:
        stored |= {"level_up_to": span.high, "guaranteed_from": span.least}
    return stored


def who_asked(span: Span, levels_from: str) -> str:
    """Return how many people asked for what, or have it: they asked only where a number says so.

    Args:
        span: of people.
        levels_from: a key of `LEVELS_FROM`.
    """
    who = counted(span.users, "person", "people")
    unlimited = "no privacy" if levels_from == "column" else "no limit on ε"
    for_all = " for all" if levels_from in ("same", "strictest") else ""
    wishes = {"column": " who asked for", "completed": " with", "profile": " assigned"}
    who += wishes.get(levels_from, " with")
    if math.isinf(span.low):
        return f"{who} {unlimited}"
    level = f"{span.low:.4g}" + (f" to {span.high:.4g}" if span.low != span.high else "")
    return f"{who} ε = {level}{for_all}"


def granted(span: Span) -> str:
    """Return the epsilon that holds for a span; "that" where each level gets what it asked."""
    as_asked = rounded_up(span.least) >= span.low and rounded_up(span.guaranteed) >= span.high
    most = in_words(span.least, span.guaranteed)
    if as_asked and (span.low < span.high or most != f"{span.low:.4g}"):
        return "that"
    return most


def in_words(least: float, most: float) -> str:
    """Return a guarantee, or the range of those of several levels, in the digits of a page.

    >>> in_words(0.5, 0.5), in_words(0.3, 0.51001)
    ('0.5', '0.3 to 0.511')
    """
    low, high = (in_digits(as_bound(level)) for level in (least, most))
    return low if low == high else f"{low} to {high}"


def no_more(most: float, level: float) -> str:
    """Return why nobody is given more than the saturation level; "" where nobody's is larger.

    most, level : the largest epsilon that is given, and the largest level.

    >>> no_more(0.25, 3.0)[:60]
    'Nobody gets more than ε = 0.25: with people as strict as her'
    """
    if rounded_up(most) >= level:
        return ""
    given = in_words(most, most)
    why = "with people as strict as here, more would not lower the worst-case error"
    return f"Nobody gets more than ε = {given}: {why}."


SCALE = "A smaller ε is more private: 0.1 is strong, 1 moderate, 5 weak."
"""What ε means to people who decide, wherever it is chosen or published."""


def limited(most: float) -> str:
    """Return the promise of a result, for people who decide; its numbers are rounded up.

    most : epsilon of the most exposed person.

    >>> limited(1.0)[-28:]
    'by at most a factor of 2.72.'
    """
    largest = f"The largest ε of a person is {in_words(most, most)}"
    if most > MOST_IN_ODDS:
        return f"{largest}: for that person the guarantee is almost worthless."
    times = in_digits(as_bound(odds_factor(as_bound(most))))
    return (
        f"{largest}. So the result changes the odds of any guess about one person by at most a "
        f"factor of {times}."
    )
