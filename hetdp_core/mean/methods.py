"""All methods by name, in the order in which pages and tables show them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass

from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.mean import baselines
from hetdp_core.mean.plan import MeanPlan
from hetdp_core.mean.saturation import adpm


@dataclass(frozen=True)
class Method:
    """A way to estimate the mean.

    Attributes:
        key: name in code and URLs.
        title: name on the screen.
        idea: what it does, in one sentence.
        make: levels in, plan out.
    """

    key: str
    title: str
    idea: str
    make: Callable[[ArrayLike], MeanPlan]


METHODS: dict[str, Method] = {
    method.key: method
    for method in (
        Method(
            "adpm",
            "ADPM",
            "Weights grow with ε up to one level: of noisy weighted means, the best worst case.",
            adpm,
        ),
        Method(
            "proportional",
            "PropDPM",
            "Weights grow in proportion to ε, without end.",
            baselines.proportional,
        ),
        Method(
            "threshold",
            "Threshold",
            "The strictest users are left out, the rest count the same.",
            baselines.threshold,
        ),
        Method(
            "fme",
            "FME",
            "An earlier rule (Fallah and others): weights stop growing, too, at another level.",
            baselines.fme,
        ),
        Method(
            "sampling",
            "Sampling",
            "Users are kept by chance, the strict ones less often, as published.",
            baselines.sampling,
        ),
        Method("uniform", "Uniform", "Everybody is given the strictest ε.", baselines.uniform),
        Method(
            "local",
            "Local",
            "Every user adds noise of their own, and trusts nobody.",
            baselines.local,
        ),
    )
}
"""ADPM and the six others."""


def plan(method: str, epsilon: ArrayLike) -> MeanPlan:
    """Return the plan of a named method for (n,) privacy levels in any order.

    Args:
        method: a key of `METHODS`.
        epsilon: levels > 0 (natural log); infinity means public.

    Raises:
        InvalidInput: unknown method, or bad levels.

    >>> plan("uniform", [0.5, 2.0]).privacy_given
    array([0.5, 0.5])
    """
    return METHODS[validate.choice(method, METHODS, "method")].make(epsilon)
