"""Streams that are stored are those that would run, and stand in for no others."""

from dataclasses import replace

import numpy as np
import pytest

from hetdp_core.odometer.streams.course import odometer_course
from hetdp_core.odometer.streams.traces import whole_traces
from hetdp_core.reproductions import stored
from hetdp_core.reproductions.streams import RUNS, SCENARIO, stored_traces

SHORT = 18
"""The run that ends first: cheap to compute again."""


def test_all_runs_are_stored_to_their_ends():
    traces = stored_traces(SCENARIO)
    assert list(traces) == list(range(RUNS))
    assert all(trace.worst.size == trace.accepted + 1 for trace in traces.values())


@pytest.mark.parametrize("ceiling", [1.0, 4.0, SCENARIO.ceiling])
def test_a_stored_run_halts_where_the_same_run_does_at_every_budget(ceiling):
    scenario = replace(SCENARIO, ceiling=ceiling)
    found = stored_traces(scenario)[SHORT]
    (computed,) = whole_traces(scenario, [SHORT])
    kept, now = (odometer_course(scenario, [one], ceiling) for one in (found, computed))
    # Eight digits are stored.
    np.testing.assert_allclose(found.worst, computed.worst, rtol=1e-6, atol=1e-8)
    # Nor does a processor's last digit matter: both are sums of the same certified losses.
    np.testing.assert_allclose(found.loss, computed.loss, rtol=1e-6, atol=1e-8)
    for name in ("basic", "simplified", "bayesian"):
        np.testing.assert_array_equal(kept.accepted(name), now.accepted(name))


@pytest.mark.parametrize(
    "other",
    [
        {"kind": "truncated"},
        {"dimension": 8},
        {"epsilon": 1.01},
        {"ceiling": 25.0},
        {"grouped": True},
        {"seed": 1},
    ],
)
def test_no_other_scenario_is_shown_stored_runs(other):
    assert not stored_traces(replace(SCENARIO, **other))


def test_where_the_file_is_missing_or_edited_nothing_is_stored(tmp_path, monkeypatch):
    content = stored("odometer-streams").to_json().replace('"trials": 20', '"trials": 19')
    monkeypatch.setattr("hetdp_core.reproductions.storage.FOLDER", tmp_path)
    stored.cache_clear()
    assert stored_traces(SCENARIO) == {}
    (tmp_path / "odometer-streams.json").write_text(content, encoding="utf-8")
    assert stored_traces(SCENARIO) == {}
    stored.cache_clear()
