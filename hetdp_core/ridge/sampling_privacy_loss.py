"""What published sampling really gives away, by exact computation on a few records (Erratum 4).

The release is a mixture over all masks S of kept records: with chance P(S) it is θ_S plus noise
of rate η_S, which in d dimensions has density proportional to η_S^d e^{-η_S |b|}.  For few
records the mixture has few enough parts to be written out, for a data set and for a neighbour.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike
from scipy.special import logsumexp

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import result
from hetdp_core.ridge.loss_inputs import LossInputs, subsamples
from hetdp_core.ridge.noise import Calibration
from hetdp_core.ridge.problem import RidgeProblem, check_lambda
from hetdp_core.ridge.sampling import SAMPLERS, Sampler
from hetdp_core.ridge.weights import keep_probability
from hetdp_core.validate import FloatArray

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
        after: the same but for one record.
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
    samplers = {sampler.key: sampler for sampler in SAMPLERS}
    sampler, calibration = samplers[validate.choice(method, samplers, "method")], Calibration(noise)
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
    """Return exact losses of the same example in more and more dimensions.

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
