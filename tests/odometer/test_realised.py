"""Realised loss where it is exact: finite domains, and linear queries on boxes."""

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import odometer
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.examples import coin_query
from hetdp_core.odometer.transcripts import cube
from hetdp_core.odometer.transcripts.cube import maximise_log_affine
from tests.odometer import helpers
from tests.tolerance import LAST_PLACES, LONG_FORMULA, ROUNDING, SEARCHED, UNMOVED, moved


@pytest.mark.parametrize("domain", [range(3), helpers.box(4), ([0.0], [0.0])])
def test_no_answer_tells_nothing(domain):
    loss = odometer.realized_loss([], [], domain)
    assert (loss.lower, loss.upper) == (0.0, 0.0)


CHANCE = st.floats(0.01, 0.99)


@given(st.lists(st.tuples(CHANCE, CHANCE, CHANCE, st.booleans()), min_size=1, max_size=6))
def test_on_a_finite_domain_the_loss_is_the_ratio_of_products(rows):
    tables, outputs = [row[:3] for row in rows], [row[3] for row in rows]
    products = np.prod(
        [t if out else 1 - np.array(t) for t, out in zip(np.array(tables), outputs, strict=True)],
        axis=0,
    )
    loss = odometer.realized_loss([odometer.TableQuery(t) for t in tables], outputs, range(3))
    exact = np.log(products.max() / products.min())
    assert loss.upper == pytest.approx(exact, abs=ROUNDING)
    assert loss.lower - LAST_PLACES <= exact <= loss.upper + LAST_PLACES
    assert products[loss.maximum.point] == pytest.approx(products.max())
    assert products[loss.minimum.point] == pytest.approx(products.min())


@given(helpers.linear_transcripts())
def test_no_point_of_a_dense_grid_beats_the_bounds_and_the_lower_end_is_attained(transcript):
    d, queries, outputs = transcript
    loss = odometer.realized_loss(queries, outputs, helpers.box(d))
    points = helpers.dense_grid(d, points=101 if d == 1 else 41)
    seen = helpers.loss_on(points, queries, outputs)
    assert seen <= loss.upper + 1e-12
    assert loss.width <= 2e-9 + 1e-14 * np.exp(max(q.epsilon for q in queries)) * len(queries)
    assert loss.upper <= sum(query.epsilon for query in queries)
    attained = helpers.loss_on(np.array([loss.maximum.point, loss.minimum.point]), queries, outputs)
    assert attained >= loss.lower - 1e-12
    steepest = sum(
        np.abs(query.slope).sum() * np.tanh(query.epsilon / 2) * (1 + np.exp(query.epsilon))
        for query in queries
    )
    assert seen >= loss.lower - 0.5 * np.ptp(points[:, 0]) / 40 * steepest


@pytest.mark.parametrize("d", [1, 3, 9, 14])
def test_the_minimum_is_the_least_of_all_vertices(d):
    rng = np.random.default_rng(d)
    queries = [helpers.random_linear(rng, d) for _ in range(12)]
    outputs = rng.random(12) < 0.5
    loss = odometer.realized_loss(queries, outputs, helpers.box(d))
    corners = 2.0 * ((np.arange(2**d)[:, None] >> np.arange(d)) & 1) - 1.0
    values = helpers.log_likelihood(queries, outputs, corners)
    assert loss.minimum.lower == pytest.approx(values.min(), abs=ROUNDING)
    np.testing.assert_allclose(loss.minimum.point, corners[np.argmin(values)])


@given(st.data())
def test_moving_and_scaling_the_box_moves_nothing_else(data):
    """x = centre + width z: the same queries in other units."""
    rng = np.random.default_rng(data.draw(st.integers(0, 1000)))
    epsilon = data.draw(helpers.LEVEL)
    centre, width = rng.uniform(-50, 50, 3), 10.0 ** rng.uniform(-2, 2, 3)
    queries = [helpers.random_linear(rng, 3, epsilon) for _ in range(5)]
    moved = [
        odometer.LinearQuery(
            q.slope / width, q.intercept - (q.slope / width) @ centre, -1.01, 1.01, epsilon
        )
        for q in queries
    ]
    same = [odometer.LinearQuery(q.slope, q.intercept, -1.01, 1.01, epsilon) for q in queries]
    outputs = rng.random(5) < 0.5
    first = odometer.realized_loss(same, outputs, helpers.box(3))
    second = odometer.realized_loss(moved, outputs, (centre - width, centre + width))
    known = first.width + second.width + LONG_FORMULA  # boxes lie up to 5,000 widths away
    assert second.upper == pytest.approx(first.upper, abs=known)


