"""What anything is that a record can be asked; and the questions that have two answers."""

from __future__ import annotations

from abc import ABC, abstractmethod
from typing import Any

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import freeze_arrays
from hetdp_core.odometer.domain import Domain, FiniteDomain
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
        """Return what somebody gives for an output; `InvalidInput` where it is none."""

    @abstractmethod
    def log_likelihood(self, x: ArrayLike, output: Any) -> FloatArray:
        """Return the natural log of P(output | x), or of its density; vectorised over x."""

    @abstractmethod
    def check_domain(self, domain: Domain) -> None:
        """Raise `InvalidInput` unless the query can be put to every record of the domain."""

    @abstractmethod
    def log_likelihoods(self, domain: FiniteDomain, output: Any) -> FloatArray:
        """Return (N,) log of P(output | x) for each element of a finite domain."""

    @abstractmethod
    def rounding(self, domain: Domain, output: Any = True) -> float:
        """Return a bound on the error that floating point makes in one log-likelihood."""


class Query(Question):
    """A question with two outputs, epsilon-LDP: no two records differ by more than e^epsilon."""

    @property
    def outputs(self) -> tuple[Value, ...]:
        """False (the low value) and True (the high one)."""
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
