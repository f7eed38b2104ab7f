"""How each stored result is computed: one table of all, by the name of its file.

A computation is a function of the seed, or a sweep of repeated measurements of which some
statistics are kept.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import partial

import numpy as np
import pandas as pd

from hetdp_core import validate
from hetdp_core.evidence import accounting, features, mean, ridge
from hetdp_core.evidence.results import StoredResult, Values, store, value_name
from hetdp_core.experiments import SWEEPS
from hetdp_core.experiments.ridge import SIMULATED, real_data
from hetdp_core.mean.table_one import PROFILES
from hetdp_core.parallel import Sweep, run

SEED = 0
"""Of all stored results."""

STATISTICS: dict[str, Callable[[pd.Series[float]], float]] = {
    "mean": lambda losses: losses.mean(),
    "median": lambda losses: losses.median(),
    "largest": lambda losses: losses.max(),
    "low": lambda losses: float(losses.quantile(0.005)),
    "high": lambda losses: float(losses.quantile(0.995)),
}
"""Over the trials of a point; "low" and "high" are the ends of the band that holds 99 %."""

Derive = Callable[[Mapping[str, float]], Values]
"""Numbers that follow from others: what a sentence of the paper says about them all."""


@dataclass(frozen=True)
class Recipe:
    """A named computation.

    Attributes:
        name: on the command line, and of the file.
        title: what it computes.
        compute: seed and trials -> values by name.
        sample: seed -> values that `compute` gives, too, for any number of trials; cheap.
        trials: usual number; 1 where nothing is random.
        real_records: whether it runs on the paper's table of medical costs.
    """

    name: str
    title: str
    compute: Callable[[int, int], Values]
    sample: Callable[[int], Values]
    trials: int = 1
    real_records: bool = False

    @property
    def records(self) -> str:
        """Which table of medical costs it would run on now; "" if on none."""
        if not self.real_records:
            return ""
        data = real_data()
        return (
            SIMULATED if data.info.key == SIMULATED else f"insurance.csv ({len(data.frame):,} rows)"
        )

    def write(self) -> StoredResult:
        """Run with the usual trials and seed, and store what comes out."""
        values = self.compute(SEED, self.trials)
        return store(self.name, values, seed=SEED, trials=self.trials, records=self.records)


def exact(name: str, title: str, compute: Callable[[int], Values], trials: int = 1) -> Recipe:
    """Return a recipe that is cheap enough to be its own sample.

    Args:
        name, title, trials: see `Recipe`.
        compute: seed -> values.
    """
    return Recipe(name, title, lambda seed, _: compute(seed), compute, trials)


def of_sweep(
    name: str,
    sweep: Sweep,
    derive: Derive | None = None,
    *,
    trials: int,
    keep: Sequence[str] = ("mean", "median"),
    real_records: bool = False,
) -> Recipe:
    """Return a recipe that runs a sweep and keeps, of each point and method, some statistics.

    Its sample is the first trial at both ends of the sweep.

    Args:
        name, trials, real_records: see `Recipe`.
        sweep: to run, in this process.
        derive: what follows from the kept values.
        keep: names of `STATISTICS`.
    """

    def compute(seed: int, trials: int) -> Values:
        with ThreadPoolExecutor(1) as here:
            losses = run(sweep, trials, seed, executor=here)
        values = {
            value_name(method, at, what): float(STATISTICS[what](of_point))
            for (at, method), of_point in losses.groupby([sweep.parameter, "method"], sort=False)[
                "loss"
            ]
            for what in keep
        }
        return {**values, **sample(seed), **(derive(values) if derive else {})}

    def sample(seed: int) -> Values:
        return {
            key: value
            for point in sorted({0, len(sweep.points) - 1})
            for key, value in _first_trial(sweep, point, seed).items()
        }

    return Recipe(name, sweep.title, compute, sample, trials, real_records)


def _first_trial(sweep: Sweep, point: int, seed: int) -> Values:
    """Draw it as `run` does: trial after trial from the block's own generator."""
    place = np.random.SeedSequence(seed, spawn_key=(point, 0))
    losses = sweep.measure(sweep.points[point], 1, np.random.default_rng(place))
    at = sweep.points[point][sweep.parameter]
    return {value_name(method, at, "first"): float(loss[0]) for method, loss in losses.items()}


