"""The meaning of a privacy level: how often a bet on a fact about a protected user is right.

Theorem.  Let every output be at most e^epsilon times as likely if a fact is true as if it is not,
and the other way round.  A bettor holds the fact true with probability p beforehand, sees the
output, and bets on the fact only when they like to.  Given that they bet, by any rule, they are
right with probability

    at most p e^epsilon / (1 - p + p e^epsilon),  at least p / (p + (1 - p) e^epsilon).

Proof.  Given any set of outputs, Bayes' rule multiplies the odds p / (1 - p) by the ratio of two
probabilities of that set.  Each is a sum over its outputs, so the factor is in [e^-epsilon,
e^epsilon]. Randomised response attains both ends, for every p.

The premise is differential privacy for bounded neighbours (replace one, n is known).  For a fact
about one user's value, every output's probability given the fact and given its opposite are means
over the values on either side.  Any two values differ by e^epsilon at most.  This takes the other
users' data as fixed or independent of the user's: their own information is no part of the promise.
In the local model the output is one report.  Under BCDP the fact is about one feature, and p comes
from a belief within the class that the definition names.
"""

from __future__ import annotations

import math

import numpy as np
from scipy.special import expit, logit

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.grids import preferred_numbers
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

LEAST, MOST = 0.01, 10.0
"""Levels that are shown along with the present one."""

OF = 100
"""Bets, or people, that a frequency counts among."""

SEVERAL = (1, 2, 5, 10)
"""Releases after which it is told how often bets are right."""


def odds_factor(epsilon: float) -> float:
    """Return e^epsilon: by how much a release may change anyone's odds; may be infinite."""
    return math.exp(epsilon) if epsilon < 700.0 else math.inf


def right_at_most(prior: float, epsilon: float, releases: int = 1) -> float:
    """Return the largest probability with which a bet on a fact is right, given that it is made.

    Args:
        prior: probability of the fact beforehand, in [0, 1]: that of being right without a release.
        epsilon: privacy level of each release, zero or more, in natural log; infinity for none.
        releases: their levels add up (basic composition; not under BCDP, which does not compose).

    Raises:
        InvalidInput: one of them is out of its range.

    >>> round(right_at_most(0.5, 1.0), 3), right_at_most(0.5, 0.0)
    (0.731, 0.5)
    >>> round(right_at_most(0.1, 1.0), 3), right_at_most(0.1, float("inf"))
    (0.232, 1.0)
    >>> right_at_most(0.5, 1.0, 3) == right_at_most(0.5, 3.0)
    True
    """
    return _moved(prior, epsilon, releases, 1.0)


def right_at_least(prior: float, epsilon: float, releases: int = 1) -> float:
    """Return the smallest such probability: no release speaks more clearly against the fact.

    Args and raises: as `right_at_most`.

    >>> round(right_at_least(0.5, 1.0), 3), right_at_least(0.5, float("inf"))
    (0.269, 0.0)
    """
    return _moved(prior, epsilon, releases, -1.0)


def _moved(prior: float, epsilon: float, releases: int, sign: float) -> float:
    """Return the prior with its log odds moved by all of the loss; the odds never overflow."""
    before = validate.within(prior, 0.0, 1.0, "prior")
    level = validate.real(epsilon, "epsilon", allow_infinity=True)
    if not level >= 0:
        raise InvalidInput("epsilon", "must be zero or more", f"{level:g}")
    loss = level * validate.count(releases, 1, None, "releases")
    if before in (0.0, 1.0) or loss == 0:
        return before  # certain, or told nothing: unchanged
    moved = float(expit(logit(before) + sign * loss))
    return max(moved, before) if sign > 0 else min(moved, before)  # never back, by rounding alone


@result
class Meaning:
    """Bets out of a hundred, at every level of a control.

    Attributes:
        levels: (F,) epsilon of one release, ascending and finite.
        releases: how many there are, of this level each.
        before: bets of 100 that are right without the releases.
        most: (F,) of 100, right at most with them.
        least: (F,) of 100, right at least with them.
        several: (K,) other numbers of releases; none where levels do not add up.
        after: (F, K) of 100, right at most after those.  Their losses come to the sum of their
            levels at most (basic composition), so it is an upper bound.
    """

    levels: FloatArray
    current: int
    releases: int
    before: float
    most: FloatArray
    least: FloatArray
    several: tuple[int, ...]
    after: FloatArray

    @property
    def level(self) -> float:
        return float(self.levels[self.current])

    @property
    def right(self) -> float:
        """Of 100, right at most at the present level."""
        return float(self.most[self.current])


def meaning(
    epsilon: float, before: float = 50.0, releases: int = 1, *, adds_up: bool = True
) -> Meaning:
    """Return the meaning of the levels around one of them, that one among them.

    Args:
        epsilon: the present level, positive and finite.
        before: bets of 100 that are right without a release.
        releases: as for `right_at_most`.
        adds_up: whether the levels of several releases add up; not so under BCDP, where only one
            release can be spoken of.

    Raises:
        InvalidInput: one of them is out of its range, or there are several releases whose levels
            do not add up.

    >>> odds = meaning(1.0)
    >>> odds.before, round(odds.right, 1), odds.level
    (50.0, 73.1, 1.0)
    >>> odds.several, odds.after[odds.current].round(1)
    ((1, 2, 5, 10), array([ 73.1,  88.1,  99.3, 100. ]))
    """
    present = validate.positive(epsilon, "epsilon")
    prior = validate.fraction_of_percent(before, "before")
    if releases != 1 and not adds_up:
        raise InvalidInput("releases", "must be 1 where levels do not add up", f"{releases}")
    several = SEVERAL if adds_up else ()
    levels = np.union1d(preferred_numbers(LEAST, MOST, 64), [present])
    return Meaning(
        levels,
        int(np.searchsorted(levels, present)),
        releases,
        before,
        OF * np.array([right_at_most(prior, level, releases) for level in levels]),
        OF * np.array([right_at_least(prior, level, releases) for level in levels]),
        several,
        OF * np.array([[right_at_most(prior, level, n) for n in several] for level in levels]),
    )


def filled(count: float) -> FloatArray:
    """Return (100,) how much of each dot is filled: the whole ones first, then a part of one.

    >>> filled(73.1)[71:75].round(1)
    array([1. , 1. , 0.1, 0. ])
    """
    return np.clip(count - np.arange(OF), 0.0, 1.0)
