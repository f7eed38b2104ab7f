"""Gaussian answers, and answers of all kinds together, to linear questions."""

import itertools
import math

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from scipy.stats import norm

from hetdp_core import odometer
from hetdp_core.conversions import gaussian_delta
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.transcripts import quadratic as quadratic_module
from hetdp_core.odometer.transcripts.linear import LinearTranscript
from hetdp_core.odometer.transcripts.mixed import MixedTranscript
from hetdp_core.odometer.transcripts.quadratic import Quadratic, least_vertex
from hetdp_core.odometer.transcripts.realised import transcript
from tests.odometer.helpers import box, dense_grid, log_likelihood
from tests.odometer.wider_questions import (
    DIMENSIONS,
    asked,
    linear_query,
    log_likelihood_of,
)
from tests.tolerance import CERTIFIED, LONG_FORMULA, ROUNDING


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


def test_repeating_a_gaussian_question_costs_what_its_average_tells():
    """n answers at scale s are as one at s/sqrt(n) that reports their average."""
    query = odometer.GaussianQuery([0.4, 0.6], 0.0, -1.0, 1.0, 2.0)
    outputs = [0.3, -1.2, 2.5, 0.1]
    one = odometer.GaussianQuery([0.4, 0.6], 0.0, -1.0, 1.0, 1.0)
    many = odometer.realized_loss([query] * 4, outputs, box(2))
    once = odometer.realized_loss([one], [float(np.mean(outputs))], box(2))
    assert many.upper == pytest.approx(once.upper, abs=CERTIFIED)


@settings(max_examples=40)
@given(
    st.integers(0, 10**6),
    DIMENSIONS,
    st.lists(st.sampled_from(["gaussian", "linear"]), min_size=1, max_size=10),
)
def test_gaussian_and_linear_answers_together_are_exact(seed, d, kinds):
    """The posterior by brute force on a grid with all corners, against the convex problem."""
    rng = np.random.default_rng(seed)
    queries, outputs = asked(rng, d, [*kinds, "gaussian"])
    loss = odometer.realized_loss(queries, outputs, box(d))
    points = dense_grid(d, {1: 4001, 2: 101, 3: 21}[d])
    posterior = np.exp(log_likelihood_of(queries, outputs, points))
    posterior /= posterior.sum()
    seen = math.log(posterior.max() / posterior.min())
    assert seen <= loss.upper + LONG_FORMULA
    assert loss.width <= CERTIFIED + 1e-9  # and what the bound on rounding adds
    assert log_likelihood_of(queries, outputs, points).min() == pytest.approx(
        loss.minimum[0], abs=LONG_FORMULA
    )
    ends = np.array([loss.most_likely, loss.least_likely])
    assert np.ptp(log_likelihood_of(queries, outputs, ends)) >= loss.lower - LONG_FORMULA


@settings(max_examples=20)
@given(
    st.integers(0, 10**6),
    st.integers(1, 2),
    st.lists(st.sampled_from(["gaussian", "linear", "levels", "logistic"]), min_size=1, max_size=6),
)
def test_one_odometer_serves_all_kinds_of_answers_at_once(seed, d, kinds):
    rng = np.random.default_rng(seed)
    queries, outputs = asked(rng, d, kinds)
    loss = odometer.realized_loss(queries, outputs, box(d))
    seen = np.ptp(log_likelihood_of(queries, outputs, dense_grid(d, 31)))
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
    seen = np.ptp(log_likelihood_of([noisy, coin], [0.3, True], points))
    assert loss.lower - LONG_FORMULA <= seen + 0.05
    assert seen <= loss.upper
    assert float(np.asarray(loss.most_likely)[0]).is_integer()


@pytest.mark.parametrize("d", [4, 14, 15, 30])
@pytest.mark.parametrize("answers", [3, 40])
def test_the_least_vertex_is_below_all_that_random_vertices_reach(d, answers):
    rng = np.random.default_rng(d)
    made = Quadratic.none(d)
    for _ in range(answers):
        row = rng.normal(size=d)
        made = made.minus_square(row / np.sum(np.abs(row)), float(rng.normal()))
    found = least_vertex(made)
    corners = rng.choice([-1.0, 1.0], (20_000, d))
    assert found.lower <= found.upper <= np.min(made.value(corners)) + LONG_FORMULA
    assert found.upper == pytest.approx(float(made.value(found.point)), abs=LONG_FORMULA)
    if d <= 14:
        assert found.lower == found.upper
        every = np.array(list(itertools.product([-1.0, 1.0], repeat=d)))
        np.testing.assert_allclose(made.value(every), made.at_vertices(), atol=LONG_FORMULA)


