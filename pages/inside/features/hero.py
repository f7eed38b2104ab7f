"""The hero figure of feature privacy, with the sentence above it."""

from __future__ import annotations

from dataclasses import replace

import numpy as np

from hetdp_core.calls import Call
from hetdp_core.features import RULES, CorrelationSweep, FeatureScenario
from hetdp_core.figures.features import hero as figures
from hetdp_core.figures.features import tables
from hetdp_core.figures.figure import MovingFigure
from hetdp_core.figures.text import number, percent, share
from pages.inside.features import controls, results
from pages.shared.cache import value
from pages.shared.controls import catalog, scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View

WAYS = f"Each way to split: {'; '.join(f'**{way.title}** {way.idea}' for way in RULES.values())}."

ELSEWHERE = (
    "All three ask everybody about every feature. To draw for each person which features to ask "
    "about can miss by less: see “Users differ, too”, below."
)

ALL_ALIKE = (
    "All features ask for the same: per-feature privacy is plain local privacy, and the three "
    "rules coincide where they can."
)


def for_state(state: State) -> View:
    return correlation_view(controls.read(state, scenario.read(state)))


def correlation_view(scenario: FeatureScenario) -> View:
    """Show the error of three ways to split the budget; dragging its control moves q."""
    computed = results.sweep(scenario)
    sweep = value(computed)
    figure, frames = value(Call(drawn, computed).kept())
    place = sweep.index(scenario.q)
    return View(
        key="correlation",
        name="Typical miss of the mean against correlation, for three ways to split the budget",
        headline=frames.headlines[place],
        figure=figure,
        numbers=Call(tables.correlation, computed),
        caption=f"{_pays(sweep)}{WAYS} Lines, and the points at q = 1, where they may jump: root "
        "mean square of the expected misses of all features, exact. Bands: the middle half of "
        "single runs, simulated from the normal limit. Bars: the budget that each feature gets at "
        f"the present q. {certified(sweep, place)} {ELSEWHERE}",
        frames=frames.at(place),
        moves=catalog.shared.Q,
        height=500,
    )


def drawn(sweep: CorrelationSweep) -> MovingFigure:
    """Return the figure at the first q, with the sentences of all."""
    figure, frames = figures.error_against_correlation(sweep, float(sweep.q[0]))
    return figure, replace(frames, headlines=headlines(sweep))


def certified(sweep: CorrelationSweep, place: int) -> str:
    """Say what is proved about the optimised split at a place of the sweep, and what is not."""
    if sweep.gap is None:
        text = "“Optimised” is the best that a search finds; with weights as printed that is all."
    else:
        text = (
            f"“Optimised”: its largest budget is certified to {share(float(sweep.gap[place]))} of "
            "the error it minimises; smaller budgets for single features are searched without "
            "proof."
        )
    without = np.count_nonzero(sweep.curves["optimised"].budgets[place] == 0.0)
    if without:
        text += (
            f" It leaves {without} of the features no budget at the present q: they "
            "are answered by 0 and count 1, the error of that in the worst case."
        )
    return text


def headlines(sweep: CorrelationSweep) -> list[str]:
    """Say in one or two sentences what the figure shows at each value of q."""
    if sweep.all_alike:
        return [ALL_ALIKE] * sweep.q.size
    ours, plain, paper = (sweep.curves[rule].miss for rule in ("optimised", "min_delta", "paper"))
    columns = (sweep.q, ours, plain, sweep.gains, sweep.paper_loses)
    sentences = [_headline(*row) for row in zip(*(each.tolist() for each in columns), strict=True)]
    for place in np.flatnonzero(sweep.paper_is_least):
        if sweep.gains[place] and percent(paper[place]) == percent(ours[place]):
            continue  # nobody sees a difference
        numbers = [float(column[place]) for column in (sweep.q, paper, plain, ours)]
        sentences[place] = _paper_is_least(*numbers)
    return sentences


def _pays(sweep: CorrelationSweep) -> str:
    """Say how far to the right it pays to tell features apart."""
    if sweep.pays_to is None:
        return ""
    return f"**To tell features apart pays up to q = {number(sweep.pays_to)}.** "


def _paper_is_least(q: float, paper: float, plain: float, ours: float) -> str:
    return (
        f"At correlation q = {number(q)}, the paper's own split has the smallest typical miss: "
        f"**{percent(paper)} of the range**, against {percent(plain)} for protecting all alike. "
        f"“Optimised” ({percent(ours)}) minimises variances before estimates are cut to their "
        "range: here that is not the same."
    )


def _headline(q: float, ours: float, plain: float, gains: bool, paper_loses: bool) -> str:
    if gains:
        first = (
            f"At correlation q = {number(q)}, protecting each feature as it asks, not all like the "
            f"strictest, lowers the typical miss from {percent(plain)} to **{percent(ours)} of the "
            "range**."
        )
    else:
        first = (
            f"At correlation q = {number(q)}, **nothing is gained** by telling features apart: "
            "whatever the others reveal, they reveal about the sensitive ones too."
        )
    if paper_loses:
        first += " The paper's own split does **worse** here than protecting all alike."
    return first
