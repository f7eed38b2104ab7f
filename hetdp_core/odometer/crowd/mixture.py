"""The population's law from whole transcripts: nonparametric maximum likelihood (NPMLE).

Model.  Each person's value x is drawn from a law p on V known values; given x, the accepted
questions are answered independently of each other.  A person's transcript h holds the answers and
which questions were refused.

The filter is ignorable.  Whether question k is accepted is a function of the questions, the budget
and the earlier answers, all of them in h.  So the chance of a transcript given x is

    prod over k of P(accept or refuse k | earlier part of h) * prod over accepted k of P_k(y_k | x),

whose first factor is 0 or 1 and the same for every x.  The likelihood of p,

    l(p) = mean over people of log( sum over x of p_x P(answers | x) ),

is therefore that of the answers alone, although who still answers depends on the answers (Rubin
1976, "Inference and missing data": missing at random).

This fails where a person or a filter decides by anything outside the transcript, such as the value
itself, a mood that goes with it, or other people's answers.  It also fails where budgets go with
values: then estimate each group of one budget by itself.  Means of answers that were counted
selectively (the last question's, people's own means, all pooled) are biased in any case.

Kiefer and Wolfowitz 1956; Laird 1978; the gap by directional derivatives: Lindsay 1983.
"""

from __future__ import annotations

import numpy as np

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

GAP = 1e-5
"""Mean log-likelihood per person that may be left to gain."""

MOST_STEPS = 20_000

_SAME = 10
"""Decimals of log-likelihoods: people who agree in them count as one transcript, several times."""

_LONGER = 1.1
"""By what a step is stretched after each one that gained."""


@result
class Mixture:
    """A law that (nearly) maximises the likelihood.

    Attributes:
        law: (V,) chances, sum 1.
        log_likelihood: mean over people, up to what each likelihood was divided by.
        gap: certified: no law has a mean log-likelihood larger by more.
        steps: of EM.
    """

    law: FloatArray
    log_likelihood: float
    gap: float
    steps: int


@result
class Kinds:
    """Transcripts that differ, and how many people have each.

    Attributes:
        likelihoods: (V, U) of each, divided by its largest.
        counts: (U,) people, sum n.
    """

    likelihoods: FloatArray
    counts: FloatArray


def kinds_of(log_likelihoods: FloatArray) -> Kinds:
    """Gather (V, n) log-likelihoods that agree to `_SAME` decimals."""
    shifted = log_likelihoods - np.max(log_likelihoods, axis=0)
    rounded = np.round(shifted, _SAME)
    order = np.lexsort(rounded)
    differs = np.any(np.diff(rounded[:, order], axis=1) != 0.0, axis=0)
    first = np.flatnonzero(np.append(True, differs))
    counts = np.diff(np.append(first, order.size)).astype(np.float64)
    return Kinds(np.exp(shifted[:, order[first]]), counts)


def fit(kinds: Kinds, gap: float = GAP, most_steps: int = MOST_STEPS) -> Mixture:
    """Maximise the likelihood over all laws, by EM from the uniform one.

    A step multiplies p_x by D_x(p) = mean over people of P(h|x)/sum over z of p_z P(h|z), and the
    likelihood never falls.  It multiplies by a power of D_x where that does not lower the
    likelihood either (Salakhutdinov and Roweis 2003).  The likelihood is concave in p with gradient
    D(p), and sum over x of p_x D_x = 1.  So max over x of D_x - 1 bounds the gain of any law.  When
    that is at most `gap`, EM ends.

    Args:
        kinds: transcripts, at least one person.
        gap: > 0.
        most_steps: at most so many; the gap is certified wherever EM ends.

    Raises:
        InvalidInput: nobody, or another rule is broken.

    >>> from_two = Kinds(np.array([[1.0, 0.0], [0.0, 1.0]]), np.array([30.0, 10.0]))
    >>> fit(from_two).law.round(6)
    array([0.75, 0.25])
    """
    validate.positive(gap, "gap")
    validate.count(most_steps, 1, None, "most steps")
    people, points = float(np.sum(kinds.counts)), len(kinds.likelihoods)
    if not people > 0.0:
        raise InvalidInput("people", "must be at least one", people)
    law, shares, stretch = np.full(points, 1.0 / points), kinds.counts / people, 1.0
    chances = law @ kinds.likelihoods
    for steps in range(1, most_steps + 1):
        slopes = kinds.likelihoods @ (shares / chances)
        left = max(float(np.max(slopes)) - 1.0, 0.0)
        if left <= gap or steps == most_steps:
            break
        longer = law * slopes**stretch
        longer /= np.sum(longer)
        then = longer @ kinds.likelihoods
        if stretch > 1.0 and float(shares @ np.log(then / chances)) < 0.0:
            longer, stretch = law * slopes, 1.0
            then = longer @ kinds.likelihoods
        law, chances, stretch = longer, then, _LONGER * stretch
    return Mixture(law, float(shares @ np.log(chances)), left, steps)


def bootstrap_means(
    kinds: Kinds, values: FloatArray, fitted: Mixture, draws: int, rng: np.random.Generator
) -> FloatArray:
    """Return (B,) means of the laws fitted to people drawn again from these, with replacement.

    All draws run at once, each with as many steps of EM from the fitted law as that took, at most
    `_AGAIN`.  A law found in this way is near its maximum; how near is not certified.  With fewer
    steps the means spread too little.
    """
    people = int(np.sum(kinds.counts))
    shares = rng.multinomial(people, kinds.counts / people, size=draws) / people
    laws = np.tile(np.maximum(fitted.law, 1e-9), (draws, 1))
    for _ in range(min(fitted.steps, _AGAIN)):
        laws *= (shares / (laws @ kinds.likelihoods)) @ kinds.likelihoods.T
    return np.asarray(laws @ values / np.sum(laws, axis=1))


_AGAIN = 1_000
