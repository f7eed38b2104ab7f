"""Dotplots of twenty releases: twenty dots whatever the law, told by shape and words as well."""

import math
from dataclasses import replace

import numpy as np
import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from hetdp_core.figures.dots import Grid, places
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.outcomes import dotplot, dotplots, one_table, table, usually
from hetdp_core.outcomes import TWENTY, laplace_outcomes, noise_outcomes, simulated_outcomes
from tests.plotlys import checked

CENTRES = st.sampled_from([0.0, 128.0, -3e5, 1e-8])
SCALES = st.sampled_from([0.0, 1e-9, 0.3, 40.0, 1e7])


def law(centre=128.0, scale=1.2, unit="mmHg"):
    return laplace_outcomes(centre, scale, rng=np.random.default_rng(2), unit=unit)


def shapes(trace):
    """(dots, 2, corners) outlines that a trace draws."""
    outlines: list[list[tuple[float, float]]] = []
    points: list[tuple[float, float]] = []
    for x, y in zip(trace.x, trace.y, strict=True):
        if math.isnan(x) or math.isnan(y):
            outlines += [points] if points else []
            points = []
        else:
            points.append((x, y))
    return [np.array(one).T for one in [*outlines, *([points] if points else [])]]


def dots(figure: Figure):
    """Outlines of dots, by trace."""
    drawn = [
        trace for trace in checked(figure).data if trace.fill == "toself" and trace.x is not None
    ]
    return [shapes(trace) for trace in drawn if np.any(np.isfinite(np.asarray(trace.x, float)))]


def overlap(figure: Figure) -> float:
    """How much the two nearest dots overlap, in dots."""
    width = checked(figure).layout.yaxis.scaleratio
    boxes = np.array([(one.min(axis=1), one.max(axis=1)) for row in dots(figure) for one in row])
    middles = boxes.mean(axis=1) / [width, 1.0]
    middles[:, 0] -= middles[0, 0]
    apart = np.linalg.norm(middles[:, None] - middles[None], axis=-1)
    return float(1.0 - np.min(apart + 2.0 * np.eye(len(middles))))


@given(CENTRES, SCALES, st.sampled_from([None, 0.0, 1.0, 1e6]))
def test_there_are_twenty_dots_that_do_not_overlap_whatever_the_law(centre, scale, away):
    lines = {} if away is None else {"the truth": centre + away}
    figure, frames = dotplot(law(centre, scale), "Answer", lines)
    (row,) = dots(figure)
    assert len(row) == TWENTY
    assert overlap(figure) < 0.01
    (low, high), top = checked(figure).layout.xaxis.range, checked(figure).layout.yaxis.range[1]
    assert all(low <= one[0].min() and one[0].max() <= high for one in row)
    assert all(one[1].min() >= 0 and one[1].max() <= top for one in row)
    assert all(low <= value <= high for value in (line for line in lines.values()))
    assert frames.current == TWENTY


@given(st.lists(st.integers(-30, 30), min_size=TWENTY, max_size=TWENTY))
def test_each_dot_stands_on_those_of_its_bin_that_come_before_it(numbers):
    """The slow road: they are counted one by one."""
    found = replace(law(), values=np.sort(np.array(numbers, dtype=float)))
    bins, floor, _ = places(found, Grid(0.0, 1.0, -9, 9))
    assert floor.tolist() == [np.count_nonzero(bins[:dot] == bins[dot]) for dot in range(TWENTY)]


@given(SCALES, SCALES, CENTRES)
def test_rows_share_an_axis_and_have_twenty_dots_each(first, second, centre):
    figure = dotplots({"A": law(scale=first), "B": law(centre, second)}, "Answer")
    assert [len(row) for row in dots(figure)] == [TWENTY, TWENTY]
    assert overlap(figure) < 0.01
    assert list(checked(figure).layout.yaxis.ticktext) == ["B", "A"]  # from the bottom up


def test_a_dot_stands_within_half_a_dot_of_its_value():
    outcomes = law()
    figure, _ = dotplot(outcomes, "Answer")
    width = checked(figure).layout.yaxis.scaleratio
    middles = sorted((one[0].min() + one[0].max()) / 2 for one in dots(figure)[0])
    assert np.max(np.abs(middles - outcomes.values)) <= 0.5001 * width


@given(away=st.floats(-2.0, 2.0))
def test_every_dot_stands_on_its_own_side_of_an_edge(away):
    values, edge = law().values, 128.0 + away
    grid = Grid.around([law()], {}, edge=edge)
    np.testing.assert_array_equal(grid.middle(grid.bins(values)) < edge, values < edge)


@pytest.mark.parametrize("first", [0.4, 1.0])
@given(ratio=st.floats(1.0, 10.0))
@example(ratio=3.6)
@example(ratio=5.0)
def test_dots_of_symmetric_laws_stand_symmetrically(first, ratio):
    """Their ends may lie half-way between two bins, but for rounding."""
    second = first * ratio
    laws = [noise_outcomes(scale, rng=np.random.default_rng(0)) for scale in (first, second)]
    grid = Grid.around(laws, {})
    for law in laws:
        bins = places(law, grid)[0]
        np.testing.assert_array_equal(bins, -bins[::-1])


