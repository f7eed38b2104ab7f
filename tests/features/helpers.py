"""What the tests of this room share: awkward demands, and averages held to four standard errors."""

import numpy as np
from hypothesis import strategies as st
from scipy.special import expit

LEVEL = st.floats(min_value=-4.0, max_value=1.6).map(lambda exponent: 10.0**exponent)
CORRELATION = st.one_of(
    st.sampled_from([0.0, 1.0, 0.5]),
    st.floats(0.0, 1.0),
    st.floats(-12.0, 0.0).map(lambda exponent: 10.0**exponent),
)


@st.composite
def demands(draw, max_features=12):
    """(delta, epsilon, q): often tied, many orders apart, sometimes without a level of its own."""
    pool = draw(st.lists(st.one_of(LEVEL, st.just(np.inf)), min_size=1, max_size=5))
    delta = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=max_features))
    d = len(delta)
    q = draw(st.one_of(CORRELATION, st.lists(CORRELATION, min_size=d, max_size=d)))
    return np.array(delta), draw(LEVEL), q


def assert_average(samples, expected, slack=1e-12):
    """The average over the first axis lies within four standard errors of what is expected."""
    samples = np.asarray(samples, dtype=float)
    error = np.std(samples, axis=0, ddof=1) / np.sqrt(len(samples))
    distance = np.abs(np.mean(samples, axis=0) - expected)
    assert np.all(distance <= 4.0 * error + slack * (1.0 + np.abs(expected))), (
        f"{np.max(distance / np.maximum(error, 1e-300)):.2f} standard errors"
    )


def total_of(variance):
    """What the optimised rule minimises."""
    return float(np.sum(np.minimum(variance, 1.0)))


def report_density(z, v, alpha, radius):
    """Density of a report at z, relative to the uniform law on its sphere.

    1 + tanh(alpha/2) |v|/r on the half of the sphere with zᵀv > 0 and 1 - tanh(alpha/2) |v|/r on
    the other; written so that a tiny chance keeps its digits.
    """
    points, inputs = np.asarray(z, dtype=float), np.asarray(v, dtype=float)
    share = np.minimum(np.linalg.norm(inputs, axis=-1) / radius, 1.0)
    share = np.where(share > 1.0 - 1e-12, 1.0, share)
    away = (1.0 - share) + 2.0 * share * expit(-alpha)
    toward = 2.0 - away
    return np.where(np.sum(points * inputs, axis=-1) >= 0.0, toward, away)


def copied_prior(d, q):
    """(2, ..., 2) table of the prior (60): all bits copy one fair bit with chance q.

    Otherwise they are independent fair bits.  Its total-variation bound is q for every i.
    """
    table = np.full((2,) * d, (1.0 - q) / 2.0**d)
    table[(0,) * d] += q / 2.0
    table[(1,) * d] += q / 2.0
    return table
