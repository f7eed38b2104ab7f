"""Ridge regression in small, for the map."""

from __future__ import annotations

from hetdp_core.figures import overview
from pages.inside.ridge import controls
from pages.inside.ridge.hero import trivial_predictor
from pages.inside.ridge.results import regression
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View, small
from pages.shared.kept import value


def card(state: State, shared: Scenario) -> View:
    """Return the best loss of a private regression beside that of predicting one number."""
    sweep = value(regression(controls.read(state, shared)).sweep())
    verdict = sweep.verdict
    better = f"no better than {trivial_predictor(verdict)}"
    return small(
        "ridge",
        "Ridge regression",
        "At this privacy, the best private regression is "
        f"**{'worth releasing' if verdict.worth_releasing else better}**.",
        overview.loss(sweep),
    )
