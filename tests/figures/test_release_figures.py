"""What a release will guarantee: tabled from the plan alone."""

import math

import numpy as np

from hetdp_core.figures import release as figures
from hetdp_core.figures.formats import bounds, number
from hetdp_core.release import ReleaseRequest, compose, prepare


def plan_for(epsilon):
    return prepare(ReleaseRequest("age", "years", (0.0, 120.0), np.array(epsilon), "column"))


def test_the_table_says_what_is_given_alone_and_together():
    plan = plan_for([0.1] * 300 + [math.inf] * 100)
    afterwards = compose([plan.guaranteed] * 3, plan.request.epsilon)
    table = figures.promise_table(plan, afterwards)
    assert table["requested ε"].tolist() == ["0.1", "public (ε = ∞)"]
    assert table["people"].tolist() == [300, 100]
    assert table["guaranteed ε"].tolist() == ["0.1", "0.367"]
    assert table["with earlier releases ε"].tolist() == ["0.3", "1.11"]  # 3 × 0.367


def test_a_row_of_several_levels_says_what_its_strictest_and_its_most_relaxed_are_guaranteed():
    plan = plan_for(np.linspace(0.1, 0.4, 1000).tolist())
    table = figures.promise_table(plan, compose([plan.guaranteed], plan.request.epsilon), most=4)
    levels = np.linspace(0.1, 0.4, 1000).reshape(4, 250)
    ranges = [f"{number(row[0])} to {number(row[-1])}" for row in levels]
    assert table["requested ε"].tolist() == ranges
    given = np.minimum(levels, plan.saturation_level)
    assert table["guaranteed ε"].tolist() == [bounds(row[0], row[-1]) for row in given]
    assert table["odds change by at most ×"][0] == bounds(*np.exp(given[0, [0, -1]]))
