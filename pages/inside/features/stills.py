"""What the tabs show without a server: their figures for some settings, by the tab's title."""

from __future__ import annotations

from pages.inside.features import controls, user_types, views
from pages.shared.controls import knobs
from pages.shared.controls.scenario import read
from pages.shared.controls.state import State
from pages.shared.frame.topic import Stills
from pages.shared.tables import data_source


def stills(state: State) -> Stills:
    """Return the figures of each tab for what every control holds."""
    shared = read(state)
    scenario = controls.read(state, shared)
    types = user_types.read(state, scenario)
    info = data_source.info(shared.dataset)
    columns = tuple(state[knobs.features.reported(info).key])
    marked = state[knobs.features.sensitive(info).key]
    sensitive = tuple(name for name in marked if name in columns)
    predicted = (*state[knobs.features.inputs(info).key], info.default_target)
    return {
        "Feature by feature": [
            views.per_feature(scenario),
            views.triangle(scenario, state[knobs.features.TRIANGLE_RULE.key]),
        ],
        user_types.TITLE: [
            user_types.errors(types),
            user_types.budgets(types),
            user_types.questions(types),
            user_types.who_moves(types),
        ],
        "A real dataset": [
            views.pair_map(info.key, columns),
            views.measured(info.key, columns, shared.seed),
            views.on_dataset(scenario, info.key, columns, sensitive),
        ],
        "Ideas": [views.error_region(), views.copies()],
        "As printed": [views.printed(scenario), views.error_bounds(scenario)],
        "Least squares": [views.coefficients(scenario, info.key, predicted)],
    }