def test_a_box_of_one_point_has_nothing_to_lose():
    queries = [odometer.LinearQuery([0.5, 0.2], 0.0, -1.0, 1.0, 1.0)] * 12
    other = odometer.TruncatedLinearQuery([0.5, 0.2], 0.0, -1.0, 1.0, 1.0)
    for asked in (queries, [*queries, other]):  # exact, and in groups of ten
        loss = odometer.realized_loss(asked, [True] * len(asked), ([0.3, 0.3], [0.3, 0.3]))
        assert 0.0 <= loss.upper == pytest.approx(0.0, abs=LONG_FORMULA)


def test_a_coordinate_that_is_known_does_not_count():
    query = odometer.LinearQuery([0.4, 0.4], 0.0, -1.0, 1.0, 1.0)
    flat = odometer.realized_loss([query], [True], ([-1.0, 0.5], [1.0, 0.5]))
    alone = odometer.LinearQuery([0.4], 0.2, -1.0, 1.0, 1.0)
    line = odometer.realized_loss([alone], [True], ([-1.0], [1.0]))
    assert flat.upper == pytest.approx(line.upper, abs=ROUNDING)
    assert np.asarray(flat.maximum.point)[1] == 0.5


def test_a_thousand_queries_are_taken():
    rng = np.random.default_rng(0)
    queries = [helpers.random_linear(rng, 6) for _ in range(1000)]
    outputs = rng.random(1000) < 0.5
    loss = odometer.realized_loss(queries, outputs, helpers.box(6))
    assert loss.width < 1e-6
    assert loss.upper < 1000
    tables = [odometer.TableQuery([0.3, 0.6, 0.4])] * 1000
    assert odometer.realized_loss(tables, [True] * 500 + [False] * 500, range(3)).width < 1e-9


@pytest.mark.parametrize("outputs", [[True, False], [], [0.5], ["yes"], [None], [2]])
def test_outputs_that_do_not_fit_the_queries_are_refused(outputs):
    with pytest.raises(InvalidInput, match="output"):
        odometer.realized_loss([coin_query(1.0)], outputs, [0, 1])


def instance(seed, d, m, epsilon):
    """Chances of m random linear queries with random outputs."""
    rng = np.random.default_rng(seed)
    k = rng.uniform(-1, 1, (m, d + 1))
    k /= np.abs(k).sum(axis=1, keepdims=True)
    signed = k * rng.choice([-1.0, 1.0], (m, 1)) * np.tanh(epsilon / 2) / 2
    return signed[:, :d], 0.5 + signed[:, d]


def value(slopes, offsets, z):
    return np.sum(np.log(offsets + slopes @ z))


@pytest.mark.parametrize(("d", "m"), [(1, 1), (2, 5), (9, 4), (9, 60)])
def test_the_maximum_is_that_of_a_convex_program(d, m):
    slopes, offsets = instance(d + m, d, m, 2.0)
    z = cp.Variable(d)
    problem = cp.Problem(cp.Maximize(cp.sum(cp.log(offsets + slopes @ z))), [cp.abs(z) <= 1])
    problem.solve()
    maximum = maximise_log_affine(slopes, offsets, np.zeros(d))
    assert maximum.lower == pytest.approx(problem.value, abs=SEARCHED)
    assert maximum.closed


