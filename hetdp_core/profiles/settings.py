"""Every setting of a privacy profile, and what each kind of profile makes of them."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from copy import copy
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput, NextStep
from hetdp_core.profiles.profile import PrivacyProfile, apportion
from hetdp_core.uploads import UploadedLevels
from hetdp_core.validate import MAX_USERS, FloatArray

LOWEST, HIGHEST = 1e-6, 1e6
"""Range of epsilon that the settings accept; uploads and explicit levels may go further."""

USUAL = (1e-2, 10.0)
"""Range of one epsilon for everybody that a slider covers."""


@dataclass(frozen=True)
class ProfileSettings:
    """Every setting of a privacy profile.

    Attributes:
        kind: a key of `KINDS`.
        users: number of people n, 1 to 1,000,000 (not used by "levels" and "uploaded").
        low: strictest level; middle: where pragmatists end ("segments" only);
        high: least private level, or for "levels" and "uploaded" the cap on every finite
            level.  low <= middle <= high.
        strict_share: share of users in the strict group (two groups) or conservative.
        middle_share: share of pragmatists ("segments" only).
        public_share: share of users made public on top.
        levels, counts: explicit levels and users at each ("levels" only).
        uploaded: levels of a file ("uploaded" only).
    """

    kind: str = "two_groups"
    users: int = 1000
    low: float = 0.1
    middle: float = 0.2
    high: float = 1.0
    strict_share: float = 0.5
    middle_share: float = 0.43
    public_share: float = 0.0
    levels: tuple[float, ...] = (0.05, 0.5, 5.0)
    counts: tuple[int, ...] = (300, 500, 200)
    uploaded: UploadedLevels | None = None
    seed: int = 0

    def __post_init__(self) -> None:
        kind = validate.choice(self.kind, KINDS, "profile")
        validate.count(self.users, 1, MAX_USERS, "number of people")
        validate.count(self.seed, 0, 2**31 - 1, "seed")
        for name in ("low", "middle", "high"):
            validate.within(getattr(self, name), LOWEST, HIGHEST, f"epsilon {name}")
        for name in ("strict_share", "middle_share", "public_share"):
            validate.within(getattr(self, name), 0.0, 1.0, name.replace("_", " "))
        KINDS[kind].check(self)

    @property
    def lowest_high(self) -> float:
        """The least value `high` may take while the other settings stay."""
        return KINDS[self.kind].range_of_high(self)[0]

    @property
    def highest_high(self) -> float:
        """A value of `high` beyond which little happens: where a slider may end."""
        return KINDS[self.kind].range_of_high(self)[1]

    @property
    def places(self) -> int:
        """How many levels are listed, public users' own aside: of each group, or of each user."""
        return KINDS[self.kind].places(self)

    def with_high(self, high: float) -> ProfileSettings:
        """Return the settings with another least private level: the main control."""
        validate.within(high, LOWEST, HIGHEST, "epsilon high")
        settings = copy(self)  # all other settings are checked, and a sweep asks for sixty of these
        object.__setattr__(settings, "high", high)
        KINDS[self.kind].check(settings)
        return settings

    @property
    def listed(self) -> ProfileSettings:
        """The levels of a file as a list with counts; other settings as they are."""
        if self.kind != "uploaded":
            return self
        levels, counts = (
            tuple(each.tolist()) for each in np.unique(_uploaded_levels(self), return_counts=True)
        )
        return replace(self, kind="levels", levels=levels, counts=counts, uploaded=None)

    def with_users(self, users: int) -> ProfileSettings:
        """Return the settings for another number of people, with the same share at each level.

        Of levels that are listed, or in a file, counts are shared out again, in the order of the
        levels.
        """
        if self.kind == "uploaded":
            return self.listed.with_users(users)
        if self.kind != "levels":
            return replace(self, users=users)
        order = np.argsort(self.levels, kind="stable")
        counts = np.empty(order.size)
        counts[order] = apportion(np.asarray(self.counts, dtype=np.float64)[order], users)
        return replace(self, counts=tuple(int(count) for count in counts))


# --- the kinds -----------------------------------------------------------------------

LevelsAndCounts = Callable[[ProfileSettings, FloatArray], tuple[FloatArray, FloatArray]]
"""From the settings and the draws; counts may be 0."""