def test_dots_beyond_the_axis_stand_at_its_edge_as_arrows_and_are_counted():
    outcomes = law(128.0, 10.0)
    figure = dotplots({"A": outcomes}, "Answer", within=(118.0, 150.0))
    (row,) = dots(figure)
    assert len(row) == TWENTY
    low, high = np.sum(outcomes.values < 117), np.sum(outcomes.values > 151)
    arrows = [one for one in row if len(np.unique(one.round(9), axis=1).T) == 3]
    assert len(arrows) == low + high > 0
    said = [trace.text[0] for trace in checked(figure).data if trace.mode == "text"]
    assert said == [f"{low} beyond", f"{high} beyond"]


def test_no_rows_and_rows_in_several_units_are_refused():
    for rows in ({}, {"A": law(), "B": law(unit="kg")}):
        with pytest.raises(ValueError, match="all in one unit"):
            dotplots(rows, "Answer")


def test_played_they_come_one_by_one_and_the_present_one_has_an_edge_of_its_own():
    found = law()
    figure, frames = dotplot(found, "Answer", {"the truth": 128.4})
    assert frames.plays
    (come,) = (
        i for i, trace in enumerate(checked(figure).data) if trace.name == "one release in 20"
    )
    present = come + 1
    size = len(checked(figure).data[come].x)
    coming, now_at = (
        np.asarray(frames.traces[i][path]) for i, path in ((come, "y"), (present, "x"))
    )
    for frame, (seen, now) in enumerate(zip(coming[:TWENTY], now_at[:TWENTY], strict=True)):
        still = (TWENTY - frame - 1) * (size // TWENTY - 1)
        assert np.count_nonzero(np.isnan(seen)) == TWENTY + still
        middle = (np.nanmin(now) + np.nanmax(now)) / 2
        assert abs(middle - found.played[frame]) <= 0.5001 * checked(figure).layout.yaxis.scaleratio
    assert np.all(np.isnan(now_at[TWENTY]))
    assert checked(figure).data[present].line.width > checked(figure).data[come].line.width == 0
    assert checked(figure).data[present].fillcolor != checked(figure).data[come].fillcolor


def test_what_a_frame_says_is_the_release_it_shows():
    _, frames = dotplot(law(128.0, 2.0), "Answer")
    usual, said = frames.readouts.values()
    order = law(128.0, 2.0).played
    assert said[3] == f"{order[3]:.1f} mmHg"
    assert set(usual) == {"123.4 to 132.6 mmHg"}
    assert frames.labels[3] == "4 of 20"


@pytest.mark.parametrize(
    ("found", "words"),
    [
        (noise_outcomes(2.0, rng=np.random.default_rng(0)), "within ± 4.61 kg"),
        (law(10.0, 0.0), "10 kg"),
        (law(10.0, 1.0), "7.7 to 12.3 kg"),
    ],
)
def test_where_eighteen_of_twenty_lie_is_said_in_words(found, words):
    assert usually(found, " kg") == words


def test_lines_are_told_apart_by_their_dashes_and_have_the_colour_of_the_page():
    figure, _ = dotplot(law(), "Answer", {"the truth": 128.0, "no privacy": 127.0})
    lines = [trace for trace in checked(figure).data if trace.showlegend is None]
    assert [trace.name for trace in lines] == ["the truth", "no privacy"]
    assert len({trace.line.dash for trace in lines}) == 2
    assert {trace.line.color for trace in lines} == {"var(--st-text-color)"}


def test_names_and_units_that_are_not_ours_are_shown_letter_by_letter():
    figure = dotplots({"<b>x": law(unit="<i>")}, "<u>", {"<s>": 128.0})
    assert "<b>" not in checked(figure).to_json()
    assert checked(figure).layout.xaxis.title.text == "&lt;u&gt;, &lt;i&gt;"
    assert checked(figure).layout.yaxis.ticktext == ("&lt;b&gt;x",)


def test_the_table_has_the_twenty_values_of_each_row_and_the_error_of_a_simulation():
    simulated = simulated_outcomes(
        np.random.default_rng(0).normal(size=2000), rng=np.random.default_rng(1), unit="mmHg"
    )
    both = table({"A": law(), "B": simulated})
    assert both["of"].tolist() == ["A"] * TWENTY + ["B"] * TWENTY
    assert np.array_equal(both["release, mmHg"][:TWENTY], law().values)
    assert both["standard error"][TWENTY:].min() > 0
    assert both["standard error"][:TWENTY].isna().all()
    alone = one_table(law())
    assert sorted(alone["played as"]) == list(range(1, TWENTY + 1))
    assert np.array_equal(alone.sort_values("played as")["release, mmHg"].to_numpy(), law().played)
