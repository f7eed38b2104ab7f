"""What the cards of the heterogeneous-mean paper are checked against."""

from __future__ import annotations

import numpy as np

from hetdp_core.mean.certificate import certificate_scatter
from hetdp_core.mean.sweep import adpm_of
from hetdp_core.mean.table_one import PROFILES, table_one
from hetdp_core.profiles import ProfileSettings, make_profile
from hetdp_core.reproductions.recipe import Recipe, Values, exact

SCATTERED = 250
"""Profiles in the scatter of U against L, as on the page."""


def saturation(seed: int) -> Values:
    """Recompute Figure 1's claim, on the page's own profile: what is given is min(asked, τ)."""
    profile = make_profile(ProfileSettings(seed=seed))
    plan = adpm_of(profile)
    asked, level = profile.levels, plan.saturation_level
    saturated = asked > level
    scaled = plan.weights / plan.noise_scale
    return {
        "saturation level": level,
        "users saturated, %": 100.0 * plan.users_saturated / profile.users,
        "largest departure from min(asked, level)": float(
            np.max(np.abs(scaled - np.minimum(asked, level)) / level)
        ),
        "spread of the weights after saturation": float(
            np.ptp(plan.weights[saturated] * asked.size)
        ),
    }


def certificate(seed: int) -> Values:
    """Recompute Figure 2: a worst case U over a lower bound L, for random profiles."""
    found = certificate_scatter(SCATTERED, np.random.default_rng(seed))
    return {
        "least U / L": float(np.min(found.ratio)),
        "median U / L": found.median_ratio,
        "largest U / L": float(np.max(found.ratio)),
        "median U / L, as published over Le Cam's bound": found.median_loose_ratio,
    }


def log_errors(seed: int) -> Values:
    """Recompute Table I in closed form: mean log MSE over the profiles drawn."""
    return {f"{row.regime}: {row.method}": row.exact for row in table_one(seed)}


RECIPES: tuple[Recipe, ...] = (
    exact("mean-saturation", "Weights and saturation of one profile (Figure 1)", saturation),
    exact("mean-certificate", "U against L for random profiles (Figure 2)", certificate, SCATTERED),
    exact(
        "mean-table-one", "Log MSE of six methods in two regimes (Table I)", log_errors, PROFILES
    ),
)
