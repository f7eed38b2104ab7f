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
from hetdp_core.evidence import features, mean, odometer, ridge
from hetdp_core.evidence.results import StoredResult, Values, store, value_name
from hetdp_core.experiments import SWEEPS
from hetdp_core.experiments.ridge import SIMULATED, real_data
from hetdp_core.mean.comparison import PROFILES
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


@dataclass(frozen=True)
class Recipe:
    """A computation whose result is stored.

    Attributes:
        compute: seed and trials -> values by name.
        sample: seed -> values that `compute` gives too, for any number of trials; cheap.
        real_records: whether it runs on the paper's table of medical costs.
    """

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
        rows = f"insurance.csv ({len(data.frame):,} rows)"
        return SIMULATED if data.info.key == SIMULATED else rows


def exact(compute: Callable[[int], Values], trials: int = 1) -> Recipe:
    """Return a recipe cheap enough to be its own sample; the docstring says what it computes."""
    title = (compute.__doc__ or "").partition("\n")[0]
    return Recipe(title, lambda seed, _: compute(seed), compute, trials)


def of_sweep(
    sweep: Sweep,
    derive: Callable[[Mapping[str, float]], Values] | None = None,
    *,
    trials: int,
    keep: Sequence[str] = ("mean", "median"),
    real_records: bool = False,
) -> Recipe:
    """Return a recipe that runs a sweep here and keeps some `STATISTICS` of each point and method.

    Its sample is the first trial at both ends of the sweep; `derive` says what follows from values.
    """

    def compute(seed: int, trials: int) -> Values:
        with ThreadPoolExecutor(1) as executor:
            losses = run(sweep, trials, seed, executor=executor)
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

    return Recipe(sweep.title, compute, sample, trials, real_records)


def _first_trial(sweep: Sweep, point: int, seed: int) -> Values:
    """Draw it as `run` does: trial after trial from the block's own generator."""
    place = np.random.SeedSequence(seed, spawn_key=(point, 0))
    losses = sweep.measure(sweep.points[point], 1, np.random.default_rng(place))
    at = sweep.points[point][sweep.parameter]
    return {value_name(method, at, "first"): float(loss[0]) for method, loss in losses.items()}


def _streams(kind: str) -> Recipe:
    sweep = odometer.stream_sweep(kind)
    statistics = ("median", "largest")
    return of_sweep(sweep, odometer.stream_claims, trials=odometer.RUNS, keep=statistics)


def _shown(kind: str) -> Recipe:
    return Recipe(
        f"Streams of {kind} questions that the page of the odometer opens with",
        partial(odometer.shown_streams, kind=kind),
        partial(odometer.shown_streams, runs=1, kind=kind),
        trials=20,
    )


def _ridge(key: str) -> Recipe:
    """Return a ridge recipe; bands, for printed values, rest on more draws than means."""
    sweep = ridge.exact_sweep(key)
    real, printed = key.startswith("ridge-real"), sweep.parameter == "lambda"
    return of_sweep(
        sweep,
        partial(ridge.claims, sweep=sweep),
        trials=(200 if real else 400) if printed else 100,
        keep=("mean", "low", "high") if printed else ("mean",),
        real_records=real,
    )


RECIPES: dict[str, Recipe] = {
    "mean-saturation": exact(mean.saturation),
    "mean-certificate": exact(mean.certificate, mean.SCATTERED),
    "mean-table-one": exact(mean.log_errors, PROFILES),
    "features-conversions": exact(features.conversions, features.MECHANISMS),
    "features-triangle": exact(features.triangle),
    "figure-3": of_sweep(SWEEPS["figure-3"], features.figure_3_claims, trials=30),
    "figure-3-exact": exact(features.figure_3_in_closed_form),
    "features-size": exact(features.against_size),
    "features-example-1": exact(features.first_example),
    "features-example-2": exact(features.second_example),
    **{key: _ridge(key) for key in SWEEPS if key.startswith("ridge-")},
    "linear-streams": _streams("linear"),
    "logistic-streams": _streams("logistic"),
    "linear-streams-joint": of_sweep(odometer.JOINT, trials=odometer.RUNS, keep=("median",)),
    "check-up": of_sweep(SWEEPS["check-up"], odometer.checkup_claims, trials=1, keep=("mean",)),
    "running-example": of_sweep(SWEEPS["running-example"], trials=1, keep=("mean",)),
    "accounting-example-1": exact(odometer.first_example),
    "accounting-example-2": exact(odometer.likelihoods),
    "accounting-learning-limit": exact(odometer.learning_limit),
    "accounting-coefficients": exact(odometer.coefficients),
    "accounting-predictions": exact(odometer.predictions),
    **{name: _shown(kind) for kind, name in odometer.SHOWN_STREAMS.items()},
    "beyond-certificate": exact(mean.sharper_certificate),
    "beyond-noises": exact(mean.noises_and_columns),
    "beyond-user-types": exact(features.users_and_features),
    "beyond-conversion": exact(features.sharper_conversion),
    "beyond-logistic": exact(odometer.pooled_logistic_answers),
    "beyond-odometer": exact(odometer.mixed_answers),
    "beyond-sums": exact(ridge.noisy_sums),
    "beyond-one-level": exact(mean.one_level),
    "beyond-crowd": Recipe(
        "What is learned of crowds from answers that filters let through",
        odometer.filtered_crowds,
        odometer.first_crowds,
        trials=50,
    ),
}
"""Every stored result, by the name of its file and on the command line."""


def recipe(name: str) -> Recipe:
    """Return the recipe of that name, or `InvalidInput` with the names there are."""
    return RECIPES[validate.choice(name, RECIPES, "recipe")]


def write(name: str) -> StoredResult:
    """Run a recipe with its own trials and seed, and store the result."""
    how = recipe(name)
    values = how.compute(SEED, how.trials)
    return store(name, values, seed=SEED, trials=how.trials, records=how.records)
