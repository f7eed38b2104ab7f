"""The figures that only lessons show."""

from hetdp_core.features.notions import example_1
from hetdp_core.figures.lessons import chance_of_one
from tests.plotlys import checked


def test_the_bars_are_the_chances_of_the_mechanism():
    figure = chance_of_one(example_1(0.2, 0.4, 0.6))
    (bars,) = checked(figure).data
    assert dict(zip(bars.x, bars.y, strict=True)) == {
        "(0, 0)": 0.2,
        "(0, 1)": 0.0,
        "(1, 0)": 0.4,
        "(1, 1)": 0.6,
    }
