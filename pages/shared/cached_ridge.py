"""Ridge results that are kept: keyed on records, profile and knobs, always bounded.

They are kept for one session only, because the records may be a reader's own table.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import streamlit as st

from hetdp_core.profiles import ProfileSettings, make_profile
from hetdp_core.ridge.dependence import Dependence, depends_on
from hetdp_core.ridge.exploration import RidgeScenario, RidgeSweep, explore
from hetdp_core.ridge.improvements import Improvement, improvements
from hetdp_core.ridge.records import Prepared, Records, prepare
from hetdp_core.ridge.sampling_leak import SamplingLeak, sampling_leaks
from hetdp_core.ridge.shown_releases import (
    OneRelease,
    ReleasedCoefficients,
    one_release,
    spread_out,
)
from hetdp_core.uploads import UploadedLevels
from hetdp_core.validate import FloatArray
from pages.shared import data_source

RELEASES = 500
"""Releases drawn to show how coefficients scatter."""

# A file is known by its digest; its million rows need not be hashed again.
_HASH: dict[str | type[Any], Callable[[Any], Any]] = {UploadedLevels: lambda file: file.digest}


@st.cache_resource(max_entries=8, scope="session", show_spinner=False)
def prepared(records: Records) -> Prepared:
    """The regression problem of these records."""
    table = None if records.settings is None else data_source.dataset(records.dataset)
    return prepare(records, table)


@st.cache_resource(max_entries=8, scope="session", show_spinner=False, hash_funcs=_HASH)
def levels(records: Records, profile: ProfileSettings) -> FloatArray:
    """(n,) who among the training records asks for what: the profile, dealt out by chance."""
    rows = prepared(records).problem.training.rows
    rng = np.random.default_rng(profile.seed)
    return make_profile(profile).resized(rows).assigned(rng)


@st.cache_resource(max_entries=16, scope="session", show_spinner=False, hash_funcs=_HASH)
def sweep(records: Records, profile: ProfileSettings, scenario: RidgeScenario) -> RidgeSweep:
    """See `explore`."""
    return explore(prepared(records).problem, levels(records, profile), scenario)


@st.cache_resource(max_entries=8, scope="session", show_spinner=False, hash_funcs=_HASH)
def dependence(
    parameter: str, records: Records, profile: ProfileSettings, scenario: RidgeScenario
) -> Dependence:
    """See `depends_on`."""
    return depends_on(parameter, records, prepared(records), profile, scenario)


@st.cache_resource(max_entries=8, scope="session", show_spinner=False, hash_funcs=_HASH)
def ladder(records: Records, profile: ProfileSettings) -> tuple[Improvement, ...]:
    """See `improvements`."""
    return improvements(records, prepared, levels(records, profile))


@st.cache_resource(max_entries=1, show_spinner=False)
def leaks() -> tuple[SamplingLeak, ...]:
    """See `sampling_leaks`."""
    return sampling_leaks()


@st.cache_resource(max_entries=8, scope="session", show_spinner=False, hash_funcs=_HASH)
def coefficients(
    records: Records, profile: ProfileSettings, scenario: RidgeScenario, method: str
) -> ReleasedCoefficients:
    """Many releases of one method."""
    problem, asked = prepared(records).problem, levels(records, profile)
    return spread_out(problem, asked, scenario, method, RELEASES)


@st.cache_resource(max_entries=8, scope="session", show_spinner=False, hash_funcs=_HASH)
def release(
    records: Records, profile: ProfileSettings, scenario: RidgeScenario, method: str
) -> OneRelease:
    """One release, and what it predicts for the test records."""
    return one_release(prepared(records), levels(records, profile), scenario, method)


@data_source.goes_with_the_table
def forget() -> None:
    """Drop what was computed in this session: a reader's own table leaves no trace."""
    for kept in (prepared, levels, sweep, dependence, ladder, coefficients, release):
        kept.clear()
