"""Regressions of the same records under the same levels, before any noise, at every λ at once."""

from __future__ import annotations

from functools import cached_property

import numpy as np

from hetdp_core.frozen import result
from hetdp_core.ridge.spectrum import Spectrum, weighted_spectrum
from hetdp_core.ridge.weights import Weighting, non_personalised, personalised
from hetdp_core.validate import FloatArray


@result
class Fits:
    """What all methods and all λ have in common: weights, and one eigendecomposition each.

    Attributes:
        X, y: (n, d) and (n,) training records.
        epsilon: (n,) their checked levels.
        uniform_spectrum: of plain ridge regression on these records: with equal weights.
    """

    X: FloatArray
    y: FloatArray
    epsilon: FloatArray
    uniform_spectrum: Spectrum

    @cached_property
    def personalised(self) -> Weighting:
        """Weights proportional to ε; the equal ones where all levels are equal."""
        if self._alike:
            return self.uniform
        return personalised(self.epsilon, self.X.shape[1])

    @cached_property
    def uniform(self) -> Weighting:
        """Equal weights, with the strictest level for all."""
        return non_personalised(self.epsilon, self.X.shape[1])

    @cached_property
    def personalised_spectrum(self) -> Spectrum:
        """The path of θ_w for weights proportional to ε."""
        if self._alike:
            return self.uniform_spectrum
        return weighted_spectrum(self.X, self.y, self.personalised.weights)

    @cached_property
    def _alike(self) -> bool:
        return bool(np.all(self.epsilon == self.epsilon[0]))
