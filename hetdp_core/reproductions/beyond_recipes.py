"""What the claims beyond the papers are checked against: a few seconds each."""

from __future__ import annotations

import itertools
import math
from typing import Any

import numpy as np

from hetdp_core import odometer
from hetdp_core.features import FeatureScenario
from hetdp_core.features.user_types.course import TypesScenario, types_course
from hetdp_core.features.user_types.simulation import checked
from hetdp_core.mean.certificate import certificate_scatter, certify
from hetdp_core.mean.promises import Promise
from hetdp_core.mean.several import Design, plan_several
from hetdp_core.mean.sweep import adpm_of
from hetdp_core.odometer.kinds.comparison import KINDS, KindsScenario, compare_kinds
from hetdp_core.odometer.search import LOGISTIC, Allowance, Terms, extremum, pooled_extrema
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, make_profile
from hetdp_core.reproductions.recipe import Recipe, Values, exact
from hetdp_core.validate import FloatArray

SCATTERED = 250
"""Profiles in the scatter of U against L, as on the page."""

NOISE_DRAWS = 20_000
"""Of K-norm noise."""

LOGISTIC_ANSWERS, LOGISTIC_COORDINATES, LOGISTIC_EPSILON = 3_000, 8, 0.05

WORK = 8e8
"""Multiplications for either search, counted: a second or so."""

TRANSCRIPTS = 40
"""Of mixed answers, each held against a grid of records."""

COLUMNS = (1, 5, 20)


# --- 1: the certificate --------------------------------------------------------------------


def certificates(seed: int) -> Values:
    """Compare U with L for random profiles, for the page's own, and for public users."""
    found = certificate_scatter(SCATTERED, np.random.default_rng(seed))
    page = certify(make_profile(ProfileSettings(seed=seed)))
    public = certify(PrivacyProfile(np.array([np.inf]), np.array([1000.0])))
    return {
        "least U / L": float(np.min(found.ratio)),
        "median U / L": found.median_ratio,
        "largest U / L": float(np.max(found.ratio)),
        "median U / L, ADPM over Le Cam's bound": found.median_loose_ratio,
        "U / L on the page": page.ratio,
        "distance of U / L from 1 for public users": abs(public.ratio - 1.0),
    }


# --- 2: one closed form --------------------------------------------------------------------


def closed_form(seed: int) -> Values:
    """Compare noises and columns, the closed form with a grid, and K-norm noise with draws."""
    profile = make_profile(ProfileSettings(seed=seed))
    pure, approximate = Promise("pure"), Promise("approximate")
    values: Values = {}
    gain = 0.0
    for columns in COLUMNS:
        for design in (
            Design("laplace", pure, columns),
            Design("k_norm", pure, columns),
            Design("gaussian", approximate, columns),
        ):
            plan = plan_several(profile.levels, design, profile.counts)
            values[f"{design.noise}: miss in {columns} columns, %"] = 100.0 * math.sqrt(
                plan.worst_case_mse
            )
            bought = design.kind.levels(design.promise, profile.levels, columns)
            least = _least_of_a_grid(bought, profile.counts, design.price)
            gain = max(gain, 1.0 - least / plan.affine_worst_case_mse)
    adpm = adpm_of(profile).affine_worst_case_mse
    one = plan_several(profile.levels, Design("laplace", pure, 1), profile.counts)
    values["gain of any saturation level of a grid"] = gain
    values["distance of one Laplace column from ADPM"] = abs(one.affine_worst_case_mse / adpm - 1.0)
    return {**values, **_drawn_price(5, np.random.default_rng(seed))}


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
    return {
        "price of K-norm noise, closed form": design.price,
        "price of K-norm noise, drawn": float(np.mean(prices)),
        "its distance in standard errors": float(
            abs(np.mean(prices) - design.price) * math.sqrt(NOISE_DRAWS) / np.std(prices)
        ),
    }


# --- 3: users and features -----------------------------------------------------------------


def users_and_features(seed: int) -> Values:
    """Return typical misses on the page's scenario, exact and simulated, with one type and two."""
    course = types_course(TypesScenario(FeatureScenario()))
    here = course.current
    values = {
        f"{way}: miss, {crowd}": float(course.ways[way].miss[at])
        for way in ("strictest", "together", "drawn")
        for crowd, at in (("one type", 0), ("two types", here))
    }
    runs = checked(course, rng=np.random.default_rng(seed))
    away = [
        np.max(np.abs(simulated - expected) / np.maximum((high - low) / 4.0, 1e-300))
        for expected, simulated, low, high in runs.ways.values()
    ]
    return {**values, "largest distance in standard errors": float(max(away))}


# --- 4: logistic answers pooled ------------------------------------------------------------