@dataclass(frozen=True)
class ProfileKind:
    """One way to make a profile: title, fields it reads, label of `high`, rule, maker, size."""

    title: str
    fields: tuple[str, ...]
    high_label: str
    check: Callable[[ProfileSettings], None]
    range_of_high: Callable[[ProfileSettings], tuple[float, float]]
    levels_and_counts: LevelsAndCounts
    draw: Callable[[ProfileSettings], FloatArray] = lambda _: np.empty(0)
    places: Callable[[ProfileSettings], int] = lambda settings: settings.users

    @property
    def caps(self) -> bool:
        """Whether `high` is the cap on levels that are given."""
        return not {"levels", "uploaded"}.isdisjoint(self.fields)


def _one_draw_each(settings: ProfileSettings) -> FloatArray:
    """Return n uniform draws on [0, 1) in ascending order."""
    return np.sort(np.random.default_rng(settings.seed).random(settings.users))


def _middles(settings: ProfileSettings) -> FloatArray:
    """Return the middles of n equal parts of [0, 1]: quantiles in place of draws."""
    return (np.arange(settings.users) + 0.5) / settings.users


def _segment_draws(settings: ProfileSettings) -> FloatArray:
    """Return uniform draws for conservatives, then for pragmatists, each in ascending order."""
    rng = np.random.default_rng(settings.seed)
    return np.concatenate([np.sort(rng.random(size)) for size in _segment_sizes(settings)])


def _alike(settings: ProfileSettings, _draws: FloatArray) -> tuple[FloatArray, FloatArray]:
    return np.array([settings.high]), np.array([float(settings.users)])


def _two_groups(settings: ProfileSettings, _draws: FloatArray) -> tuple[FloatArray, FloatArray]:
    strict = float(round(settings.strict_share * settings.users))
    levels = np.array([settings.low, settings.high])
    return levels, np.array([strict, settings.users - strict])


