"""How a stored result is computed: exact functions, or a sweep of repeated measurements."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass

import numpy as np
import pandas as pd

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

Values = dict[str, float]

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
        found = _summarised(sweep, losses, keep)
        return {**found, **sample(seed), **(derive(found) if derive else {})}

    def sample(seed: int) -> Values:
        return {
            key: value
            for point in sorted({0, len(sweep.points) - 1})
            for key, value in _first_trial(sweep, point, seed).items()
        }

    return Recipe(name, sweep.title, compute, sample, trials, real_records)


def kept(method: object, at: object, what: str = "mean") -> str:
    """Name of a stored value of a sweep.

    Args:
        method: of the sweep.
        at: the value of the sweep's parameter.
        what: one of `STATISTICS`, or "first": of the first trial.

    >>> kept("paper", 0.25)
    'paper at 0.25: mean'
    """
    place = at if isinstance(at, str) else f"{at:g}"
    return f"{method} at {place}: {what}"


def _summarised(sweep: Sweep, losses: pd.DataFrame, keep: Sequence[str]) -> Values:
    return {
        kept(method, at, what): float(STATISTICS[what](one))
        for (at, method), one in losses.groupby([sweep.parameter, "method"], sort=False)["loss"]
        for what in keep
    }


def _first_trial(sweep: Sweep, point: int, seed: int) -> Values:
    """Draw it as `run` does: trial after trial from the block's own generator."""
    place = np.random.SeedSequence(seed, spawn_key=(point, 0))
    losses = sweep.measure(sweep.points[point], 1, np.random.default_rng(place))
    at = sweep.points[point][sweep.parameter]
    return {kept(method, at, "first"): float(one[0]) for method, one in losses.items()}
