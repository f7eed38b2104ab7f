"""Our numbers for the paper of the heterogeneous mean, and for what goes beyond it."""

from __future__ import annotations

import math
from dataclasses import replace

import numpy as np

from hetdp_core.evidence.results import Values
from hetdp_core.mean.certificate import certificate_scatter, certify
from hetdp_core.mean.comparison import table_one
from hetdp_core.mean.noises import Promise
from hetdp_core.mean.saturation import single_level
from hetdp_core.mean.several import Design, plan_several
from hetdp_core.mean.sweep import adpm_of
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, make_profile
from hetdp_core.validate import FloatArray

SCATTERED = 250
"""Profiles in the scatter of U against L, as on the page."""

NOISE_DRAWS = 20_000
"""Of K-norm noise."""

ON_THE_PAGE = ProfileSettings(kind="log_uniform", low=0.01, high=10.0)
"""People that the page of the mean opens with."""


def saturation(seed: int) -> Values:
    """Recompute Figure 1's claim, on the page's own profile: each user is given min(asked, τ)."""
    profile = make_profile(ProfileSettings(seed=seed))
    plan = adpm_of(profile)
    levels, level = profile.levels, plan.saturation_level
    apart = plan.weights / plan.noise_scale - np.minimum(levels, level)
    saturated = plan.weights[levels > level] * levels.size
    return {
        "saturation level": level,
        "users saturated, %": 100.0 * plan.users_saturated / profile.users,
        "largest departure from min(asked, level)": float(np.max(np.abs(apart) / level)),
        "spread of the weights after saturation": float(np.ptp(saturated)),
    }


def certificate(seed: int) -> Values:
    """Recompute Figure 2: a worst case U over a lower bound L, for random profiles."""
    scatter = certificate_scatter(SCATTERED, np.random.default_rng(seed))
    return {
        "least U / L": float(np.min(scatter.ratio)),
        "median U / L": scatter.median_ratio,
        "largest U / L": float(np.max(scatter.ratio)),
        "median U / L, ADPM over Le Cam's bound": scatter.median_loose_ratio,
    }


def log_errors(seed: int) -> Values:
    """Recompute Table I in closed form: mean log MSE over the profiles drawn."""
    return {f"{row.regime}: {row.method}": row.exact for row in table_one(seed)}


def sharper_certificate(seed: int) -> Values:
    """Compare U with L for random profiles, for the page's own, and for public users."""
    page = certify(make_profile(replace(ON_THE_PAGE, seed=seed)))
    public = certify(PrivacyProfile(np.array([np.inf]), np.array([1000.0])))
    return {
        **certificate(seed),
        "U / L on the page": page.ratio,
        "distance of U / L from 1 for public users": abs(public.ratio - 1.0),
    }


def noises_and_columns(seed: int) -> Values:
    """Compare noises and columns, the closed form with a grid, and K-norm noise with draws."""
    profile = make_profile(replace(ON_THE_PAGE, seed=seed))
    pure, approximate = Promise("pure"), Promise("approximate")
    values: Values = {}
    gain = 0.0
    for columns in (1, 5, 20):
        for design in (
            Design("laplace", pure, columns),
            Design("k_norm", pure, columns),
            Design("gaussian", approximate, columns),
        ):
            plan = plan_several(profile.levels, design, profile.counts)
            miss = 100.0 * math.sqrt(plan.worst_case_mse)
            values[f"{design.noise}: miss in {columns} columns, %"] = miss
            bought = design.kind.levels(design.promise, profile.levels, columns)
            least = _least_of_a_grid(bought, profile.counts, design.price)
            gain = max(gain, 1.0 - least / plan.affine_worst_case_mse)
    adpm = adpm_of(profile).affine_worst_case_mse
    single = plan_several(profile.levels, Design("laplace", pure, 1), profile.counts)
    values["gain of any saturation level of a grid"] = gain
    distance = abs(single.affine_worst_case_mse / adpm - 1.0)
    drawn = _drawn_price(5, np.random.default_rng(seed))
    return {**values, "distance of one Laplace column from ADPM": distance, **drawn}


def one_level(seed: int) -> Values:
    """Compare one level with personal ones: at two extremes, for many levels, and in the middle."""
    logs = np.sort(np.random.default_rng(seed).uniform(np.log(0.01), 0.0, (60, 1000)), axis=1)
    extremes = {
        "private and public": ([6.14499415e-6, np.inf], [920561, 4]),
        "two levels": ([6.148e-6, 5.785e-3], [461051, 491]),
        "levels 3/i": (3.0 / np.arange(10_000, 0, -1), np.ones(10_000)),
    }
    ratios = [single_level(PrivacyProfile(np.exp(row), np.ones(row.size))).ratio for row in logs]
    values = {
        name: single_level(PrivacyProfile(np.array(levels), np.array(counts))).ratio
        for name, (levels, counts) in extremes.items()
    }
    return {**values, "median": float(np.median(ratios))}


def _least_of_a_grid(bought: FloatArray, counts: FloatArray, price: float) -> float:
    levels = np.geomspace(float(np.min(bought)), float(np.max(bought)), 400)
    scaled = np.minimum(bought, levels[:, None])
    errors = (scaled**2 @ counts + price) / (4.0 * (scaled @ counts) ** 2)
    return float(np.min(errors))


def _drawn_price(columns: int, rng: np.random.Generator) -> Values:
    """Draw K-norm noise of the cube: a Gamma number times a uniform point, with eta = sqrt(d)."""
    radius = rng.gamma(columns + 1.0, size=NOISE_DRAWS)
    noise = radius[:, None] * rng.uniform(-1.0, 1.0, (NOISE_DRAWS, columns))
    prices = 4.0 * np.sum(noise**2, axis=1) / columns
    design = Design("k_norm", Promise("pure"), columns)
    away = abs(np.mean(prices) - design.price) * math.sqrt(NOISE_DRAWS) / np.std(prices)
    return {
        "price of K-norm noise, closed form": design.price,
        "price of K-norm noise, drawn": float(np.mean(prices)),
        "its distance in standard errors": float(away),
    }
