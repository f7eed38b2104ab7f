"""Colours can be seen on both backgrounds, and told apart by every eye, alone or with a dash."""

import tomllib
from itertools import combinations
from pathlib import Path

import numpy as np
import pytest

from hetdp_core.features import FeatureScenario, correlation_sweep
from hetdp_core.features.notions import copies_sweep, region_sweep
from hetdp_core.figures import evidence, theme
from hetdp_core.figures.features import errors as features
from hetdp_core.figures.features import hero as features_hero
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.mean import cap_tradeoff as mean_caps
from hetdp_core.figures.mean import methods as mean_methods
from hetdp_core.figures.mean import saturation as mean
from hetdp_core.figures.odometer import crowd as odometer_crowd
from hetdp_core.figures.odometer import streams as odometer
from hetdp_core.figures.theme import in_colours
from hetdp_core.mean import METHODS
from hetdp_core.mean.cap_tradeoff import cap_curves
from hetdp_core.mean.comparison import compare
from hetdp_core.mean.sweep import COMPARED, error_curve, saturation_sweep
from hetdp_core.odometer.crowd.learned import estimate, study
from hetdp_core.odometer.crowd.people import CrowdScenario, ask_crowd
from hetdp_core.odometer.streams.sweep import budget_sweep
from hetdp_core.odometer.streams.traces import TraceScenario, power_traces
from hetdp_core.profiles import ProfileSettings
from tests.colour import contrast, least_distance, seen
from tests.plotlys import checked

ROOT = Path(__file__).parents[2]

BACKGROUNDS = {"light": "#FFFFFF", "dark": "#171614"}
"""Streamlit's own; a browser test holds that these are the ones on the screen."""

INKS = {"light": "#31333F", "dark": "#FAFAFA"}

THEMES = tomllib.loads((ROOT / ".streamlit" / "config.toml").read_text("utf-8"))["theme"]
"""The app's own; the blue of its sliders is that of the figures."""

GRAPHICS = 3.0
"""WCAG 2.2, 1.4.11: lines, bars and markers against their background."""

APART = 20.0
"""In CIE Lab. About ten times the least difference one sees side by side: enough for thin lines
some way apart."""

COLOURS = {
    **{f"method {name}": colour for name, colour in theme.METHOD_COLOURS.items()},
    **{f"rule {name}": colour for name, colour in theme.RULE_COLOURS.items()},
    **{f"ridge {name}": colour for name, colour in theme.RIDGE_COLOURS.items()},
    **{f"filter {name}": colour for name, colour in theme.FILTER_COLOURS.items()},
    **{f"verdict {kind}": colour for kind, colour in evidence.COLOURS.items()},
    **{f"series {number}": colour for number, colour in enumerate(theme.SERIES)},
}


def on_screen(colour: str, scheme: str) -> str:
    """The "#rrggbb" of a colour on one of the backgrounds, which may shine through."""
    page = {"--st-primary-color": THEMES[scheme]["primaryColor"], "--st-text-color": INKS[scheme]}
    hexadecimal = in_colours(colour, page)
    above, below = (bytes.fromhex(c[1:7]) for c in (hexadecimal, BACKGROUNDS[scheme]))
    opacity = int(hexadecimal[7:] or "ff", 16) / 255
    mixed = (opacity * a + (1 - opacity) * b for a, b in zip(above, below, strict=True))
    return "#" + bytes(map(round, mixed)).hex()


def alike(colours: dict[str, str]) -> set[frozenset[str]]:
    """Pairs that some eye may take for the same colour on one of the backgrounds."""
    return {
        frozenset(pair)
        for scheme in BACKGROUNDS
        for pair in combinations(colours, 2)
        if least_distance(*(on_screen(colours[name], scheme) for name in pair)) < APART
    }


@pytest.mark.parametrize("scheme", BACKGROUNDS)
def test_every_line_colour_stands_out_from_both_backgrounds(scheme):
    for name, colour in COLOURS.items():
        assert contrast(on_screen(colour, scheme), BACKGROUNDS[scheme]) >= GRAPHICS, name


