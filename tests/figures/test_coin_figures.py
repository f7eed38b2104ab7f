"""People who answer with a coin, and questions that use up a budget: what is drawn."""

import numpy as np
import pytest

from hetdp_core.figures import coin as figures
from hetdp_core.odometer.channel import Crowd, coin_level
from hetdp_core.odometer.filters.basic import spending
from tests.plotlys import checked

CROWD = Crowd(100, 20, coin_level())


@pytest.mark.parametrize(
    ("shown", "counts"),
    [
        ("truth", {"really yes: 20": 20, "really no: 80": 80}),
        ("said", {"says yes: 35": 35, "says no: 65": 65}),
        (
            "both",
            {
                "really yes, says yes: 15": 15,
                "really yes, says no: 5": 5,
                "really no, says yes: 20": 20,
                "really no, says no: 60": 60,
            },
        ),
    ],
)
def test_there_is_a_dot_for_each_and_only_what_is_known_tells_them_apart(shown, counts):
    figure = figures.people(CROWD, shown)
    assert {trace.name: len(trace.x) for trace in checked(figure).data} == counts
    places = [
        place for trace in checked(figure).data for place in zip(trace.x, trace.y, strict=True)
    ]
    assert len(set(places)) == 100
    assert len({trace.marker.symbol for trace in checked(figure).data}) == len(checked(figure).data)


def test_kinds_without_anybody_are_not_drawn():
    figure = figures.people(Crowd(100, 100, coin_level()), "both")
    assert [trace.name for trace in checked(figure).data] == [
        "really yes, says yes: 75",
        "really yes, says no: 25",
    ]


def test_questions_over_the_budget_are_drawn_as_refused():
    answered, refused, budget = checked(figures.spent(spending(2.0, 0.5, 6), 6)).data
    assert (list(answered.x), list(refused.x)) == ([1, 2, 3, 4], [5, 6])
    assert max(answered.y) <= budget.y[0] < min(refused.y)
    np.testing.assert_array_equal(checked(figures.spent(spending(2.0, 0.5, 6), 1)).data[0].x, [1])
