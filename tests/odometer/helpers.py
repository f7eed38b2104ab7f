"""What the tests of this room share: random queries, dense grids, and their losses."""

import itertools

import numpy as np
from hypothesis import strategies as st

from hetdp_core import odometer

LEVEL = st.sampled_from([0.01, 0.3, 1.0, 1.0, 2.5, 6.0])

CHECKUP_WIDTH = 2.5e-4
"""A little more than twice 1e-4: so closely either extremum of the check-up is certified."""


def box(dimension, low=-1.0, high=1.0):
    return np.full(dimension, low), np.full(dimension, high)


def linear_query(coefficients, epsilon=1.0):
    """As in section 6.1: the last coefficient is the intercept, all divided by their L1 norm."""
    scaled = np.asarray(coefficients, dtype=float) / np.sum(np.abs(coefficients))
    return odometer.LinearQuery(scaled[:-1], scaled[-1], -1.0, 1.0, epsilon)


def random_linear(rng, dimension, epsilon=1.0):
    return linear_query(rng.uniform(-1, 1, dimension + 1), epsilon)


def dense_grid(dimension, points=41, low=-1.0, high=1.0):
    """(N, d) all points of a regular grid, both ends included."""
    axis = np.linspace(low, high, points)
    return np.array(list(itertools.product(axis, repeat=dimension)))


def log_likelihood(queries, outputs, x):
    pairs = zip(queries, outputs, strict=True)
    return sum(query.log_likelihood(x, output) for query, output in pairs)


def loss_on(points, queries, outputs):
    """Realised loss if the record is one of these points."""
    return np.ptp(log_likelihood(queries, outputs, points))


@st.composite
def linear_transcripts(draw, most_dimensions=2, most_queries=8):
    """(dimension, queries, outputs): often tied or contradictory, some slopes zero."""
    d = draw(st.integers(1, most_dimensions))
    rounded = st.floats(-1, 1).map(lambda value: round(value, 6))
    number = st.sampled_from([-1.0, -0.5, 0.0, 0.25, 1.0]) | rounded
    numbers = st.lists(number, min_size=d + 1, max_size=d + 1)
    sloped = numbers.filter(lambda row: np.sum(np.abs(row[:-1])) > 1e-3)
    rows = draw(st.lists(sloped, min_size=1, max_size=4))
    pool = [linear_query(row, draw(LEVEL)) for row in rows]
    queries = draw(st.lists(st.sampled_from(pool), min_size=1, max_size=most_queries))
    outputs = draw(st.lists(st.booleans(), min_size=len(queries), max_size=len(queries)))
    return d, queries, outputs


def exact_likelihood(history, size):
    """Chance of a history of answers for each element of a finite domain."""
    product = np.ones(size)
    for query, output in history:
        p = query.probability_high(np.arange(size))
        product *= p if output else 1 - p
    return product