def figures() -> dict[str, Figure]:
    settings = ProfileSettings()
    sweep, features_sweep = saturation_sweep(settings), correlation_sweep(FeatureScenario())
    methods = compare(np.array([0.1, 0.5, 2.0]), 0.05)
    streams = TraceScenario("powers", ceiling=1.0)
    budgets = budget_sweep(streams, power_traces(streams, range(3)), 0.5)
    crowd = CrowdScenario(200, questions=4)
    learned = study(crowd, 2, (1, 4), 1e-3)
    return {
        "share answering": odometer_crowd.share_answering(ask_crowd(crowd)),
        "biases": odometer_crowd.biases(learned),
        "one crowd": odometer_crowd.one_crowd(estimate(ask_crowd(crowd), 20)),
        "errors of a crowd": odometer_crowd.errors(learned),
        "budgets": odometer.accepted_against_budget(budgets, 1.0),
        "saturation": mean.saturation(sweep, "ε", settings.high)[0],
        "caps": mean_caps.cap_curves(cap_curves(settings, sweep), "ε", settings.high)[0],
        "odometer": odometer.odometer(budgets, 0.5)[0],
        "error curve": mean.error_curve(error_curve(settings, sweep), "ε", settings.high),
        "comparison": mean_methods.comparison(methods, {}),
        "correlation": features_hero.error_against_correlation(features_sweep, 0.1)[0],
        "per feature": features.per_feature(features_sweep, 0.1),
        "error region": features.error_region(region_sweep(0.5), 0.5)[0],
        "copies": features.copies(copies_sweep())[0],
    }


FIGURES = figures()


@pytest.mark.parametrize("scheme", BACKGROUNDS)
@pytest.mark.parametrize(("name", "figure"), FIGURES.items())
def test_every_line_of_a_figure_stands_out_from_both_backgrounds(name, figure, scheme):
    """However thin it is, and through whatever shines through it."""
    lines = [trace.line for trace in checked(figure).data if trace.type == "scatter"]
    shown = {line.color for line in lines if line.color is not None and line.width != 0}
    for colour in shown:
        assert contrast(on_screen(colour, scheme), BACKGROUNDS[scheme]) >= GRAPHICS, name


@pytest.mark.parametrize(("name", "figure"), FIGURES.items())
def test_text_in_a_figure_has_the_colour_of_the_page_and_its_axis_has_a_name(name, figure):
    """No line colour has the 4.5:1 that text needs on both backgrounds."""
    assert text_colours(figure) == [], name
    assert checked(figure).layout.xaxis.title.text, name


def text_colours(figure: Figure) -> list[str]:
    """The colours that a figure gives to words in it."""
    given = [trace.textfont.color for trace in checked(figure).data if "textfont" in trace]
    given += [note.font.color for note in checked(figure).layout.annotations]
    return [colour for colour in given if colour is not None]


def test_rules_and_methods_drawn_as_lines_are_told_apart_by_colour_alone():
    drawn = ("adpm", "proportional", "uniform")  # the best single level by its dash
    assert alike(theme.RULE_COLOURS) == set()
    assert alike({name: theme.METHOD_COLOURS[name] for name in drawn}) == set()


def test_where_the_colours_of_verdicts_are_alike_their_symbols_differ():
    pairs = alike({str(kind): colour for kind, colour in evidence.COLOURS.items()})
    symbols = {str(kind): symbol for kind, symbol in evidence.SYMBOLS.items()}
    assert all(len({symbols[name] for name in pair}) == 2 for pair in pairs)
    assert len(set(symbols.values())) == len(evidence.COLOURS)


@pytest.mark.parametrize("scheme", BACKGROUNDS)
def test_every_series_of_ridge_has_a_colour_of_its_own(scheme):
    """For most eyes; for all others each has a dash of its own."""
    shown = {key: seen(on_screen(c, scheme), "normal") for key, c in theme.RIDGE_COLOURS.items()}
    alike = [
        f"{one} and {other} are {distance:.3g} apart, and {APART:g} are needed: change one of them"
        for one, other in combinations(shown, 2)
        if (distance := np.linalg.norm(shown[one] - shown[other])) < APART
    ]
    assert alike == []


def test_where_the_colours_of_methods_are_alike_their_dashes_differ():
    """Not all of them can differ in colour; elsewhere each has its name beside it."""
    pairs = alike(theme.METHOD_COLOURS)
    assert frozenset({"proportional", "local"}) in pairs  # orange and vermillion
    assert all(len({theme.METHOD_DASHES[name] for name in pair}) == 2 for pair in pairs)
    where = "METHOD_COLOURS and METHOD_DASHES of theme.py name each of METHODS"
    assert theme.METHOD_DASHES.keys() == theme.METHOD_COLOURS.keys() == METHODS.keys(), where


def test_the_error_curve_draws_each_method_in_its_dash():
    settings = ProfileSettings()
    curve = error_curve(settings, saturation_sweep(settings))
    figure = mean.error_curve(curve, "ε", settings.high)
    names = ("adpm", *COMPARED)
    drawn = [trace.line.dash for trace in checked(figure).data[: len(names)]]
    assert drawn == [theme.METHOD_DASHES[name] for name in names]
