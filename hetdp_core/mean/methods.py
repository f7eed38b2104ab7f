"""All ways to estimate a mean under per-user privacy: ADPM, and the others (section VI-A).

Each takes (n,) privacy levels in any order and returns a plan in that order.
Data are on [-1/2, 1/2]; neighbouring data sets replace one user's datum.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.mean.local import ldpe, local
from hetdp_core.mean.plan import WORST_VARIANCE, MeanPlan, laplace, rounded_up
from hetdp_core.mean.saturation import adpm
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

_STEP = 0.125
_NEGLIGIBLE = 1e-17
_FIRST_NODE, _LAST_EXPONENT = -3.6, 45.0


@dataclass(frozen=True)
class InverseMoments:
    """Moments of the size K of a Poisson sample.

    Attributes:
        first: E[1/K; K > 0].
        second: E[1/K**2; K > 0].
        empty: P(K = 0).
    """

    first: float = 1.0
    second: float = 1.0
    empty: float = 0.0


def inverse_moments(probability: FloatArray) -> InverseMoments:
    """Return E[1/K; K > 0], E[1/K**2; K > 0] and P(K = 0) for independent coin flips.

    Uses 1/K = integral of e^{-xK} dx and 1/K**2 = integral of x e^{-xK} dx over x > 0, so both
    follow from g(x) = E[e^{-xK}] - P(K = 0), a product over users.  A double-exponential rule
    integrates them to about ten digits at a few dozen nodes, for any n.

    Args:
        probability: (n,) chances, each in [0, 1], not all 0.
    """
    sure = float(np.count_nonzero(probability >= 1.0))
    unsure = probability[(probability > 0) & (probability < 1.0)]
    log_empty = float(np.sum(np.log1p(-unsure)))
    odds = unsure / (1.0 - unsure)
    expected = max(sure + float(np.sum(unsure)), 1.0)
    first = second = 0.0
    for x, width in nodes(expected):
        mass = _above_empty(x, odds, log_empty, sure)
        first += width * mass
        second += width * mass * x
        if width * mass <= _NEGLIGIBLE * first:
            break
    return InverseMoments(first, second, 0.0 if sure else float(np.exp(log_empty)))


def _above_empty(x: float, odds: FloatArray, log_empty: float, sure: float) -> float:
    """Return g(x) = E[e^{-xK}] - P(K = 0), without cancellation when samples are rare."""
    growth = float(np.sum(np.log1p(odds * np.exp(-x))))
    if sure > 0:
        return float(np.exp(log_empty + growth - x * sure))
    if growth >= 30:
        return float(np.exp(log_empty + growth))
    return float(np.exp(log_empty) * np.expm1(growth))


def nodes(expected: float) -> list[tuple[float, float]]:
    """Return abscissas x = exp(y - e^{-y}) / expected and their weights, for even steps in y."""
    last = np.log(_LAST_EXPONENT * expected)
    y = np.arange(_FIRST_NODE, last, _STEP)
    x = np.exp(y - np.exp(-y)) / expected
    return list(zip(x.tolist(), (_STEP * x * (1.0 + np.exp(-y))).tolist(), strict=True))


def uniform(epsilon: ArrayLike) -> MeanPlan:
    """Plan UNI: everybody is given the strictest level asked; plain mean plus Laplace noise."""
    levels = validate.epsilons(epsilon)
    strictest = float(np.min(levels))
    weights = np.full(levels.size, 1.0 / levels.size)
    noise_scale = rounded_up(1.0 / (levels.size * strictest))
    granted = np.full(levels.size, strictest)
    return MeanPlan("uniform", levels, weights, noise_scale, strictest, granted)


def proportional(epsilon: ArrayLike) -> MeanPlan:
    """Plan PropDPM: weights proportional to epsilon, Laplace scale 1 / sum(epsilon).

    With any public user only the public ones count, and no noise is needed.
    """
    levels = validate.epsilons(epsilon)
    public = np.isinf(levels)
    if np.any(public):
        weights = public / np.count_nonzero(public)
        granted = np.where(public, np.inf, 0.0)
        return MeanPlan("proportional", levels, weights, 0.0, np.inf, granted)
    total = float(np.sum(levels))
    return MeanPlan("proportional", levels, levels / total, rounded_up(1.0 / total), np.inf, levels)


def fme(epsilon: ArrayLike) -> MeanPlan:
    """Plan FME (Fallah et al. 2022, Theorem 1, as reconstructed).

    Levels are in ascending order, A_k is the sum of the first k, and S**2 the least of A_k**2 + (n
    - k) over k = 0..n.  The first k* users get epsilon_i / S, the others share the rest equally,
    and the noise is Laplace(1 / S).

    The scale that the promise needs is the largest w_i / epsilon_i; on paper it is at most
    1 / S.  It is what counts where rounding of the sums makes it larger.
    """
    levels = validate.epsilons(epsilon)
    order = np.argsort(levels, kind="stable")
    sums = np.concatenate([[0.0], np.cumsum(levels[order])])
    rest = levels.size - np.arange(levels.size + 1.0)
    squares = sums**2 + rest
    k = int(np.argmin(squares))
    scale = float(np.sqrt(squares[k]))
    scaled = np.empty(levels.size)
    shared = (scale - float(sums[k])) / float(rest[k]) if rest[k] else np.inf
    scaled[order[:k]] = levels[order[:k]]
    scaled[order[k:]] = shared
    # On paper shared <= the next level; rounding must not break that.
    granted = np.minimum(scaled, levels)
    weights = granted / np.sum(granted)
    noise_scale = rounded_up(max(1.0 / scale, float(np.max(weights / levels))))
    return MeanPlan("fme", levels, weights, noise_scale, shared, granted)


def threshold(epsilon: ArrayLike) -> MeanPlan:
    """Let users at tau or above enter with equal weight at level tau, the others not at all.

    tau minimises J over the levels asked.  In the spirit of Cyffers and Ziani (2026)
    on the limits of personalised budgets; not one of the paper's baselines.
    """
    levels = validate.epsilons(epsilon)
    descending = np.sort(levels)[::-1]
    users = np.arange(1.0, levels.size + 1.0)
    objective = WORST_VARIANCE / users + 2.0 / (users * descending) ** 2
    best = int(np.argmin(objective))
    tau = float(descending[best])
    included = levels >= tau
    members = np.count_nonzero(included)
    weights = np.where(included, 1.0 / members, 0.0)
    noise_scale = rounded_up(1.0 / (members * tau))
    granted = np.where(included, tau, 0.0)
    return MeanPlan("threshold", levels, weights, noise_scale, tau, granted)


@result
class SamplingPlan(MeanPlan):
    """Jorgensen sampling: each user is kept with their own probability.

    Attributes:
        keep_probability: (n,) chance that a user is kept.
        sampling_level: t, the level at which the kept users are answered.
    """

    keep_probability: FloatArray = field(default_factory=lambda: np.empty(0))
    sampling_level: float = np.inf
    moments: InverseMoments = field(default_factory=InverseMoments)

    @property
    def adds_one_laplace(self) -> bool:
        """False: its scale depends on how many users are kept."""
        return False

    @property
    def sum_of_squares(self) -> float:
        """E[1/K; K > 0], because the K users kept weigh 1/K each."""
        return self.moments.first

    @property
    def noise_variance(self) -> float:
        """2 E[1/K**2; K > 0] / t**2."""
        return 2.0 * self.moments.second / self.sampling_level**2

    @property
    def privacy_as_claimed(self) -> bool:
        """Unless a public user makes the sample certain, so no noise depends on it."""
        return bool(np.isfinite(self.sampling_level))

    @property
    def empty_probability(self) -> float:
        """P(K = 0); the answer is then 0, the mid-point of the range."""
        return self.moments.empty

    def release(
        self, centred: NDArray[np.floating], rng: np.random.Generator
    ) -> NDArray[np.float64]:
        """Return sample mean of the users kept, plus Laplace(1 / (K t)); 0 if none is kept."""
        drawn = rng.random(centred.shape) < self.keep_probability
        size = np.count_nonzero(drawn, axis=-1)
        noise = laplace(1.0 / self.sampling_level, rng, centred.shape[:-1])
        total = np.sum(centred, axis=-1, where=drawn) + noise
        return np.where(size > 0, total / np.maximum(size, 1), 0.0)


def sampling(epsilon: ArrayLike) -> SamplingPlan:
    """Plan SM (Jorgensen et al.), as published, with threshold t = max epsilon.

    User i is kept with probability (e^{epsilon_i} - 1) / (e^t - 1); the mean of the K users kept
    gets Laplace(1 / (K t)) noise; 0 is answered when K = 0.  With a public user t is infinite and
    only public users are kept.  The noise depends on the random K, so the published privacy
    argument does not hold in general (Erratum 4). `weights` and `noise_scale` describe the expected
    sample size.  `privacy_given` is the paper's claim: the level that a user really gets may be
    several times larger.
    """
    levels = validate.epsilons(epsilon)
    level = float(np.max(levels))
    if np.isinf(level):
        keep = np.isinf(levels).astype(np.float64)
    else:  # without overflow: both divided by e^level
        keep = np.exp(levels - level) * np.expm1(-levels) / np.expm1(-level)
    expected = float(np.sum(keep))
    return SamplingPlan(
        "sampling",
        levels,
        keep / expected,
        rounded_up(1.0 / (expected * level)),
        np.inf,
        levels if np.isfinite(level) else np.where(np.isinf(levels), np.inf, 0.0),
        keep_probability=keep,
        sampling_level=level,
        moments=inverse_moments(keep),
    )


@dataclass(frozen=True)
class Method:
    """A way to estimate the mean: its name in code and URLs, on the screen, and its plan.

    plain: the name in plain words, where the title is an abbreviation.
    """

    key: str
    title: str
    idea: str
    make: Callable[[ArrayLike], MeanPlan]
    plain: str = ""

    @property
    def named(self) -> str:
        return f"{self.plain} ({self.title})" if self.plain else self.title


METHODS: dict[str, Method] = {
    method.key: method
    for method in (
        Method(
            "adpm",
            "ADPM",
            (
                "Weights grow with ε up to one level: the weighted noisy mean with the smallest "
                "error in the worst case."
            ),
            adpm,
            "Saturated weights",
        ),
        Method(
            "proportional",
            "PropDPM",
            ("Weights grow in proportion to ε, without a limit."),
            proportional,
            "Proportional weights",
        ),
        Method(
            "threshold",
            "Threshold",
            "The most private people are left out; the rest have equal weight.",
            threshold,
            "Best single level",
        ),
        Method(
            "fme",
            "FME",
            "An earlier rule (Fallah and others): weights also stop growing, at another level.",
            fme,
            "Earlier rule",
        ),
        Method(
            "sampling",
            "Sampling",
            "People are sampled at random, the more private ones less often, as published.",
            sampling,
        ),
        Method(
            "uniform",
            "Strictest ε for all",
            "Everyone gets the ε of the most private person.",
            uniform,
        ),
        Method(
            "local",
            "Local",
            "No trusted curator: every person sends one of two answers, drawn by chance.",
            local,
            "Local, two answers",
        ),
        Method(
            "ldpe",
            "LDPE",
            "No trusted curator: every person adds Laplace noise, as published.",
            ldpe,
            "Local Laplace",
        ),
    )
}
"""ADPM and the others."""


def plan(method: str, epsilon: ArrayLike) -> MeanPlan:
    """Return the plan of a method, a key of `METHODS`, for levels > 0; infinity means public.

    Raises:
        InvalidInput: unknown method, or bad levels.

    >>> plan("uniform", [0.5, 2.0]).privacy_given
    array([0.5, 0.5])
    """
    return METHODS[validate.choice(method, METHODS, "method")].make(epsilon)
