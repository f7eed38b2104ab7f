"""Series of ridge regression and of the odometer are told apart without colour."""

from itertools import pairwise

import numpy as np
import pytest

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.odometer import checkup as checkups
from hetdp_core.figures.odometer import conversation, streams
from hetdp_core.figures.ridge import hero as ridge_hero
from hetdp_core.figures.ridge import losses as ridge
from hetdp_core.odometer.beliefs import Statement, beliefs_along
from hetdp_core.odometer.conversation import ConversationSettings, converse
from hetdp_core.odometer.examples import checkup, outcome_table
from hetdp_core.odometer.streams.sweep import budget_sweep
from hetdp_core.odometer.streams.traces import TraceScenario, power_traces
from hetdp_core.profiles import ProfileSettings, make_profile
from hetdp_core.ridge.dependence import depends_on, improvements
from hetdp_core.ridge.example_releases import one_release, spread_out
from hetdp_core.ridge.records import Records, paper_profile, prepare
from hetdp_core.ridge.releases import distances_to_truth
from hetdp_core.ridge.sampling import sampling_leaks
from hetdp_core.ridge.sweep import NUMBERS, PRINTED, SERIES, RidgeScenario, loss_sweep
from tests.figures.test_colours import text_colours
from tests.plotlys import checked

NAMES = ["x1", "x2"]


@pytest.fixture(scope="module")
def of_ridge() -> dict[str, Figure]:
    """The figures of the ridge page, with all series, on few records."""
    for looks in ("RIDGE_COLOURS", "RIDGE_DASHES", "RIDGE_SYMBOLS"):
        assert {*SERIES} == {*getattr(theme, looks)}, f"{looks} of theme.py names each series"
    records, profile = Records.synthetic(60, 2, 0), ProfileSettings()
    prepared = prepare(records, None)
    problem, scenario = prepared.problem, RidgeScenario(series=tuple(SERIES), points=3)
    levels = make_profile(paper_profile(problem.rows)).assigned(np.random.default_rng(0))
    sweep = loss_sweep(problem, levels, scenario)
    few = RidgeScenario(series=("pdp_op", PRINTED, "private_mean"))
    varied = depends_on("epsilon_conservative", records, prepared, profile, few)
    spread = spread_out(problem, levels, scenario, "non_personalised", 20)
    release = one_release(prepared, levels, scenario, "non_personalised", 1.0)
    return {
        "hero": ridge_hero.loss_against_lambda(sweep, prepared, 1.0)[0],
        "spread": ridge.spread_against_lambda(sweep),
        "dependence": ridge.dependence(varied, at_best_lambda=True),
        "improvements": ridge.improvements(improvements(records, None, levels)),
        "coefficients": ridge.coefficients(spread, NAMES, "non_personalised"),
        "distance": ridge.distances_to_truth(distances_to_truth(prepared, levels, scenario)),
        "one release": ridge.one_release(release, "label", "non_personalised"),
        "sampling": ridge.sampling_losses(sampling_leaks()),
    }


@pytest.fixture(scope="module")
def of_odometer() -> dict[str, Figure]:
    """The figures of the odometer page."""
    running = TraceScenario("powers", epsilon=0.4, ceiling=2.0)
    sweep = budget_sweep(running, power_traces(running, range(3)), 1.0)
    talk = converse(ConversationSettings(), [True, False])
    along = beliefs_along(talk, "uniform", Statement(threshold=0.5))
    rows = outcome_table(gap=1e-2)
    return {
        "hero": streams.odometer(sweep, 1.0)[0],
        "budget": streams.accepted_against_budget(sweep, 1.0),
        "steps": conversation.odometer_so_far(talk),
        "beliefs": conversation.beliefs(along, 1)[0],
        "check-up": checkups.checkup_outcomes(checkup((40.0, 0.0, 120.0, 22.0), rows)),
        "appendix": checkups.printed_losses(rows),
    }


