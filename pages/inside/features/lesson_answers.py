"""The answers of the lesson on features, for the settings of a step."""

from __future__ import annotations

import math
from collections.abc import Callable

from hetdp_core.features import RULES, CorrelationSweep, FeatureScenario
from hetdp_core.features.channel import report_radius
from hetdp_core.features.notions import example_1, reveal_chance
from hetdp_core.figures.marks import Thing
from hetdp_core.grids import place_of
from pages.inside.features import controls, results
from pages.shared.cache import value
from pages.shared.controls import catalog, scenario
from pages.shared.controls.state import State


def chosen(settings: State) -> FeatureScenario:
    return controls.read(settings, scenario.read(settings))


def sweep(settings: State) -> CorrelationSweep:
    return value(results.sweep(chosen(settings)))


def miss(settings: State, rule: str) -> float:
    """Return a rule's typical miss at the present q, in percent of the range."""
    rules, place = sweep(settings), sweep(settings).index(chosen(settings).q)
    return float(rules.curves[rule].miss[place])


def least_error(settings: State) -> float:
    """Return how often the best test errs, in percent."""
    delta = settings[catalog.features.DELTA.key]
    regions = value(results.regions(delta))
    return 100.0 * float(regions.least_error[place_of(delta, regions.deltas, "delta")])


def level_of_the_pair(_: State) -> str:
    """Say which ε Example 1 has for its two bits together."""
    mechanism = example_1()
    if math.isinf(mechanism.ldp_level):
        return "none"
    return "same" if mechanism.ldp_level <= 1.01 * mechanism.bcdp_levels.max() else "twice"


def proven(reports: int) -> Callable[[State], float]:
    """Return what gives the chance that so many reports prove bit 1 of Example 2, in percent."""
    return lambda _: 100.0 * reveal_chance(reports)


def saved(settings: State) -> float:
    """Return by how many percent the optimised split lowers the typical miss at the present q."""
    rules = sweep(settings)
    return float(rules.percent_lower[rules.index(chosen(settings).q)])


def nothing_gained_from(settings: State) -> float:
    """Return the q from which on features are all protected alike."""
    first = sweep(settings).nothing_gained_from
    assert first is not None  # with as many people as in this lesson, at q = 1 at the latest
    return first


def papers_split(settings: State) -> str:
    """Compare the error of the paper's split with that of protecting all alike."""
    ours, plain = miss(settings, "paper"), miss(settings, "min_delta")
    if abs(ours - plain) <= 0.01 * plain:
        return "same"
    return "less" if ours < plain else "more"


def ways_from_plain(settings: State) -> dict[str, Thing]:
    """Show the ways that an error may differ, at the present q, from protecting all alike."""
    ways = {"less": "down", "same": "level", "more": "up"}
    plain = RULES["min_delta"].title
    return {key: Thing(plain, settings["q"], way) for key, way in ways.items()}


def printed_average(settings: State) -> float:
    """Return what reports of the printed radius average to."""
    radii = [
        report_radius(1, settings[catalog.features.EPSILON.key], 1.0, as_printed=as_printed)
        for as_printed in (True, False)
    ]
    return settings[catalog.features.TRUE_MEAN.key] * radii[0] / radii[1]
