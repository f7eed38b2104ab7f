"""One comparison: a problem, the levels, the values of λ, and the random draws it shares."""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cached_property

import numpy as np
from numpy.typing import NDArray

from hetdp_core import validate
from hetdp_core.results import result
from hetdp_core.ridge.noise import Calibration
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.quadratic import LossMoments
from hetdp_core.ridge.weights import Spectrum, keep_probability, spectrum
from hetdp_core.validate import FloatArray

DEFAULT_MASKS = 64
"""Random samples of records that the sampling methods are averaged over."""

DEFAULT_DRAWS = 192
"""Draws of the noise that objective perturbation is averaged over."""

MOST_DRAWS = 100_000

CHUNK_VALUES = 4_000_000
"""Products of features, or marks of kept records, held at a time."""


@dataclass(frozen=True, eq=False)
class LossInputs:
    """What every method needs to tell its expected loss along λ, or to draw releases at one λ.

    Methods draw from generators of their own, made from one seed.  A method's numbers do not depend
    on which others are asked for, and sampling methods see the same random numbers.

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
    _subsamples: dict[float, Subsamples] = field(default_factory=dict, init=False, repr=False)

    def __post_init__(self) -> None:
        validate.count(self.masks, 2, MOST_DRAWS, "masks")
        validate.count(self.draws, 2, MOST_DRAWS, "draws")

    def generator(self, purpose: int) -> np.random.Generator:
        """Return a generator of its own for each purpose."""
        return np.random.default_rng([self.seed, purpose])

    @property
    def personalised(self) -> tuple[float, Spectrum]:
        """Budget and path for weights proportional to ε."""
        return self.problem.personalised(self.epsilon)

    @property
    def uniform(self) -> tuple[float, Spectrum]:
        """Budget and path for equal weights, with the strictest level for all."""
        return self.problem.uniform(self.epsilon)

    @cached_property
    def _chances(self) -> FloatArray:
        """(masks, n) uniform numbers; record i is kept where its number is below its chance."""
        return self.generator(1).random((self.masks, self.epsilon.size))

    def subsamples(self, threshold: float) -> Subsamples:
        """Return the random samples at this threshold, which methods with the same one share."""
        if threshold not in self._subsamples:
            masks = self._chances < keep_probability(self.epsilon, threshold)
            self._subsamples[threshold] = subsamples(masks, self.problem)
        return self._subsamples[threshold]


@result
class Subsamples:
    """The data in each of M samples.

    Attributes:
        sizes: (M,) number n_s of kept records.
        spectrum: of XᵀX and Xᵀy over the kept records, every weight 1; leading axis M.
    """

    sizes: FloatArray
    spectrum: Spectrum


def subsamples(masks: NDArray[np.bool_], problem: RidgeProblem) -> Subsamples:
    """Return the samples that (M, n) masks keep: one product with all products of two features."""
    d = problem.bounds.dimension
    rows, columns = np.triu_indices(d)
    upper, cross = np.zeros((len(masks), rows.size)), np.zeros((len(masks), d))
    block = max(1, CHUNK_VALUES // rows.size)
    for start in range(0, problem.rows, block):
        part = slice(start, start + block)
        features, mask = problem.X[part], masks[:, part].astype(np.float64)
        upper += mask @ _products(features)
        cross += mask @ (features * problem.y[part, None])
    gram = np.empty((len(masks), d, d))
    gram[:, rows, columns] = gram[:, columns, rows] = upper
    return Subsamples(np.count_nonzero(masks, axis=1).astype(np.float64), spectrum(gram, cross))


def _products(features: FloatArray) -> FloatArray:
    """Return (rows, d (d+1) / 2) products of two features, in the order of `np.triu_indices`."""
    rows, d = features.shape
    products, start = np.empty((rows, d * (d + 1) // 2)), 0
    for first in range(d):
        stop = start + d - first
        np.multiply(features[:, first:], features[:, first, None], out=products[:, start:stop])
        start = stop
    return products


@result
class MethodCurve:
    """Both test losses of one method along λ.

    Attributes:
        lams: (L,) λ, in the caller's order.
        unregularised: mean squared error on the test set.
        regularised: the same plus λ |θ|².
        noise_rate: (L,) rate η of the noise, whose typical length is d / η; infinity where
            none is added.  For published sampling: at the expected number of records kept;
            for objective perturbation: of the noise in the objective; for the private mean:
            one over the scale of its Laplace noise.
        available: (L,) False where the method releases nothing at this λ; its losses there
            are infinite, so it is never the best.
    """

    lams: FloatArray
    unregularised: LossMoments
    regularised: LossMoments
    noise_rate: FloatArray
    available: NDArray[np.bool_]

    def losses(self, regularised: bool) -> LossMoments:
        """Return one of the two losses."""
        return self.regularised if regularised else self.unregularised

    @property
    def simulated(self) -> bool:
        """Whether the means carry a Monte-Carlo error."""
        return bool(np.any(self.unregularised.standard_error > 0))

    @property
    def best(self) -> int:
        """Place of the least expected squared error, found with hindsight."""
        return int(np.argmin(self.unregularised.mean))

    @property
    def best_lam(self) -> float:
        """The λ that has it."""
        return float(self.lams[self.best])

    @property
    def least_loss(self) -> float:
        """That error."""
        return float(self.unregularised.mean[self.best])

    @property
    def spread(self) -> float:
        """Its standard deviation."""
        return float(self.unregularised.std[self.best])


def everywhere(
    lams: FloatArray, losses: tuple[LossMoments, LossMoments], rate: FloatArray | float
) -> MethodCurve:
    """Return the curve of a method that is available at every λ."""
    rates = np.broadcast_to(np.asarray(rate, dtype=np.float64), lams.shape)
    return MethodCurve(lams, *losses, rates, np.ones(lams.shape, dtype=np.bool_))