@given(
    st.integers(0, 10**6),
    st.integers(1, 10),
    st.integers(1, 120),
    st.sampled_from([1e-4, 0.1, 1.0, 8.0, 20.0, 30.0]),
)
def test_the_certificate_closes_and_holds_at_random_points_from_any_start(seed, d, m, epsilon):
    slopes, offsets = instance(seed, d, m, epsilon)
    rng = np.random.default_rng(seed)
    maximum = maximise_log_affine(slopes, offsets, rng.uniform(-1, 1, d))
    assert maximum.width <= 1e-9 * max(1.0, np.exp(epsilon - 15))
    assert np.all(np.abs(maximum.point) <= 1)
    assert value(slopes, offsets, maximum.point) == pytest.approx(maximum.lower, abs=LONG_FORMULA)
    others = [value(slopes, offsets, z) for z in rng.uniform(-1, 1, (50, d))]
    assert max(others) <= maximum.upper


def test_stopped_before_it_is_done_the_certificate_still_holds(monkeypatch):
    slopes, offsets = instance(3, 9, 80, 3.0)
    done = maximise_log_affine(slopes, offsets, np.zeros(9))
    monkeypatch.setattr(cube, "MOST_STEPS", 1)
    cut = maximise_log_affine(slopes, offsets, np.zeros(9))
    assert cut.width > 1e-6
    assert cut.lower <= done.lower <= cut.upper


@pytest.mark.parametrize("seed", range(6))
def test_vertices_that_were_not_followed_stay_in_the_interval(monkeypatch, seed):
    """Few beginnings are kept, so the least is missed: against all 2^15 vertices."""
    monkeypatch.setattr(cube, "_FOLLOWED", 3)
    rng, made = np.random.default_rng(seed), cube.Quadratic.none(15)
    for _ in range(30):
        made = made.minus_square(rng.normal(size=15) / 5, float(rng.normal()))
    least = cube.least_vertex(made)
    exact = float(np.min(made.at_vertices()))
    assert least.lower <= exact <= least.upper + LONG_FORMULA
    assert least.lower < least.upper  # it does not claim to have tried all


FINE = UNMOVED / 10
"""A search ends anywhere within its gap; a wider one hides what is asked here."""

KINDS = st.sampled_from(["linear", "truncated", "logistic"])


def queries(kind, table, epsilon):
    """Regressions of the same kind; the last column is the intercept."""
    if kind == "logistic":
        return [odometer.LogisticQuery(row[:-1], float(row[-1]), epsilon=epsilon) for row in table]
    made = odometer.LinearQuery if kind == "linear" else odometer.TruncatedLinearQuery
    return [made(row[:-1], float(row[-1]), -1.0, 1.0, epsilon) for row in table]


@given(
    kind=KINDS,
    dimension=st.integers(1, 4),
    count=st.integers(1, 7),
    epsilon=st.floats(0.05, 3.0),
    seed=st.integers(0, 2**32 - 1),
)
def test_a_moved_unit_in_the_last_place_moves_no_certified_loss(
    kind, dimension, count, epsilon, seed
):
    rng = np.random.default_rng(seed)
    table = rng.uniform(-1.0, 1.0, (count, dimension + 1))
    if kind == "linear":  # well inside its range, so that the moved one is too
        table *= 0.999 / np.sum(np.abs(table), axis=1, keepdims=True)
    outputs = rng.random(count) < 0.5
    plain = queries(kind, table, epsilon)
    other = queries(kind, moved(table, seed), float(moved(epsilon, seed)))
    first, second = (
        odometer.realized_loss(asked, outputs, helpers.box(dimension), gap=FINE)
        for asked in (plain, other)
    )
    assert second.interval == pytest.approx(first.interval, rel=UNMOVED, abs=UNMOVED)


@given(count=st.integers(1, 40), seed=st.integers(0, 2**32 - 1))
def test_nor_one_on_a_finite_domain(count, seed):
    rng = np.random.default_rng(seed)
    chances, outputs = rng.uniform(0.3, 0.7, (count, 11)), rng.random(count) < 0.5
    plain, other = (
        odometer.realized_loss([odometer.TableQuery(row) for row in rows], outputs, range(11))
        for rows in (chances, moved(chances, seed))
    )
    assert other.interval == pytest.approx(plain.interval, rel=UNMOVED, abs=UNMOVED)
