"""What published sampling really gives away, by exact computation on a few records (Erratum 4).

The release is a mixture over all masks S of kept records: with chance P(S) it is θ_S plus noise
of rate η_S, which in d dimensions has density proportional to η_S^d e^{-η_S |b|}.  For few
records the mixture has few enough parts to be written out, for a data set and for a neighbour.

How far published sampling breaks its promise on small examples, as a picture (Erratum 4).
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import ArrayLike, NDArray
from scipy.special import logsumexp

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import result
from hetdp_core.ridge.kept import kept_records
from hetdp_core.ridge.noise import Calibration
from hetdp_core.ridge.problem import TrainingSet, check_lambda
from hetdp_core.ridge.sampling import SAMPLERS, Sampler
from hetdp_core.ridge.weights import keep_probability
from hetdp_core.validate import FloatArray

MOST_RECORDS = 12
"""All 2^n masks are enumerated."""

_STEPS = np.linspace(-3.0, 4.0, 71)


@result
class RealisedLoss:
    """Privacy loss of one record at the output that reveals most, among those looked at.

    Attributes:
        record: index of the record that was replaced.
        asked: its ε.
        loss: largest |log density ratio| found; the true loss is at least this.
        output: (d,) where.
    """

    record: int
    asked: float
    loss: float
    output: FloatArray

    @property
    def times_asked(self) -> float:
        """loss / asked: above 1 the guarantee is broken."""
        return self.loss / self.asked


def jorgensen_realised_loss(
    before: TrainingSet,
    after: TrainingSet,
    epsilon: ArrayLike,
    lam: float,
    method: str = "jorgensen_max",
    noise: str = "printed",
) -> RealisedLoss:
    """Return the exact density ratio of a sampling method between two neighbouring data sets.

    It is evaluated where the parts of either mixture are centred and along the lines through
    the two most likely centres.  A release of exactly 0 because nothing was kept is as likely
    for both, and left out.

    Args:
        before: at most `MOST_RECORDS` records.
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
    first = _mixture(before, levels, lams, sampler, calibration)
    second = _mixture(after, levels, lams, sampler, calibration)
    points = _points(first, second)
    losses = np.abs(first.log_density(points) - second.log_density(points))
    worst = int(np.argmax(losses))
    return RealisedLoss(record, float(levels[record]), float(losses[worst]), points[worst])


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
        found: FloatArray = logsumexp(log_peak - self.rates * distance, b=self.chances, axis=1)
        return found


def _mixture(
    data: TrainingSet,
    levels: FloatArray,
    lams: FloatArray,
    sampler: Sampler,
    calibration: Calibration,
) -> _Mixture:
    keep = keep_probability(levels, sampler.threshold(levels))
    masks = _all_masks(data.rows)
    chances = np.prod(np.where(masks, keep, 1.0 - keep), axis=1)
    kept = kept_records(masks, data)
    theta, rates = sampler.fits(kept, levels, lams, data.bounds, calibration)
    parts = (chances > 0) & np.isfinite(rates[:, 0])
    return _Mixture(chances[parts], theta[parts, 0], rates[parts, 0])


def _all_masks(records: int) -> NDArray[np.bool_]:
    """Return (2^n, n) every subset."""
    validate.count(records, 1, MOST_RECORDS, "number of records")
    bits: NDArray[np.bool_] = (np.arange(2**records)[:, None] >> np.arange(records)) & 1 > 0
    return bits


def _replaced(before: TrainingSet, after: TrainingSet) -> int:
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


CAUTIOUS, RELAXED = 0.1, 1.0
LAMBDA = 1000.0
RECORDS = 4
DIMENSIONS = (1, 2, 5, 10, 30)


@dataclass(frozen=True)
class SamplingLeak:
    """One example: three cautious records and a relaxed one, a cautious one replaced.

    Attributes:
        title: of the example.
        asked: ε of the replaced record.
        published: its realised loss as published, in units of `asked`; the true one is at
            least this.
        repaired: the same after the repair.
    """

    title: str
    asked: float
    published: float
    repaired: float


def sampling_leaks() -> tuple[SamplingLeak, ...]:
    """Return exact losses of the same example in more and more dimensions."""
    return tuple(_leak(dimension) for dimension in DIMENSIONS)


def _leak(dimension: int) -> SamplingLeak:
    """The relaxed record is all ones with label 1; the replaced one turns its label around."""
    epsilon = np.array([CAUTIOUS] * (RECORDS - 1) + [RELAXED])
    before, after = _records(dimension, -1.0), _records(dimension, 1.0)
    published, repaired = (
        jorgensen_realised_loss(before, after, epsilon, LAMBDA, method).times_asked
        for method in ("jorgensen_max", "jorgensen_repaired")
    )
    title = "1 feature" if dimension == 1 else f"{dimension} features"
    return SamplingLeak(title, CAUTIOUS, published, repaired)


def _records(dimension: int, first_label: float) -> TrainingSet:
    features, labels = np.zeros((RECORDS, dimension)), np.zeros(RECORDS)
    features[[0, -1]] = 1.0
    labels[0], labels[-1] = first_label, 1.0
    return TrainingSet(features, labels)
