"""How the losses depend on the levels, on the number of records and of features.

Step by step from PDP-OP as printed to the best private regression known here.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, replace

import numpy as np

from hetdp_core import validate
from hetdp_core.datasets import Dataset
from hetdp_core.errors import InvalidInput
from hetdp_core.grids import place_of, preferred_numbers
from hetdp_core.profiles import PrivacyProfile, ProfileSettings, dealt, make_profile
from hetdp_core.results import result
from hetdp_core.ridge.methods import loss_curves
from hetdp_core.ridge.noise import Calibration
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.public_choice import public_choice
from hetdp_core.ridge.records import Prepared, Records, paper_profile, prepare
from hetdp_core.ridge.sampling import SAMPLERS
from hetdp_core.ridge.sweep import (
    HIGHEST,
    LOWEST,
    NUMBERS,
    PRINTED,
    SERIES,
    STOPS,
    WEAKER,
    RidgeScenario,
    is_clearly_less,
    series_along,
)
from hetdp_core.validate import FloatArray

PAPER_SEGMENTS = paper_profile(1000)
"""The three groups of the paper's experiments."""


@dataclass(frozen=True)
class Parameter:
    """Something the losses depend on: its title, unit in words, and the values tried."""

    title: str
    values: tuple[float, ...]
    logarithmic: bool = False


PARAMETERS: dict[str, Parameter] = {
    "epsilon_conservative": Parameter(
        "ε of the most private group, at least", (0.01, 0.02, 0.05, 0.1, 0.2, 0.3, 0.4, 0.5), True
    ),
    "epsilon_pragmatist": Parameter(
        "ε of the middle group, at least", (0.05, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.45, 0.5)
    ),
    "conservative_share": Parameter(
        "Share of the most private group", (0.1, 0.2, 0.3, 0.4, 0.5, 0.6)
    ),
    "records": Parameter("Training records", (0.1, 0.2, 0.3, 0.5, 0.7, 1.0)),
    "dimension": Parameter("Features", (1.0, 2.0, 5.0, 10.0, 20.0, 30.0, 40.0, 60.0)),
}
"""The varied parameters, as in the paper's Tables 5 to 12; records as a share of all there are."""


@result
class Dependence:
    """Losses along one parameter.

    Attributes:
        parameter: a key of `PARAMETERS`.
        values: (V,) of the parameter; numbers of records, not shares.
        public: by series, (V,) expected loss at the λ that public numbers choose for it.
        best: by series, (V,) expected loss at the best λ, chosen with hindsight.
        prepared: of one of the values: all have the same range of the label, and its unit.
        segments: the profile that was varied, or None where it is the page's own.
        left_out: values at the end that there was no time for.
    """

    parameter: str
    values: FloatArray
    public: dict[str, FloatArray]
    best: dict[str, FloatArray]
    prepared: Prepared
    segments: ProfileSettings | None
    left_out: int = 0

    def regression_wins(self, at_best: bool) -> list[bool] | None:
        """Return (V,) whether a regression has clearly less error than every number for all.

        Of the series drawn; None where there are none of either kind.
        """
        losses = self.best if at_best else self.public
        numbers = [along for key, along in losses.items() if key in NUMBERS]
        regressions = [along for key, along in losses.items() if key not in NUMBERS]
        if not numbers or not regressions:
            return None
        wins = is_clearly_less(np.fmin.reduce(regressions), np.fmin.reduce(numbers))
        return list(map(bool, wins))


def depends_on(
    parameter: str,
    records: Records,
    prepared: Prepared,
    profile: ProfileSettings,
    scenario: RidgeScenario,
    on_time: Callable[[], bool] = lambda: True,
    levels: FloatArray | None = None,
) -> Dependence:
    """Return losses of the scenario's series along one parameter, without λ‖θ‖².

    Levels of segments are varied in the page's own profile where that has segments, else in
    the paper's.  The number of features is varied on synthetic records of the same number, to
    which levels are assigned at random.

    Args:
        parameter: a key of `PARAMETERS`.
        records: what `prepared` was made from.
        prepared: the regression problem.
        profile: the levels, assigned by its seed.
        scenario: series, noise, stops of λ and seed are used.
        on_time: asked before each value except the first; once it says no, the rest is left out.
        levels: (n,) of the training records where they go with these: the profile then has no
            part in anything but by its seed, and segments are the paper's.

    Raises:
        InvalidInput: the parameter is unknown, or there is not one level for each record.
    """
    tried = PARAMETERS[validate.choice(parameter, PARAMETERS, "parameter")].values
    problem, seed = prepared.problem, profile.seed
    segments = PAPER_SEGMENTS
    if levels is not None:
        levels = problem.levels(levels)
    elif profile.kind == "segments":
        segments = profile
    if parameter in _SEGMENTS:
        cases = _segment_cases(parameter, segments, prepared, tried)
    elif parameter == "records":
        sizes = sorted({max(2, round(share * problem.rows)) for share in tried})
        cases = [
            (float(size), prepared.first(size), profile if levels is None else levels[:size])
            for size in sizes
            if size <= problem.rows
        ]
    else:
        rows = problem.rows + len(problem.y_test)
        spread: _Levels = profile
        if levels is not None:
            spread = PrivacyProfile(np.sort(levels), np.ones(levels.size))
        cases = [
            (d, prepare(Records.synthetic(rows, int(d), records.seed), None), spread) for d in tried
        ]
    values: list[float] = []
    keys = [key for key in SERIES if key in scenario.drawn]
    found: dict[str, list[tuple[float, float]]] = {key: [] for key in keys}
    for value, varied, who in cases:
        if values and not on_time():
            break
        values.append(value)
        epsilon = _levels(who, varied.problem.rows, seed)
        chosen = {key: public_lambda(key, epsilon, varied.problem, scenario) for key in keys}
        lams = np.union1d(scenario.stops, [*chosen.values()])
        curves = series_along(varied.problem, epsilon, lams, scenario, scenario.drawn)
        for key, curve in curves.items():
            losses, at = curve.unregularised.mean, place_of(chosen[key], lams, "lam")
            there = losses[at] if curve.available[at] else np.nan  # nothing there: a gap
            found[key].append((there, np.min(losses)))
    public, best = (
        {key: np.array(along)[:, which] for key, along in found.items()} for which in range(2)
    )
    return Dependence(
        parameter,
        np.array(values),
        public,
        best,
        cases[0][1],
        segments if parameter in _SEGMENTS else None,
        len(cases) - len(values),
    )


