"""Domains and questions: boxes, finite sets, Eq. (5), tables, privacy levels, and bad input."""

import numpy as np
import pytest

from hetdp_core import odometer
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.channel import MAX_QUERY_EPSILON
from tests.tolerance import LAST_PLACES, LONG_FORMULA, ROUNDING

LEVELS = [1e-6, 0.1, 1.0, 5.0, MAX_QUERY_EPSILON]


def printed_equation_5(r, low, high, epsilon):
    """P(high): 1/(e^ε+1) + share (e^ε-1)/(e^ε+1), as the paper has it."""
    e = np.exp(epsilon)
    return 1 / (e + 1) + (r - low) / (high - low) * (e - 1) / (e + 1)


def three_kinds(epsilon=1.0):
    return [
        odometer.LinearQuery([0.3, -0.6], 0.1, -1.0, 1.0, epsilon),
        odometer.TruncatedLinearQuery([3.0, -2.0], 0.4, -1.0, 2.0, epsilon),
        odometer.LogisticQuery([5.0, -2.0], 0.4, epsilon=epsilon),
    ]


@pytest.mark.parametrize("epsilon", [0.1, 1.0, 5.0])
@pytest.mark.parametrize("kind", range(3))
def test_the_chance_of_high_is_that_of_equation_5(kind, epsilon):
    query = three_kinds(epsilon)[kind]
    x = np.random.default_rng(0).uniform(-1, 1, (50, 2))
    z = x @ query.slope + query.intercept
    exact = [z, np.clip(z, -1.0, 2.0), 1 / (1 + np.exp(-z))][kind]
    np.testing.assert_allclose(query.result(x), exact, atol=LAST_PLACES)
    expected = printed_equation_5(exact, query.low, query.high, epsilon)
    np.testing.assert_allclose(query.probability_high(x), expected, rtol=ROUNDING)
    np.testing.assert_allclose(np.exp(query.log_likelihood(x, True)), expected, rtol=ROUNDING)
    np.testing.assert_allclose(np.exp(query.log_likelihood(x, False)), 1 - expected, rtol=ROUNDING)


@pytest.mark.parametrize("epsilon", LEVELS)
@pytest.mark.parametrize("output", [False, True])
def test_two_records_differ_by_at_most_epsilon_and_the_ends_of_the_range_by_just_that(
    epsilon, output
):
    wide = odometer.TruncatedLinearQuery([1.0], 0.0, -1.0, 1.0, epsilon)
    coin = odometer.RandomisedResponse([False, True], epsilon)
    for query, records in ((wide, np.linspace(-3, 3, 101)[:, None]), (coin, [0, 1])):
        apart = np.ptp(query.log_likelihood(records, output))
        assert apart == pytest.approx(epsilon, rel=LONG_FORMULA, abs=0)


def test_draws_follow_the_chances():
    rng, n = np.random.default_rng(0), 40_000
    for query in three_kinds():
        x = np.tile([0.3, -0.5], (n, 1))
        p = query.probability_high(x[0])
        assert abs(np.mean(query.draw(x, rng=rng)) - p) < 4 * np.sqrt(p * (1 - p) / n)


@pytest.mark.parametrize("epsilon", [0.0, -1.0, np.nan, np.inf, MAX_QUERY_EPSILON * 1.01])
def test_levels_that_are_none_are_refused(epsilon):
    for make in (
        lambda: odometer.LinearQuery([1.0], 0.0, -1.0, 1.0, epsilon),
        lambda: odometer.LogisticQuery([1.0], 0.0, epsilon=epsilon),
        lambda: odometer.RandomisedResponse([True], epsilon),
    ):
        with pytest.raises(InvalidInput, match="epsilon"):
            make()


@pytest.mark.parametrize(
    ("make", "name"),
    [
        (lambda: odometer.LinearQuery([0.0, 0.0], 0.5, 0.0, 1.0, 1.0), "slope"),
        (lambda: odometer.LinearQuery([1.0], np.inf, 0.0, 1.0, 1.0), "intercept"),
        (lambda: odometer.LinearQuery([1.0], 0.0, 1.0, 1.0, 1.0), "range"),
        (lambda: odometer.TruncatedLinearQuery([1.0], 0.0, 2.0, 1.0, 1.0), "range"),
        (lambda: odometer.LogisticQuery([1.0], 0.0, epsilon=1.0).result([[1.0, 2.0]]), "x"),
        (lambda: odometer.TableQuery([0.0, 0.5]), "probabilities"),
        (lambda: odometer.RandomisedResponse([0.5], 1.0), "truth"),
        (lambda: odometer.TableQuery([0.5]).probability_high([1]), "x"),
        (lambda: odometer.TableQuery([0.5, 0.6]).probability_high([0.3]), "x"),
    ],
)
def test_bad_input_is_refused_by_name(make, name):
    with pytest.raises(InvalidInput, match=name):
        make()


