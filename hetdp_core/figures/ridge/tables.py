"""The numbers behind the figures of ridge regression, as tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from hetdp_core.figures.ridge.losses import ErrorAxis
from hetdp_core.ridge.dependence import PARAMETERS, Dependence, Improvement
from hetdp_core.ridge.example_releases import OneRelease, ReleasedCoefficients
from hetdp_core.ridge.records import Prepared
from hetdp_core.ridge.releases import Distances
from hetdp_core.ridge.sampling import SamplingLeak
from hetdp_core.ridge.sweep import SERIES, RidgeSweep


def errors(sweep: RidgeSweep, prepared: Prepared) -> pd.DataFrame:
    """Return the error of every series along λ; ends of the band to a fifth of its width."""
    axis, table = ErrorAxis(prepared, sweep.scenario.regularised), pd.DataFrame({"λ": sweep.lams})
    for key in sweep.series:
        table[f"{SERIES[key]}{axis.after}"] = axis.heights(sweep.mean_loss(key))
    if sweep.has_band:
        ends = axis.heights(sweep.usual)
        least = np.maximum((ends[1] - ends[0]) / 5.0, 1e-9 * ends[1])
        step = 10.0 ** np.floor(np.log10(least))
        for end, along in zip(("lower", "upper"), np.round(ends / step) * step, strict=True):
            table[f"{SERIES[sweep.verdict.regression]}: about the {end} end of its band"] = along
    table[f"Without privacy{axis.after}"] = axis.heights(sweep.nonprivate_loss)
    return table


def spread(sweep: RidgeSweep) -> pd.DataFrame:
    """Return the standard deviation of the loss of each series along λ."""
    table = pd.DataFrame({"λ": sweep.lams})
    for key in sweep.spreading:
        table[SERIES[key]] = sweep.moments(key).std
    return table


def dependence(varied: Dependence) -> pd.DataFrame:
    """Return errors along one parameter, at the public λ and at the best λ."""
    table = pd.DataFrame({PARAMETERS[varied.parameter].title: varied.values})
    axis = ErrorAxis(varied.prepared)
    for key, losses in varied.public.items():
        public = f"{SERIES[key]}: at the λ that a release can choose{axis.after}"
        table[public] = axis.heights(losses)
        table[f"{SERIES[key]}: at the best λ{axis.after}"] = axis.heights(varied.best[key])
    return table


def distances_to_truth(distances: Distances) -> pd.DataFrame:
    """Return the bound of Theorem 3.6, its terms and the exact distance, along λ."""
    bound = distances.bound
    return pd.DataFrame(
        {
            "λ": distances.lams,
            "bound": bound.total,
            "bound: shrinking": bound.bias,
            "bound: privacy": bound.privacy,
            "bound: label noise": bound.label_noise,
            "exact: root of the mean square": distances.exact,
            "exact: before noise": distances.without_noise,
        }
    )


def improvements(steps: Sequence[Improvement]) -> pd.DataFrame:
    """Return the best λ and loss after each step."""
    return pd.DataFrame(
        {
            "step": [step.title for step in steps],
            "best λ": [step.lam for step in steps],
            "expected loss": [step.loss for step in steps],
            "standard deviation": [step.spread for step in steps],
        }
    )


def coefficients(releases: ReleasedCoefficients, names: Sequence[str]) -> pd.DataFrame:
    """Return coefficients without privacy, and quartiles of the released ones."""
    low, middle, high = releases.quartiles
    return pd.DataFrame(
        {
            "column": list(names),
            "without privacy": releases.nonprivate,
            "released: 25 %": low,
            "released: median": middle,
            "released: 75 %": high,
        }
    )


def one_release(release: OneRelease) -> pd.DataFrame:
    """Return the true and predicted labels of the test records."""
    return pd.DataFrame(
        {
            "true": release.true,
            "predicted": release.predicted,
            "without privacy": release.without_privacy,
        }
    )


def sampling_losses(rows: Sequence[SamplingLeak]) -> pd.DataFrame:
    """Return privacy loss over the requested ε, for published and repaired sampling."""
    return pd.DataFrame(
        {
            "example": [row.title for row in rows],
            "requested ε": [row.epsilon for row in rows],
            "as published, times ε": [row.published for row in rows],
            "repaired, times ε": [row.repaired for row in rows],
        }
    )
