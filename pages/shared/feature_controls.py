"""Controls of the feature-privacy page, and the scenario they describe."""

from __future__ import annotations

from collections.abc import Callable

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.features import FeatureScenario, two_group_delta
from hetdp_core.uploads import epsilons_from_text
from pages.shared import knobs, widgets
from pages.shared.scenario import Scenario

_LAST_GOOD = "last_good_features"


def feature_scenario(shared: Scenario) -> FeatureScenario:
    """Draw the controls; the scenario, or the last good one with the reason."""
    with st.sidebar:
        st.subheader("Features")
        build = _draw(shared)
        try:
            scenario = build()
        except HetDPError as error:
            scenario = st.session_state.get(_LAST_GOOD) or FeatureScenario()
            st.error(f"{error} The figures still show the last usable setting.")
    st.session_state[_LAST_GOOD] = scenario
    return scenario


def _draw(shared: Scenario) -> Callable[[], FeatureScenario]:
    features = widgets.whole(knobs.FEATURES)
    sensitive = widgets.whole(knobs.SENSITIVE)
    delta = widgets.logarithmic(knobs.DELTA, 0.01, 10.0)
    epsilon = widgets.logarithmic(knobs.EPSILON, 0.1, 20.0)
    reports = widgets.whole(knobs.REPORTS)
    with st.expander("More settings"):
        typed = widgets.text(knobs.DELTAS).strip()
        weights = widgets.choice(knobs.WEIGHTS)
        mean = widgets.number_between(knobs.TRUE_MEAN)
        projection = widgets.flag(knobs.PROJECTION)
        zeta = widgets.number_between(knobs.ZETA, 0.01) if widgets.flag(knobs.OWN_ZETA) else None

    def build() -> FeatureScenario:
        levels = (
            epsilons_from_text(typed, "δ of each feature")
            if typed
            else two_group_delta(features, sensitive, delta, epsilon)
        )
        return FeatureScenario(
            delta=levels,
            epsilon=epsilon,
            n=reports,
            q=shared.q,
            zeta=zeta,
            mean=mean,
            weights=weights,
            projection=projection,
            seed=shared.seed,
        )

    return build
