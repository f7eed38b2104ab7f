"""The hero figure of feature privacy, with the sentence above it."""

from __future__ import annotations

from hetdp_core.features import CorrelationSweep, FeatureScenario, correlation_sweep
from hetdp_core.figures import feature_tables as tables
from hetdp_core.figures import features as figures
from hetdp_core.figures.text import number, percent
from hetdp_core.recipes import Call
from pages.shared import cached_features as cached
from pages.shared import knobs
from pages.shared.view import View, draw


def feature_hero(scenario: FeatureScenario, beside: View | None = None) -> CorrelationSweep:
    """Draw it for the present scenario; dragging its control moves the shared q."""
    sweep = cached.sweep(scenario)
    draw(correlation_view(sweep), beside)
    return sweep


def correlation_view(sweep: CorrelationSweep) -> View:
    """Error of three ways to split the budget, against correlation."""
    return View(
        key="correlation",
        name="Error of the mean against correlation, for three ways to split the privacy budget",
        headline=headline(sweep),
        figure=figures.error_against_correlation(sweep),
        table=tables.correlation(sweep),
        recipe=Call(tables.correlation, Call(correlation_sweep, sweep.scenario)),
        caption="Lines: expected squared distance between the estimate and the true mean, exact. "
        "Bands: the middle half of single runs, simulated from the normal limit. Dots: the budget "
        "each feature gets at the present q.",
        frames=figures.correlation_frames(sweep),
        moves=knobs.Q,
        height=500,
    )


def headline(sweep: CorrelationSweep) -> str:
    """One or two sentences of what the figure shows at the present q."""
    q, saving = sweep.q[sweep.current], sweep.percent_saved[sweep.current]
    if sweep.all_alike:
        return (
            "All features ask for the same: per-feature privacy is plain local privacy, and the "
            "three rules coincide where they can."
        )
    if sweep.gains[sweep.current]:
        first = (
            f"At correlation q = {number(q)}, giving each feature only the protection it asks for "
            f"saves **{percent(saving)} of the error** of protecting all like the strictest."
        )
    else:
        first = (
            f"At correlation q = {number(q)}, **nothing is gained** by telling features apart: "
            "whatever the others reveal, they reveal about the sensitive ones too."
        )
    if sweep.paper_loses[sweep.current]:
        first += " The paper's own split does **worse** here than protecting all alike."
    return first
