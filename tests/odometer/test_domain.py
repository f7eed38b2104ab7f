"""Domains: what is a box, what is a finite set, and what is refused."""

import numpy as np
import pytest

from hetdp_core import odometer
from hetdp_core.errors import InvalidInput


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
