"""The heterogeneous mean in small, for the map."""

from __future__ import annotations

from hetdp_core.counted import counted
from hetdp_core.figures import overview
from hetdp_core.figures.text import percent
from pages.inside.mean import results
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View, small
from pages.shared.kept import value


def card(state: State, shared: Scenario) -> View:
    """Return privacy asked and given, user by user."""
    del state
    sweep = value(results.sweep(shared.profile))
    given = percent(sweep.present.saturated_share)
    return small(
        "heterogeneous_mean",
        "Heterogeneous mean",
        f"{given} of {counted(sweep.present.users, 'user')} are given **more privacy than they "
        "ask for**, "
        "at no cost.",
        overview.saturation(sweep),
    )
