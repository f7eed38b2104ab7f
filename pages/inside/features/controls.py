"""Controls of the feature-privacy page, and the scenario they describe."""

from __future__ import annotations

from dataclasses import dataclass

from hetdp_core.features import FeatureScenario, two_group_delta
from hetdp_core.uploads import epsilons_from_text
from pages.inside.features import results
from pages.shared.cache import value
from pages.shared.controls import catalog
from pages.shared.controls.control import settings
from pages.shared.controls.panel import Panel
from pages.shared.controls.scenario import Scenario, last_good, read_or_last_good
from pages.shared.controls.state import State


@dataclass(frozen=True)
class FeatureChoice:
    """People and features, and the dataset that sections with real data are about."""

    scenario: FeatureScenario
    dataset: str


def panel(state: State) -> Panel:
    typed = state[catalog.features.DELTAS.key].strip()
    alike = (catalog.features.FEATURES, catalog.features.SENSITIVE, catalog.features.DELTA)
    return Panel(
        catalog.shared.Q,
        (
            catalog.shared.Q,
            *(() if typed else alike),
            catalog.features.EPSILON,
            catalog.features.REPORTS,
        ),
        (
            catalog.features.DELTAS,
            catalog.features.WEIGHTS,
            catalog.features.OWN_ZETA,
            *([catalog.features.ZETA] if state[catalog.features.OWN_ZETA.key] else []),
            catalog.shared.SEED,
        ),
        presented=catalog.features.EPSILON if typed else catalog.features.DELTA,
        most=_most,
    )


def _most(_: State) -> float:
    """Return what a report with optimised budgets uses of its ε: also a bound for each feature."""
    return value(results.allocation(last_good("features"), "optimised")).ldp_level


def feature_choice(shared: Scenario) -> FeatureChoice:
    """Return the choice, its scenario the last good one, with a note why, where it is unusable."""
    return FeatureChoice(
        read_or_last_good("features", lambda state: read(state, shared)), shared.dataset
    )


def read(state: State, shared: Scenario) -> FeatureScenario:
    """Return the scenario that the controls describe; `HetDPError` where they break a rule."""
    typed = state[catalog.features.DELTAS.key].strip()
    return FeatureScenario(
        delta=(
            epsilons_from_text(typed, "δ of each feature")
            if typed
            else two_group_delta(
                state[catalog.features.FEATURES.key],
                state[catalog.features.SENSITIVE.key],
                state[catalog.features.DELTA.key],
                state[catalog.features.EPSILON.key],
            )
        ),
        q=shared.q,
        seed=shared.seed,
        **settings(
            state,
            catalog.features.EPSILON,
            catalog.features.REPORTS,
            catalog.features.TRUE_MEAN,
            catalog.features.WEIGHTS,
            *([catalog.features.ZETA] if state[catalog.features.OWN_ZETA.key] else []),
        ),
    )
