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
        idea: what it does, in a few words.
        make: levels in, plan out.
    """

    key: str
    title: str
    idea: str
    make: Callable[[ArrayLike], MeanPlan]


METHODS: dict[str, Method] = {
    method.key: method
    for method in (
        Method("adpm", "ADPM", "optimal weights, saturated at one level", adpm),
        Method(
            "proportional",
            "PropDPM",
            "weights proportional to epsilon",
            baselines.proportional,
        ),
        Method(
            "threshold",
            "Threshold",
            "leave out the strictest users, the rest alike",
            baselines.threshold,
        ),
        Method("fme", "FME", "Fallah et al.'s weights", baselines.fme),
        Method(
            "sampling",
            "Sampling",
            "keep users at random by epsilon, as published",
            baselines.sampling,
        ),
        Method("uniform", "Uniform", "the strictest epsilon for everybody", baselines.uniform),
        Method("local", "Local", "every user adds their own noise", baselines.local),
    )
}
"""ADPM and the six others."""


def plan(method: str, epsilon: ArrayLike) -> MeanPlan:
    """The plan of a named method for (n,) privacy levels in any order.

    Args:
        method: a key of `METHODS`.
        epsilon: levels > 0 (natural log); infinity means public.

    Raises:
        InvalidInput: unknown method, or bad levels.

    >>> plan("uniform", [0.5, 2.0]).privacy_given
    array([0.5, 0.5])
    """
    return METHODS[validate.choice(method, METHODS, "method")].make(epsilon)
