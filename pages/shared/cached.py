"""Calls into the core that are kept: keyed on the scenario and the seed, always bounded."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import streamlit as st

from hetdp_core.mean import relaxing
from hetdp_core.mean.certificate import CertificateScatter, certificate_scatter
from hetdp_core.mean.column import ColumnEstimate, estimate_column
from hetdp_core.mean.comparison import (
    Comparison,
    affordable_trials,
    check_by_simulation,
    compare,
)
from hetdp_core.mean.plan import WORST_VARIANCE
from hetdp_core.mean.relaxing import ErrorCurve
from hetdp_core.mean.simulation import SimulatedMSE
from hetdp_core.mean.sweep import SaturationSweep, saturation_sweep
from hetdp_core.mean.table_one import TableOneRow, table_one
from hetdp_core.profiles import ProfileSettings, make_profile
from hetdp_core.uploads import UploadedLevels
from pages.shared import data_source

# A file is known by its digest; its million rows need not be hashed again.
_HASH: dict[str | type[Any], Callable[[Any], Any]] = {UploadedLevels: lambda file: file.digest}

TRIALS = 2_000
"""Data sets simulated for the check on the comparison."""

SCATTER_PROFILES = 250
"""Random profiles in the U/L scatter."""


@st.cache_resource(max_entries=64, show_spinner=False, hash_funcs=_HASH)
def sweep(settings: ProfileSettings) -> SaturationSweep:
    """See `saturation_sweep`; shared as it is, because nobody can change it."""
    return saturation_sweep(settings)


@st.cache_data(max_entries=64, show_spinner=False, hash_funcs=_HASH)
def error_curve(settings: ProfileSettings, _sweep: SaturationSweep) -> ErrorCurve:
    """The errors that go with `sweep` of the same settings."""
    return relaxing.error_curve(settings, _sweep)


def variance_of_spread(spread: float) -> float:
    """Variance of the data, from a share of the largest possible."""
    return spread * WORST_VARIANCE


@st.cache_data(max_entries=64, show_spinner=False, hash_funcs=_HASH)
def comparison(settings: ProfileSettings, variance: float) -> Comparison:
    """All methods for this profile."""
    return compare(make_profile(settings).epsilon, variance)


@st.cache_data(max_entries=32, show_spinner="Simulating …", hash_funcs=_HASH)
def simulation(settings: ProfileSettings, variance: float, seed: int) -> dict[str, SimulatedMSE]:
    """The Monte-Carlo check of `comparison`."""
    compared = comparison(settings, variance)
    trials = affordable_trials(compared.plans["adpm"].users, TRIALS)
    return check_by_simulation(compared, trials, np.random.default_rng(seed))


@data_source.kept_by_table(max_entries=64, hash_funcs=_HASH)
def column_estimate(
    key: str, column: str, settings: ProfileSettings, outside: str, seed: int
) -> ColumnEstimate:
    """ADPM on one column of a table."""
    values = data_source.dataset(key).values(column).values
    bounds = data_source.info(key).column(column).bounds
    assert bounds is not None  # numeric columns always have bounds
    rng = np.random.default_rng(seed)
    return estimate_column(values, bounds, make_profile(settings), rng=rng, outside=outside)


@st.cache_data(max_entries=8, show_spinner="Computing lower bounds …")
def scatter(seed: int) -> CertificateScatter:
    """U against L for random profiles."""
    return certificate_scatter(SCATTER_PROFILES, np.random.default_rng(seed))


@st.cache_data(max_entries=8, show_spinner="Recomputing Table I …")
def printed_table(seed: int, trials: int) -> list[TableOneRow]:
    """Table I, recomputed."""
    return table_one(seed, trials)
