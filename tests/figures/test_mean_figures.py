"""Figures of the mean: levels and infinity on their axis, errors, bets, users as dots."""

import numpy as np
import pytest

from hetdp_core import mean
from hetdp_core.figures import meaning as meaning_figures
from hetdp_core.figures.mean import cap_tradeoff as figures
from hetdp_core.figures.mean.people import MOST_DOTS, people
from hetdp_core.figures.mean.saturation import NOT_REACHED, REACHED, saturation
from hetdp_core.mean.cap_tradeoff import cap_curves
from hetdp_core.mean.sweep import adpm_of, empirical_of, saturation_sweep
from hetdp_core.meaning import meaning
from hetdp_core.profiles import KINDS, ProfileSettings, make_profile
from tests.plotlys import checked
from tests.strategies import FILE


@pytest.mark.parametrize("public", [0.0, 0.1, 1.0])
def test_public_users_stand_at_infinity_above_finite_ticks(public):
    sweep = saturation_sweep(ProfileSettings("log_uniform", public_share=public))
    figure, _ = saturation(sweep, "ε", 1.0)
    axis = checked(figure).layout.yaxis
    assert len(axis.tickvals) >= 2
    assert ("∞" in axis.ticktext) == (public > 0)
    if public:
        assert axis.tickvals[-1] == sweep.ceiling > 2 * axis.tickvals[-2]


@pytest.mark.parametrize("users", [1, 2])
def test_few_users_are_drawn_from_end_to_end(users):
    profile = ProfileSettings("log_uniform", users=users, low=0.01, high=1.0)
    figure, frames = saturation(saturation_sweep(profile), "ε", 1.0)
    drawn = {trace.name: trace for trace in checked(figure).data}
    for name in ("applied", "requested (shaded: free)", "weight in the result"):
        assert (drawn[name].x[0], drawn[name].x[-1]) == (0.0, 100.0)
        assert len({*drawn[name].y}) == users
    assert frames.labels  # it still moves


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("solve", [adpm_of, empirical_of])
def test_the_saturation_level_is_drawn_only_where_somebody_reaches_it(kind, solve):
    sweep = saturation_sweep(ProfileSettings(kind, uploaded=FILE), solve=solve)
    figure, frames = saturation(sweep, "ε", float(sweep.values[0]))
    moving = [frames.traces.get(line, {}).get("name", ()) for line in range(len(figure.data))]
    names = [np.array(column).tolist() for column in moving]
    line = next(place for place, of_line in enumerate(names) if of_line)
    assert checked(figure).data[line].name == names[line][frames.current]
    drawn = np.isfinite(np.array(frames.traces[line]["y"])).all(axis=1)
    said = frames.readouts["Saturation level τ"]
    np.testing.assert_array_equal(drawn, [text != "not reached" for text in said])
    np.testing.assert_array_equal(drawn, [name == REACHED for name in names[line]])
    assert {*names[line]} <= {REACHED, NOT_REACHED}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("public", [0.0, 0.5, 1.0])
def test_the_square_of_the_error_is_that_of_its_parts_and_the_diamond_lies_on_it(kind, public):
    settings = ProfileSettings(kind, uploaded=FILE, public_share=public)
    found = cap_curves(settings, saturation_sweep(settings))
    figure, frames = figures.cap_curves(found, "ε", settings.high)
    drawn, place = {one.name: one for one in checked(figure).data}, frames.current
    parts = np.square(drawn[figures.NOISE].y) + np.square(drawn[figures.SAMPLING].y)
    np.testing.assert_allclose(np.square(drawn[figures.BOTH].y), parts)
    tau = REACHED if np.isfinite(found.best[place]) else NOT_REACHED
    np.testing.assert_array_equal(drawn[tau].y, [found.least_error[place]])
    low, high = checked(figure).layout.yaxis.range
    assert low <= found.least_error[place] < high
    names = {note.text: note for note in checked(figure).layout.annotations}
    least = {"τ: least error"} if np.isfinite(found.best[place]) else set()
    assert names.keys() == {figures.NOISE, figures.SAMPLING, figures.BOTH} | least
    assert all(low <= note.y < high for note in names.values())
    assert len(frames.layout["annotations"][place]) == len(names)


@pytest.mark.parametrize(("before", "epsilon"), [(50.0, 1.0), (10.0, 3.0), (99.0, 0.01)])
def test_filled_dots_add_up_to_bets_that_are_right(before, epsilon):
    found = meaning(epsilon, before)
    figure, frames = meaning_figures.bets(found, "ε")
    sizes = [trace.marker.size for trace in checked(figure).data if trace.name == "right"]
    np.testing.assert_allclose([np.sum(one) for one in sizes], [before, found.right])
    assert (
        frames.layout["xaxis2.title.text"][frames.current]
        == checked(figure).layout.xaxis2.title.text
    )


TWO_GROUPS = ProfileSettings("two_groups", users=200, low=0.1, high=3.0)


def dots_of(settings):
    """The sweep, the trace of the dots, and their columns along the control, by name."""
    sweep = saturation_sweep(settings, MOST_DOTS)
    figure, frames = people(sweep, "ε", settings.high)
    assert frames.values[frames.current] == settings.high
    return sweep, figure.data[0], {name: np.array(rows) for name, rows in frames.traces[0].items()}


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("users", [1, 7, 1000])
def test_dots_are_users_at_evenly_spaced_places_as_large_as_they_count(kind, users):
    settings = ProfileSettings(kind, users=users, uploaded=FILE)
    epsilon = make_profile(settings).epsilon
    sweep, _, drawn = dots_of(settings)
    dots, here = min(epsilon.size, MOST_DOTS), sweep.index(settings.high)
    index = ((np.arange(dots) + 0.5) / dots * epsilon.size).astype(int)
    expected = np.minimum(epsilon[index], sweep.ceiling)
    np.testing.assert_array_equal(drawn["customdata"][here], expected)
    weights = mean.adpm(epsilon).weights[index] * epsilon.size
    np.testing.assert_allclose(drawn["marker.size"][here], weights)
    asked, ease = drawn["customdata"], drawn["marker.color"]
    ease = np.take_along_axis(ease, np.argsort(asked, axis=1, kind="stable"), axis=1)
    assert np.all(ease[:, 0] == 0.0)
    np.testing.assert_array_equal(ease[:, -1], np.ptp(asked, axis=1) > 0)
    assert np.all(np.diff(ease) >= 0)


@pytest.mark.parametrize("users", [1, 2, 7, 50, 200])
def test_no_two_dots_share_a_place_and_the_strictest_stand_on_the_left(users):
    _, dots, _ = dots_of(ProfileSettings("uniform", users=users))
    assert len(set(zip(dots["x"], dots["y"], strict=True))) == users
    assert np.all(np.diff(dots["x"]) >= 0)


def test_relaxed_dots_grow_up_to_the_closed_form_of_saturation_and_no_further():
    sweep, _, drawn = dots_of(TWO_GROUPS)
    np.testing.assert_allclose(drawn["marker.size"].sum(axis=1), 200)
    below = sweep.values <= mean.two_group_saturation(0.1, 200, 0.5)
    relaxed = drawn["marker.size"][:, -1]
    assert np.all(np.diff(relaxed[below]) > 0)
    assert np.ptp(relaxed[~below]) < 1e-12
