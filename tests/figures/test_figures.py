"""Figures: whole axes, frames that fit, and the present frame equal to the figure."""

import itertools
from typing import Any

import numpy as np
import pytest

from hetdp_core.evidence import cards
from hetdp_core.features import FeatureScenario, allocate, correlation_sweep
from hetdp_core.features.mechanism import query_shares
from hetdp_core.features.notions import copies_sweep, example_1, region_sweep
from hetdp_core.figures import evidence
from hetdp_core.figures.features import errors as features
from hetdp_core.figures.features import hero as features_hero
from hetdp_core.figures.features.errors import chance_of_one
from hetdp_core.figures.mean import certificate as mean_certificate
from hetdp_core.figures.mean import methods as mean_methods
from hetdp_core.figures.mean import saturation as mean
from hetdp_core.figures.ridge import hero as ridge_hero
from hetdp_core.figures.ridge.tables import errors
from hetdp_core.mean.certificate import certificate_curve
from hetdp_core.mean.comparison import compare
from hetdp_core.mean.methods import METHODS
from hetdp_core.mean.sweep import saturation_sweep
from hetdp_core.profiles import KINDS, ProfileSettings
from hetdp_core.ridge.records import Records, prepare
from hetdp_core.ridge.sweep import EXPLANATIONS, SERIES, RidgeScenario, loss_sweep
from tests.plotlys import checked
from tests.strategies import FILE


def assert_present_frame_is_the_figure(figure, frames):
    for trace, paths in frames.traces.items():
        for path, column in paths.items():
            drawn = np.asarray(checked(figure).data[trace][path])
            if path == "name" or path.startswith("text"):
                assert drawn.tolist() == column[frames.current]
            else:
                np.testing.assert_allclose(np.asarray(column)[frames.current], drawn.astype(float))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("public", [0.0, 0.5, 1.0])
def test_the_hero_figure_equals_its_present_frame(kind, public):
    settings = ProfileSettings(kind, uploaded=FILE, public_share=public)
    figure, frames = mean.saturation(saturation_sweep(settings), "ε", settings.high)
    assert frames.values[frames.current] == settings.high
    assert_present_frame_is_the_figure(figure, frames)
    moving = {checked(figure).data[trace].name for trace in frames.traces}
    assert {"applied", "requested (shaded: free)"} < moving
    assert {"saturation begins", "weight in the result"} < moving


def test_every_frame_of_the_hero_stays_within_its_axes():
    sweep = saturation_sweep(ProfileSettings("log_uniform", low=0.01, high=10.0, public_share=0.2))
    low, high = 10.0 ** np.array(mean.level_range(sweep))
    for curve in sweep.points:
        assert np.all((curve.granted > low) & (curve.requested <= high))


@pytest.mark.parametrize("kind", KINDS)
@pytest.mark.parametrize("public", [0.0, 0.5])
@pytest.mark.parametrize(("low", "high"), [(0.1, 1.0), (1e-3, 100.0)])
def test_weights_fill_half_of_their_panel_at_every_frame(kind, public, low, high):
    settings = ProfileSettings(kind, low=low, high=high, uploaded=FILE, public_share=public)
    sweep = saturation_sweep(settings)
    figure, frames = mean.saturation(sweep, "ε", high)
    fixed = [checked(figure).layout.yaxis2.range] * len(sweep.points)
    ranges = frames.layout.get("yaxis2.range", fixed)
    assert tuple(ranges[frames.current]) == tuple(checked(figure).layout.yaxis2.range)
    for curve, (bottom, top) in zip(sweep.points, ranges, strict=True):
        assert bottom == 0
        assert max(1.0, np.max(curve.relative_weight)) <= top
        assert np.max(curve.relative_weight) >= 0.5 * top


def test_a_line_of_the_feature_hero_reaches_q_1_and_is_upright_where_it_jumps_to_its_marker():
    sweep = correlation_sweep(FeatureScenario(q=0.37))
    figure, _ = features_hero.error_against_correlation(sweep, 1.0)
    lines = [t for t in checked(figure).data if t.type == "scatter" and t.mode == "lines"]
    points = {t.name: t for t in checked(figure).data if (t.name or "").endswith(" now")}
    assert [[*point.x] for point in points.values()] == [[1.0]] * 4
    name = features_hero.NAMES["paper"]
    (paper,) = (line for line in lines if line.name == f"{name} (jumps at q = 1)")
    assert {max(line.x) for line in lines} == {1.0}
    assert [*paper.x[-3:]] == [0.99, 1.0, 1.0]
    assert points[f"{name} now"].y[0] == paper.y[-1] < 0.8 * paper.y[-2] == 0.8 * paper.y[-3]
    many = correlation_sweep(FeatureScenario(n=10**7))  # the paper's rule flattens no other line
    figure_of_many, _ = features_hero.error_against_correlation(many, 0.1)
    assert checked(figure_of_many).layout.yaxis.range[1] < 3 * many.curves["min_delta"].miss[0]
    assert name + features_hero.ABOVE in [t.name for t in checked(figure_of_many).data]


