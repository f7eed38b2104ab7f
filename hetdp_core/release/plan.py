"""The guarantees of a release, its noise and its error, all known beforehand."""

from __future__ import annotations

import math
from dataclasses import dataclass
from functools import cached_property

import numpy as np

from hetdp_core.errors import InvalidInput
from hetdp_core.mean import adpm
from hetdp_core.mean.empirical import empirical, half_width
from hetdp_core.mean.plan import lean
from hetdp_core.numerals import counted, in_twelve_digits, stated, to_the_last_digit
from hetdp_core.release.groups import Groups, grouped
from hetdp_core.release.request import ReleaseRequest, is_asked
from hetdp_core.release.whole_numbers import STEPS, IntArray, whole_weights
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

CHANCE = 0.95
"""The least chance that the published result lies within its ± of the mean asked for."""

_ROUND_UP = 1.0 + 2.0**-51


@result
class ReleasePlan:
    """Weights, noise and guarantee of a release; nothing in it depends on the values.

    Neighbouring tables differ in one record's value; n, the levels, the bounds and the column
    are public.  The curator is trusted.  For user i, the chance of any set of answers changes
    by at most the factor e^{guaranteed_i}.

    Attributes:
        request: the release's settings.
        weights: (n,) whole weights; see `whole_weights`.
        scale: of the noise on the weighted sum, in steps times weight.
        guaranteed: (n,) min(epsilon, saturation level), each at least
            weights * STEPS / scale in exact arithmetic.
        saturation_level: tau, as a short decimal.
        shrink: factor of the noisy mean's distance to the middle of the bounds, from 0 to 1; about
            a population 1, which changes nothing.
    """

    request: ReleaseRequest
    weights: IntArray
    scale: float
    guaranteed: FloatArray
    saturation_level: float
    shrink: float = 1.0

    @property
    def noise_scale(self) -> float:
        """Scale of the noise on the mean, in the column's units."""
        low, high = self.request.bounds
        return (high - low) * (self.scale / (int(np.sum(self.weights)) * STEPS))

    @property
    def half_width(self) -> float:
        """The released number lies within this of the mean asked for, with chance `CHANCE`.

        About these people of their plain mean: the noise as it is shrunk and `most_lean` together
        (`empirical.half_width`).  About a population it is of its mean, if levels go with no value:
        a bound for any values, as `hetdp_core.mean.total_half_width`.  Its chance to fail is split
        between the noise and the sampling error, which follows from the bounds alone (Hoeffding).

        Discrete noise is at most one step larger than Laplace noise, and each value is rounded by
        half a step at most.
        """
        low, high = self.request.bounds
        total = int(np.sum(self.weights))
        rounding = (high - low) * (0.5 / STEPS + 1.0 / (total * STEPS))
        if self.request.everybody:
            scale = self.shrink * self.noise_scale
            return half_width(scale, self.most_lean, CHANCE) + self.shrink * rounding
        shares, half = self.weights / float(total), (1.0 - CHANCE) / 2.0
        sampling = math.sqrt(math.log(2.0 / half) * float(np.sum(shares**2)) / 2.0)
        return (high - low) * sampling - math.log(half) * self.noise_scale + rounding

    @property
    def plus_minus(self) -> float:
        """The number published after ±: the half width as it is `stated`."""
        return stated(self.half_width)

    @property
    def most_lean(self) -> float:
        """How far the answer without noise may lie from the plain mean, in the column's units.

        Of any values within the bounds.  About a population that of the weighted mean
        (`hetdp_core.mean.plan.lean`); where values have nothing to do with levels it is 0 on
        average.
        """
        low, high = self.request.bounds
        shares = self.weights / float(np.sum(self.weights))
        if self.request.everybody:
            off = np.sum(np.abs(1.0 / self.request.users - self.shrink * shares))
            return (high - low) / 2.0 * float(off)
        return (high - low) * lean(shares)

    def interval(self, released: float) -> tuple[float, float]:
        """Return where the mean asked for lies, with chance `CHANCE`, once this is released.

        The released number is the noisy mean clipped to the bounds, which is no further from any
        mean within them than the noisy mean itself.  So the interval around it holds that mean
        whenever the noisy one is within `half_width` of it; its part outside the bounds is left
        out.  It reaches `plus_minus` to both sides, and its ends have the same digits.

        >>> from hetdp_core.release import ReleaseRequest
        >>> request = ReleaseRequest("age", "", (0.0, 100.0), np.full(400, 1.0), "column")
        >>> plan = prepare(request)
        >>> low, high = plan.interval(50.0)
        >>> low < 50.0 < high and abs(high - 50.0 - plan.plus_minus) < 1e-9
        True
        """
        low, high = self.request.bounds
        off = self.plus_minus
        least, most = (to_the_last_digit(end, off) for end in (released - off, released + off))
        return max(low, least), min(high, most)

    @cached_property
    def groups(self) -> Groups:
        """Users by the level they asked for, the strictest first."""
        return grouped(self.request.epsilon, self.guaranteed)