def test_a_linear_query_that_can_leave_its_range_is_refused_with_what_it_can_reach():
    query = odometer.LinearQuery([1.0, 2.0], 0.5, -3.0, 3.0, 1.0)
    with pytest.raises(InvalidInput, match=r"from -3 to 3 .given: results from -2\.5 to 3\.5"):
        query.check_domain(odometer.as_domain(([-1.0, -1.0], [1.0, 1.0])))
    with pytest.raises(InvalidInput, match="range"):
        query.result([[1.0, 1.0]])
    with pytest.raises(InvalidInput, match="range"):
        odometer.BayesianFilter(1.0, np.array([[0.0, 0.0], [1.0, 1.0]])).accepts(query)
    query.check_domain(odometer.as_domain(([-1.0, -1.0], [1.0, 0.5])))


def test_queries_keep_their_own_copy_of_the_slope():
    slope = np.array([0.5])
    query = odometer.LinearQuery(slope, 0.0, -1.0, 1.0, 1.0)
    slope[0] = 100.0
    assert query.slope[0] == 0.5


def test_a_tables_level_is_the_largest_log_ratio_over_both_outputs():
    assert odometer.TableQuery([0.4, 0.6]).epsilon == pytest.approx(np.log(1.5))
    assert odometer.TableQuery([0.9, 0.5]).epsilon == pytest.approx(np.log(5.0))
    assert odometer.TableQuery([0.3, 0.3]).epsilon == 0.0


def test_randomised_response_tells_the_truth_with_chance_e_to_epsilon_over_1_more():
    coin = odometer.RandomisedResponse([False, True, True], np.log(3.0))
    np.testing.assert_allclose(coin.probability_high([0, 1, 2]), [0.25, 0.75, 0.75])
    table = odometer.TableQuery(coin.probability_high([0, 1, 2]))
    assert table.epsilon == pytest.approx(coin.epsilon)


@pytest.mark.parametrize("low", [[-1.0, 0.0], np.array([-1.0, 0.0]), (-1, 0)])
def test_a_pair_of_arrays_is_a_box(low):
    domain = odometer.as_domain((low, [1.0, 2.0]))
    assert isinstance(domain, odometer.Box)
    np.testing.assert_array_equal(domain.low, [-1.0, 0.0])


@pytest.mark.parametrize("spec", [range(11), [0, 1], "ab", ("yes", "no"), np.arange(3), {1, 2}])
def test_any_other_sequence_is_a_finite_domain(spec):
    assert isinstance(odometer.as_domain(spec), odometer.FiniteDomain)


def test_two_rows_in_an_array_are_two_records():
    domain = odometer.as_domain(np.array([[0.0, 1.0], [2.0, 3.0]]))
    assert isinstance(domain, odometer.FiniteDomain)
    assert (domain.size, domain.dimension) == (2, 2)


def test_labels_will_do_for_tables_and_are_refused_by_queries_that_compute():
    domain = odometer.FiniteDomain(("red", "green"))
    assert odometer.realized_loss([odometer.TableQuery([0.4, 0.6])], [True], domain).upper > 0
    with pytest.raises(InvalidInput, match="table query"):
        odometer.realized_loss([odometer.LogisticQuery([1.0], 0.0, epsilon=1.0)], [True], domain)


@pytest.mark.parametrize(
    "make",
    [
        lambda: odometer.as_domain(([1.0], [0.0])),
        lambda: odometer.as_domain(([0.0], [np.inf])),
        lambda: odometer.as_domain(([], [])),
        lambda: odometer.as_domain(([0.0, 0.0], [1.0])),
        lambda: odometer.as_domain(([0.0] * 101, [1.0] * 101)),
        lambda: odometer.as_domain([]),
        lambda: odometer.as_domain(7),  # type: ignore[arg-type]
        lambda: odometer.Box([0.5], [1.0], integer=[True]),
        lambda: odometer.Box([0.0], [1.0], integer=[True, False]),
        lambda: odometer.Box([[0.0]], [[1.0]]),
    ],
)
def test_what_is_no_domain_is_refused(make):
    with pytest.raises(InvalidInput, match=r"domain|integer"):
        make()


@pytest.mark.parametrize(
    ("query", "domain"),
    [
        (odometer.TableQuery([0.4, 0.6]), range(3)),
        (odometer.TableQuery([0.4, 0.6]), ([0.0], [1.0])),
        (odometer.LogisticQuery([1.0, 2.0], 0.0, epsilon=1.0), range(3)),
        (odometer.LogisticQuery([1.0, 2.0], 0.0, epsilon=1.0), ([0.0], [1.0])),
    ],
)
def test_a_query_that_does_not_belong_to_the_domain_is_refused(query, domain):
    with pytest.raises(InvalidInput):
        odometer.realized_loss([query], [True], domain)
    for kind in (odometer.SimplifiedFilter, odometer.BayesianFilter):
        guard = kind(9.0, domain)
        with pytest.raises(InvalidInput):
            guard.accepts(query)
        with pytest.raises(InvalidInput):
            guard.decide(query)
        with pytest.raises(InvalidInput):
            guard.record(query, True)
        assert guard.history == ()
