"""Many logistic answers pooled: bounds against grids, and against answers bounded one by one."""

import itertools
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st
from scipy.special import expit

from hetdp_core import odometer
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer import search
from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.search.pooled import _derivatives
from hetdp_core.odometer.transcripts.realised import transcript
from tests.cases import first_and_in_studies
from tests.odometer.helpers import LEVEL
from tests.odometer.search.helpers import cube
from tests.tolerance import LONG_FORMULA, ROUNDING

SENSES = ("max", "min")


def logistic_answers(seed, count, dimension, epsilon=1.0, scale=1.0):
    """Coefficients uniform on [-scale, scale], as in section 6.2; drawn at the record 0."""
    rng = np.random.default_rng(seed)
    rows = rng.uniform(-scale, scale, (count, dimension + 1))
    chance = expit(-epsilon) + expit(rows[:, -1]) * np.tanh(epsilon / 2)
    return search.Terms(
        slope=rows[:, :-1],
        intercept=rows[:, -1],
        kind=np.full(count, search.LOGISTIC),
        epsilon=np.full(count, epsilon),
        low=np.zeros(count),
        high=np.ones(count),
        output=rng.random(count) < chance,
    )


def queries_of(terms, epsilon):
    pairs = zip(terms.slope, terms.intercept, strict=True)
    return [odometer.LogisticQuery(row, shift, epsilon=epsilon) for row, shift in pairs]


def grid(low, high, points):
    axes = [np.linspace(*ends, points) for ends in zip(low, high, strict=True)]
    return np.array(list(itertools.product(*axes)))


@given(
    st.integers(0, 10**6),
    st.integers(1, 3),
    st.integers(1, 40),
    LEVEL,
    st.sampled_from([0.0, 0.5, 3.0, 30.0]),
    st.lists(st.sampled_from([0.0, 1e-9, 0.3, 2.0]), min_size=3, max_size=3),
    st.sampled_from([1, 2, 300]),
)
def test_no_record_is_beyond_the_bounds_and_the_other_ends_are_attained(
    seed, d, count, epsilon, scale, widths, nodes
):
    terms = logistic_answers(seed, count, d, epsilon, scale)
    low = np.array([0.7, -1.0, 0.1])[:d]
    high = low + np.array(widths)[:d]
    extrema = search.pooled_extrema(terms, Box(low, high), max_nodes=nodes)
    seen = terms.log_likelihood(grid(low, high, 9))
    assert np.max(seen) <= extrema["max"].upper
    assert np.min(seen) >= extrema["min"].lower
    for sense, attained in (("max", extrema["max"].lower), ("min", extrema["min"].upper)):
        point = extrema[sense].point
        assert np.all((point >= low) & (point <= high))
        assert terms.log_likelihood(point) == pytest.approx(attained, abs=ROUNDING)
    spread = extrema["max"].upper - extrema["min"].lower
    assert spread <= np.sum(terms.epsilon) * (1 + 1e-9) + 1e-8


@pytest.mark.parametrize(
    ("count", "dimension", "scale"), [(30, 2, 2.0), (12, 3, 1.0), (80, 4, 1.0)]
)
@pytest.mark.parametrize("sense", SENSES)
def test_pooled_answers_have_the_extrema_of_answers_bounded_one_by_one(
    count, dimension, scale, sense
):
    """Two searches that share no bound: derivatives of the sum, and each term's own envelope."""
    terms = logistic_answers(count, count, dimension, scale=scale)
    box = cube(dimension)
    pooled = search.pooled_extrema(terms, box, max_nodes=100_000)[sense]
    alone = search.extremum(terms, box, sense=sense, max_nodes=100_000)
    assert pooled.closed
    assert alone.closed
    assert pooled.lower <= alone.upper + LONG_FORMULA
    assert alone.lower <= pooled.upper + LONG_FORMULA


@pytest.mark.parametrize("epsilon", [0.01, 1.0, 6.0, 30.0])
def test_the_derivatives_are_those_of_finite_differences_and_the_fourth_is_within_its_bound(
    epsilon,
):
    half, t, step = np.array([epsilon / 2]), np.linspace(-30, 30, 60_001), 1e-3
    fourth = np.diff(_derivatives(t[:, None], half)[2][:, 0]) / step
    assert np.max(np.abs(fourth)) <= min(0.25, 0.1277 * epsilon)
    value = np.logaddexp(0, t + half) - np.logaddexp(0, t - half)
    for exact in _derivatives(t[:, None], half):
        np.testing.assert_allclose(
            np.gradient(value, step)[2:-2], exact[2:-2, 0], atol=1e-6 * max(epsilon, 1)
        )  # the error of a central difference is step**2 / 6 times the next derivative but one
        value = exact[:, 0]


