"""Questions with more than two outputs: one of k levels, or a number with Gaussian noise."""

from __future__ import annotations

import math
from contextlib import suppress
from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.domain import Box, Domain
from hetdp_core.odometer.queries.question import UNIT, Question, Value, set_fields
from hetdp_core.odometer.queries.regression import (
    LinearQuery,
    RegressionQuery,
    TruncatedLinearQuery,
)
from hetdp_core.validate import FloatArray

MOST_LEVELS = 100
"""Most levels of a discretised answer."""

_LOG_ROOT = 0.5 * math.log(2.0 * math.pi)


@dataclass(frozen=True, eq=False, init=False)
class LevelsQuery(Question):
    """A linear result, rounded at random to one of k levels, then k-ary randomised response.

    The levels 0 ... k - 1 divide [low, high] evenly.  A result between two levels (clipped to the
    range) becomes one of them, the nearer one more likely, so the level is right on average.  That
    level is reported with chance p = e^epsilon/(e^epsilon + k - 1), each other one with q =
    1/(e^epsilon + k - 1):

        P(i | x) = q + (p - q) max(1 - |share(x) (k - 1) - i|, 0),   epsilon-LDP.

    With k = 2 this is Eq. (5) of the paper.  Its log is that of one or two truncated questions
    with two outputs, up to a constant: see `as_binary`.

    Attributes:
        truncated: the same question with two outputs.
        epsilon: in (0, `MAX_QUERY_EPSILON`].
        levels: k, 2 to `MOST_LEVELS`.

    >>> query = LevelsQuery([1.0], 0.0, -1.0, 1.0, np.log(2.0), 3)
    >>> np.exp([query.log_likelihood([[0.0], [0.5]], level) for level in range(3)]).round(3)
    array([[0.25 , 0.25 ],
           [0.5  , 0.375],
           [0.25 , 0.375]])
    """

    truncated: TruncatedLinearQuery
    epsilon: float
    levels: int

    def __init__(
        self,
        slope: ArrayLike,
        intercept: float,
        low: float,
        high: float,
        epsilon: float,
        levels: int,
    ) -> None:
        truncated = TruncatedLinearQuery(slope, intercept, low, high, epsilon)
        levels = validate.count(levels, 2, MOST_LEVELS, "levels")
        set_fields(self, truncated=truncated, epsilon=truncated.epsilon, levels=levels)

    @property
    def outputs(self) -> tuple[int, ...]:
        return tuple(range(self.levels))

    def read(self, output: object) -> int:
        """Return a level, a whole number from 0 to k - 1."""
        known = isinstance(output, bool | np.bool_ | int | np.integer)
        if known and 0 <= int(output) < self.levels:  # type: ignore[call-overload]
            return int(output)  # type: ignore[call-overload, no-any-return]
        rule = f"must be a level, a whole number from 0 to {self.levels - 1}"
        raise InvalidInput("output", rule, repr(output)[:60])

    def chances(self, x: ArrayLike) -> FloatArray:
        """Return (..., k) chance of each level, for x of shape (..., d)."""
        share = self.truncated.share(x)[..., None]
        hat = np.maximum(1.0 - np.abs(share * (self.levels - 1) - np.arange(self.levels)), 0.0)
        return np.asarray(self._other + math.expm1(self.epsilon) * self._other * hat)

    def log_likelihood(self, x: ArrayLike, output: Value) -> FloatArray:
        """Return the natural log of P(level | x), for x of shape (..., d)."""
        return np.log(self.chances(x)[..., int(output)])

    def check_domain(self, domain: Domain) -> None:
        """Refuse a domain whose records have another number of coordinates."""
        self.truncated.check_domain(domain)

    def rounding(self, domain: Domain, output: Value = True) -> float:
        """Return a bound on the error that floating point makes in one log-likelihood."""
        return 2.0 * (self.levels - 1) * self.truncated.rounding(domain, bool(output))

    def draw(self, x: ArrayLike, *, rng: np.random.Generator) -> NDArray[np.int64]:
        """Return one random level for each x."""
        chances = self.chances(x)
        below = np.cumsum(chances, axis=-1)[..., :-1]
        return np.asarray(np.sum(rng.random((*below.shape[:-1], 1)) >= below, axis=-1))

    def as_binary(self, output: int, domain: Box) -> list[tuple[RegressionQuery, bool]]:
        """Return answers with two outputs whose log-likelihoods add up to this one's.

        Up to a constant that is the same for all records.  A hat rises to its level and falls
        after it; at each record one of the two factors is constant.  On a domain where it is
        linear, a question with two levels stays exact.
        """
        base = self.truncated
        if self.levels == 2:
            linear = LinearQuery(base.slope, base.intercept, base.low, base.high, self.epsilon)
            with suppress(InvalidInput):
                linear.check_domain(domain)
                return [(linear, bool(output))]
            return [(base, bool(output))]

        def ramp(low: float, high: float) -> TruncatedLinearQuery:
            return TruncatedLinearQuery(base.slope, base.intercept, low, high, self.epsilon)

        edges = np.linspace(base.low, base.high, self.levels).tolist()
        rises = [(ramp(edges[output - 1], edges[output]), True)] if output else []
        last = output == self.levels - 1
        falls = [] if last else [(ramp(edges[output], edges[output + 1]), False)]
        return [*rises, *falls]

    @property
    def _other(self) -> float:
        """Chance q of each level that is not the record's."""
        return 1.0 / (math.exp(self.epsilon) + self.levels - 1.0)