def test_bars_below_the_feature_hero_are_the_errors_of_features_of_each_level_at_every_q():
    sweep = correlation_sweep(FeatureScenario((0.5, 2.0, 0.5)))
    figure, frames = features_hero.error_against_correlation(sweep, 1.0)
    for place, way in enumerate(("optimised", "min_delta", "questions"), len(figure.data) - 3):
        misses = {**sweep.curves, "questions": sweep.questions}[way].feature_misses
        np.testing.assert_array_equal(frames.traces[place]["y"], misses[:, :2])
        assert figure.data[place]["x"] == ["2 features, δ = 0.5", "1 feature, δ = 2"]


def test_budgets_of_many_features_are_a_bar_for_each_level_asked():
    sweep = correlation_sweep(FeatureScenario((0.2,) * 30 + (1.0,) * 70 + (2.0,) * 100))
    bars = checked(features.budgets(sweep, 0.1)).data
    assert {t.x[0] for t in bars} == {"30 features, δ = 0.2"}
    assert bars[3].y == pytest.approx((0.2, 1.0, np.log1p(np.expm1(0.2) / 0.1)))
    assert {len(t.y) for t in bars} == {3}


def of_ridge(share=1.0, records=60, **scenario):
    """The sweep, its records, and the figure at a λ."""
    prepared, settings = prepare(Records.synthetic(records, 5, 0), None), RidgeScenario(**scenario)
    levels = share * np.linspace(0.1, 2.0, prepared.problem.rows)
    sweep = loss_sweep(prepared.problem, levels, settings)
    return sweep, prepared, *ridge_hero.loss_against_lambda(sweep, prepared, settings.lam)


def test_heroes_and_ideas_equal_their_present_frame():
    of_features = correlation_sweep(FeatureScenario(q=0.37))
    for figure, frames in (
        features_hero.error_against_correlation(of_features, 0.37),
        of_ridge(lam=0.37)[2:],
    ):
        assert frames.values[frames.current] == 0.37
        assert_present_frame_is_the_figure(figure, frames)
    assert_present_frame_is_the_figure(*features.error_region(region_sweep(0.5), 0.5))
    assert_present_frame_is_the_figure(*features.copies(copies_sweep()))


@pytest.mark.parametrize("noise", ["sharp", "printed"])
@pytest.mark.parametrize("share", [0.001, 1.0, 1000.0])
def test_ridge_lines_are_whole_names_apart_and_the_band_is_around_its_line(noise, share):
    sweep, prepared, figure, _ = of_ridge(share, 200, noise=noise)
    lines = [t for t in checked(figure).data if t.mode == "lines" and t.name]
    assert {len(t.x) for t in lines} == {sweep.lams.size}
    low, high = (t for t in checked(figure).data if t.mode == "lines" and not t.name)
    line = sweep.mean_loss(sweep.verdict.regression)[np.isin(sweep.lams, low.x)]
    mean = prepared.typical_misses(line)
    assert np.all((np.array(low.y) <= mean) & (mean <= np.array(high.y)))
    names = checked(figure).layout.annotations
    (first, last), (low, high) = (
        checked(figure).layout.xaxis.range,
        checked(figure).layout.yaxis.range,
    )
    places = [((n.x - first) / (last - first), (n.y - low) / (high - low), n) for n in names]
    assert len(lines) == 4
    assert {"without privacy", "private regression"} <= {n.text for n in names}
    for (x, y, one), (across, up, other) in itertools.combinations(places, 2):
        apart = abs(x - across) > 0.2 or one.xanchor != other.xanchor
        stacked = abs(y - up) > 0.04 or one.yanchor != other.yanchor
        assert apart or stacked or one.yshift != other.yshift


def test_where_the_line_of_the_mean_crosses_a_name_a_legend_names_the_lines():
    axes: dict[str, Any] = {"yaxis": {"type": "log", "range": [-4, 1]}}
    for apart, crossed in ((0.0, True), (1.0, False)):
        name = {"y": np.log10(0.2) + apart, "yanchor": "bottom"}
        assert ridge_hero._is_on(name, 0.2, axes) is crossed


def test_where_names_of_ridge_lines_would_coincide_a_legend_names_the_lines():
    for share, together in ((1e5, True), (1e3, False)):
        assert bool(checked(of_ridge(share, 200)[2]).layout.annotations) is not together


def test_asked_for_series_are_all_drawn_and_named_by_the_legend():
    figure = of_ridge(series=("non_personalised", "zero"))[2]
    assert not checked(figure).layout.annotations
    named = [t.name for t in checked(figure).data if t.showlegend is not False]
    assert named == [SERIES["non_personalised"], SERIES["zero"], "Without privacy"]


