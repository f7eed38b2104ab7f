"""Ridge regression in the central model, when every record sets its own epsilon.

PDP-OP (Acharya, Boenisch, Naidu & Ziani, "Personalized differential privacy for ridge
regression"), sharper noise, objective perturbation, Jorgensen sampling as published and
repaired, trivial predictors, and exact expected test losses.
"""

from hetdp_core.ridge.design import DesignSettings
from hetdp_core.ridge.methods import METHODS, loss_curves
from hetdp_core.ridge.noise import Calibration, influence, noise_rate, solution_bound
from hetdp_core.ridge.problem import DeclaredBounds, RidgeProblem
from hetdp_core.ridge.releases import accuracy_bound, fit, sample_coefficients, sample_losses
from hetdp_core.ridge.sampling import sampling_privacy_loss
