"""Controls of the feature-privacy page, and the scenario they describe."""

from __future__ import annotations

from hetdp_core.features import FeatureScenario, two_group_delta
from hetdp_core.uploads import epsilons_from_text
from pages.shared.controls import knobs
from pages.shared.controls.knobs.knob import settings
from pages.shared.controls.panel import Panel
from pages.shared.controls.scenario import Scenario, usable
from pages.shared.controls.state import State

_LAST_GOOD = "last_good_features"


def panel(state: State) -> Panel:
    """Return the page's controls for what is set now."""
    typed = state[knobs.features.DELTAS.key].strip()
    alike = (knobs.features.FEATURES, knobs.features.SENSITIVE, knobs.features.DELTA)
    return Panel(
        knobs.shared.Q,
        (
            knobs.shared.Q,
            *(() if typed else alike),
            knobs.features.EPSILON,
            knobs.features.REPORTS,
        ),
        (
            knobs.features.DELTAS,
            knobs.features.WEIGHTS,
            knobs.features.TRUE_MEAN,
            knobs.features.PROJECTION,
            knobs.features.OWN_ZETA,
            *([knobs.features.ZETA] if state[knobs.features.OWN_ZETA.key] else []),
            knobs.shared.SEED,
        ),
        presented=knobs.features.EPSILON if typed else knobs.features.DELTA,
    )


def feature_scenario(shared: Scenario) -> FeatureScenario:
    """Return the scenario, or the last good one with a note of the reason."""
    return usable(_LAST_GOOD, lambda state: read(state, shared))


def read(state: State, shared: Scenario) -> FeatureScenario:
    """Return the scenario that the controls describe; `HetDPError` where they break a rule."""
    typed = state[knobs.features.DELTAS.key].strip()
    return FeatureScenario(
        delta=(
            epsilons_from_text(typed, "δ of each feature")
            if typed
            else two_group_delta(
                state[knobs.features.FEATURES.key],
                state[knobs.features.SENSITIVE.key],
                state[knobs.features.DELTA.key],
                state[knobs.features.EPSILON.key],
            )
        ),
        q=shared.q,
        seed=shared.seed,
        **settings(
            state,
            knobs.features.EPSILON,
            knobs.features.REPORTS,
            knobs.features.TRUE_MEAN,
            knobs.features.WEIGHTS,
            knobs.features.PROJECTION,
            *([knobs.features.ZETA] if state[knobs.features.OWN_ZETA.key] else []),
        ),
    )
