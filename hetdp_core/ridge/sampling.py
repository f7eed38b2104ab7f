"""Jorgensen sampling: keep each record with its own chance, then plain private ridge.

Record i is kept with chance min(1, (e^{ε_i} - 1) / (e^t - 1)), t the largest or the mean ε.

*As published*, the n_s kept records weigh 1/n_s each and the noise has rate n_s t / C (C the
influence of a record, see `noise`).  Weights and noise then depend on how many records are
kept, which the published accounting overlooks: the guarantee fails in general (Erratum 4, see
`sampling_privacy_loss`).  Where n_s = 0 the published method divides by zero; here it releases 0,
and no noise: which records are kept does not depend on anybody's data.

*Repaired* (ours), the kept records weigh 1/n each and the noise has rate n t / C, whatever was
kept.  Given the rest of the sample, let μ₀, μ₁, μ₁' be the laws of the release without record i,
with it, and with its replacement.  Leaving a record out moves θ by less than replacing it, so
μ₁ <= e^t min(μ₀, μ₁') and, with chance p,
((1-p) μ₀ + p μ₁) / ((1-p) μ₀ + p μ₁') <= 1 + p (e^t - 1) <= e^{ε_i}.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np

from hetdp_core.errors import InvalidInput
from hetdp_core.ridge.loss_inputs import (
    CHUNK_VALUES,
    LossInputs,
    MethodCurve,
    Subsamples,
    everywhere,
    subsamples,
)
from hetdp_core.ridge.noise import draw_noise, noise_rate
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.quadratic import both_losses, mixture
from hetdp_core.ridge.weights import keep_probability, uniform_budget
from hetdp_core.validate import FloatArray

MOST_WORK = 1e10
"""Products that normal equations of all samples may take: a few seconds."""


def check_work(samples: int, problem: RidgeProblem) -> None:
    """Refuse more samples than can be fitted in seconds, each by normal equations of its own."""
    d = problem.bounds.dimension
    most = int(MOST_WORK // (problem.rows * d * (d + 1) / 2.0 + 10.0 * d**3))
    if samples > most:
        rule = f"must be at most {most:,} for so many records and columns"
        remedy = "leave the sampling methods out, or choose fewer columns"
        raise InvalidInput("samples of records", rule, f"{samples:,}", remedy)


@dataclass(frozen=True)
class Sampler:
    """One variant of Jorgensen sampling.

    Attributes:
        key: of `METHODS`.
        mean_threshold: t is the mean ε, not the largest.
        fixed_weights: the repaired variant.
    """

    key: str
    mean_threshold: bool = False
    fixed_weights: bool = False

    def threshold(self, epsilon: FloatArray) -> float:
        """Return t: infinite as soon as one record is public."""
        return float(np.mean(epsilon) if self.mean_threshold else np.max(epsilon))

    def curve(self, inputs: LossInputs) -> MethodCurve:
        """Return expected losses: averaged over masks, the noise integrated exactly given each."""
        check_work(inputs.masks, inputs.problem)
        threshold, lams = self.threshold(inputs.epsilon), inputs.lams
        theta, rate = self.fits(inputs.subsamples(threshold), inputs)
        plain, regular = both_losses(inputs.problem.test_loss, theta, rate, lams)
        counted = (
            inputs.epsilon.size
            if self.fixed_weights
            else float(np.sum(keep_probability(inputs.epsilon, threshold)))
        )
        rates = noise_rate(counted * threshold, lams, inputs.problem.bounds, inputs.calibration)
        return everywhere(lams, (mixture(plain), mixture(regular)), rates)

    def coefficients(
        self, inputs: LossInputs, releases: int, rng: np.random.Generator
    ) -> FloatArray:
        """Return (releases, d) released coefficients at one λ, each with a mask of its own."""
        check_work(releases, inputs.problem)
        block = max(1, CHUNK_VALUES // inputs.epsilon.size)
        parts = []
        for start in range(0, releases, block):
            drawn = self.sample(inputs, min(block, releases - start), rng)
            theta, rate = self.fits(drawn, inputs)
            parts.append(theta[:, 0] + draw_noise(rate[:, 0], theta[:, 0].shape, rng))
        return np.concatenate(parts)

    def sample(self, inputs: LossInputs, samples: int, rng: np.random.Generator) -> Subsamples:
        """Return samples of the records, each kept by its own chance; the same for all λ."""
        check_work(samples, inputs.problem)
        keep = keep_probability(inputs.epsilon, self.threshold(inputs.epsilon))
        return subsamples(rng.random((samples, keep.size)) < keep, inputs.problem)

    def fits(self, drawn: Subsamples, inputs: LossInputs) -> tuple[FloatArray, FloatArray]:
        """Return (M, L, d) coefficients and (M, L) rates of the noise, given each of M samples."""
        size, threshold = inputs.epsilon.size, self.threshold(inputs.epsilon)
        bounds = inputs.problem.bounds
        if self.fixed_weights:
            counted = np.full(drawn.sizes.size, float(size))
            budget = np.full(drawn.sizes.size, uniform_budget(threshold, size, bounds.dimension))
        else:
            nothing = drawn.sizes == 0
            counted = np.where(nothing, 1.0, drawn.sizes)
            budget = np.where(nothing, np.inf, counted * threshold)
        theta = drawn.spectrum.scaled(1.0 / counted).path(inputs.lams)
        return theta, noise_rate(budget[:, None], inputs.lams, bounds, inputs.calibration)


SAMPLERS = (
    Sampler("jorgensen_max"),
    Sampler("jorgensen_mean", mean_threshold=True),
    Sampler("jorgensen_repaired", fixed_weights=True),
)
"""As published with either threshold, and repaired with the larger one."""
