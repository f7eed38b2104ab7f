"""Feature privacy in small, for the map."""

from __future__ import annotations

from hetdp_core.computation import Call
from hetdp_core.figures import overview
from hetdp_core.figures.features import tables as feature_tables
from hetdp_core.figures.text import number, percent
from pages.inside.features import controls, results
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View, small
from pages.shared.kept import value


def card(state: State, shared: Scenario) -> View:
    """Return the error of the three rules against q."""
    course = results.sweep(controls.read(state, shared))
    sweep = value(course)
    saving = percent(max(sweep.percent_saved[sweep.current], 0.0))
    return small(
        "feature_privacy",
        "Feature privacy",
        f"Protecting each feature only as it asks saves **{saving} of the error** at "
        f"q = {number(shared.q)}.",
        overview.correlation(sweep),
        Call(feature_tables.correlation, course),
    )
