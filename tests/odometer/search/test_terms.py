"""The arrays of answered queries: likelihood, gradient, parts, and what is refused."""

import numpy as np
import pytest
from hypothesis import given
from scipy.special import expit

from hetdp_core import odometer
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.conversation import MOST_WORK
from hetdp_core.odometer.search import LOGISTIC, TRUNCATED, Allowance, extremum
from tests.odometer.search.helpers import cases, cube, logistic, section_6_2, terms_of
from tests.tolerance import LAST_PLACES, LONG_FORMULA


def probability_by_definition(terms, x):
    """Eq. 5, written as printed; (n, m)."""
    z = x @ terms.slope.T + terms.intercept
    width = terms.high - terms.low
    result = np.where(
        terms.kind == LOGISTIC, terms.low + width * expit(z), np.clip(z, terms.low, terms.high)
    )
    growth = np.exp(terms.epsilon)
    high = 1 / (growth + 1) + (result - terms.low) / width * (growth - 1) / (growth + 1)
    return np.where(terms.output, high, 1 - high)


@given(cases(levels=[1e-6, 0.3, 1.0, 6.0]))
def test_the_likelihood_is_the_product_of_equation_5(case):
    x = case.grid(200)
    product = np.prod(probability_by_definition(case.terms, x), axis=1)
    np.testing.assert_allclose(np.exp(case.terms.log_likelihood(x)), product, rtol=LONG_FORMULA)


def test_a_saturated_logistic_query_keeps_its_digits():
    """At z = ±10^6 the answer has its extreme probabilities, to the last digit."""
    terms = logistic([[1e6], [1e6]], [0.0, 0.0], [True, False])
    extremes = -np.log1p(np.exp([-1.0, 1.0]))
    for x in (1.0, -1.0):
        assert terms.log_likelihood([x]) == pytest.approx(extremes.sum(), abs=LAST_PLACES)


GOOD = {
    "slope": [[1.0, 2.0]],
    "intercept": [0.0],
    "kind": [TRUNCATED],
    "epsilon": [1.0],
    "low": [0.0],
    "high": [1.0],
    "output": [True],
}


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("slope", [[np.nan, 1.0]]),
        ("slope", [[]]),
        ("slope", "steep"),
        ("intercept", [0.0, 0.0]),
        ("kind", [3]),
        ("epsilon", [0.0]),
        ("epsilon", [701.0]),
        ("low", [1.0]),
        ("output", [True, False]),
    ],
)
def test_what_breaks_a_rule_is_refused_by_name(name, value):
    assert terms_of(**GOOD).size == 1
    with pytest.raises(InvalidInput) as refused:
        terms_of(**{**GOOD, name: value})
    assert refused.value.name == name


senses = pytest.mark.parametrize("sense", ["max", "min"])
CUBE = cube(9)
LITTLE = (1.0, 1e7, 1e8, 1e9)


@senses
def test_less_work_leaves_a_wider_interval_that_still_holds(sense):
    terms = section_6_2(3, queries=16)
    found = [
        extremum(terms, CUBE, sense=sense, gap=1e-6, allowance=Allowance(work)) for work in LITTLE
    ]
    full = extremum(terms, CUBE, sense=sense)
    assert all(each.lower <= full.upper for each in found)
    assert all(full.lower <= each.upper for each in found)
    widths = [each.width for each in found]
    assert widths == sorted(widths, reverse=True)
    assert found[0].nodes == 0


def test_work_is_counted_over_all_searches_that_share_it():
    terms, shared = section_6_2(1, queries=20), Allowance(1e9)
    nodes = [extremum(terms, CUBE, gap=1e-6, allowance=shared).nodes for _ in range(3)]
    assert nodes[0] > 0
    assert nodes[1:] == [0, 0]
    assert shared.used_up


def test_no_search_overspends_by_more_than_a_step():
    """One step of 64 nodes of the largest conversation is a small part of what it may spend."""
    spent = []

    class Noted(Allowance):
        def spend(self, work):
            spent.append(work)
            super().spend(work)

    rng = np.random.default_rng(0)
    m, d = 200, 14
    queries = [
        odometer.TruncatedLinearQuery(rng.uniform(-1, 1, d), rng.uniform(-1, 1), -1.0, 1.0, 0.02)
        for _ in range(m)
    ]
    effort = odometer.SearchEffort(allowance=Noted(1e9))
    made = odometer.BayesianFilter(50.0, (-np.ones(d), np.ones(d)), effort=effort)
    for query in queries[:60]:
        made.record(query, bool(rng.random() < 0.5))
    loss = made.loss
    assert 0.0 <= loss.lower <= loss.upper <= made.basic
    assert sum(spent) < 1e9 + max(spent)
    assert max(spent) < MOST_WORK / 3


def test_a_stop_that_raises_leaves_the_search_at_once():
    class ReaderLeft(Exception):
        pass

    def leave():
        raise ReaderLeft

    with pytest.raises(ReaderLeft):
        extremum(section_6_2(1, queries=20), CUBE, allowance=Allowance(stop=leave))
