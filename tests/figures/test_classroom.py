"""What a class answered, drawn: every answer is a part of a bar, the truth is marked once known."""

import pytest

from hetdp_core import tally
from hetdp_core.figures import classroom, theme
from tests.plotlys import checked

OPTIONS = ["It falls: less privacy, more accuracy", "It stays", "It rises"]


def test_each_option_has_a_bar_with_its_count_and_the_right_one_a_sign_and_a_colour_once_known():
    (bars,) = checked(classroom.choices(OPTIONS, [5, 0, 12])).data
    assert (list(bars.x), list(bars.text)) == ([5, 0, 12], ["5", "0", "12"])
    assert [name.replace("<br>", " ") for name in bars.y] == OPTIONS
    assert len(set(bars.marker.color)) == 1
    (bars,) = checked(classroom.choices(OPTIONS, [5, 0, 12], right=2)).data
    assert [name.startswith("✓") for name in bars.y] == [False, False, True]
    assert [colour == theme.GREEN for colour in bars.marker.color] == [False, False, True]


@pytest.mark.parametrize("logarithmic", [False, True])
def test_each_bin_has_a_bar_of_its_width_and_a_triangle_above_all_points_at_the_truth(logarithmic):
    binned = tally.of_numbers([1.0, 2.0, 2.1, 100.0], 1.0, 100.0, logarithmic)
    bars, truth = checked(classroom.numbers(binned, "Answer", 2.6)).data
    assert list(bars.y) == binned.counts.tolist()
    for at, width, low, high in zip(
        bars.x, bars.width, binned.edges[:-1], binned.edges[1:], strict=True
    ):
        assert (at - width / 2, at + width / 2) == pytest.approx((low, high))
    assert list(truth.x) == [2.6]
    assert truth.y[0] > max(bars.y)
    assert truth.marker.symbol == "triangle-down"
    assert "2.6" in truth.text[0]
    assert len(checked(classroom.numbers(binned, "Answer")).data) == 1


def test_the_tables_hold_what_is_drawn():
    assert classroom.choice_table(OPTIONS, [5, 0, 12])["Phones"].tolist() == [5, 0, 12]
    binned = tally.of_numbers([1.0, 2.0, 100.0], 1.0, 100.0, True)
    table = classroom.number_table(binned)
    assert table["Phones"].sum() == 3
    assert (table["From"] < table["To"]).all()


@pytest.mark.parametrize("counts", [[0, 0, 0], [1, 0, 0], [400, 0, 1]])
def test_counts_are_whole_on_the_axis_whatever_they_are(counts):
    axis = checked(classroom.choices(OPTIONS, counts)).layout.xaxis
    assert axis.range[1] > max(counts)
    assert axis.dtick == 1 or max(counts) >= 6
    assert axis.tickformat == "d"