@pytest.mark.parametrize("seed", range(6))
def test_vertices_that_were_not_followed_stay_in_the_interval(monkeypatch, seed):
    """Few beginnings are kept, so the least is missed: against all 2^15 vertices."""
    monkeypatch.setattr(quadratic_module, "_KEPT", 3)
    rng, made = np.random.default_rng(seed), Quadratic.none(15)
    for _ in range(30):
        made = made.minus_square(rng.normal(size=15) / 5, float(rng.normal()))
    found = least_vertex(made)
    exact = float(np.min(made.at_vertices()))
    assert found.lower <= exact <= found.upper + LONG_FORMULA
    assert found.lower < found.upper  # it does not claim to have tried all


def test_a_part_that_is_not_searched_to_the_end_leaves_its_width_in_the_whole():
    rng = np.random.default_rng(0)
    queries, outputs = asked(rng, 3, ["levels"] * 12)
    short = odometer.SearchEffort(group_nodes=1, joint_nodes=1)
    alone = transcript(queries, outputs, box(3), short).loss
    weak = odometer.GaussianQuery([0.5, 0.2, 0.1], 0.0, -1.0, 1.0, 100.0)
    whole = transcript([*queries, weak], [*outputs, 0.1], box(3), short).loss
    assert alone.width > 0.1
    assert whole.width > alone.width - 1e-3  # what one such weak answer can tell at all
    assert whole.maximum[1] - whole.minimum[0] >= alone.upper - 1e-3


def test_above_fourteen_coordinates_the_interval_stays_certified():
    rng = np.random.default_rng(0)
    queries, outputs = asked(rng, 20, ["gaussian"] * 25)
    loss = odometer.realized_loss(queries, outputs, box(20))
    corners = rng.choice([-1.0, 1.0], (4_000, 20))
    assert np.ptp(log_likelihood_of(queries, outputs, corners)) <= loss.upper
    assert loss.lower <= loss.upper < 2 * loss.lower


def test_ten_thousand_gaussian_answers_cost_no_more_than_one():
    """They are one quadratic: exact, whatever their number."""
    rng = np.random.default_rng(0)
    queries, outputs = asked(rng, 5, ["gaussian"] * 300)
    made = transcript(queries, outputs, box(5))
    assert isinstance(made, MixedTranscript)
    assert isinstance(made.binary, LinearTranscript)
    assert made.binary.vertices.size == 2**5
    assert made.loss.method == "exact"
    assert made.loss.width < 1e-6


def test_gaussian_answers_change_each_belief_by_at_most_what_the_odometer_says():
    """A statistical check by simulation: posterior odds of pairs, over many transcripts."""
    rng = np.random.default_rng(1)
    for _ in range(50):
        queries, outputs = asked(rng, 2, ["gaussian", "levels", "linear"])
        loss = odometer.realized_loss(queries, outputs, box(2))
        prior = rng.dirichlet(np.ones(40))
        points = rng.uniform(-1, 1, (40, 2))
        likelihood = np.exp(log_likelihood_of(queries, outputs, points))
        posterior = prior * likelihood / (prior @ likelihood)
        change = np.abs(np.log(posterior / prior))
        assert np.max(change) <= loss.upper + LONG_FORMULA


def test_the_loss_of_a_pair_is_as_rare_as_gaussian_privacy_says():
    """log P(y|x)/P(y|x') of n answers is normal, mean M/2 and variance M = sum of mu^2."""
    rng = np.random.default_rng(3)
    query = odometer.GaussianQuery([1.0], 0.0, -1.0, 1.0, 4.0)
    total = 8 * query.mu**2
    outputs = query.draw(np.full((20_000, 8, 1), -1.0), rng=rng)
    losses = np.sum(norm.logpdf(outputs, -1, 4) - norm.logpdf(outputs, 1, 4), axis=1)
    assert abs(losses.mean() - total / 2) <= 4 * math.sqrt(total / 20_000)
    spread = losses.var()
    assert abs(spread - total) <= 4 * total * math.sqrt(2 / 20_000)