def prepare(request: ReleaseRequest) -> ReleasePlan:
    """Return the weights and the least noise with which every user's guarantee holds exactly.

    weights * STEPS is a float without rounding (38 bits times a power of two).  The division is off
    by at most 2**-53 of itself and the product again; a factor 1 + 2**-51 makes up for both.  So
    weights * STEPS <= scale * guaranteed holds for the numbers as they are stored. opendp rounds
    the quotient upwards to the next float, which is then at most `guaranteed`. The saturation level
    is a short decimal (`shortened`): the planned one except for 1e-12 of it.  Since the noise is
    computed from it, a receipt states it exactly.

    Args:
        request: settings of the release.  About a population the weights are ADPM's; about these
            people those of `hetdp_core.mean.empirical`.  Their sum of less than 1 is the factor by
            which the noisy weighted mean is shrunk to the middle of the bounds.

    Raises:
        InvalidInput: so much privacy is asked of so few that an answer about a population would
            not beat the middle of the range, or so little that the noise is below one step.
    """
    shares, saturation_level, shrink = _solved(request)
    weights = whole_weights(shares)
    saturation = in_twelve_digits(saturation_level)
    guaranteed = np.minimum(request.epsilon, saturation)
    scale = float(np.max(weights * float(STEPS) / guaranteed)) * _ROUND_UP
    if not scale >= 1.0:
        most = f"{float(np.max(guaranteed)):g}"
        remedy = "use levels of at most 10"
        raise InvalidInput("epsilon", "must leave some noise", most, remedy)
    return ReleasePlan(request, weights, scale, guaranteed, saturation, shrink)


def _solved(request: ReleaseRequest) -> tuple[FloatArray, float, float]:
    """Return (n,) weights that sum to 1, the saturation level, and the factor of shrinking."""
    if request.everybody:
        these = empirical(request.epsilon)
        return these.weights / these.total_weight, these.saturation_level, these.total_weight
    solved = adpm(request.epsilon)
    if solved.answers_midpoint:
        rule = "must let a result be better than the middle of the range"
        remedy = "use larger levels or more people"
        raise InvalidInput(
            "a private result", rule, f"{counted(request.users, 'user')} with these levels", remedy
        )
    return solved.weights, solved.saturation_level, 1.0


@dataclass(frozen=True)
class ExpectedError:
    """Roots of mean squared errors of a release; no value of the table enters.

    Attributes:
        noise: of the noise alone; a bound that is attained except for rounding.
        sampling: of the weighted mean of these users, as an estimate for the population that they
            are drawn from; the largest for any values within the bounds.
        bias: about these people, how far the answer may lie from their plain mean without any
            noise; 0 about a population.
        together: the root of the worst-case mean squared error; a bound.  About a population it is
            for values that have nothing to do with levels.
        pull: about a population, how far the answer may lie from the mean in which all weigh the
            same if values go with levels, without any noise; 0 where levels are not the users' own
            or all weigh the same.  It is in no other of these.
    """

    noise: float
    sampling: float
    bias: float
    together: float
    pull: float


def expected_error(plan: ReleasePlan) -> ExpectedError:
    """Return the error of a released mean by the noise and by the choice of users.

    Noise: the variance of Laplace noise is 2 scale**2, and that of the discrete noise in its
    place is smaller by less than a step.  Sampling: values in an interval of width h have at
    most the variance h**2 / 4, and weights w that sum to 1 leave h**2 / 4 times the sum of w**2.
    Rounding values to steps (at most half a step each) is left out.

    Where the mean is about these people only, nothing is sampled and nothing assumed.  The error of
    an answer is then at most half the sum of |1/n - weight|, all of it bias.

    Args:
        plan: of the release: bounds, weights and scale are used, all of them public.
    """
    noise = math.sqrt(2.0) * plan.noise_scale * plan.shrink
    if plan.request.everybody:
        return ExpectedError(noise, 0.0, plan.most_lean, math.hypot(noise, plan.most_lean), 0.0)
    low, high = plan.request.bounds
    shares = plan.weights / float(np.sum(plan.weights))
    sampling = (high - low) / 2.0 * math.sqrt(float(np.sum(shares**2)))
    pulled = is_asked(plan.request.levels_from) and np.ptp(shares) > 0.0
    pull = plan.most_lean if pulled else 0.0
    return ExpectedError(noise, sampling, 0.0, math.hypot(noise, sampling), pull)
