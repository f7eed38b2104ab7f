"""Questions with a result computed from a linear one, of which one end of a range is reported."""

from __future__ import annotations

import math
from abc import abstractmethod
from dataclasses import dataclass
from typing import Any, ClassVar

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import expit

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.channel import chance, query_epsilon
from hetdp_core.odometer.domain import Box, Domain
from hetdp_core.odometer.queries.question import UNIT, Query, set_fields
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False, init=False)
class RegressionQuery(Query):
    """A result r(x) computed from slope·x + intercept, then discretised and perturbed.

    Attributes:
        slope: (d,) k, not all zero.
        intercept: b.
        low, high: range of the result, low < high.
        epsilon: privacy level, in (0, `MAX_QUERY_EPSILON`].
    """

    slope: FloatArray
    intercept: float
    low: float
    high: float
    epsilon: float

    KIND: ClassVar[str]
    """Name of the kind, as in `StreamScenario`."""

    def __init__(
        self, slope: ArrayLike, intercept: float, low: float, high: float, epsilon: float
    ) -> None:
        values = np.array(validate.as_floats(slope, "slope"))
        if not np.all(np.isfinite(values)):
            raise InvalidInput("slope", "must hold finite numbers", "some that are not")
        if not np.any(values != 0):
            rule = "must have an entry other than zero"
            raise InvalidInput("slope", rule, "only zeros", "a constant needs no question")
        low, high = validate.interval((low, high), "range")
        set_fields(
            self,
            slope=values,
            intercept=validate.real(intercept, "intercept"),
            low=low,
            high=high,
            epsilon=query_epsilon(epsilon),
        )

    @property
    def dimension(self) -> int:
        return self.slope.size

    def score(self, x: ArrayLike) -> FloatArray:
        """Return slope·x + intercept, for x of shape (..., d)."""
        points = np.asarray(x, dtype=np.float64)
        if points.shape[-1:] != (self.dimension,):
            raise InvalidInput("x", f"must have {self.dimension} coordinates", points.shape)
        return np.asarray(points @ self.slope + self.intercept)

    @abstractmethod
    def result(self, x: ArrayLike) -> FloatArray:
        """Return the exact result r(x) in [low, high], for x of shape (..., d)."""

    def share(self, x: ArrayLike) -> FloatArray:
        """Return (r(x) - low) / (high - low) in [0, 1], for x of shape (..., d)."""
        return np.clip((self.result(x) - self.low) / (self.high - self.low), 0.0, 1.0)

    def probability_high(self, x: ArrayLike) -> FloatArray:
        """Return P(True | x) of Eq. (5), for x of shape (..., d)."""
        return chance(self.share(x), self.epsilon)

    def log_likelihood(self, x: ArrayLike, output: bool) -> FloatArray:
        """Return the natural log of P(output | x), for x of shape (..., d)."""
        share = self.share(x)
        return np.log(chance(share if output else 1.0 - share, self.epsilon))

    def check_domain(self, domain: Domain) -> None:
        """Refuse a domain whose records have another number of coordinates."""
        if domain.dimension != self.dimension:
            rule = f"must have {domain.dimension} entries, one for each coordinate of the domain"
            raise InvalidInput("slope", rule, self.dimension)

    def rounding(self, domain: Domain, output: Any = True) -> float:
        """Return a bound on the error that floating point makes in one log-likelihood.

        A share is a sum of d products; where a chance is smallest, e^-epsilon, the error of
        the share is magnified most.
        """
        del output
        size = float(np.abs(self.slope) @ domain.largest) + abs(self.intercept)
        shares = (size + max(abs(self.low), abs(self.high))) / (self.high - self.low)
        return UNIT * (1.0 + math.exp(self.epsilon)) * (4.0 + (self.dimension + 4.0) * shares)


@dataclass(frozen=True, eq=False, init=False)
class LinearQuery(RegressionQuery):
    """r(x) = slope·x + intercept, which may not leave [low, high] anywhere on the domain.

    >>> query = LinearQuery([0.5, 0.5], 0.0, -1.0, 1.0, np.log(3.0))
    >>> query.probability_high([[1.0, 1.0], [0.0, 0.0]])
    array([0.75, 0.5 ])

    Source: section 5.3.1.
    """

    KIND: ClassVar[str] = "linear"

    def result(self, x: ArrayLike) -> FloatArray:
        """Return slope·x + intercept; `InvalidInput` for an x whose result leaves the range."""
        result = self.score(x)
        self._check_reach(float(np.min(result)), float(np.max(result)))
        return result

    def check_domain(self, domain: Domain) -> None:
        """Refuse a domain on which the result can leave its range, and say what it can reach."""
        super().check_domain(domain)
        if isinstance(domain, Box):
            ends = np.stack([self.slope * domain.low, self.slope * domain.high])
            least, most = np.min(ends, axis=0).sum(), np.max(ends, axis=0).sum()
            self._check_reach(float(least) + self.intercept, float(most) + self.intercept)
        else:
            self.result(domain.coordinates)

    def _check_reach(self, least: float, most: float) -> None:
        slack = 1e-12 * (self.high - self.low)
        if not (least >= self.low - slack and most <= self.high + slack):
            raise InvalidInput(
                "the result of a linear question",
                f"must stay in its range from {self.low:g} to {self.high:g}",
                f"results from {least:.6g} to {most:.6g}",
                "widen the range or use a truncated linear question",
            )


@dataclass(frozen=True, eq=False, init=False)
class TruncatedLinearQuery(RegressionQuery):
    """r(x) = slope·x + intercept, clipped to [low, high].  Source: section 5.3.2."""

    KIND: ClassVar[str] = "truncated"

    def result(self, x: ArrayLike) -> FloatArray:
        """Return the clipped value."""
        return np.clip(self.score(x), self.low, self.high)


@dataclass(frozen=True, eq=False, init=False)
class LogisticQuery(RegressionQuery):
    """r(x) = 1/(1 + e^-(slope·x + intercept)), in the range [0, 1].  Source: section 5.3.3.

    >>> LogisticQuery([1.0], 0.0, epsilon=1.0).result([[0.0]])
    array([0.5])
    """

    KIND: ClassVar[str] = "logistic"

    def __init__(self, slope: ArrayLike, intercept: float, epsilon: float) -> None:
        super().__init__(slope, intercept, 0.0, 1.0, epsilon)

    def result(self, x: ArrayLike) -> FloatArray:
        """Return the logistic function of slope·x + intercept."""
        return np.asarray(expit(self.score(x)))
