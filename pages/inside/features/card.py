"""Feature privacy in small, for the map."""

from __future__ import annotations

from hetdp_core.figures import overview
from pages.inside.features import controls, results
from pages.inside.features.hero import headlines
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View, small
from pages.shared.kept import value


def card(state: State, shared: Scenario) -> View:
    """Return the error of the three rules against q."""
    sweep = value(results.sweep(controls.read(state, shared)))
    sentence = headlines(sweep)[sweep.current]
    return small("feature_privacy", "Feature privacy", sentence, overview.correlation(sweep))