def test_what_matters_is_drawn_as_typical_errors_whatever_the_hero_draws():
    records = Records.synthetic(40, 2, 0)
    asked = ("records", records, prepare(records, None), ProfileSettings())
    plain, penalised = (
        depends_on(*asked, RidgeScenario(series=("pdp_op",), regularised=added))
        for added in (False, True)
    )
    figure = checked(ridge.dependence(penalised, at_best_lambda=False))
    expected = 50.0 * np.sqrt(plain.public["pdp_op"])  # labels lie in [-1, 1]
    assert list(figure.data[0].y) == pytest.approx(expected.tolist())
    assert figure.layout.yaxis.title.text == "Typical error, % of range"


def test_text_in_their_figures_has_the_colour_of_the_page_and_axes_have_a_name(
    of_ridge, of_odometer
):
    for name, figure in (of_ridge | of_odometer).items():
        assert text_colours(figure) == [], name
        axis = checked(figure).layout.xaxis
        assert axis.title.text or axis.type == "category", name


@pytest.mark.parametrize(
    ("colours", "dashes", "symbols"),
    [
        (theme.RIDGE_COLOURS, theme.RIDGE_DASHES, theme.RIDGE_SYMBOLS),
        (theme.FILTER_COLOURS, theme.FILTER_DASHES, theme.FILTER_SYMBOLS),
    ],
)
def test_no_two_series_of_a_page_share_a_dash_or_a_symbol(colours, dashes, symbols):
    assert colours.keys() == dashes.keys() == symbols.keys()
    assert len(set(dashes.values())) == len(set(symbols.values())) == len(colours)


@pytest.mark.parametrize("name", ["hero", "spread", "dependence"])
def test_lines_of_ridge_regression_differ_in_their_dashes(of_ridge, name):
    named = [
        t for t in checked(of_ridge[name]).data if t.name and t.mode and t.mode.startswith("lines")
    ]
    dashes = [trace.line.dash for trace in named]
    assert len(dashes) >= 3
    assert len(set(dashes)) == len(dashes)


def test_a_legend_of_many_names_stands_beside_the_axes(of_ridge, of_odometer):
    """Above them it left them less than half of a low figure."""
    assert checked(of_ridge["hero"]).layout.legend.orientation == "v"
    assert {checked(figure).layout.legend.orientation for figure in of_odometer.values()} == {"h"}


def test_each_series_has_a_symbol_where_it_is_a_marker(of_ridge, of_odometer):
    now = [
        t.marker.symbol for t in checked(of_ridge["hero"]).data if (t.name or "").endswith(" now")
    ]
    assert now == [theme.RIDGE_SYMBOLS[key] for key in SERIES if key not in NUMBERS]
    for name in ("one release", "coefficients"):
        scatter = [t for t in checked(of_ridge[name]).data if t.type == "scatter"]
        symbols = [t.marker.symbol for t in scatter if t.mode == "markers"]
        assert symbols[0] == ridge.WITHOUT_SYMBOL
        assert len(set(symbols)) == len(symbols)
    halts = [t for t in checked(of_odometer["hero"]).data if t.mode == "markers+text"]
    by_name = {t.name: t.marker.symbol for t in halts}
    assert list(by_name.values()) == ["circle", "diamond"]


@pytest.mark.parametrize("name", ["hero", "budget", "steps"])
def test_lines_of_filters_have_the_look_of_their_filter(of_odometer, name):
    titles = {"Odometer": "bayesian", streams.MEDIAN: "bayesian"}
    titles |= {title: key for key, title in streams.TITLES.items()}
    lines = {titles[t.name]: t.line for t in checked(of_odometer[name]).data if t.name in titles}
    assert {"basic", "bayesian"} <= lines.keys()
    for key, line in lines.items():
        assert (line.color, line.dash) == (theme.FILTER_COLOURS[key], theme.FILTER_DASHES[key])


def test_bars_beside_each_other_differ_in_their_pattern(of_ridge):
    bars = checked(of_ridge["sampling"]).data
    assert all(a.marker.pattern.shape != b.marker.pattern.shape for a, b in pairwise(bars))