@dataclass(frozen=True, eq=False, init=False)
class GaussianQuery(Question):
    """The result slope·x + intercept plus Gaussian noise; the output is a number.

    Any two records whose results differ by at most high - low are told apart no better than N(0, 1)
    and N(mu, 1), mu = (high - low)/scale: the answer is mu-GDP.  It is not epsilon-LDP for any
    epsilon: for every L, an output far enough away is e^L times as likely under one record as under
    another.

    Attributes:
        linear: the result, which may not leave its range from low to high on the domain.
        scale: standard deviation of the noise, > 0.
        epsilon: infinite.
    """

    linear: LinearQuery
    scale: float
    epsilon: float

    def __init__(
        self, slope: ArrayLike, intercept: float, low: float, high: float, scale: float
    ) -> None:
        linear = LinearQuery(slope, intercept, low, high, 1.0)
        set_fields(self, linear=linear, scale=validate.positive(scale, "scale"), epsilon=math.inf)

    @property
    def mu(self) -> float:
        return (self.linear.high - self.linear.low) / self.scale

    @property
    def outputs(self) -> None:
        return

    def read(self, output: object) -> float:
        """Return a finite number."""
        return validate.real(output, "output")  # type: ignore[arg-type]

    def log_likelihood(self, x: ArrayLike, output: Value) -> FloatArray:
        """Return the natural log of the output's density, for x of shape (..., d)."""
        missed = (float(output) - self.linear.score(x)) / self.scale
        return np.asarray(-0.5 * missed**2 - math.log(self.scale) - _LOG_ROOT)

    def check_domain(self, domain: Domain) -> None:
        """Refuse a domain on which the result can leave its range, and say what it can reach."""
        self.linear.check_domain(domain)

    def rounding(self, domain: Domain, output: Value = 0.0) -> float:
        """Return a bound on the error that floating point makes in one log-likelihood."""
        linear = self.linear
        size = float(np.abs(linear.slope) @ domain.largest) + abs(linear.intercept)
        missed = (size + abs(float(output))) / self.scale
        return UNIT * (linear.dimension + 8.0) * (missed**2 + abs(math.log(self.scale)) + 2.0)

    def draw(self, x: ArrayLike, *, rng: np.random.Generator) -> FloatArray:
        """Return one random output for each x."""
        result = self.linear.score(x)
        return np.asarray(result + self.scale * rng.standard_normal(result.shape))
