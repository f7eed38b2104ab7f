"""Searches with little to spend: they end, alike on every machine, and what they say holds."""

import numpy as np
import pytest

from hetdp_core import odometer
from hetdp_core.odometer.conversation import MOST_WORK
from hetdp_core.odometer.search import Allowance, extremum
from tests.odometer.search.helpers import cube, section_6_2

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
