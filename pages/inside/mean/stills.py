"""What the tabs show without a server: their figures for some settings, by the tab's title."""

from __future__ import annotations

from dataclasses import replace

from pages.inside.mean import certified, views, worth
from pages.inside.mean import several as several_views
from pages.shared.controls import knobs, widgets
from pages.shared.controls.scenario import read
from pages.shared.controls.state import State
from pages.shared.frame.topic import Stills


def stills(state: State) -> Stills:
    """Return the figures of each tab for what every control holds."""
    scenario, outside = read(state), state[knobs.mean.OUTSIDE.key]
    spread = widgets.share_of(knobs.mean.SPREAD, state)
    design, shrinking = several_views.design_of(state), state[knobs.mean.SHRUNK.key]
    return {
        "Error as users relax": [views.errors(scenario)],
        "Why weights saturate": [views.saturating(scenario), views.people(scenario)],
        "A real column": [
            replace(views.column_values(scenario, outside), headline=views.ABOUT_COLUMN),
            views.twenty(scenario, outside),
            views.column_errors(scenario, outside),
        ],
        "Methods side by side": [views.methods(scenario, spread)],
        "Several columns": [
            replace(several_views.by_columns(scenario, design), caption=several_views.ABOUT),
            several_views.saturation(scenario, design),
        ],
        "How good is it?": [
            certified.certified(scenario, shrinking),
            *worth.who_and_what(scenario, shrinking),
            certified.certificate(scenario),
        ],
        "Table I": [views.table_one(scenario.seed, 0)],
    }
