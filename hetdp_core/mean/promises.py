"""What may be promised to a user: ε, (ε, δ), ρ of zCDP or μ of Gaussian DP."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

import numpy as np

from hetdp_core import conversions, validate
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class Accounting:
    """A way to say privacy levels.

    Attributes:
        title: name on the screen.
        symbol: of its levels.
        implied: epsilon in, the level that epsilon-DP implies out.
        as_pure: the inverse: an epsilon whose epsilon-DP implies the level.
    """

    title: str
    symbol: str
    implied: Callable[[FloatArray], FloatArray]
    as_pure: Callable[[FloatArray], FloatArray]


def _same(levels: FloatArray) -> FloatArray:
    return levels


def _concentrated(epsilon: FloatArray) -> FloatArray:
    return epsilon**2 / 2.0


def _from_concentrated(rho: FloatArray) -> FloatArray:
    found: FloatArray = np.sqrt(2.0 * rho)
    return found


ACCOUNTINGS: dict[str, Accounting] = {
    "pure": Accounting("ε, always", "ε", _same, _same),
    "approximate": Accounting("ε but for a chance δ", "ε", _same, _same),
    "concentrated": Accounting("ρ = ε²/2 (zCDP)", "ρ", _concentrated, _from_concentrated),
    "gaussian": Accounting(
        "μ (Gaussian DP)", "μ", conversions.pure_as_gaussian, conversions.gaussian_as_pure
    ),
}
"""All of them by key, pure epsilon first: it implies each of the others, and none implies it."""


@dataclass(frozen=True)
class Promise:
    """An accounting, and the chance delta where it has one.

    Attributes:
        kind: a key of `ACCOUNTINGS`.
        delta: the chance of "approximate", the same for all users; not used by the others.
    """

    kind: str
    delta: float = 1e-6

    def __post_init__(self) -> None:
        """Check both."""
        validate.choice(self.kind, ACCOUNTINGS, "promise")
        conversions.checked_delta(self.delta)

    @property
    def accounting(self) -> Accounting:
        """The way in which its levels are said."""
        return ACCOUNTINGS[self.kind]

    @property
    def allows_gaussian(self) -> bool:
        """Whether Gaussian noise can keep it: no Gaussian noise gives pure epsilon."""
        return self.kind != "pure"

    def implied_by(self, epsilon: FloatArray) -> FloatArray:
        """Return the levels that epsilon-DP implies: epsilon, epsilon, epsilon**2 / 2, or mu."""
        return self.accounting.implied(epsilon)

    def as_pure(self, levels: FloatArray) -> FloatArray:
        """Return epsilons whose epsilon-DP implies these levels; inverse of `implied_by`."""
        return self.accounting.as_pure(levels)
