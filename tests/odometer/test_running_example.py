"""The paper's running example to its printed digits."""

import numpy as np
import pytest

from hetdp_core import odometer
from hetdp_core.odometer.paper.examples import (
    RUNNING_BUDGET,
    RUNNING_DOMAIN,
    RUNNING_LEVEL,
    RUNNING_OUTPUTS,
    RUNNING_RATIOS,
    running_query,
)
from tests.tolerance import ROUNDING


def test_example_3_to_the_printed_digits():
    guard = odometer.BayesianFilter(RUNNING_BUDGET, RUNNING_DOMAIN)
    for power, (output, ratio) in enumerate(
        zip(RUNNING_OUTPUTS, RUNNING_RATIOS, strict=True), start=1
    ):
        guard.record(running_query(power), output)
        assert round(np.exp(guard.odometer.loss), 2) == ratio
    for power in range(5, 12):
        assert not guard.accepts(running_query(power))
    assert guard.odometer.remaining == pytest.approx(0.0, abs=ROUNDING)


def test_in_example_3_basic_composition_accepts_two_queries_and_the_others_four():
    counts = {}
    for guard in (
        odometer.BasicFilter(RUNNING_BUDGET),
        odometer.SimplifiedFilter(RUNNING_BUDGET, RUNNING_DOMAIN),
        odometer.BayesianFilter(RUNNING_BUDGET, RUNNING_DOMAIN),
    ):
        for power, output in enumerate(RUNNING_OUTPUTS, start=1):
            if guard.accepts(running_query(power)):
                guard.record(running_query(power), output)
        counts[type(guard).__name__] = len(guard.history)
    assert counts == {"BasicFilter": 2, "SimplifiedFilter": 4, "BayesianFilter": 4}


def test_example_2_the_likelihoods_and_the_ratio():
    outputs = (True, False, True)
    queries = [running_query(power) for power in (1, 2, 3)]
    likelihood = np.exp(odometer.likelihood_on(RUNNING_DOMAIN, queries, outputs))
    assert round(likelihood[0], 3) == 0.096
    assert round(likelihood[10], 3) == 0.144
    assert round(likelihood[1], 3) == 0.101
    loss = odometer.realized_loss(queries, outputs, RUNNING_DOMAIN)
    assert np.exp(loss.upper) == pytest.approx(1.5)
    assert (loss.least_likely, loss.most_likely) == (0, 10)


def test_each_query_of_the_example_has_the_level_log_1_5():
    for power in range(1, 8):
        assert running_query(power).epsilon == pytest.approx(RUNNING_LEVEL, abs=ROUNDING)