def _streams(kind: str) -> Recipe:
    sweep = accounting.stream_sweep(kind)
    kept = ("median", "largest")
    return of_sweep(
        f"{kind}-streams", sweep, accounting.stream_claims, trials=accounting.RUNS, keep=kept
    )


def _ridge(key: str) -> Recipe:
    sweep = ridge.exact_sweep(key)
    real, printed = key.startswith("ridge-real"), sweep.parameter == "lambda"
    return of_sweep(
        key,
        sweep,
        partial(ridge.claims, sweep=sweep),
        trials=(200 if real else 400) if printed else 100,
        keep=("mean", "low", "high") if printed else ("mean",),
        real_records=real,
    )


RECIPES: dict[str, Recipe] = {
    recipe.name: recipe
    for recipe in (
        exact(
            "mean-saturation", "Weights and saturation of one profile (Figure 1)", mean.saturation
        ),
        exact(
            "mean-certificate",
            "U against L for random profiles (Figure 2)",
            mean.certificate,
            mean.SCATTERED,
        ),
        exact(
            "mean-table-one",
            "Log MSE of six methods in two regimes (Table I)",
            mean.log_errors,
            PROFILES,
        ),
        exact(
            "features-conversions",
            "Arrows between four notions (Figure 1)",
            features.conversions,
            features.MECHANISMS,
        ),
        exact(
            "features-triangle", "Queries and the features they feed (Figure 2)", features.triangle
        ),
        of_sweep("figure-3", SWEEPS["figure-3"], features.figure_3_claims, trials=30),
        exact("figure-3-exact", "Figure 3 in closed form", features.figure_3_in_closed_form),
        exact(
            "features-size",
            "Error against dimension and sensitive share (Figure 4)",
            features.against_size,
        ),
        exact("features-example-1", "BCDP without LDP (Example 1)", features.first_example),
        exact("features-example-2", "BCDP does not compose (Example 2)", features.second_example),
        exact(
            "ridge-page",
            "Ridge regression: what the page shows for the paper's setting",
            ridge.on_the_page,
        ),
        *(_ridge(key) for key in SWEEPS if key.startswith("ridge-")),
        _streams("linear"),
        _streams("logistic"),
        of_sweep(
            "linear-streams-joint", accounting.JOINT, trials=accounting.RUNS, keep=("median",)
        ),
        of_sweep(
            "check-up", SWEEPS["check-up"], accounting.checkup_claims, trials=1, keep=("mean",)
        ),
        of_sweep("running-example", SWEEPS["running-example"], trials=1, keep=("mean",)),
        exact(
            "accounting-example-1", "As many ones as zeros (Example 1)", accounting.first_example
        ),
        exact(
            "accounting-example-2",
            "Likelihoods of three answers (Example 2)",
            accounting.likelihoods,
        ),
        exact(
            "accounting-coefficients",
            "Coefficients of four regressions (Table I)",
            accounting.coefficients,
        ),
        exact(
            "accounting-predictions",
            "Regressions of two mock records (section 6.3)",
            accounting.predictions,
        ),
        Recipe(
            accounting.SHOWN_STREAMS,
            "Linear queries: the streams that the page of the odometer opens with",
            accounting.shown_streams,
            partial(accounting.shown_streams, runs=1),
            trials=20,
        ),
        exact(
            "beyond-certificate",
            "U over L: random, the page's, and public users",
            mean.sharper_certificate,
        ),
        exact(
            "beyond-noises",
            "One closed form for three noises in several columns",
            mean.noises_and_columns,
        ),
        exact("beyond-user-types", "Users and features that differ", features.users_and_features),
        exact(
            "beyond-logistic",
            "3,000 logistic answers, pooled and one by one",
            accounting.pooled_logistic_answers,
        ),
        exact(
            "beyond-odometer",
            "Mixed kinds of answers against grids of records",
            accounting.mixed_answers,
        ),
    )
}
"""Every stored result by name; bands of printed values rest on more draws than means."""


def recipe(name: str) -> Recipe:
    """Return the recipe of that name, or `InvalidInput` with the names there are."""
    return RECIPES[validate.choice(name, RECIPES, "recipe")]
