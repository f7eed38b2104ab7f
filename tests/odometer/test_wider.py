"""Answers with k levels, with Gaussian noise, and of all kinds together."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.stats import norm

from hetdp_core import odometer
from hetdp_core.errors import BudgetExhausted, InvalidInput
from hetdp_core.odometer.transcripts.realised import transcript
from tests.cases import first_and_in_studies
from tests.odometer.helpers import LEVEL, box, dense_grid, log_likelihood, random_linear
from tests.tolerance import CERTIFIED, LONG_FORMULA, ROUNDING

DIMENSIONS = st.integers(1, 3)


def scaled(kind, rng, dimension, *settings):
    """A query whose results stay in [-1, 1] on [-1, 1]^d."""
    row = rng.uniform(-1, 1, dimension + 1)
    row /= np.sum(np.abs(row))
    return kind(row[:-1], row[-1], -1.0, 1.0, *settings)


def levels_query(rng, dimension, epsilon=1.0, levels=3):
    return scaled(odometer.LevelsQuery, rng, dimension, epsilon, levels)


def asked(rng, dimension, kinds):
    """Queries of these kinds, answered by a record in the box."""
    record = rng.uniform(-1, 1, dimension)
    queries = [
        {
            "levels": lambda: levels_query(rng, dimension, levels=int(rng.integers(2, 6))),
            "gaussian": lambda: scaled(odometer.GaussianQuery, rng, dimension, rng.uniform(0.3, 3)),
            "linear": lambda: random_linear(rng, dimension),
            "logistic": lambda: odometer.LogisticQuery(rng.uniform(-2, 2, dimension), 0.3, 1.0),
        }[kind]()
        for kind in kinds
    ]
    return queries, [query.draw(record, rng=rng)[()] for query in queries]


@given(LEVEL, st.integers(2, 12), st.floats(-2, 2), st.floats(-2, 2))
def test_chances_of_levels_add_up_to_one_and_no_two_records_differ_by_more_than_epsilon(
    epsilon, levels, here, there
):
    query = odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, epsilon, levels)
    chances = query.chances([[here], [there]])
    np.testing.assert_allclose(chances.sum(axis=1), 1.0, atol=ROUNDING)
    ratio = np.max(np.abs(np.diff(np.log(chances), axis=0)))
    assert ratio <= epsilon + ROUNDING


@given(LEVEL, st.floats(-1, 1), st.booleans())
def test_two_levels_are_the_question_of_the_paper(epsilon, value, output):
    two = odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, epsilon, 2)
    paper = odometer.LinearQuery([1.0], 0.0, -1.0, 1.0, epsilon)
    expected = paper.log_likelihood([value], output)
    assert two.log_likelihood([value], output) == pytest.approx(float(expected), abs=LONG_FORMULA)


@given(LEVEL, st.integers(2, 7), st.integers(0, 10**6))
def test_a_level_is_worth_the_truncated_answers_it_is_split_into(epsilon, levels, seed):
    query = levels_query(np.random.default_rng(seed), 2, epsilon, levels)
    domain, points = odometer.Box(*box(2)), dense_grid(2, 9)
    for level in query.outputs:
        parts = query.as_binary(level, domain)
        split = sum(one.log_likelihood(points, said) for one, said in parts)
        rest = query.log_likelihood(points, level) - split
        assert np.ptp(rest) <= 1e-14 * math.exp(epsilon) + ROUNDING  # of a chance near e^-epsilon


def test_levels_are_drawn_with_the_chances_stated():
    query = odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, 1.0, 4)
    drawn = query.draw(np.full((40_000, 1), 0.4), rng=np.random.default_rng(0))
    seen = np.bincount(drawn, minlength=4) / 40_000
    chances = query.chances([0.4])
    assert np.all(np.abs(seen - chances) <= 4 * np.sqrt(chances * (1 - chances) / 40_000))


@given(st.integers(0, 10**6), DIMENSIONS, st.integers(1, 6), LEVEL)
def test_no_record_of_a_grid_loses_more_by_levels_than_certified(seed, d, count, epsilon):
    rng = np.random.default_rng(seed)
    queries = [levels_query(rng, d, epsilon, int(rng.integers(2, 6))) for _ in range(count)]
    outputs = [int(rng.integers(query.levels)) for query in queries]
    loss = odometer.realized_loss(queries, outputs, box(d))
    seen = log_likelihood(queries, outputs, dense_grid(d, 21))
    assert np.ptp(seen) <= loss.upper + ROUNDING
    assert loss.upper <= count * epsilon * (1 + ROUNDING)
    ends = log_likelihood(queries, outputs, np.array([loss.maximum.point, loss.minimum.point]))
    slack = LONG_FORMULA * (1 + math.exp(epsilon))
    assert np.ptp(ends) >= loss.lower - slack
    assert np.max(seen) <= loss.maximum.upper + slack
    assert np.min(seen) >= loss.minimum.lower - slack
    assert loss.width <= 2 * 1e-3 + slack


def test_on_a_finite_domain_levels_are_exact():
    query = odometer.LevelsQuery([1.0], 0.0, 0.0, 2.0, math.log(2.0), 3)
    loss = odometer.realized_loss([query, query], [0, 2], [0.0, 1.0, 2.0])
    assert loss.method == "exact"
    chances = query.chances([[0.0], [1.0], [2.0]])
    product = chances[:, 0] * chances[:, 2]
    assert loss.upper == pytest.approx(math.log(product.max() / product.min()), abs=ROUNDING)


@pytest.mark.parametrize("levels", first_and_in_studies([3, 2, 5]))
def test_a_filter_accepts_levels_only_if_each_of_them_keeps_the_budget(levels):
    """Against enumeration: whatever comes, the loss stays within, and basic stops sooner."""
    rng = np.random.default_rng(levels)
    guard = odometer.BayesianFilter(2.5, box(2))
    while True:
        query = levels_query(rng, 2, 1.0, levels)
        decision = guard.decide(query)
        history = guard.history
        worst = 0.0
        for level in query.outputs:
            queries, outputs = zip(*history, (query, level), strict=True)
            worst = max(worst, odometer.realized_loss(queries, outputs, box(2)).upper)
        assert worst <= decision.worst + 5e-3
        if not decision.accepted:
            break
        output = int(query.draw(np.zeros(2), rng=rng))
        guard.record(query, output)
        assert guard.odometer.loss <= min(2.5, decision.after(output)[1] + LONG_FORMULA)
    assert len(guard.history) > 2
    assert decision.worst > 2.5
    with pytest.raises(BudgetExhausted):
        guard.record(query, 0)
    assert odometer.SimplifiedFilter(2.5, box(2)).decide(query).worst == pytest.approx(1.0)


@given(st.floats(-1, 1), st.floats(0.01, 10), st.floats(-20, 20))
def test_the_density_is_that_of_the_normal_law(value, scale, output):
    query = odometer.GaussianQuery([1.0], 0.0, -1.0, 1.0, scale)
    expected = norm.logpdf(output, value, scale)
    assert query.log_likelihood([value], output) == pytest.approx(expected, rel=ROUNDING)


def test_one_gaussian_answer_about_one_number_by_closed_form():
    """The most likely record is the output itself where it is one, the least is an end."""
    query = odometer.GaussianQuery([1.0], 0.0, -1.0, 1.0, 0.5)
    for output in (-3.0, -1.0, 0.0, 0.3, 2.0):
        nearest = np.clip(output, -1, 1)
        exact = ((1 + abs(output)) ** 2 - (output - nearest) ** 2) / (2 * 0.25)
        loss = odometer.realized_loss([query], [output], box(1))
        assert loss.upper == pytest.approx(exact, abs=CERTIFIED)
        assert loss.lower == pytest.approx(exact, abs=CERTIFIED)
        assert loss.method == "exact"


@given(
    st.integers(0, 10**6),
    DIMENSIONS,
    st.lists(st.sampled_from(["gaussian", "linear"]), min_size=1, max_size=10),
)
def test_gaussian_and_linear_answers_together_are_exact(seed, d, kinds):
    """The posterior by brute force on a grid with all corners, against the convex problem."""
    queries, outputs = asked(np.random.default_rng(seed), d, [*kinds, "gaussian"])
    loss = odometer.realized_loss(queries, outputs, box(d))
    points = dense_grid(d, {1: 4001, 2: 101, 3: 21}[d])
    posterior = np.exp(log_likelihood(queries, outputs, points))
    posterior /= posterior.sum()
    seen = math.log(posterior.max() / posterior.min())
    assert seen <= loss.upper + LONG_FORMULA
    assert loss.width <= CERTIFIED + 1e-9  # and what the bound on rounding adds
    assert log_likelihood(queries, outputs, points).min() == pytest.approx(
        loss.minimum.lower, abs=LONG_FORMULA
    )
    ends = np.array([loss.maximum.point, loss.minimum.point])
    assert np.ptp(log_likelihood(queries, outputs, ends)) >= loss.lower - LONG_FORMULA


@given(
    st.integers(0, 10**6),
    st.integers(1, 2),
    st.lists(st.sampled_from(["gaussian", "linear", "levels", "logistic"]), min_size=1, max_size=6),
)
def test_one_odometer_serves_all_kinds_of_answers_at_once(seed, d, kinds):
    rng = np.random.default_rng(seed)
    queries, outputs = asked(rng, d, kinds)
    loss = odometer.realized_loss(queries, outputs, box(d))
    seen = np.ptp(log_likelihood(queries, outputs, dense_grid(d, 31)))
    assert seen <= loss.upper + LONG_FORMULA
    assert 0 <= loss.lower <= loss.upper
    order = rng.permutation(len(kinds))
    again = odometer.realized_loss([queries[i] for i in order], [outputs[i] for i in order], box(d))
    assert again.lower <= loss.upper + LONG_FORMULA
    assert loss.lower <= again.upper + LONG_FORMULA


def test_a_record_of_whole_numbers_stays_one():
    domain = odometer.Box([0.0, -1.0], [3.0, 1.0], integer=[True, False])
    noisy = odometer.GaussianQuery([0.2, 0.1], 0.0, -1.0, 1.0, 0.2)
    coin = odometer.LinearQuery([0.1, 0.3], 0.0, -1.0, 1.0, 1.0)
    loss = odometer.realized_loss([noisy, coin], [0.3, True], domain)
    mesh = itertools.product(range(4), np.linspace(-1, 1, 401))
    points = np.array(list(mesh), dtype=float)
    seen = np.ptp(log_likelihood([noisy, coin], [0.3, True], points))
    assert loss.lower - LONG_FORMULA <= seen + 0.05
    assert seen <= loss.upper
    assert float(np.asarray(loss.maximum.point)[0]).is_integer()


def test_a_part_that_is_not_searched_to_the_end_leaves_its_width_in_the_whole():
    queries, outputs = asked(np.random.default_rng(0), 3, ["levels"] * 12)
    short = odometer.SearchEffort(group_nodes=1, joint_nodes=1)
    alone = transcript(queries, outputs, box(3), short).loss
    weak = odometer.GaussianQuery([0.5, 0.2, 0.1], 0.0, -1.0, 1.0, 100.0)
    whole = transcript([*queries, weak], [*outputs, 0.1], box(3), short).loss
    assert alone.width > 0.1
    assert whole.width > alone.width - 1e-3  # what one such weak answer can tell at all
    assert whole.maximum.upper - whole.minimum.lower >= alone.upper - 1e-3


def test_above_fourteen_coordinates_the_interval_stays_certified():
    rng = np.random.default_rng(0)
    queries, outputs = asked(rng, 20, ["gaussian"] * 25)
    loss = odometer.realized_loss(queries, outputs, box(20))
    corners = rng.choice([-1.0, 1.0], (4_000, 20))
    assert np.ptp(log_likelihood(queries, outputs, corners)) <= loss.upper
    assert loss.lower <= loss.upper < 2 * loss.lower


def test_no_filter_that_holds_for_every_output_accepts_gaussian_noise():
    query = odometer.GaussianQuery([1.0], 0.0, -1.0, 1.0, 100.0)
    assert query.epsilon == math.inf
    for guard in (odometer.BayesianFilter(5.0, box(1)), odometer.SimplifiedFilter(5.0, box(1))):
        with pytest.raises(InvalidInput, match="counted"):
            guard.accepts(query)
    assert not odometer.BasicFilter(5.0).accepts(query)
    far = odometer.realized_loss([query], [1e6], box(1))
    assert far.upper > 100  # however weak the question


def loss_of(query, dimension):
    return odometer.realized_loss([query], [0], box(dimension))


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, 1.0, 1), "levels"),
        (lambda: odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, 1.0, 1_000), "levels"),
        (lambda: odometer.LevelsQuery([1.0], 0.0, 1.0, 1.0, 1.0, 3), "range"),
        (lambda: odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, np.nan, 3), "epsilon"),
        (lambda: odometer.GaussianQuery([1.0], 0.0, -1.0, 1.0, np.nan), "scale"),
        (lambda: odometer.GaussianQuery([np.inf], 0.0, -1.0, 1.0, 1.0), "slope"),
        (lambda: odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, 1.0, 3).read(0.5), "output"),
        (lambda: odometer.GaussianQuery([1.0], 0.0, -1.0, 1.0, 1.0).read(np.nan), "output"),
        (lambda: loss_of(odometer.GaussianQuery([2.0], 0.0, -1.0, 1.0, 1.0), 1), "result"),
        (lambda: loss_of(odometer.LevelsQuery([2.0], 0.0, -1.0, 1.0, 1.0, 3), 2), "slope"),
    ],
)
def test_what_breaks_a_rule_is_refused_by_name(make, name):
    with pytest.raises(InvalidInput, match=name):
        make()
