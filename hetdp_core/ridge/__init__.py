"""Ridge regression in the central model, when every record sets its own epsilon.

PDP-OP (Acharya, Boenisch, Naidu & Ziani, "Personalized differential privacy for ridge
regression"), sharper noise, objective perturbation, Jorgensen sampling as published and
repaired, trivial predictors, and exact expected test losses.
"""

from hetdp_core.ridge.accuracy import accuracy_bound
from hetdp_core.ridge.curves import expected_loss, loss_curves
from hetdp_core.ridge.design import DesignSettings
from hetdp_core.ridge.methods import METHODS
from hetdp_core.ridge.noise import Calibration, influence, noise_rate, solution_bound
from hetdp_core.ridge.problem import DeclaredBounds, RidgeProblem, TrainingSet
from hetdp_core.ridge.realised import jorgensen_realised_loss
from hetdp_core.ridge.releases import fit, sample_coefficients, sample_losses