def public_lambda(
    key: str, epsilon: FloatArray, problem: RidgeProblem, scenario: RidgeScenario
) -> float:
    """Return the λ that public numbers choose for a series, by its own noise and weights.

    Those of `WEAKER` take that of the regressions, which suits them as well; no λ moves a number.
    A λ below `LOWEST` is for the verdict's regressions alone, where these add no noise.
    """
    noise = Calibration("printed") if key == PRINTED else scenario.calibration
    if key in (*WEAKER, *NUMBERS):
        return public_choice(epsilon, problem.bounds, scenario.stops, noise).lam
    levels, kept, methods = epsilon, 1.0, ("objective" if key == "objective" else "pdp_op",)
    if key in SAMPLERS:
        levels, kept = SAMPLERS[key].alike(epsilon)
    elif key == "non_personalised":
        levels = np.full(epsilon.size, np.min(epsilon))
    lam = public_choice(levels, problem.bounds, scenario.stops, noise, methods, kept).lam
    return lam if levels is epsilon else max(LOWEST, lam)


_Levels = ProfileSettings | PrivacyProfile | FloatArray
"""A profile that is assigned at random, or the level of each training record."""


def _levels(levels: _Levels, rows: int, seed: int) -> FloatArray:
    if isinstance(levels, ProfileSettings):
        return dealt(make_profile(levels), rows, levels.seed)
    return dealt(levels, rows, seed) if isinstance(levels, PrivacyProfile) else levels


def _segment_cases(
    parameter: str, segments: ProfileSettings, prepared: Prepared, tried: tuple[float, ...]
) -> list[tuple[float, Prepared, _Levels]]:
    """Return the values that fit the other settings of the profile."""
    cases: list[tuple[float, Prepared, _Levels]] = []
    for value in tried:
        try:
            cases.append((value, prepared, _SEGMENTS[parameter](segments, value)))
        except InvalidInput:
            continue
    return cases


_SEGMENTS: dict[str, Callable[[ProfileSettings, float], ProfileSettings]] = {
    "epsilon_conservative": lambda profile, value: replace(
        profile, low=value, middle=max(profile.middle, value)
    ),
    "epsilon_pragmatist": lambda profile, value: replace(profile, middle=value),
    "conservative_share": lambda profile, value: replace(
        profile, strict_share=value, middle_share=min(profile.middle_share, 1 - value)
    ),
}
"""The varied setting of a profile of three segments."""


@dataclass(frozen=True)
class Improvement:
    """One step, with all steps before it.

    Attributes:
        title: what was changed.
        lam: the best λ, with hindsight.
        loss: expected squared error on the test records there.
        spread: standard deviation of that error from release to release.
        trivial: whether it is no regression but the private mean.
    """

    title: str
    lam: float
    loss: float
    spread: float
    trivial: bool = False


_STEPS = (
    ("As printed", "pdp_op", "printed", False, False),
    ("Sharp noise", "pdp_op", "sharp", False, False),
    ("Also the known length of a row", "pdp_op", "sharp", True, False),
    ("Also centred on the middle", "pdp_op", "sharp", True, True),
    ("Objective perturbation", "objective", "sharp", True, True),
)
"""Title, method, noise, whether the length of a row is known, and whether it is centred."""


def improvements(
    records: Records, dataset: Dataset | None, epsilon: FloatArray
) -> tuple[Improvement, ...]:
    """Return the best expected loss after each step, and of the private mean.

    Args:
        records: of the page; their norm and centring are varied.
        dataset: that they come from; None for synthetic ones.
        epsilon: (n,) levels of the training records.
    """
    lams = preferred_numbers(LOWEST, HIGHEST, STOPS)

    def best(title: str, of: Records, method: str, noise: str = "sharp") -> Improvement:
        trivial = method == "private_mean"
        grid = lams[:1] if trivial else lams
        problem = prepare(of, dataset).problem
        curve = loss_curves(problem, epsilon, grid, [method], noise=noise)[method]
        return Improvement(title, curve.best_lam, curve.least_loss, curve.spread, trivial)

    steps = []
    for title, method, noise, known_norm, centred in _STEPS:
        varied = records
        if records.settings is not None:
            settings = replace(records.settings, centred=centred)
            varied = replace(records, settings=settings, known_norm=known_norm)
        elif centred:
            continue
        steps.append(best(title, varied, method, noise))
    return (*steps, best("Private mean", records, "private_mean"))
