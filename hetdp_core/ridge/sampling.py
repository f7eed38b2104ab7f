"""Jorgensen sampling: keep each record with its own chance, then plain private ridge.

Record i is kept with chance min(1, (e^{ε_i} - 1) / (e^t - 1)), t the largest or the mean ε.

*As published*, the n_s kept records weigh 1/n_s each and the noise has rate n_s t / C (C the
influence of a record, see `noise`).  Weights and noise then depend on how many records are kept,
which the published accounting overlooks.  So the guarantee fails in general (Erratum 4, see
`sampling_privacy_loss`).  Where n_s = 0 the published method divides by zero.  Here it releases 0,
and no noise: the choice of records does not depend on anybody's data.

*Repaired* (ours), the kept records weigh 1/n each and the noise has rate n t / C, for any kept
records.  Given the rest of the sample, let μ₀, μ₁, μ₁' be the laws of the release without record i,
with it, and with its replacement.  Leaving a record out moves θ by less than replacing it, so μ₁ <=
e^t min(μ₀, μ₁') and, with chance p, ((1-p) μ₀ + p μ₁) / ((1-p) μ₀ + p μ₁') <= 1 + p (e^t - 1) <=
e^{ε_i}.

A lower bound on the loss of published sampling, computed on a few records (Erratum 4).

The release is a mixture over all masks S of kept records.  With chance P(S) it is θ_S plus noise of
rate η_S, which in d dimensions has density proportional to η_S^d e^{-η_S |b|}.  For few records the
mixture has few enough parts to be written out, for a data set and for a neighbour.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import logsumexp

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.results import result
from hetdp_core.ridge.loss_inputs import (
    CHUNK_VALUES,
    LossInputs,
    MethodCurve,
    Subsamples,
    everywhere,
    subsamples,
)
from hetdp_core.ridge.noise import Calibration, draw_noise, noise_rate
from hetdp_core.ridge.problem import RidgeProblem, check_lambda
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

    def alike(self, epsilon: FloatArray) -> tuple[FloatArray, float]:
        """Return levels of records that all count alike, and the share of these that is kept.

        As many as a sample is expected to keep; where weights are fixed all of them, kept in part.
        """
        threshold = self.threshold(epsilon)
        keep = keep_probability(epsilon, threshold)
        if self.fixed_weights:
            return np.full(keep.size, threshold), float(np.mean(keep))
        return np.full(max(1, round(float(np.sum(keep)))), threshold), 1.0

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
        keep = keep_probability(inputs.epsilon, self.threshold(inputs.epsilon))
        block = max(1, CHUNK_VALUES // inputs.epsilon.size)
        parts = []
        for start in range(0, releases, block):
            kept = rng.random((min(block, releases - start), keep.size)) < keep
            theta, rate = self.fits(subsamples(kept, inputs.problem), inputs)
            parts.append(theta[:, 0] + draw_noise(rate[:, 0], theta[:, 0].shape, rng))
        return np.concatenate(parts)

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


SAMPLERS = {
    sampler.key: sampler
    for sampler in (
        Sampler("jorgensen_max"),
        Sampler("jorgensen_mean", mean_threshold=True),
        Sampler("jorgensen_repaired", fixed_weights=True),
    )
}
"""As published with either threshold, and repaired with the larger one."""


MOST_RECORDS = 12
"""All 2^n masks are enumerated."""

_STEPS = np.linspace(-3.0, 4.0, 71)


@result
class SamplingPrivacyLoss:
    """Privacy loss of one record at the output that reveals most, among those looked at.

    Attributes:
        record: index of the record that was replaced.
        epsilon: its ε.
        loss: largest |log density ratio| found; the true loss is at least this.
        output: (d,) where.
    """

    record: int
    epsilon: float
    loss: float
    output: FloatArray

    @property
    def times_epsilon(self) -> float:
        """loss / epsilon: above 1 the guarantee is broken."""
        return self.loss / self.epsilon


def sampling_privacy_loss(
    before: RidgeProblem,
    after: RidgeProblem,
    epsilon: ArrayLike,
    lam: float,
    method: str = "jorgensen_max",
    noise: str = "printed",
) -> SamplingPrivacyLoss:
    """Return the exact density ratio of a sampling method between two neighbouring data sets.

    It is evaluated where the parts of either mixture are centred and along the lines through
    the two most likely centres.  A release of exactly 0 because nothing was kept is as likely
    for both, and left out.

    Args:
        before: at most `MOST_RECORDS` training records; those to test on play no part.
        after: the same except for one record.
        epsilon: (n,) finite levels.
        lam: λ > 0.
        method: "jorgensen_max", "jorgensen_mean" or "jorgensen_repaired".
        noise: a key of `NOISE_RULES` that needs no further bound.

    Raises:
        InvalidInput: a rule above is broken.
    """
    levels, lams, record = before.levels(epsilon), check_lambda(lam), _replaced(before, after)
    if not np.all(np.isfinite(levels)):
        raise InvalidInput("epsilon", "must be finite here", "a public record")
    sampler, calibration = SAMPLERS[validate.choice(method, SAMPLERS, "method")], Calibration(noise)
    first, second = (
        _mixture(LossInputs(side, levels, lams, calibration), sampler) for side in (before, after)
    )
    points = _points(first, second)
    losses = np.abs(first.log_density(points) - second.log_density(points))
    worst = int(np.argmax(losses))
    return SamplingPrivacyLoss(record, float(levels[record]), float(losses[worst]), points[worst])


@dataclass(frozen=True, eq=False)
class _Mixture:
    """Chances (M,), centres (M, d) and rates (M,) of the parts."""

    chances: FloatArray
    centres: FloatArray
    rates: FloatArray

    def log_density(self, points: FloatArray) -> FloatArray:
        """Return the log density at (P, d) points, up to a constant that depends on d alone."""
        distance = np.linalg.norm(points[:, None, :] - self.centres, axis=-1)
        log_peak = self.centres.shape[1] * np.log(self.rates)
        density: FloatArray = logsumexp(log_peak - self.rates * distance, b=self.chances, axis=1)
        return density


def _mixture(inputs: LossInputs, sampler: Sampler) -> _Mixture:
    """Return the parts of the release: one for every subset of the records."""
    keep = keep_probability(inputs.epsilon, sampler.threshold(inputs.epsilon))
    records = validate.count(keep.size, 1, MOST_RECORDS, "number of records")
    masks = (np.arange(2**records)[:, None] >> np.arange(records)) & 1 > 0
    chances = np.prod(np.where(masks, keep, 1.0 - keep), axis=1)
    theta, rates = sampler.fits(subsamples(masks, inputs.problem), inputs)
    parts = (chances > 0) & np.isfinite(rates[:, 0])
    return _Mixture(chances[parts], theta[parts, 0], rates[parts, 0])


def _replaced(before: RidgeProblem, after: RidgeProblem) -> int:
    """Return the index of the one record in which two data sets differ."""
    if before.X.shape != after.X.shape or before.bounds != after.bounds:
        raise InvalidInput("after", "must have the shape and bounds of before", "others")
    changed = np.flatnonzero(np.any(before.X != after.X, axis=1) | (before.y != after.y))
    if changed.size != 1:
        rule = "must differ from before in one record"
        raise InvalidInput("after", rule, f"{changed.size} records that differ")
    return int(changed[0])


def _points(first: _Mixture, second: _Mixture) -> FloatArray:
    """Return all centres, and points on the lines through the likeliest centre of each."""
    ends = [mixture.centres[np.argmax(mixture.chances)] for mixture in (first, second)]
    line = ends[0] + _STEPS[:, None] * (ends[1] - ends[0])
    return np.concatenate([first.centres, second.centres, line])


# --- small examples, as a picture -----------------------------------------------------

CAUTIOUS, RELAXED = 0.1, 1.0
LAMBDA = 1000.0
RECORDS = 4
DIMENSIONS = (1, 2, 5, 10, 30)


@dataclass(frozen=True)
class SamplingLeak:
    """One example: three cautious records and a relaxed one, a cautious one replaced.

    Attributes:
        title: of the example.
        epsilon: of the replaced record.
        published: its privacy loss as published, in units of `epsilon`; the true one is at
            least this.
        repaired: the same after the repair.
    """

    title: str
    epsilon: float
    published: float
    repaired: float


def sampling_leaks() -> tuple[SamplingLeak, ...]:
    """Return the largest losses found of the same example in more and more dimensions.

    The relaxed record is all ones with label 1; the replaced one turns its label around.
    """
    epsilon = np.array([CAUTIOUS] * (RECORDS - 1) + [RELAXED])
    leaks = []
    for dimension in DIMENSIONS:
        before, after = (_records(dimension, label) for label in (-1.0, 1.0))
        published, repaired = (
            sampling_privacy_loss(before, after, epsilon, LAMBDA, method).times_epsilon
            for method in ("jorgensen_max", "jorgensen_repaired")
        )
        title = "1 feature" if dimension == 1 else f"{dimension} features"
        leaks.append(SamplingLeak(title, CAUTIOUS, published, repaired))
    return tuple(leaks)


def _records(dimension: int, first_label: float) -> RidgeProblem:
    features, labels = np.zeros((RECORDS, dimension)), np.zeros(RECORDS)
    features[[0, -1]] = 1.0
    labels[0], labels[-1] = first_label, 1.0
    return RidgeProblem(features, labels, features, labels)