@pytest.mark.parametrize("regularised", [False, True])
def test_the_axis_of_ridge_has_the_errors_of_the_key_numbers_but_a_penalised_loss_as_it_is(
    regularised,
):
    """Labels lie in [-1, 1]: an error of 2 is all of their range, and said in percent of it."""
    sweep, prepared, figure, frames = of_ridge(
        series=("pdp_op", "objective"), lam=100.0, regularised=regularised
    )
    (drawn,) = (t.y[0] for t in checked(figure).data if t.name == "PDP-OP now")
    loss = sweep.mean_loss("pdp_op")[frames.current]
    assert drawn == pytest.approx(loss if regularised else 50.0 * np.sqrt(loss))
    (said,) = (text for name, text in frames.readouts.items() if "PDP-OP" in name)
    assert (said[frames.current] == f"{drawn:.3g}\u00a0% of range") is not regularised
    table, title = errors(sweep, prepared), checked(figure).layout.yaxis.title.text
    unit = "" if regularised else ", % of range"
    assert table[f"PDP-OP{unit}"][frames.current] == drawn
    assert title.startswith("Squared error + λ" if regularised else "Typical error")
    assert not checked(of_ridge(regularised=True)[2]).layout.annotations  # the legend names them
    edges = [t.y for t in checked(figure).data if t.mode == "lines" and not t.name]
    ends = table.filter(like="of its band")
    assert len(edges) == ends.shape[1] == 2 * (not regularised)
    for edge, end in zip(edges, ends, strict=True):
        off = np.abs(edge - ends[end].dropna())
        assert 0 < np.max(off / (edges[1] - edges[0])) <= 0.1001


def test_the_pointer_tells_in_one_sentence_what_a_method_does():
    sweep, _, figure, _ = of_ridge(lam=0.37)
    lines = {trace.name: trace.hovertemplate for trace in checked(figure).data}
    for key in sweep.series:
        named = ridge_hero.in_legend(sweep, key)
        assert EXPLANATIONS[key] in lines[named].replace("<br>", " ")
    dots = checked(mean_methods.comparison(compare(np.array([0.1, 1.0, 3.0]), 0.05), {})).data[1]
    for method, told in zip(METHODS.values(), dots.hovertemplate, strict=True):
        assert f"{method.title}</b> {method.idea}" in told.replace("<br>", " ")


@pytest.mark.parametrize("shrinking", [True, False])
def test_the_certificate_equals_its_present_frame_and_shades_from_the_bound_up(shrinking):
    settings = ProfileSettings(users=200)
    certificates = certificate_curve(settings, saturation_sweep(settings))
    figure, frames = mean_certificate.certificate_curve(certificates, "ε", settings.high, shrinking)
    assert_present_frame_is_the_figure(figure, frames)
    lower, upper = checked(figure).data[1], checked(figure).data[2]
    assert np.all(np.array(lower.y) <= np.array(upper.y))
    assert upper.fill == "tonexty"
    assert len(checked(figure).data) == 4 + shrinking


def test_the_overview_of_reproductions_has_one_mark_for_each_card():
    figure = evidence.overview(cards())
    low, high = checked(figure).layout.yaxis.range
    assert all(low < y < high for trace in checked(figure).data for y in trace.y)
    assert "explained below" in checked(figure).layout.xaxis.title.text
    (wrong,) = (trace for trace in checked(figure).data if trace.marker.symbol == "x")
    assert all("<br>Errat" in text for text in wrong.text)
    assert sum(len(trace.x) for trace in checked(figure).data) == len(cards())
    assert len({trace.marker.symbol for trace in checked(figure).data}) == len(checked(figure).data)
    drawn = checked(figure).data
    places = {place for trace in drawn for place in zip(trace.y, trace.x, strict=True)}
    assert len(places) == len(cards())
    assert evidence.counts(cards())["all"].sum() == len(cards())


@pytest.mark.parametrize(("d", "labelled"), [(4, True), (12, True), (19, False), (50, False)])
def test_shares_are_written_only_into_cells_that_can_hold_them(d, labelled):
    alloc = allocate(np.geomspace(0.1, 2.0, d), 3.0, 0.0, n=100)
    (cells,) = checked(features.triangle(query_shares(alloc))).data
    assert bool(cells.texttemplate) == labelled
    assert cells.showscale != labelled  # then the colour is what one reads


def test_the_bars_are_the_chances_of_the_mechanism():
    (bars,) = checked(chance_of_one(example_1(0.2, 0.4, 0.6))).data
    assert dict(zip(bars.x, bars.y, strict=True)) == {
        "(0, 0)": 20.0,
        "(0, 1)": 0.0,
        "(1, 0)": 40.0,
        "(1, 1)": 60.0,
    }
