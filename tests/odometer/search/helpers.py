"""What the tests of the search share: random terms, boxes with awkward sides, dense grids."""

from collections.abc import Callable
from typing import NamedTuple

import numpy as np
from hypothesis import strategies as st

from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.search import LOGISTIC, TRUNCATED, Terms

LEVELS = [1e-6, 0.3, 1.0, 1.0, 3.0, 20.0]

terms_of: Callable[..., Terms] = Terms  # of anything that can become an array


def logistic(slope, intercept, output, epsilon=1.0):
    """m logistic queries from 0 to 1, all at one level."""
    m = len(slope)
    return terms_of(slope, intercept, [LOGISTIC] * m, [epsilon] * m, [0.0] * m, [1.0] * m, output)


def section_6_2(seed, queries=10, dimension=9):
    """Random queries as in the paper's logistic experiment, with random answers."""
    rng = np.random.default_rng(seed)
    coefficients = rng.uniform(-1, 1, (queries, dimension + 1))
    return logistic(coefficients[:, :-1], coefficients[:, -1], rng.integers(0, 2, queries))


def cube(dimension):
    return Box(-np.ones(dimension), np.ones(dimension))


class Case(NamedTuple):
    terms: Terms
    box: Box

    def grid(self, points=4001):
        """Dense, with all corners; whole numbers where asked; about so many records."""
        d = self.box.dimension
        each = int(points ** (1 / d)) + 1
        sides = zip(self.box.low, self.box.high, self.box.integer, strict=True)
        axes = [
            np.arange(low, high + 0.5) if is_integer else np.linspace(low, high, each)
            for low, high, is_integer in sides
        ]
        return np.stack(np.meshgrid(*axes, indexing="ij"), axis=-1).reshape(-1, d)


def random_case(seed, most_dimensions=2, most_terms=6, levels=LEVELS):
    """Any mixture of kinds; sometimes no slope, no width, whole numbers, saturated results."""
    rng = np.random.default_rng(seed)
    d, m = int(rng.integers(1, most_dimensions + 1)), int(rng.integers(0, most_terms + 1))
    scale = 10.0 ** rng.uniform(-3, rng.choice([1, 1, 3]))
    slope, intercept = rng.normal(size=(m, d)) * scale, rng.normal(size=m) * scale
    if m and rng.random() < 0.3:
        slope[rng.integers(m)] = 0.0
    low = rng.normal(size=d)
    high = low + 2.0 * rng.exponential(size=d) * (rng.random(d) > 0.1)
    integer = rng.random(d) < 0.2
    low = np.where(integer, np.floor(low), low)
    high = np.where(integer, low + rng.integers(0, 5, d), high)
    kind = rng.integers(0, 3, m)
    least = np.minimum(slope * low, slope * high).sum(axis=1) + intercept
    most = np.maximum(slope * low, slope * high).sum(axis=1) + intercept
    width = most - least
    inside = least + width * rng.uniform(-0.3, 0.5, m)
    bottom = np.where(kind == TRUNCATED, inside, least - 0.1 * width * rng.integers(0, 2, m))
    top = np.where(kind == TRUNCATED, inside + width * rng.uniform(0.1, 1, m), most) + 1e-3
    bottom, top = np.where(kind == LOGISTIC, 0.0, bottom), np.where(kind == LOGISTIC, 1.0, top)
    epsilon = rng.choice(levels, m)
    terms = Terms(slope, intercept, kind, epsilon, bottom, top, rng.random(m) < 0.5)
    return Case(terms, Box(low, high, integer))


def cases(**limits):
    """Hypothesis strategy of `random_case`."""
    return st.integers(0, 2**32 - 1).map(lambda seed: random_case(seed, **limits))
