"""Realised loss of queries that are not linear: intervals against grids, groups, and budgets."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.optimize import minimize

from hetdp_core import odometer
from hetdp_core.odometer.transcripts.realised import transcript
from tests.cases import first_and_in_studies
from tests.odometer.helpers import LEVEL, box, dense_grid, log_likelihood, loss_on, random_linear
from tests.tolerance import CERTIFIED

KINDS = ["linear", "truncated", "logistic"]


def random_query(rng, kind, dimension, epsilon=1.0, scale=1.0):
    if kind == "linear":
        return random_linear(rng, dimension, epsilon)
    slope, intercept = rng.uniform(-scale, scale, dimension), rng.uniform(-scale, scale)
    if kind == "truncated":
        return odometer.TruncatedLinearQuery(slope, intercept, -1.0, 1.0, epsilon)
    return odometer.LogisticQuery(slope, intercept, epsilon=epsilon)


def random_answers(seed, dimension, count, kinds=KINDS, epsilon=1.0, scale=3.0):
    rng = np.random.default_rng(seed)
    made = [
        random_query(rng, str(rng.choice(kinds)), dimension, epsilon, scale) for _ in range(count)
    ]
    return made, rng.random(count) < 0.5


@given(
    st.integers(0, 10**6),
    st.integers(1, 2),
    st.integers(1, 8),
    LEVEL,
    st.sampled_from([0.5, 3.0, 30.0]),
    st.sampled_from([1, 3, 10]),
)
def test_no_point_of_a_dense_grid_beats_the_bounds_and_the_lower_end_is_attained(
    seed, d, count, epsilon, scale, group_size
):
    queries, outputs = random_answers(seed, d, count, epsilon=epsilon, scale=scale)
    loss = odometer.realized_loss(queries, outputs, box(d), group_size=group_size)
    assert loss_on(dense_grid(d, 201 if d == 1 else 41), queries, outputs) <= loss.upper + 1e-12
    ends = np.array([loss.maximum.point, loss.minimum.point])
    assert np.all(np.abs(ends) <= 1)
    assert loss_on(ends, queries, outputs) >= loss.lower - 1e-9
    assert 0 <= loss.lower <= loss.upper <= count * epsilon * (1 + 1e-12)
    assert loss.width <= 2 * 1e-3 + 1e-8 * np.exp(epsilon)


@pytest.mark.parametrize("seed", range(4))
def test_integer_coordinates_take_whole_values_only(seed):
    """Against the enumeration of the integer ones and a fine grid of the other."""
    rng = np.random.default_rng(seed)
    domain = odometer.Box([0.0, -1.0, 0.0], [1.0, 1.0, 3.0], integer=[True, False, True])
    queries, outputs = random_answers(seed, 3, 7, ["truncated", "logistic"])
    values = itertools.product([0.0, 1.0], np.linspace(-1, 1, 2001), [0.0, 1.0, 2.0, 3.0])
    points = np.array(list(values))
    loss = odometer.realized_loss(queries, outputs, domain)
    seen = loss_on(points, queries, outputs)
    assert seen <= loss.upper
    assert seen >= loss.lower - 0.02
    for point in (loss.maximum.point, loss.minimum.point):
        whole = np.asarray(point)[[0, 2]]
        assert np.all(whole == np.round(whole))
    linear = odometer.LinearQuery(rng.uniform(-0.2, 0.2, 3), 0.0, -1.0, 1.0, 1.0)
    alone = odometer.realized_loss([linear] * 3, [True, True, False], domain)
    exact = loss_on(points, [linear] * 3, [True, True, False])
    assert alone.lower - 1e-9 <= exact <= alone.upper + 1e-9


def local_loss(queries, outputs, dimension, starts, rng):
    """What an uncertified search from random starts finds."""

    def value(x, sign):
        return sign * float(log_likelihood(queries, outputs, x))

    bounds = [(-1.0, 1.0)] * dimension
    return -sum(
        min(
            minimize(value, start, (sign,), bounds=bounds).fun
            for start in rng.uniform(-1, 1, (starts, dimension))
        )
        for sign in (1.0, -1.0)
    )


@pytest.mark.parametrize("seed", first_and_in_studies([0, 2]))
def test_where_local_search_misses_the_loss_by_a_whole_query_the_filter_still_refuses(seed):
    """Plateaus of truncated queries: 25 random starts would have let the budget be exceeded."""
    d, rng = 6, np.random.default_rng(seed)
    queries = [random_query(rng, "truncated", d, scale=15.0) for _ in range(8)]
    outputs = rng.random(8) < 0.5
    loss = odometer.realized_loss(queries, outputs, box(d))
    local = local_loss(queries, outputs, d, 25, rng)
    assert local < loss.lower - 0.9
    ends = np.array([loss.maximum.point, loss.minimum.point])
    assert loss_on(ends, queries, outputs) >= loss.lower - 1e-9
    budget = loss.lower - 0.5
    assert local < budget
    for kind in (odometer.SimplifiedFilter, odometer.BayesianFilter):
        guard = kind(budget, box(d))
        for query, output in zip(queries, outputs, strict=True):
            if guard.accepts(query):
                guard.record(query, output)
        assert len(guard.history) < 8
        asked, seen = zip(*guard.history, strict=True)
        assert odometer.realized_loss(asked, seen, box(d)).lower <= budget


@pytest.mark.parametrize("kind", ["truncated", "logistic"])
@pytest.mark.parametrize("effort", [odometer.SearchEffort(), odometer.GROUPS_ONLY, None])
def test_no_effort_lets_a_filter_exceed_its_budget(kind, effort):
    """Even a single node a search: the bounds are wide, and the filter cautious."""
    effort = effort or odometer.SearchEffort(group_nodes=1, joint_nodes=1, decisive_nodes=1)
    rng, guard = np.random.default_rng(0), odometer.BayesianFilter(3.0, box(3), effort=effort)
    while guard.accepts(query := random_query(rng, kind, 3, scale=2.0)):
        decision = guard.decide(query)
        assert decision.accepted
        output = bool(rng.random() < 0.5)
        guard.record(query, output)
        assert guard.odometer.loss <= min(3.0, decision.after(output)[1] + 1e-9)
        assert guard.odometer.lower <= guard.odometer.loss
    asked, seen = zip(*guard.history, strict=True)
    assert len(asked) >= 3
    assert odometer.realized_loss(asked, seen, box(3)).lower <= 3.0
    assert loss_on(dense_grid(3, 15), asked, seen) <= guard.odometer.loss + 1e-9


def test_more_effort_never_loosens_the_bound_and_all_intervals_meet():
    queries, outputs = random_answers(1, 5, 16, ["logistic"], scale=2.0)
    efforts = [
        odometer.SearchEffort(only_groups=True, group_size=1),
        odometer.SearchEffort(only_groups=True, group_size=4),
        odometer.SearchEffort(joint_nodes=1),
        odometer.SearchEffort(joint_nodes=2_000, group_nodes=5_000),
    ]
    losses = [transcript(queries, outputs, box(5), effort).loss for effort in efforts]
    uppers = [loss.upper for loss in losses]
    assert uppers == sorted(uppers, reverse=True)
    assert uppers[-1] < uppers[1] - 0.1
    assert max(loss.lower for loss in losses) <= min(uppers) + 1e-9


@pytest.mark.parametrize("d", [3, 9])
def test_groups_of_linear_queries_add_up_what_each_group_loses_alone(d):
    """Appendix C on what is exact without groups: the bound is valid, and looser."""
    rng = np.random.default_rng(d)
    queries = [random_linear(rng, d) for _ in range(25)]
    outputs = rng.random(25) < 0.5
    answers = transcript(queries, outputs, box(d), odometer.GROUPS_ONLY)
    parts = [
        odometer.realized_loss(queries[i : i + 10], outputs[i : i + 10], box(d)).upper
        for i in (0, 10, 20)
    ]
    assert answers.loss.upper == pytest.approx(sum(parts), abs=3 * CERTIFIED)
    loss = odometer.realized_loss(queries, outputs, box(d))
    assert loss.upper < answers.loss.upper
    assert answers.loss.lower <= loss.upper


@pytest.mark.parametrize("d", [15, 20])
def test_above_fourteen_dimensions_linear_queries_are_bounded_by_search(d):
    rng = np.random.default_rng(d)
    queries = [random_linear(rng, d) for _ in range(4)]
    outputs = [True, False, True, True]
    loss = odometer.realized_loss(queries, outputs, box(d), max_nodes=2_000)
    assert loss_on(rng.choice([-1.0, 1.0], (4_000, d)), queries, outputs) <= loss.upper
    assert loss.maximum.upper - loss.maximum.lower <= 1e-8
    assert loss.width < 0.1
    ends = np.array([loss.maximum.point, loss.minimum.point])
    assert loss_on(ends, queries, outputs) >= loss.lower - 1e-9


@pytest.mark.parametrize("name", ["gap", "group_size", "group_nodes", "joint_nodes"])
def test_efforts_out_of_range_are_refused(name):
    for wrong in ({name: 0}, {"gap": np.nan}, {"decisive_nodes": -1}):
        with pytest.raises(ValueError, match=next(iter(wrong))):
            odometer.SearchEffort(**wrong)