def logistic_answers(seed: int) -> Values:
    """Bound the loss of many logistic answers by two searches that share no bound."""
    rng, epsilon = np.random.default_rng(seed), LOGISTIC_EPSILON
    rows = rng.uniform(-1.0, 1.0, (LOGISTIC_ANSWERS, LOGISTIC_COORDINATES + 1))
    chance = 0.5 + np.tanh(rows[:, -1] / 2.0) * np.tanh(epsilon / 2.0) / 2.0  # of the record 0
    terms = Terms(
        slope=rows[:, :-1],
        intercept=rows[:, -1],
        kind=np.full(LOGISTIC_ANSWERS, LOGISTIC),
        epsilon=np.full(LOGISTIC_ANSWERS, epsilon),
        low=np.zeros(LOGISTIC_ANSWERS),
        high=np.ones(LOGISTIC_ANSWERS),
        output=rng.random(LOGISTIC_ANSWERS) < chance,
    )
    box = -np.ones(LOGISTIC_COORDINATES), np.ones(LOGISTIC_COORDINATES)
    both = pooled_extrema(terms, *box, max_nodes=1_000_000, allowance=Allowance(WORK))
    most, least = (
        extremum(terms, *box, sense=sense, allowance=Allowance(WORK / 2.0))
        for sense in ("max", "min")
    )
    lower = both.maximum.lower - both.minimum.upper
    upper = both.maximum.upper - both.minimum.lower
    alone = most.upper - least.lower
    composed = LOGISTIC_ANSWERS * epsilon
    return {
        "pooled, lower end": lower,
        "pooled, upper end": upper,
        "one by one, upper end": min(alone, composed),
        "basic composition": composed,
        "pooled over one by one, upper ends": upper / min(alone, composed),
    }


# --- 5: one odometer -----------------------------------------------------------------------


def mixed_answers(seed: int) -> Values:
    """Hold certified losses of mixed answers against grids of records."""
    rng = np.random.default_rng(seed)
    axis = np.linspace(-1.0, 1.0, 41)
    grid = np.array(list(itertools.product(axis, axis)))
    over, widest, exact_width = -math.inf, 0.0, 0.0
    for _ in range(TRANSCRIPTS):
        for kinds in (("linear", "gaussian"), ("linear", "levels", "gaussian")):
            queries = [_query(kind, rng) for kind in kinds for _ in range(3)]
            record = rng.uniform(-1.0, 1.0, 2)
            outputs: list[Any] = [one.draw(record, rng=rng)[()] for one in queries]
            loss = odometer.realized_loss(queries, outputs, (-np.ones(2), np.ones(2)))
            told = sum(
                one.log_likelihood(grid, said) for one, said in zip(queries, outputs, strict=True)
            )
            over = max(over, float(np.ptp(np.asarray(told))) - loss.upper)
            if "levels" in kinds:
                widest = max(widest, loss.width)
            else:
                exact_width = max(exact_width, loss.width)
    return {
        "transcripts": 2.0 * TRANSCRIPTS,
        "largest excess of a grid over the upper end": over,
        "largest width, two outputs and Gaussian": exact_width,
        "largest width, all kinds": widest,
        **_kinds_on_the_page(),
    }


def _kinds_on_the_page() -> Values:
    """Return what the page opens with: as many answers of each kind as it draws."""
    found = compare_kinds(KindsScenario())
    told, counted = found.percentile(50.0)[:, -1], found.composed[:, -1]
    return {
        f"page, {kind}: {what}": float(one[place])
        for place, kind in enumerate(KINDS)
        for what, one in (("told", told), ("counted", counted))
    }


def _query(
    kind: str, rng: np.random.Generator
) -> odometer.LinearQuery | odometer.LevelsQuery | odometer.GaussianQuery:
    row = rng.uniform(-1.0, 1.0, 3)
    row /= np.sum(np.abs(row))
    slope, intercept = row[:-1], float(row[-1])
    if kind == "levels":
        return odometer.LevelsQuery(slope, intercept, -1.0, 1.0, 1.0, 4)
    if kind == "gaussian":
        return odometer.GaussianQuery(slope, intercept, -1.0, 1.0, 1.0)
    return odometer.LinearQuery(slope, intercept, -1.0, 1.0, 1.0)


RECIPES: tuple[Recipe, ...] = (
    exact("beyond-certificate", "U over L: random, the page's, and public users", certificates),
    exact("beyond-noises", "One closed form for three noises in several columns", closed_form),
    exact("beyond-user-types", "Users and features that differ", users_and_features),
    exact("beyond-logistic", "3,000 logistic answers, pooled and one by one", logistic_answers),
    exact("beyond-odometer", "Mixed kinds of answers against grids of records", mixed_answers),
)
