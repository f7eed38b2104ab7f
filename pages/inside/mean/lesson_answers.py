"""Figures of the lesson on the mean, and the numbers of its texts and answers."""

from __future__ import annotations

from collections.abc import Callable

from hetdp_core.figures.marks import Thing
from hetdp_core.mean.column import ColumnEstimate
from hetdp_core.mean.comparison import Comparison
from hetdp_core.mean.methods import METHODS
from hetdp_core.mean.sweep import SaturationCurve
from pages.inside.mean import results, views
from pages.shared.cache import value
from pages.shared.controls import catalog, scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.lessons.lesson import Picture, Place, without

# --- figures ------------------------------------------------------------------------------


def errors_along(settings: State) -> View:
    """Return worst-case errors as the most relaxed users' ε grows."""
    return views.errors(scenario.read(settings))


def worst_cases(*methods: str) -> Picture:
    """Return the picture of these methods' worst-case errors, of all by default, and the bound."""

    def picture(settings: State) -> View:
        only = methods or tuple(METHODS)
        return views.methods(scenario.read(settings), spread(settings), only=only)

    return without(picture, "at this spread of the data (exact)", columns="error")


def column_values(settings: State) -> View:
    """Return the column, its true mean, and one private estimate."""
    return views.column_values(scenario.read(settings), settings[catalog.mean.OUTSIDE.key])


def twenty(settings: State) -> View:
    """Return twenty private estimates one might get on the column."""
    return views.twenty(scenario.read(settings), settings[catalog.mean.OUTSIDE.key])


# --- numbers for texts and answers --------------------------------------------------------


def present(settings: State) -> SaturationCurve:
    profile = scenario.read(settings).profile
    return value(results.sweep(profile))[profile.high]


def compared(settings: State) -> Comparison:
    return value(results.comparison(scenario.read(settings).profile, spread(settings)))


def column(settings: State) -> ColumnEstimate:
    return value(
        results.column_estimate(scenario.read(settings), settings[catalog.mean.OUTSIDE.key])
    )


def spread(settings: State) -> float:
    return float(catalog.mean.SPREAD.setting(settings))


def onset(settings: State) -> float:
    """Return the level from which on relaxing further changes nothing."""
    curve = value(results.error_curve(scenario.read(settings).profile))
    assert curve.onset is not None  # two groups always saturate somewhere
    return curve.onset


def weight_ratio(settings: State) -> float:
    """Return the largest weight over the smallest."""
    weights = present(settings).relative_weight
    return float(weights.max() / weights.min())


def strict_weight(settings: State) -> float:
    """Return the smallest weight, where equal ones are 1."""
    return float(present(settings).relative_weight.min())


def worst_case(method: str) -> Callable[[State], float]:
    """Return what gives a method's error in the worst case, in percent of the range."""
    return lambda settings: compared(settings).worst_case_errors[method]


TIMES_ADPM = Place("x", lambda settings, times: times * worst_case("adpm")(settings))
"""Where an error lies that is so many times ADPM's, among those of all methods."""


def proportional_moves(settings: State) -> str:
    """Say how the proportional weights' error moves once ADPM's stops falling."""
    later = compared(settings).worst_case_errors["proportional"]
    earlier = compared({**settings, "high": onset(settings)}).worst_case_errors["proportional"]
    if abs(later - earlier) <= 0.01 * earlier:
        return "same"
    return "rises" if later > earlier else "falls"


def certified(settings: State) -> float:
    """Return how many times smaller the best possible squared error may be, at most."""
    return compared(settings).certificate.published_ratio


_A_LITTLE = 1.7


def ways_from_there(settings: State) -> dict[str, Thing]:
    """Show the ways that PropDPM's error may go, from a little after ADPM's has stopped falling."""
    begins = _A_LITTLE * onset(settings)
    ways = {"falls": "down", "same": "level", "rises": "up"}
    return {key: Thing(METHODS["proportional"].title, begins, way) for key, way in ways.items()}


def public_weight(settings: State) -> float:
    """Return the weight of all public users together, in percent."""
    curve = present(settings)
    return curve.saturated_weight * curve.public_share


def best_offered(settings: State) -> str:
    """Return the best of the methods that are offered, on the column."""
    return min(OFFERED, key=column(settings).rms_error.__getitem__)


OFFERED = {
    key: f"{METHODS[key].title}: {METHODS[key].idea.removesuffix('.')}"
    for key in ("adpm", "proportional", "uniform", "local")
}
"""Methods that a question offers, and their ideas."""
