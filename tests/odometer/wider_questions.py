"""Questions with k levels, with Gaussian noise, and the paper's, drawn for tests."""

import numpy as np
from hypothesis import strategies as st

from hetdp_core import odometer

DIMENSIONS = st.integers(1, 3)


def scaled(rng, dimension):
    """Slopes and intercept whose results stay in [-1, 1] on [-1, 1]^d."""
    row = rng.uniform(-1, 1, dimension + 1)
    return row / np.sum(np.abs(row))


def levels_query(rng, dimension, epsilon=1.0, levels=3):
    row = scaled(rng, dimension)
    return odometer.LevelsQuery(row[:-1], row[-1], -1.0, 1.0, epsilon, levels)


def gaussian_query(rng, dimension, scale=1.0):
    row = scaled(rng, dimension)
    return odometer.GaussianQuery(row[:-1], row[-1], -1.0, 1.0, scale)


def linear_query(rng, dimension, epsilon=1.0):
    row = scaled(rng, dimension)
    return odometer.LinearQuery(row[:-1], row[-1], -1.0, 1.0, epsilon)


def asked(rng, dimension, kinds):
    """Queries of these kinds, answered by a record in the box."""
    record = rng.uniform(-1, 1, dimension)
    queries = [
        {
            "levels": lambda: levels_query(rng, dimension, levels=int(rng.integers(2, 6))),
            "gaussian": lambda: gaussian_query(rng, dimension, float(rng.uniform(0.3, 3))),
            "linear": lambda: linear_query(rng, dimension),
            "logistic": lambda: odometer.LogisticQuery(rng.uniform(-2, 2, dimension), 0.3, 1.0),
        }[kind]()
        for kind in kinds
    ]
    return queries, [query.draw(record, rng=rng)[()] for query in queries]


def log_likelihood_of(queries, outputs, points):
    pairs = zip(queries, outputs, strict=True)
    return sum(query.log_likelihood(points, output) for query, output in pairs)
