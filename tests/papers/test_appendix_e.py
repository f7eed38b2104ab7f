"""Appendix E of the accounting paper, on the search alone: all 16 outcomes of four regressions.

Every printed loss is too high (Erratum 5).
"""

import itertools
import json
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize

from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.examples import HEALTH, PRINTED
from hetdp_core.odometer.search import extremum
from hetdp_core.odometer.search.terms import Terms
from tests.cases import first_and_in_studies

TARGETS = json.loads((Path(__file__).parent / "filter_targets.json").read_text(encoding="utf-8"))
OUTCOMES = list(itertools.product((False, True), repeat=4))


def health_terms(outputs, epsilon=1.0):
    """The four answers about one record; True for disease, or 12 hours of sleep."""
    return Terms(
        slope=HEALTH.slope,
        intercept=HEALTH.intercept,
        kind=HEALTH.kind,
        epsilon=np.full(4, epsilon),
        low=HEALTH.low,
        high=HEALTH.high,
        output=np.asarray(outputs),
    )


def extrema(outputs, **options):
    box = Box(HEALTH.record_low, HEALTH.record_high, HEALTH.record_integer)
    return [
        extremum(health_terms(outputs), box, sense=sense, **options) for sense in ("max", "min")
    ]


@pytest.mark.parametrize("row", TARGETS["appendixE"], ids=lambda row: str(row["y"]))
def test_certified_losses_of_half_the_rows(row):
    gap = 1e-5
    most, least = extrema(np.array(row["y"]) > 0, gap=gap)
    known = row["upper"] - row["loss"]
    assert most.upper - least.lower == pytest.approx(row["loss"], abs=2 * gap + known)
    assert most.lower - least.upper <= row["upper"]
    terms = health_terms(np.array(row["y"]) > 0)
    assert terms.log_likelihood(np.array(row["argmax"])) == pytest.approx(most.lower, abs=gap)
    assert terms.log_likelihood(np.array(row["argmin"])) == pytest.approx(least.upper, abs=gap)


@pytest.mark.parametrize("outputs", OUTCOMES, ids=str)
def test_each_printed_loss_is_too_high_by_a_tenth_to_three_twentieths(outputs):
    most, least = extrema(outputs, gap=1e-4)
    assert most.closed
    assert least.closed
    printed = PRINTED[outputs]
    assert most.upper - least.lower < printed - 0.0995
    assert printed <= most.lower - least.upper + 0.15


def local_optimum(terms, start, sign):
    """With sex fixed."""
    bounds = [(10, 100), (start[1], start[1]), (50, 200), (10, 50)]

    def value(x):
        return sign * float(terms.log_likelihood(x))

    return minimize(value, start, bounds=bounds).fun


@pytest.mark.parametrize("outputs", first_and_in_studies([(one,) for one in OUTCOMES[::5]]))
def test_local_searches_stay_within_the_bounds_and_come_near(outputs):
    rng = np.random.default_rng(0)
    terms = health_terms(outputs)
    most, least = extrema(outputs)
    starts = rng.uniform(HEALTH.record_low, HEALTH.record_high, (30, 4))
    starts[:, 1] = np.arange(30) % 2
    highest = max(-local_optimum(terms, start, -1.0) for start in starts)
    lowest = min(local_optimum(terms, start, 1.0) for start in starts)
    assert most.lower - 0.01 <= highest <= most.upper
    assert least.lower <= lowest <= least.upper + 0.01


def test_the_regressions_as_printed():
    assert HEALTH.slope.shape == (4, 4)
    np.testing.assert_array_equal(np.sum(HEALTH.slope == 0, axis=1), [1, 1, 1, 1])
    half = health_terms([True] * 4, epsilon=0.5)
    np.testing.assert_array_equal(half.epsilon, 0.5)
    with pytest.raises(ValueError, match="output"):
        health_terms([True] * 3)
