"""What the tabs show without a server: their figures for some settings, by the tab's title."""

from __future__ import annotations

from dataclasses import replace

from pages.inside.ridge import controls, views
from pages.shared.controls import knobs
from pages.shared.controls.scenario import read
from pages.shared.controls.state import State
from pages.shared.frame.topic import Stills


def stills(state: State) -> Stills:
    """Return the figures of each tab for what every control holds."""
    choice = controls.read(state, read(state))
    method = state[knobs.ridge.RELEASE_OF.key]
    varied, best = state[knobs.ridge.VARY.key], state[knobs.ridge.BEST.key]
    along = "How the expected loss of each method changes with one thing, all else the same."
    return {
        "One release": [views.one_release(choice, method)],
        "Twenty releases": [views.misses(choice, method)],
        "What matters": [replace(views.dependence(choice, varied, best), headline=along)],
        "Coefficients": [views.coefficients(choice, state[knobs.ridge.COEFFICIENTS_OF.key])],
        "Spread": [views.spread(choice)],
        "As printed": [views.improvements(choice), views.sampling()],
    }
