"""Ends of axes: how much room a figure leaves, the same for all its frames."""

from __future__ import annotations

import numpy as np

from hetdp_core.accounting.beliefs import BeliefCourse
from hetdp_core.accounting.checkup_view import Checkup
from hetdp_core.accounting.odometer_course import OdometerCourse
from hetdp_core.features import CorrelationSweep
from hetdp_core.figures import theme
from hetdp_core.grids import round_below
from hetdp_core.mean.sweep import SaturationSweep
from hetdp_core.ridge.exploration import RidgeSweep
from hetdp_core.ridge.shown_releases import ReleasedCoefficients

Range = list[float]


def levels(sweep: SaturationSweep) -> Range:
    """Lowest and highest epsilon of all settings, as powers of ten."""
    least = float(min(np.min(curve.given) for curve in sweep.curves))
    return _decades(round_below(least / 1.2), sweep.ceiling)


def total_error(sweep: CorrelationSweep) -> Range:
    """From 0 to above the total error of every rule."""
    return [0.0, 1.08 * float(max(np.max(curve.spread.upper) for curve in sweep.curves.values()))]


def budgets(sweep: CorrelationSweep) -> Range:
    """From 0 to above the budgets of every rule."""
    return [0.0, 1.12 * float(max(np.max(curve.budgets) for curve in sweep.curves.values()))]


def losses(sweep: RidgeSweep) -> Range:
    """From below the best loss to well above the trivial one, as powers of ten."""
    return _decades(least_loss(sweep), 300.0 * sweep.verdict.trivial_loss)


def least_loss(sweep: RidgeSweep) -> float:
    """Below the best loss: where the axis of losses begins."""
    return 0.6 * min(float(np.min(sweep.nonprivate_loss)), sweep.verdict.loss)


def coefficients(sweep: RidgeSweep) -> Range:
    """Where θ_λ stays readable at every λ drawn, whatever the noise."""
    most = 1.5 * float(np.max(np.abs(sweep.coefficients))) or 1.0
    return [-most, most]


def spread(found: ReleasedCoefficients) -> Range:
    """Where the quartiles lie, and the coefficients without privacy."""
    most = 1.2 * float(max(np.max(np.abs(found.quartiles)), np.max(np.abs(found.nonprivate))))
    return [-most, most]


def beliefs(course: BeliefCourse) -> Range:
    """From 0 to above the corridor, after any number of answers."""
    return [0.0, 1.1 * float(max(course.high.max(), course.prior.max()))]


def checkup_losses(found: Checkup) -> Range:
    """From 0 to above what basic composition counts."""
    return [0.0, 1.12 * found.basic]


def questions(course: OdometerCourse) -> Range:
    """From 0 to beyond the questions of every stream and of basic composition."""
    return [0.0, 1.04 * max(float(np.max(course.so_far, initial=1.0)), course.basic_most)]


def stream_losses(course: OdometerCourse) -> Range:
    """From 0 to above the largest budget."""
    return [0.0, 1.08 * course.scenario.ceiling]


def _decades(low: float, high: float) -> Range:
    return [theme.decade(low), theme.decade(high)]
