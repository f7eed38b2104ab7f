"""Ridge regression in the central model, when every record sets its own epsilon.

PDP-OP (Acharya, Boenisch, Naidu & Ziani, "Personalized differential privacy for ridge
regression"), sharper noise, objective perturbation, Jorgensen sampling as published and
repaired, trivial predictors, and exact expected test losses.
"""

from hetdp_core.ridge.accuracy import AccuracyBound, accuracy_bound
from hetdp_core.ridge.curves import (
    BestChoice,
    ExpectedLoss,
    LossCurves,
    expected_loss,
    loss_curves,
)
from hetdp_core.ridge.design import Design, DesignSettings
from hetdp_core.ridge.methods import METHODS, Method
from hetdp_core.ridge.noise import NOISE_RULES, Calibration, influence, noise_rate, solution_bound
from hetdp_core.ridge.problem import DeclaredBounds, RidgeProblem, TrainingSet
from hetdp_core.ridge.quadratic import LossMoments
from hetdp_core.ridge.realised import RealisedLoss, jorgensen_realised_loss
from hetdp_core.ridge.releases import (
    RidgeFit,
    SampledLosses,
    fit,
    sample_coefficients,
    sample_losses,
)
from hetdp_core.ridge.spectrum import NormalEquations, in_chunks, weighted_ridge
from hetdp_core.ridge.study import MethodCurve

__all__ = [
    "METHODS",
    "NOISE_RULES",
    "AccuracyBound",
    "BestChoice",
    "Calibration",
    "DeclaredBounds",
    "Design",
    "DesignSettings",
    "ExpectedLoss",
    "LossCurves",
    "LossMoments",
    "Method",
    "MethodCurve",
    "NormalEquations",
    "RealisedLoss",
    "RidgeFit",
    "RidgeProblem",
    "SampledLosses",
    "TrainingSet",
    "accuracy_bound",
    "expected_loss",
    "fit",
    "in_chunks",
    "influence",
    "jorgensen_realised_loss",
    "loss_curves",
    "noise_rate",
    "sample_coefficients",
    "sample_losses",
    "solution_bound",
    "weighted_ridge",
]
