"""Certified extrema: against grids, enumeration and a global heuristic; stopped at any time."""

import itertools

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.domain import Box
from hetdp_core.odometer.search import LINEAR, Allowance, extremum
from tests.odometer.search import helpers
from tests.odometer.search.helpers import Case, cases, cube, logistic, section_6_2, terms_of
from tests.tolerance import ROUNDING

CUBE = cube(9)
senses = pytest.mark.parametrize("sense", ["max", "min"])


def moved(case):
    """How far rounding a result by 1e-12 of its range moves log P."""
    return 1e-12 * np.exp(np.max(case.terms.epsilon, initial=0.0))


def check_interval(found, case, sense, rounding=1e-9):
    """Valid whatever stopped the search; returns by how much it is better than the grid's own."""
    value = case.terms.log_likelihood(case.grid())
    tolerance = rounding * (1.0 + np.max(np.abs(value))) + moved(case)
    attained = found.lower if sense == "max" else found.upper
    assert found.lower <= found.upper
    assert attained == case.terms.log_likelihood(found.point)
    assert np.all((found.point >= case.box.low) & (found.point <= case.box.high))
    assert np.all(found.point[case.box.integer] == np.round(found.point[case.box.integer]))
    best = np.max(value) if sense == "max" else np.min(value)
    assert best <= found.upper + tolerance if sense == "max" else best >= found.lower - tolerance
    return attained - best if sense == "max" else best - attained


@given(cases(), st.sampled_from(["max", "min"]), st.sampled_from([1e-1, 1e-3, 1e-5]))
@example(helpers.random_case(22303), "min", 1e-5)
@example(helpers.random_case(174), "max", 1e-5)  # one record, whose value rounding moves by 2e-4
@example(helpers.random_case(4378251), "min", 1e-5)  # one record, added up in two orders
def test_no_record_of_a_dense_grid_beats_the_bound_and_the_gap_closes(case, sense, gap):
    interval = extremum(case.terms, case.box, sense=sense, gap=gap)
    assert check_interval(interval, case, sense) >= -max(gap, moved(case)) - 1e-9
    # For one record alone the gap closes whatever rounding does.
    assert interval.width <= max(gap, moved(case) * (case.box.free.size > 0))


@given(cases(most_dimensions=3, most_terms=9), st.sampled_from(["max", "min"]), st.integers(1, 4))
@example(helpers.random_case(1410416, most_dimensions=3, most_terms=9), "max", 1)  # one part left
def test_a_search_stopped_after_any_number_of_nodes_leaves_a_valid_interval(case, sense, most):
    interval = extremum(case.terms, case.box, sense=sense, gap=1e-9, max_nodes=most)
    check_interval(interval, case, sense)
    assert interval.nodes <= most
    assert interval.closed == (interval.width <= 1e-9)


@senses
def test_whole_numbers_only_against_enumeration(sense):
    rng = np.random.default_rng(5)
    d, m = 6, 7
    terms = logistic(2 * rng.normal(size=(m, d)), rng.normal(size=m), rng.random(m) < 0.5)
    whole = Box(np.zeros(d), np.full(d, 2.0), integer=[True] * d)
    interval = extremum(terms, whole, sense=sense, gap=1e-6)
    assert interval.closed
    assert check_interval(interval, Case(terms, whole), sense, rounding=ROUNDING) <= ROUNDING
    relaxed = extremum(terms, Box(whole.low, whole.high), sense=sense)
    assert relaxed.upper > interval.upper if sense == "max" else relaxed.lower < interval.lower


@senses
def test_stop_ends_the_search_where_it_is(sense):
    terms, asked = section_6_2(1, queries=20), itertools.count()
    after_three = Allowance(stop=lambda: next(asked) >= 3)
    interval = extremum(terms, CUBE, sense=sense, gap=1e-6, allowance=after_three)
    assert next(asked) == 4
    assert not interval.closed
    full = extremum(terms, CUBE, sense=sense, max_nodes=500)
    assert interval.lower <= full.upper
    assert full.lower <= interval.upper


@senses
def test_a_threshold_ends_the_search_on_its_one_side(sense):
    terms = section_6_2(3, queries=12)
    full = extremum(terms, CUBE, sense=sense)
    for side in (-0.1, 0.1):
        threshold = (full.lower + full.upper) / 2 + side
        interval = extremum(terms, CUBE, sense=sense, threshold=threshold)
        assert not interval.lower < threshold < interval.upper
        assert interval.nodes < full.nodes
        assert interval.lower <= full.upper
        assert full.lower <= interval.upper


def test_a_start_near_the_maximiser_saves_nodes_and_never_counts_from_outside():
    terms = section_6_2(3, queries=12)
    cold = extremum(terms, CUBE)
    assert extremum(terms, CUBE, start=cold.point, max_nodes=1).lower >= cold.lower - 1e-9
    far = extremum(terms, CUBE, start=np.full((2, 9), 1e6), max_nodes=1)
    assert np.all(np.abs(far.point) <= 1)


@senses
def test_saturated_and_flat_queries(sense):
    """Slopes from 0 to 10^6 at once: the optimum is a corner of plateaus."""
    terms = logistic(
        [[1e6, 0.0], [0.0, 1e6], [0.0, 0.0], [1e-9, 1.0], [-1e6, 1e6]],
        [1.0, -5e5, 0.3, 0.0, 0.0],
        [True, False, True, True, False],
    )
    interval = extremum(terms, cube(2), sense=sense)
    assert check_interval(interval, Case(terms, cube(2)), sense) >= -1e-3
    assert interval.closed


@senses
def test_no_query_at_all_has_a_log_likelihood_of_0(sense):
    none = extremum(section_6_2(0).take([]), CUBE, sense=sense)
    assert (none.lower, none.closed) == (0.0, True)
    assert none.upper == pytest.approx(0.0, abs=ROUNDING)


@pytest.mark.parametrize(
    ("name", "change"),
    [
        ("box", {"box": cube(8)}),
        ("sense", {"sense": "saddle"}),
        ("gap", {"gap": 0.0}),
        ("gap", {"gap": np.nan}),
        ("max_nodes", {"max_nodes": 0}),
        ("start", {"start": [0.0]}),
        ("start", {"start": [np.nan] * 9}),
        ("threshold", {"threshold": np.nan}),
    ],
)
def test_what_breaks_a_rule_is_refused_by_name(name, change):
    with pytest.raises(InvalidInput) as refused:
        extremum(section_6_2(0, queries=1), **{"box": CUBE, **change})
    assert refused.value.name == name


def test_a_linear_query_whose_result_leaves_its_range_on_the_box_is_refused():
    terms = terms_of([[1.0]], [0.0], [LINEAR], [1.0], [-1.0], [1.0], [True])
    assert extremum(terms, cube(1)).closed
    for sense in ("max", "min"):
        with pytest.raises(InvalidInput, match="TRUNCATED"):
            extremum(terms, Box([-1.0], [1.1]), sense=sense)
