"""Ends of axes: how much room a figure leaves, the same for all its frames."""

from __future__ import annotations

import numpy as np

from hetdp_core.features import CorrelationSweep
from hetdp_core.features.user_types.sweep import TypesSweep
from hetdp_core.figures import log_axes
from hetdp_core.grids import round_below
from hetdp_core.mean.cap_tradeoff import CapCurves
from hetdp_core.mean.sweep import SaturationSweep
from hetdp_core.odometer.beliefs import Beliefs
from hetdp_core.odometer.conversation import Conversation
from hetdp_core.odometer.kinds import KindsCompared
from hetdp_core.odometer.paper import Checkup
from hetdp_core.odometer.streams.sweep import BudgetSweep
from hetdp_core.ridge.example_releases import ReleasedCoefficients
from hetdp_core.ridge.sweep import RidgeSweep
from hetdp_core.validate import FloatArray

Range = list[float]


def levels(sweep: SaturationSweep) -> Range:
    """Lowest and highest epsilon of all settings, as powers of ten; two of them at least."""
    least = float(min(curve.given[0] for curve in sweep.points))  # they ascend
    return _decades(min(round_below(least / 1.2), 0.01 * sweep.ceiling), sweep.ceiling)


def capped_errors(found: CapCurves) -> list[Range]:
    """From 0 to twice the least error of every setting, as squares."""
    return [[0.0, 4.0 * least] for least in found.least]


def capped_ticks(found: CapCurves) -> FloatArray:
    """(F, 5) round errors to be named along that axis."""
    steps = np.array([round_below(one / 2.0) for one in found.least_error])
    return np.outer(steps, np.arange(1.0, 6.0))


def misses(sweep: CorrelationSweep) -> Range:
    """From 0 to above the typical miss of every rule."""
    return [0.0, 1.08 * float(max(np.max(c.miss_quartiles) for c in sweep.curves.values()))]


def budgets(sweep: CorrelationSweep) -> Range:
    """From 0 to above the budgets of every rule."""
    return [0.0, 1.12 * float(max(np.max(curve.budgets) for curve in sweep.curves.values()))]


def type_misses(sweep: TypesSweep) -> Range:
    """From 0 to above the miss of all as the strictest; what one type alone misses may be cut."""
    return [0.0, 1.25 * float(np.max(sweep.ways["strictest"].miss))]


def type_group_misses(sweep: TypesSweep) -> Range:
    """From 0 to above the miss of every feature of all as the strictest, or of all together."""
    shown = [sweep.ways[way].feature_misses for way in ("strictest", "together")]
    return [0.0, 1.08 * float(max(np.max(one) for one in shown))]


def answer_kinds(found: KindsCompared) -> Range:
    """From 0 to above what is counted after the most answers."""
    return [0.0, 1.12 * float(max(np.max(found.composed), np.max(found.percentile(90.0))))]


def lambdas(sweep: RidgeSweep) -> Range:
    """All values of λ, as powers of ten."""
    return _decades(float(sweep.lams[0]), float(sweep.lams[-1]))


def losses(sweep: RidgeSweep) -> Range:
    """From below the best loss to above it and well above the trivial one, as powers of ten."""
    found = sweep.verdict
    return _decades(least_loss(sweep), max(100.0 * found.trivial_loss, 2.0 * found.loss))


def least_loss(sweep: RidgeSweep) -> float:
    """Below the best loss: where the axis of losses begins."""
    found = sweep.verdict
    return 0.5 * min(float(np.min(sweep.nonprivate_loss)), found.loss, found.trivial_loss)


def spread(found: ReleasedCoefficients) -> Range:
    """Where the quartiles lie, and the coefficients without privacy."""
    most = 1.2 * float(max(np.max(np.abs(found.quartiles)), np.max(np.abs(found.nonprivate))))
    return [-most, most] if most else [-1.0, 1.0]


def beliefs(along: Beliefs) -> Range:
    """From 0 to above the corridor, after any number of answers."""
    return [0.0, 1.1 * float(max(along.high.max(), along.prior.max()))]


def checkup_losses(found: Checkup) -> Range:
    """From 0 to above what basic composition counts."""
    return [0.0, 1.12 * found.basic]


def questions(sweep: BudgetSweep) -> Range:
    """From 0 to beyond the questions of every stream and of basic composition."""
    basic = sweep.scenario.ceiling / sweep.scenario.epsilon
    return [0.0, 1.04 * max(float(np.max(sweep.so_far, initial=1.0)), basic)]


def stream_losses(sweep: BudgetSweep) -> Range:
    """From 0 to above the largest budget."""
    return [0.0, 1.2 * sweep.scenario.ceiling]


def conversation_losses(talk: Conversation) -> Range:
    """From 0 to above the budget and both outputs of the next query."""
    return [0.0, 1.15 * max(talk.settings.budget, *map(talk.loss_after, (True, False)))]


def _decades(low: float, high: float) -> Range:
    return [log_axes.decade(low), log_axes.decade(high)]