def _segments(settings: ProfileSettings, draws: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Draw conservatives U[low, middle], pragmatists U[middle, high], liberals exactly high."""
    n, low, middle = settings.users, settings.low, settings.middle
    conservative, pragmatist = _segment_sizes(settings)
    levels = np.empty(n)
    levels[:conservative] = low + (middle - low) * draws[:conservative]
    liberal = conservative + pragmatist
    levels[conservative:liberal] = middle + (settings.high - middle) * draws[conservative:]
    levels[liberal:] = settings.high
    return levels, np.ones(n)


def _segment_sizes(settings: ProfileSettings) -> tuple[int, int]:
    """Count conservatives and pragmatists; the liberals are the rest."""
    conservative = round(settings.strict_share * settings.users)
    pragmatist = round(settings.middle_share * settings.users)
    return conservative, min(pragmatist, settings.users - conservative)


def _uniform(settings: ProfileSettings, draws: FloatArray) -> tuple[FloatArray, FloatArray]:
    return settings.low + (settings.high - settings.low) * draws, np.ones(draws.size)


def _log_uniform(settings: ProfileSettings, draws: FloatArray) -> tuple[FloatArray, FloatArray]:
    log_low = np.log(settings.low)
    levels = np.exp(log_low + (np.log(settings.high) - log_low) * draws)
    return np.clip(levels, settings.low, settings.high), np.ones(draws.size)


def _explicit(settings: ProfileSettings, _draws: FloatArray) -> tuple[FloatArray, FloatArray]:
    levels = np.asarray(settings.levels, dtype=np.float64)
    order = np.argsort(levels, kind="stable")
    return capped(levels[order], settings.high), np.asarray(settings.counts, dtype=float)[order]


def _uploaded(settings: ProfileSettings, _draws: FloatArray) -> tuple[FloatArray, FloatArray]:
    levels = capped(np.sort(_uploaded_levels(settings)), settings.high)
    return levels, np.ones(levels.size)


def _uploaded_levels(settings: ProfileSettings) -> FloatArray:
    assert settings.uploaded is not None  # checked when the settings were made
    return settings.uploaded.levels


def capped(levels: FloatArray, cap: float) -> FloatArray:
    """Return levels with finite ones cut off at the cap; public users stay public."""
    return np.where(np.isinf(levels), np.inf, np.minimum(levels, cap))


def _check_order(settings: ProfileSettings) -> None:
    if not settings.low <= settings.high:
        rule = f"must be at least the most private ε, {settings.low:g}"
        remedy = "raise it, or lower the most private ε"
        raise InvalidInput("least private ε", rule, f"{settings.high:g}", remedy)


def _check_segments(settings: ProfileSettings) -> None:
    if not settings.low <= settings.middle <= settings.high:
        actual = f"{settings.low:g}, {settings.middle:g}, {settings.high:g}"
        raise InvalidInput("the three ε", "must go from the most to the least private", actual)
    total = settings.strict_share + settings.middle_share
    if not total <= 1.0 + 1e-9:
        remedy = "make one of them smaller"
        raise InvalidInput("the first two shares", "must add up to at most 1", f"{total:g}", remedy)


def _check_levels(settings: ProfileSettings) -> None:
    levels = validate.epsilons(settings.levels, "levels")
    validate.counts(settings.counts, levels.size)


def _check_uploaded(settings: ProfileSettings) -> None:
    """The levels themselves were checked when the file was read."""
    if settings.uploaded is None:
        raise NextStep("Upload a CSV file with one ε per line.")


def _above_low(settings: ProfileSettings) -> tuple[float, float]:
    return settings.low, _well_above(settings.low)


def _well_above(level: float) -> float:
    return min(max(100.0, 100.0 * level), HIGHEST)


def _range_uploaded(settings: ProfileSettings) -> tuple[float, float]:
    assert settings.uploaded is not None  # checked when the settings were made
    return finite_range(settings.uploaded.ends)


def finite_range(levels: ArrayLike) -> tuple[float, float]:
    """Return the least and largest finite level that settings accept: the range of a cap.

    >>> finite_range([0.2, 5.0, float("inf")])
    (0.2, 5.0)
    """
    listed = validate.epsilons(levels, "levels")
    finite = listed[np.isfinite(listed)]
    ends = (np.min(finite), np.max(finite)) if finite.size else (1.0, 1.0)
    return float(np.clip(ends[0], LOWEST, HIGHEST)), float(np.clip(ends[1], LOWEST, HIGHEST))


_DRAWN = ("users", "low", "high"), "Least private ε (all between follow)", _check_order, _above_low

KINDS: dict[str, ProfileKind] = {
    "alike": ProfileKind(
        "The same ε for everybody",
        ("users", "high"),
        "ε for everybody",
        lambda _: None,
        lambda _: USUAL,
        _alike,
        places=lambda _: 1,
    ),
    "two_groups": ProfileKind(
        "Two groups",
        ("users", "low", "high", "strict_share"),
        "ε of the less private group",
        _check_order,
        _above_low,
        _two_groups,
        places=lambda _: 2,
    ),
    "segments": ProfileKind(
        "Three ranges of ε",
        ("users", "low", "middle", "high", "strict_share", "middle_share"),
        "ε of the least private people",
        _check_segments,
        lambda settings: (settings.middle, _well_above(settings.middle)),
        _segments,
        _segment_draws,
    ),
    "uniform": ProfileKind("Uniform", *_DRAWN, _uniform, _one_draw_each),
    "log_uniform": ProfileKind("Log-uniform", *_DRAWN, _log_uniform, _one_draw_each),
    "log_even": ProfileKind("Evenly spread in the logarithm", *_DRAWN, _log_uniform, _middles),
    "levels": ProfileKind(
        "Levels and counts",
        ("levels", "counts", "high"),
        "Cap on every finite ε",
        _check_levels,
        lambda settings: finite_range(settings.levels),
        _explicit,
        places=lambda settings: len(settings.levels),
    ),
    "uploaded": ProfileKind(
        "Uploaded file",
        ("uploaded", "high"),
        "Cap on every finite ε",
        _check_uploaded,
        _range_uploaded,
        _uploaded,
        places=lambda settings: _uploaded_levels(settings).size,
    ),
}


# --- from settings to profiles -------------------------------------------------------


def make_profile(settings: ProfileSettings) -> PrivacyProfile:
    """Make the profile these settings describe; the same settings give the same profile.

    >>> profile = make_profile(ProfileSettings("two_groups", users=4, low=0.1, high=2.0))
    >>> profile.epsilon
    array([0.1, 0.1, 2. , 2. ])
    """
    return profile_of_high(settings)(settings.high)


def profiles_along(settings: ProfileSettings, highs: Iterable[float]) -> Iterator[PrivacyProfile]:
    """Return profiles for several values of `high`, with the same random draws in all of them.

    Because the draws are shared and sorted once, the profiles change smoothly with
    `high`: what a live figure needs.  They are made one at a time: a million users' levels
    need not be kept for every value.
    """
    return map(profile_of_high(settings), highs)


def profile_of_high(settings: ProfileSettings) -> Callable[[float], PrivacyProfile]:
    """Return a function from `high` to a profile, by the same draws; or `InvalidInput`."""
    kind = KINDS[settings.kind]
    draws = kind.draw(settings)

    def make(high: float) -> PrivacyProfile:
        levels, counts = kind.levels_and_counts(settings.with_high(float(high)), draws)
        present = counts > 0
        if not np.all(present):
            levels, counts = levels[present], counts[present]
        return PrivacyProfile(levels, counts).with_public(settings.public_share)

    return make