def test_an_adaptive_analyst_stays_within_gaussian_privacy():
    """Who picks each question and when to stop by the answers, within a sum of mu^2 of 1.

    For every epsilon, P(E) - e^epsilon P'(E) is at most the delta of 1-GDP, E the event that
    separates the two records best: the log ratio of transcripts exceeds epsilon.
    """
    rng, paths = np.random.default_rng(5), 200_000
    losses, spent = np.zeros((2, paths)), np.zeros((2, paths))
    for step in range(12):
        noise = rng.standard_normal((2, paths))
        bold = np.where(losses > 0.3, 0.6, 0.25) * (0.9**step)
        going = (losses < 1.5) & (spent + bold**2 <= 1.0)
        told = np.where(going, bold, 0.0)
        sign = np.array([[1.0], [-1.0]])  # under x, and under x'
        losses += told * noise + sign * told**2 / 2
        spent += told**2
    assert np.all(spent <= 1.0)
    assert np.std(spent) > 0.05
    for epsilon in (0.1, 0.5, 1.0, 2.0):
        first, second = np.mean(losses > epsilon, axis=1)
        error = math.sqrt((first + math.exp(2 * epsilon) * second) / paths)
        assert first - math.exp(epsilon) * second <= gaussian_delta(1.0, epsilon) + 4 * error


def test_no_filter_that_holds_for_every_output_accepts_gaussian_noise():
    query = odometer.GaussianQuery([1.0], 0.0, -1.0, 1.0, 100.0)
    assert query.epsilon == math.inf
    for guard in (odometer.BayesianFilter(5.0, box(1)), odometer.SimplifiedFilter(5.0, box(1))):
        with pytest.raises(InvalidInput, match="counted"):
            guard.accepts(query)
    assert not odometer.BasicFilter(5.0).accepts(query)
    far = odometer.realized_loss([query], [1e6], box(1))
    assert far.upper > 100  # however weak the question


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, 1.0, 1), "levels"),
        (lambda: odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, 1.0, 1_000), "levels"),
        (lambda: odometer.LevelsQuery([1.0], 0.0, 1.0, 1.0, 1.0, 3), "range"),
        (lambda: odometer.LevelsQuery([0.0], 0.0, -1.0, 1.0, 1.0, 3), "slope"),
        (lambda: odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, np.nan, 3), "epsilon"),
        (lambda: odometer.GaussianQuery([1.0], 0.0, -1.0, 1.0, 0.0), "scale"),
        (lambda: odometer.GaussianQuery([1.0], 0.0, -1.0, 1.0, np.nan), "scale"),
        (lambda: odometer.GaussianQuery([np.inf], 0.0, -1.0, 1.0, 1.0), "slope"),
        (lambda: odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, 1.0, 3).read(3), "output"),
        (lambda: odometer.LevelsQuery([1.0], 0.0, -1.0, 1.0, 1.0, 3).read(0.5), "output"),
        (lambda: odometer.GaussianQuery([1.0], 0.0, -1.0, 1.0, 1.0).read(np.nan), "output"),
        (
            lambda: odometer.realized_loss(
                [odometer.GaussianQuery([2.0], 0.0, -1.0, 1.0, 1.0)], [0.0], box(1)
            ),
            "result",
        ),
        (
            lambda: odometer.realized_loss(
                [odometer.LevelsQuery([2.0], 0.0, -1.0, 1.0, 1.0, 3)], [0], box(2)
            ),
            "slope",
        ),
    ],
)
def test_what_breaks_a_rule_is_refused_by_name(make, name):
    with pytest.raises(InvalidInput, match=name):
        make()


def test_the_paper_s_questions_keep_their_log_likelihood():
    """`helpers.log_likelihood` knows two outputs only; both roads agree on them."""
    rng = np.random.default_rng(0)
    queries = [linear_query(rng, 2) for _ in range(3)]
    points = dense_grid(2, 5)
    first = log_likelihood(queries, [True, False, True], points)
    np.testing.assert_allclose(first, log_likelihood_of(queries, [True, False, True], points))