def test_a_search_ends_when_the_difference_is_on_one_side_of_the_limit():
    terms = logistic_answers(3, 40, 4)
    whole = search.pooled_extrema(terms, cube(4), max_nodes=100_000)
    most = whole["max"].upper - whole["min"].lower
    for limit in (most - 0.5, most + 0.5):
        short = search.pooled_extrema(terms, cube(4), max_nodes=100_000, limit=limit)
        least = short["max"].lower - short["min"].upper
        assert not least <= limit < short["max"].upper - short["min"].lower
        nodes = [one["max"].nodes + one["min"].nodes for one in (short, whole)]
        assert nodes[0] < nodes[1]


def test_what_little_work_leaves_open_stays_in_a_valid_interval():
    """Work is counted, not timed: the same twice; a stop ends the search, too."""
    terms = logistic_answers(0, 500, 6, 0.3)
    box = cube(6)
    truth = search.pooled_extrema(terms, box, max_nodes=20_000)
    for allowance in (
        lambda: search.Allowance(1.0),
        lambda: search.Allowance(1e8),
        lambda: search.Allowance(stop=lambda: True),
    ):
        once, again = (search.pooled_extrema(terms, box, allowance=allowance()) for _ in range(2))
        assert once["max"].upper == again["max"].upper
        assert once["max"].nodes == again["max"].nodes
        assert once["max"].upper >= truth["max"].lower
        assert once["min"].lower <= truth["min"].upper
        assert once["max"].width > truth["max"].width


@pytest.mark.parametrize("scale", first_and_in_studies([1.0, 40.0]))
def test_pooling_never_makes_a_loss_looser(scale):
    """Steep queries are where it does not help."""
    terms = logistic_answers(5, 60, 3, scale=scale)
    asked = queries_of(terms, 1.0)
    efforts = (
        odometer.SearchEffort(pooled_from=10_000, gap=1e-2),
        odometer.SearchEffort(pooled_nodes=500, gap=1e-2),
    )
    before, after = (transcript(asked, terms.output, cube(3), one).loss for one in efforts)
    assert after.upper <= before.upper + 0.02  # each extremum counts as found within 0.01
    assert after.lower <= before.upper
    assert before.lower <= after.upper


def test_settling_decides_about_more_answers_than_are_bounded_one_by_one():
    terms = logistic_answers(2, 150, 4, 0.3)
    asked = queries_of(terms, 0.3)
    effort = odometer.SearchEffort(pooled_nodes=40)
    answers = transcript(asked, terms.output, cube(4), effort)
    assert answers.loss.width > 0.01
    limit = 0.5 * (answers.loss.lower + answers.loss.upper)
    assert answers.settled(answers.loss.upper + 1.0) is answers.loss
    settled = answers.settled(limit)
    assert not settled.straddles(limit)
    assert answers.loss.lower <= settled.lower + LONG_FORMULA
    assert settled.upper <= answers.loss.upper


def test_only_logistic_answers_on_few_continuous_coordinates_are_pooled():
    terms = logistic_answers(0, 3, 2)
    mixed = replace(terms, kind=np.array([search.LINEAR, search.LOGISTIC, search.LOGISTIC]))
    assert search.can_pool(terms, [False, False])
    assert not search.can_pool(terms, [False, True])
    assert not search.can_pool(mixed, [False, False])
    assert not search.can_pool(logistic_answers(0, 3, 11), [False] * 11)
    with pytest.raises(InvalidInput, match="logistic"):
        search.pooled_extrema(mixed, cube(2))
    with pytest.raises(InvalidInput, match="terms"):
        search.pooled_extrema(logistic_answers(0, 0, 2), cube(2))


@pytest.mark.parametrize("change", [{"gap": 0.0}, {"gap": np.nan}, {"max_nodes": 0}])
def test_arguments_out_of_range_are_refused(change):
    with pytest.raises(InvalidInput, match=next(iter(change))):
        search.pooled_extrema(logistic_answers(0, 3, 2), cube(2), **change)
