"""What anything is that a record can be asked; and questions about finitely many records."""

from __future__ import annotations

from abc import ABC, abstractmethod
from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import log_expit

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.channel import chance, query_epsilon
from hetdp_core.odometer.domain import Domain, FiniteDomain
from hetdp_core.results import freeze_arrays
from hetdp_core.validate import FloatArray

BoolArray = NDArray[np.bool_]

UNIT = float(np.finfo(np.float64).eps)
"""From 1 to the next float: rounding moves a result by half of this share of it at most."""

Value = bool | int | float
"""An output: true or false, one of some levels, or a number."""


class Question(ABC):
    """Anything a record can be asked, and the law of its outputs.

    Local model: the person answers, the analyst sees the output only.

    Attributes:
        epsilon: no two records differ by more than e^epsilon in the chance of an output;
            infinite where there is no such bound.
    """

    epsilon: float

    @property
    @abstractmethod
    def outputs(self) -> tuple[Value, ...] | None:
        """All outputs, from the lowest to the highest; None where they cannot be counted."""

    @abstractmethod
    def read(self, output: object) -> Value:
        """Return the output that a caller gives; `InvalidInput` where it is none."""

    @abstractmethod
    def log_likelihood(self, x: ArrayLike, output: Any) -> FloatArray:
        """Return the natural log of P(output | x), or of its density; vectorised over x."""

    @abstractmethod
    def check_domain(self, domain: Domain) -> None:
        """Raise `InvalidInput` unless the query can be put to every record of the domain."""

    def log_likelihoods(self, domain: FiniteDomain, output: Any) -> FloatArray:
        """Return (N,) log of P(output | x) for each element of a finite domain."""
        return self.log_likelihood(domain.coordinates, output)

    @abstractmethod
    def rounding(self, domain: Domain, output: Any = True) -> float:
        """Return a bound on the error that floating point makes in one log-likelihood."""


class Query(Question):
    """A question with two outputs, epsilon-LDP: no two records differ by more than e^epsilon."""

    @property
    def outputs(self) -> tuple[Value, ...]:
        return False, True

    def read(self, output: object) -> bool:
        """Return an output as a boolean: True or 1 is the high value."""
        if isinstance(output, bool | np.bool_ | int | np.integer) and output in (0, 1):
            return bool(output)
        raise InvalidInput("output", "must be true (the high value) or false", repr(output)[:60])

    @abstractmethod
    def probability_high(self, x: ArrayLike) -> FloatArray:
        """Return P(True | x); vectorised over x."""

    def draw(self, x: ArrayLike, *, rng: np.random.Generator) -> BoolArray:
        """Return one random output for each x."""
        probability = self.probability_high(x)
        return np.asarray(rng.random(probability.shape) < probability)


def set_fields(instance: Any, **values: Any) -> None:
    """Set fields of a frozen dataclass that takes other types than it keeps; freeze arrays."""
    for name, value in values.items():
        object.__setattr__(instance, name, value)
    freeze_arrays(instance)


class _FiniteQuery(Query):
    """A query on a finite domain; x is the position of an element, counted from 0."""

    @property
    @abstractmethod
    def chances(self) -> FloatArray:
        """(N,) chance of the output True for each element."""

    def probability_high(self, x: ArrayLike) -> FloatArray:
        """Return P(True | x) for positions x of any shape."""
        return np.asarray(self.chances[_positions(x, self.chances.size)])

    def log_likelihood(self, x: ArrayLike, output: bool) -> FloatArray:
        """Return the natural log of P(output | x) for positions x of any shape."""
        probability = self.probability_high(x)
        return np.asarray(np.log(probability) if output else np.log1p(-probability))

    def check_domain(self, domain: Domain) -> None:
        """Refuse a box, or a finite domain of another size."""
        size = self.chances.size
        if not isinstance(domain, FiniteDomain) or domain.size != size:
            actual = domain.size if isinstance(domain, FiniteDomain) else "a box"
            raise InvalidInput("domain", f"must have {size:,} elements, one per entry", actual)

    def log_likelihoods(self, domain: FiniteDomain, output: bool) -> FloatArray:
        """Return (N,) log of P(output | x) for each element of the domain."""
        return self.log_likelihood(np.arange(domain.size), output)

    def rounding(self, domain: Domain, output: Any = True) -> float:
        """Return a bound on the error that floating point makes in one log-likelihood."""
        del domain, output
        return UNIT * (8.0 + self.epsilon)


@dataclass(frozen=True, eq=False, init=False)
class TableQuery(_FiniteQuery):
    """Any question with two outputs on a finite domain, as a table of chances.

    Attributes:
        probabilities: (N,) chance of the output True for each element, strictly between
            0 and 1: a sure output would tell too much for any finite level.
        epsilon: the least level that the table satisfies: the largest log ratio of the
            chances of either output between two elements; 0 when all are equal.

    >>> round(float(np.exp(TableQuery([0.4, 0.5, 0.6]).epsilon)), 6)
    1.5
    """

    probabilities: FloatArray
    epsilon: float

    def __init__(self, probabilities: ArrayLike) -> None:
        table = np.array(validate.as_floats(probabilities, "probabilities"))
        inside = (table > 0) & (table < 1)
        if not np.all(inside):
            value = f"{table[int(np.argmin(inside))]:g}"
            raise InvalidInput("probabilities", "must lie strictly between 0 and 1", value)
        level = max(float(np.ptp(log)) for log in (np.log(table), np.log1p(-table)))
        epsilon = query_epsilon(level) if level > 0 else 0.0
        set_fields(self, probabilities=table, epsilon=epsilon)

    @property
    def chances(self) -> FloatArray:
        return self.probabilities


@dataclass(frozen=True, eq=False, init=False)
class RandomisedResponse(_FiniteQuery):
    """A yes-or-no question whose true answer is given with chance e^epsilon/(e^epsilon + 1).

    Attributes:
        truth: (N,) the true answer for each element of a finite domain.
        epsilon: privacy level, in (0, `MAX_QUERY_EPSILON`].

    Source: Example 1.
    """

    truth: BoolArray
    epsilon: float

    def __init__(self, truth: ArrayLike, epsilon: float) -> None:
        values = np.array(truth)
        if values.ndim != 1 or values.size == 0 or not np.all((values == 0) | (values == 1)):
            rule = "must hold one true or false per element"
            raise InvalidInput("truth", rule, repr(truth)[:60])
        set_fields(self, truth=values.astype(np.bool_), epsilon=query_epsilon(epsilon))

    @property
    def chances(self) -> FloatArray:
        return chance(self.truth.astype(np.float64), self.epsilon)

    def log_likelihood(self, x: ArrayLike, output: bool) -> FloatArray:
        """Return the natural log of P(output | x) for positions x of any shape."""
        agrees = self.truth[_positions(x, self.truth.size)] == output
        return np.where(agrees, log_expit(self.epsilon), log_expit(-self.epsilon))


def _positions(x: ArrayLike, size: int) -> NDArray[np.int64]:
    """Return positions in a finite domain, counted from 0."""
    places = np.asarray(x)
    if not (np.issubdtype(places.dtype, np.integer) and np.all((places >= 0) & (places < size))):
        rule = f"must hold positions in the domain, whole numbers from 0 to {size - 1}"
        raise InvalidInput("x", rule, repr(x)[:60])
    return places.astype(np.int64)
