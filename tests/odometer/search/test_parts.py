"""Cutting a node in two and narrowing the parts loses no record that matters."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.odometer.search import branching
from hetdp_core.odometer.search.interior_point import dual_bound
from hetdp_core.odometer.search.problem import as_maximum
from hetdp_core.odometer.search.profiles import exact_envelope
from tests.odometer.search.helpers import random_case
from tests.tolerance import LONG_FORMULA

senses = st.sampled_from(["max", "min"])
seeds = st.integers(0, 2**32 - 1)


def problem_and_records(seed, sense):
    """A problem with at least one term, and records with the least slacks that fit."""
    while True:
        case = random_case(seed, most_dimensions=3, levels=[0.3, 1.0, 3.0])
        if case.terms.size:
            break
        seed += 1
    problem = as_maximum(case.terms, case.box, sense)
    x = case.grid(300)
    beyond = np.maximum(problem.results(x) - problem.profile.cap, 0.0)
    reach = -problem.matrix[:, problem.dimension :]
    owner = np.argmax(reach, axis=0)
    slack = beyond[:, owner] / reach[owner, np.arange(owner.size)]
    return problem, x, np.hstack([x, np.clip(slack, 0.0, 1.0)])


def holds(problem, nodes, x):
    """(N, n) which node holds which point, up to rounding."""
    t = (x @ problem.matrix.T + problem.offset)[None]
    width = 1e-12 * (1.0 + np.abs(x))[None]
    reach = 1e-12 * problem.reach
    inside = np.all((x >= nodes.low[:, None] - width) & (x <= nodes.high[:, None] + width), axis=2)
    fits = (t >= nodes.left[:, None] - reach) & (t <= nodes.right[:, None] + reach)
    return inside & np.all(fits, axis=2)


@given(seeds, senses)
def test_after_cuts_and_narrowing_some_part_still_holds_each_record(seed, sense):
    problem, _, x = problem_and_records(seed, sense)
    rng = np.random.default_rng(seed)
    nodes = branching.root(problem)
    for _ in range(4):
        point = rng.uniform(nodes.low, nodes.high)
        result = point @ problem.matrix.T + problem.offset
        gap = rng.random(result.shape)
        parts = branching.cut(problem, nodes, point, result, gap)
        assert len(parts) == 2 * len(nodes)
        nodes = branching.narrowed(problem, parts)
        assert np.all(np.any(holds(problem, nodes, x), axis=0))
        assert np.all(nodes.left < nodes.right)
        assert np.all(nodes.low <= nodes.high)
        whole = problem.integer
        assert np.all(nodes.low[:, whole] == np.round(nodes.low[:, whole]))


@given(seeds, senses)
def test_what_slopes_exclude_is_not_worth_keeping(seed, sense):
    problem, records, x = problem_and_records(seed, sense)
    rng = np.random.default_rng(seed)
    root = branching.root(problem)
    value = problem.value(records)
    envelope = exact_envelope(problem.profile, root.left, root.right)
    slope = envelope.derivatives((root.left + root.right) / 2)[0]
    for _ in range(10):
        slopes = slope * rng.uniform(0, 2, slope.shape)
        width = (root.high - root.low)[:, None]
        offset = root.low @ problem.matrix.T + problem.offset
        dual = dual_bound(envelope, problem.matrix * width, offset, problem.reach, slopes)
        worth = np.quantile(value, 0.8)
        left = branching.drop_what_slopes_exclude(problem, root, slopes, dual, worth)
        kept = np.all((x >= left.low - 1e-9) & (x <= left.high + 1e-9), axis=1)
        assert np.all(value[~kept] <= worth + 1e-9 * (1 + abs(worth)))


@pytest.mark.parametrize("sense", ["max", "min"])
def test_the_problem_is_the_log_likelihood_up_to_its_sign(sense):
    for seed in range(40):
        case = random_case(seed)
        problem = as_maximum(case.terms, case.box, sense)
        x = case.grid(50)
        value = problem.value(x) + problem.constant
        truth = case.terms.log_likelihood(x)
        sign = 1.0 if sense == "max" else -1.0
        np.testing.assert_allclose(value, sign * truth, rtol=LONG_FORMULA, atol=LONG_FORMULA)
