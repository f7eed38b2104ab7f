"""One comparison: a problem, who asks for what, at which λ, and the random draws it shares."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np

from hetdp_core import validate
from hetdp_core.ridge.fits import Fits
from hetdp_core.ridge.kept import Kept, kept_records
from hetdp_core.ridge.noise import Calibration
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.quadratic import BothLosses, LossMoments
from hetdp_core.ridge.spectrum import Spectrum
from hetdp_core.ridge.weights import Weighting, keep_probability
from hetdp_core.validate import FloatArray

DEFAULT_MASKS = 64
"""Random samples of records that the sampling methods are averaged over."""

DEFAULT_DRAWS = 192
"""Draws of the noise that objective perturbation is averaged over."""

MOST_DRAWS = 100_000


@dataclass(frozen=True, eq=False)
class Study:
    """What every method needs to tell its expected loss along the λ curve.

    Methods draw from generators of their own, made from one seed: a method's numbers do not
    depend on which others are asked for, and sampling methods see the same random numbers.

    Attributes:
        problem: data and declared bounds.
        epsilon: (n,) checked levels of the training records.
        lams: (L,) checked regularisation parameters.
        calibration: of the noise.
        masks: number of random samples for the sampling methods.
        draws: number of draws for objective perturbation.
        seed: of the random numbers.
    """

    problem: RidgeProblem
    epsilon: FloatArray
    lams: FloatArray
    calibration: Calibration = field(default_factory=Calibration)
    masks: int = DEFAULT_MASKS
    draws: int = DEFAULT_DRAWS
    seed: int = 0
    _kept: dict[float, Kept] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        """Check the numbers of draws."""
        validate.count(self.masks, 2, MOST_DRAWS, "masks")
        validate.count(self.draws, 2, MOST_DRAWS, "draws")

    def generator(self, purpose: int) -> np.random.Generator:
        """Return a generator of its own for each purpose."""
        return np.random.default_rng([self.seed, purpose])

    @property
    def personalised(self) -> Weighting:
        """Weights proportional to ε."""
        return self._fits.personalised

    @property
    def uniform(self) -> Weighting:
        """Equal weights, with the strictest level for all."""
        return self._fits.uniform

    @property
    def personalised_spectrum(self) -> Spectrum:
        """The path of θ_w for weights proportional to ε."""
        return self._fits.personalised_spectrum

    @property
    def uniform_spectrum(self) -> Spectrum:
        """The path of plain ridge regression."""
        return self._fits.uniform_spectrum

    @cached_property
    def chances(self) -> FloatArray:
        """(masks, n) uniform numbers; record i is kept where its number is below its chance."""
        return self.generator(1).random((self.masks, self.epsilon.size))

    def kept(self, threshold: float) -> Kept:
        """Return the random samples at this threshold, which methods with the same one share."""
        if threshold not in self._kept:
            keep = keep_probability(self.epsilon, threshold)
            self._kept[threshold] = kept_records(self.chances < keep, self.problem.training)
        return self._kept[threshold]

    @cached_property
    def _fits(self) -> Fits:
        return self.problem.fits(self.epsilon)


@dataclass(frozen=True, eq=False)
class MethodCurve:
    """Both test losses of one method along the λ curve.

    Attributes:
        method: a key of `METHODS`.
        unregularised: mean squared error on the test set.
        regularised: the same plus λ |θ|².
        noise_rate: (L,) rate η of the noise, whose typical length is d / η; infinity where
            none is added.  For published sampling: at the expected number of records kept;
            for objective perturbation: of the noise in the objective; for the private mean:
            one over the scale of its Laplace noise.
        available: (L,) False where the method releases nothing at this λ; its losses there
            are infinite, so that it is never the best.
    """

    method: str
    unregularised: LossMoments
    regularised: LossMoments
    noise_rate: FloatArray
    available: np.ndarray[tuple[int, ...], np.dtype[np.bool_]]

    def losses(self, regularised: bool) -> LossMoments:
        """Return one of the two losses."""
        return self.regularised if regularised else self.unregularised

    @property
    def simulated(self) -> bool:
        """Whether the means carry a Monte-Carlo error."""
        return bool(np.any(self.unregularised.standard_error > 0))


def curve(method: str, losses: BothLosses, rate: FloatArray | float, size: int) -> MethodCurve:
    """Return a curve that is available at every λ."""
    rates = np.broadcast_to(np.asarray(rate, dtype=np.float64), (size,))
    available = np.ones(size, dtype=np.bool_)
    return MethodCurve(method, losses.unregularised, losses.regularised, rates, available)
