"""The answers of the lesson on ridge regression, for the settings of a step."""

from __future__ import annotations

import itertools
from collections.abc import Callable

from hetdp_core.figures.marks import Thing
from hetdp_core.grids import place_of
from hetdp_core.ridge.dependence import Improvement
from hetdp_core.ridge.sampling import SamplingLeak
from hetdp_core.ridge.sweep import PRINTED, SERIES, RidgeSweep
from pages.inside.ridge import controls, results
from pages.inside.ridge.controls import RidgeChoice
from pages.inside.ridge.results import Regression
from pages.shared.cache import value
from pages.shared.controls import scenario
from pages.shared.controls.state import State
from pages.shared.lessons.lesson import Place

STEPS = {
    "sharp": "Sharp noise",
    "row": "Known length of a row, too",
    "label": "Centred label, too",
    "objective": "Objective perturbation",
}
"""Steps of the ladder: what a link calls them, and their titles."""


def choice(settings: State) -> RidgeChoice:
    return controls.read(settings, scenario.read(settings))


def training_rows(settings: State) -> int:
    """Return how many records the regressions are fitted to."""
    return value(Regression(choice(settings)).prepared).problem.rows


def sweep(settings: State) -> RidgeSweep:
    return value(Regression(choice(settings)).sweep())


def ladder(settings: State) -> tuple[Improvement, ...]:
    """Return the best losses from the printed method to the best one, step by step."""
    return value(Regression(choice(settings)).ladder())


def leak() -> SamplingLeak:
    """Return the largest of the small examples of published sampling."""
    return value(results.leaks())[-1]


def best(settings: State, key: str) -> tuple[float, float]:
    """Return (loss, λ) of a method at its best λ."""
    losses = sweep({**settings, "methods": [key]})
    return min(zip(losses.mean_loss(key).tolist(), losses.lams.tolist(), strict=True))


def best_loss(key: str) -> Callable[[State], float]:
    """Return what gives the loss of a method at its best λ."""
    return lambda settings: best(settings, key)[0]


def best_lam(key: str) -> Callable[[State], float]:
    """Return what gives the best λ of a method."""
    return lambda settings: best(settings, key)[1]


TIMES_BEST_LOSS = Place("y", lambda settings, times: times * best(settings, "pdp_op")[0])
"""Where a loss lies that is so many times that of PDP-OP at its best λ."""


def better(settings: State) -> str:
    """Decide between the printed regression and one number for everybody."""
    loss, mean = (best(settings, key)[0] for key in (PRINTED, "private_mean"))
    if abs(loss - mean) <= 0.05 * mean:
        return "same"
    return "regression" if loss < mean else "mean"


def personal_gain(settings: State) -> float:
    """Return how many times larger the best loss is with one level for all."""
    return best(settings, "non_personalised")[0] / best(settings, "pdp_op")[0]


def noise_ratio(settings: State) -> float:
    """Return printed noise over sharp noise at the present λ."""
    losses = sweep({**settings, "methods": ["pdp_op", PRINTED]})
    at = place_of(choice(settings).scenario.lam, losses.lams, "lam")
    sharp, printed = (losses.curves[key].noise_rate[at] for key in ("pdp_op", PRINTED))
    return float(sharp / printed)


def best_step(settings: State) -> str:
    """Return the step of the ladder that takes most of the loss away."""
    regressions = [step for step in ladder(settings) if not step.trivial]
    drops = {
        later.title: earlier.loss - later.loss for earlier, later in itertools.pairwise(regressions)
    }
    title = max(drops, key=drops.__getitem__)
    return next(key for key, known in STEPS.items() if known == title)


def worth_releasing(settings: State) -> str:
    """Decide between the best private regression and one number for everybody."""
    return "regression" if sweep(settings).verdict.worth_releasing else "number"


# --- where the figures show the options -----------------------------------------------------


def both_at_their_best(settings: State) -> dict[str, Thing]:
    """Point at the printed regression at its best λ, and at the private mean below it."""
    lam = best(settings, PRINTED)[1]
    return {"regression": Thing(SERIES[PRINTED], lam), "mean": Thing(SERIES["private_mean"], lam)}


def bars_of_the_ladder(settings: State) -> dict[str, Thing]:
    """Point at the bar of each step."""
    del settings
    return {key: Thing("", title) for key, title in STEPS.items()}


def best_and_mean(settings: State) -> dict[str, Thing]:
    """Point at the best private regression, and at the best single number."""
    verdict = sweep(settings).verdict
    return {
        "regression": Thing(SERIES[verdict.regression], verdict.lam),
        "number": Thing(SERIES[verdict.trivial], verdict.lam),
    }
