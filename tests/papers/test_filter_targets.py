"""Certified values for the accounting paper: its examples, its streams, and its Appendix E."""

import json
from pathlib import Path

import numpy as np
import pytest
from scipy.optimize import minimize

from hetdp_core import odometer
from hetdp_core.odometer import examples
from hetdp_core.odometer.streams.stream import count_accepted
from tests.cases import first_and_in_studies
from tests.odometer.helpers import CHECKUP_WIDTH, box, linear_query, log_likelihood
from tests.tolerance import CERTIFIED, ROUNDING, half_a_unit

TARGETS = json.loads((Path(__file__).parent / "filter_targets.json").read_text(encoding="utf-8"))


def test_the_running_example_step_by_step():
    queries, outputs = [], []
    for row in TARGETS["example"]:
        queries.append(examples.running_query(row["k"]))
        outputs.append(bool(row["y"]))
        loss = odometer.realized_loss(queries, outputs, examples.RUNNING_DOMAIN)
        assert np.exp(loss.upper) == pytest.approx(row["ratio"], abs=ROUNDING)
        likelihood = np.exp(odometer.likelihood_on(examples.RUNNING_DOMAIN, queries, outputs))
        np.testing.assert_allclose(likelihood, row["likelihood"], rtol=0, atol=half_a_unit(6))
        guard = odometer.BayesianFilter(9.0, examples.RUNNING_DOMAIN)
        for query, output in zip(queries, outputs, strict=True):
            guard.record(query, output)
        worst = guard.decide(examples.running_query(row["k"] + 1)).worst
        assert np.exp(worst) == pytest.approx(row["worst_next_ratio"], abs=ROUNDING)


@pytest.mark.parametrize("case", TARGETS["linear"], ids=lambda case: f"{len(case['y'])} queries")
def test_linear_queries_have_the_certified_extrema(case):
    queries = [linear_query(k, case["eps"]) for k in case["k_raw"]]
    loss = odometer.realized_loss(queries, [bool(y) for y in case["y"]], box(9))
    for ends, value, close in (
        (loss.maximum, case["max"], CERTIFIED),
        (loss.minimum, case["min"], ROUNDING),
    ):
        assert (ends.lower, ends.upper) == pytest.approx((value, value), abs=close)
    assert loss.lower - 1e-9 <= case["loss"] <= loss.upper + 1e-9
    assert loss.width < 1e-8


@pytest.fixture(scope="module")
def linear_streams():
    """Section 6.1: what 50 runs at budget 10 accept at half of it, and in all."""
    traces = [odometer.run_stream(odometer.StreamScenario(run=run)) for run in range(50)]
    counts = [trace.accepted_at(np.array([5.0, 10.0]), 1.0) for trace in traces]
    return {name: np.median([at[name] for at in counts], axis=0) for name in counts[0]}


@pytest.mark.slow
def test_section_6_1_over_50_runs(linear_streams):
    """The paper, with groups of 10, prints 47 for the full filter."""
    assert linear_streams["basic"][1] == 10
    assert 95 <= linear_streams["simplified"][1] <= 125
    assert 105 <= linear_streams["bayesian"][1] <= 140


@pytest.mark.slow
def test_twice_the_budget_accepts_more_than_twice_the_queries(linear_streams):
    """The loss of random queries grows like the root of their number, not in proportion."""
    half, full = linear_streams["bayesian"]
    assert 2.5 < full / half < 6.0


@pytest.mark.parametrize("case", TARGETS["logistic"], ids=lambda case: f"{len(case['y'])} queries")
def test_logistic_queries_meet_the_certified_intervals(case):
    queries = [odometer.LogisticQuery(k[:-1], k[-1], epsilon=case["eps"]) for k in case["k"]]
    loss = odometer.realized_loss(queries, [bool(y) for y in case["y"]], box(9))
    for found, certified in (
        (loss.maximum, case["max"]),
        (loss.minimum, case["min"]),
        (loss, case["loss"]),
    ):
        assert found.lower <= certified[1] + 1e-9
        assert found.upper >= certified[0] - 1e-9
    assert loss.width <= 2e-3 + 1e-9


@pytest.mark.parametrize("case", TARGETS["appendixE"], ids=lambda case: str(case["y"]))
def test_appendix_e_to_the_certified_losses(case):
    row = examples.outcome(tuple(bool(y) for y in case["y"]))
    assert row.printed == case["printed"]
    assert row.loss.lower - 1e-6 <= case["upper"]
    assert row.loss.upper + 1e-6 >= case["loss"]
    assert row.loss.upper == pytest.approx(case["loss"], abs=CHECKUP_WIDTH)
    assert case["loss"] <= case["printed"] <= case["loss"] + 0.15


def logistic_streams(effort, runs):
    return [
        count_accepted(
            odometer.StreamScenario(kind="logistic", effort=effort, look_ahead=False, run=run)
        )["bayesian"]
        for run in range(runs)
    ]


@pytest.mark.slow
def test_section_6_2_over_50_runs():
    """Groups of 10, as the paper; then all queries at once on the first ten streams."""
    groups = logistic_streams(odometer.GROUPS_ONLY, 50)
    assert 18 <= np.median(groups) <= 24
    joint = logistic_streams(odometer.SearchEffort(), 10)
    assert np.median(joint) > np.median(groups[:10]) + 3


@pytest.mark.parametrize("outputs", examples.PRINTED, ids=str)
def test_each_printed_loss_is_too_high_by_a_tenth_to_three_twentieths(outputs):
    loss = examples.outcome(outputs).loss
    assert loss.upper < examples.PRINTED[outputs] - 0.0995
    assert examples.PRINTED[outputs] <= loss.lower + 0.15


def local_optimum(outputs, start, sign):
    """With sex fixed."""
    bounds = [(10, 100), (start[1], start[1]), (50, 200), (10, 50)]

    def value(x):
        return sign * float(log_likelihood(examples.checkup_queries(), outputs, x))

    return minimize(value, start, bounds=bounds).fun


@pytest.mark.parametrize(
    "outputs", first_and_in_studies([(one,) for one in list(examples.PRINTED)[::5]])
)
def test_local_searches_stay_within_the_bounds_and_come_near(outputs):
    rng, loss = np.random.default_rng(0), examples.outcome(outputs).loss
    starts = rng.uniform(examples.checkup_domain().low, examples.checkup_domain().high, (30, 4))
    starts[:, 1] = np.arange(30) % 2
    highest = max(-local_optimum(outputs, start, -1.0) for start in starts)
    lowest = min(local_optimum(outputs, start, 1.0) for start in starts)
    assert loss.maximum.lower - 0.01 <= highest <= loss.maximum.upper
    assert loss.minimum.lower <= lowest <= loss.minimum.upper + 0.01
