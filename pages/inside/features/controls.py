"""Controls of the feature-privacy page, and the scenario they describe."""

from __future__ import annotations

import streamlit as st

from hetdp_core.features import FeatureScenario, two_group_delta
from hetdp_core.uploads import epsilons_from_text
from pages.shared.controls import knobs, widgets
from pages.shared.controls.scenario import Scenario, usable
from pages.shared.controls.state import State, defaults, present

_LAST_GOOD = "last_good_features"


def feature_scenario(shared: Scenario) -> FeatureScenario:
    """Draw the controls; return the scenario, or the last good one and say the reason."""
    with st.sidebar:
        st.subheader("Features")
        place = st.container()
        _draw()
        return usable(
            _LAST_GOOD,
            lambda: read(present(), shared),
            lambda: read(defaults(), shared),
            place,
        )


def read(state: State, shared: Scenario) -> FeatureScenario:
    """Return the scenario that the controls describe; `HetDPError` where they break a rule."""
    epsilon = state[knobs.features.EPSILON.key]
    typed = state[knobs.features.DELTAS.key].strip()
    return FeatureScenario(
        delta=(
            epsilons_from_text(typed, "δ of each feature")
            if typed
            else two_group_delta(
                state[knobs.features.FEATURES.key],
                state[knobs.features.SENSITIVE.key],
                state[knobs.features.DELTA.key],
                epsilon,
            )
        ),
        epsilon=epsilon,
        n=state[knobs.features.REPORTS.key],
        q=shared.q,
        zeta=state[knobs.features.ZETA.key] if state[knobs.features.OWN_ZETA.key] else None,
        mean=state[knobs.features.TRUE_MEAN.key],
        weights=state[knobs.features.WEIGHTS.key],
        projection=state[knobs.features.PROJECTION.key],
        seed=shared.seed,
    )


def _draw() -> None:
    widgets.whole(knobs.features.FEATURES)
    widgets.whole(knobs.features.SENSITIVE)
    widgets.logarithmic(knobs.features.DELTA, 0.01, 10.0)
    widgets.logarithmic(knobs.features.EPSILON, 0.1, 20.0)
    widgets.whole(knobs.features.REPORTS)
    with st.expander("More settings"):
        widgets.text(knobs.features.DELTAS)
        widgets.choice(knobs.features.WEIGHTS)
        widgets.number_between(knobs.features.TRUE_MEAN)
        widgets.flag(knobs.features.PROJECTION)
        if widgets.flag(knobs.features.OWN_ZETA):
            widgets.number_between(knobs.features.ZETA, 0.01)
