"""What a release will guarantee: drawn and tabled from the plan alone."""

import math
from datetime import UTC, datetime

import numpy as np
import pandas as pd

from hetdp_core.datasets import Column
from hetdp_core.figures.release import receipt as figures
from hetdp_core.figures.release import regression, several, tables
from hetdp_core.figures.text import number, span
from hetdp_core.release import (
    RegressionRequest,
    ReleaseRequest,
    compose,
    prepare,
    prepare_regression,
    release_regression,
)


def plan_for(epsilon):
    return prepare(ReleaseRequest("age", "years", (0.0, 120.0), np.array(epsilon), "column"))


def test_the_curves_are_what_was_asked_and_what_is_guaranteed():
    plan = plan_for([0.1] * 300 + [1.0] * 600 + [math.inf] * 100)
    given, asked = figures.promise(plan).data
    assert list(given.x) == [0, 30, 90, 100]
    assert list(given.y[:3]) == [group.guaranteed for group in plan.groups]
    assert list(asked.y[:2]) == [0.1, 1.0]
    assert math.isnan(asked.y[2])  # public: a gap, not a number
    low, high = figures.promise(plan).layout.yaxis.range
    assert low < -1
    assert high > 0


def test_thousands_of_levels_are_drawn_as_few_and_no_promise_gets_smaller():
    plan = plan_for(np.linspace(0.1, 2.0, 5000).tolist())
    given = figures.promise(plan).data[0]
    assert len(given.x) <= figures.MOST_SPANS + 1
    assert max(given.y) == max(plan.guaranteed)


def test_the_table_says_what_is_given_alone_and_together():
    plan = plan_for([0.1] * 300 + [math.inf] * 100)
    afterwards = compose([plan.guaranteed] * 3, plan.request.epsilon)
    table = tables.promise(plan, afterwards)
    assert table["asked ε"].tolist() == ["0.1", "public (ε = ∞)"]
    assert table["people"].tolist() == [300, 100]
    assert table["guaranteed ε"].tolist() == ["0.1", "0.367"]
    assert table["with earlier releases ε"].tolist() == ["0.3", "1.1"]


def test_the_tables_of_a_regression_say_how_features_enter_and_what_each_coefficient_is_for():
    wage = ReleaseRequest("wage", "euros", (0.0, 100.0), np.full(600, 5.0), "column")
    columns = (
        Column("age", "integer", "Age", "years", "", "mine", "low", (0.0, 120.0)),
        Column("pet", "category", "Pet", "", "", "mine", "low", None, ("cat", "dog")),
        Column("city", "category", "City", "", "", "mine", "low", None, ("A", "B", "C")),
    )
    plan = prepare_regression(RegressionRequest(wage, columns, 1e-6))
    declared = regression.features(plan)
    assert list(declared["from"]) == ["age", "pet", "city"]
    assert list(declared["declared"]) == ["0 to 120", "cat, dog", "A, B, C"]
    assert declared["enters as"][0] == "its place between the bounds"
    frame = pd.DataFrame({"age": 30.0, "pet": "cat", "city": "B", "wage": 40.0}, index=range(600))
    made = release_regression(plan, frame, when=datetime(2026, 1, 2, tzinfo=UTC), identifier="r")
    found = regression.coefficients(made)
    named = ["age", "pet = dog", "city = A", "city = B", "city = C", "intercept"]
    assert list(found["coefficient"]) == named
    assert found[""][1] == "instead of cat"
    assert found["across its range"][5] == ""
    assert set(found["unit"]) == {"euros"}


def test_where_no_unit_is_known_there_is_no_column_of_units():
    wage = ReleaseRequest("wage", "", (0.0, 100.0), np.full(600, 5.0), "column")
    pet = Column("pet", "category", "Pet", "", "", "mine", "low", None, ("cat", "dog"))
    plan = prepare_regression(RegressionRequest(wage, (pet,), 1e-6))
    frame = pd.DataFrame({"pet": "cat", "wage": 40.0}, index=range(600))
    made = release_regression(plan, frame, when=datetime(2026, 1, 2, tzinfo=UTC), identifier="r")
    assert "unit" not in regression.coefficients(made)
    assert "unit" not in regression.features(plan)


def test_a_row_of_several_levels_says_what_its_strictest_and_its_most_relaxed_are_guaranteed():
    plan = plan_for(np.linspace(0.1, 0.4, 1000).tolist())
    table = tables.promise_alone(plan, most=4)
    levels = np.linspace(0.1, 0.4, 1000).reshape(4, 250)
    ranges = [f"{number(row[0])} to {number(row[-1])}" for row in levels]
    assert table["asked ε"].tolist() == ranges
    given = np.minimum(levels, plan.saturation_level)
    assert table["guaranteed ε"].tolist() == [span(row[0], row[-1]) for row in given]
    assert table["odds change by at most ×"][0] == span(*np.exp(given[0, [0, -1]]))


def test_with_gaussian_noise_too_nobody_in_a_row_seems_to_get_less_than_they_asked_for():
    asked = np.linspace(0.1, 0.4, 1000)
    wage = ReleaseRequest("wage", "euros", (0.0, 100.0), asked, "column")
    age = Column("age", "integer", "Age", "years", "", "mine", "low", (0.0, 120.0))
    plan = prepare_regression(RegressionRequest(wage, (age,), 1e-6))
    table = several.promise(plan, 4)
    given = [plan.epsilon_of(group) for group in plan.groups]
    rows = np.reshape(given, (4, 250))
    assert np.all(np.array(given) <= asked)
    found = table["guaranteed ε, but for δ"].tolist()
    assert found == [span(row[0], row[-1]) for row in rows]
    assert found[0].startswith("0.1 to ")
