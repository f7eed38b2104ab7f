"""Streams that are stored are those that would run, and stand in for no others."""

from dataclasses import replace

import numpy as np
import pytest

from hetdp_core.evidence import RECIPES, stored
from hetdp_core.evidence.odometer import SHOWN, SHOWN_STREAMS, stored_traces
from hetdp_core.odometer.streams.sweep import budget_sweep
from hetdp_core.odometer.streams.traces import whole_traces

SHORT = 18
"""The run that ends first: cheap to compute again."""


def test_all_runs_are_stored_to_their_ends():
    traces = stored_traces(SHOWN)
    assert list(traces) == list(range(RECIPES[SHOWN_STREAMS].trials))
    assert all(trace.worst.size == trace.accepted + 1 for trace in traces.values())


@pytest.mark.parametrize("ceiling", [1.0, 4.0, SHOWN.ceiling])
def test_a_stored_run_halts_where_the_same_run_does_at_every_budget(ceiling):
    scenario = replace(SHOWN, ceiling=ceiling)
    known = stored_traces(scenario)[SHORT]
    (computed,) = whole_traces(scenario, [SHORT])
    then, now = (budget_sweep(scenario, [trace], ceiling) for trace in (known, computed))
    # Eight digits are stored.
    np.testing.assert_allclose(known.worst, computed.worst, rtol=1e-6, atol=1e-8)
    # Nor does a processor's last digit matter: both are sums of the same certified losses.
    np.testing.assert_allclose(known.loss, computed.loss, rtol=1e-6, atol=1e-8)
    for name in ("basic", "simplified", "bayesian"):
        np.testing.assert_array_equal(then.accepted(name), now.accepted(name))


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
    assert not stored_traces(replace(SHOWN, **other))


def test_where_the_file_is_missing_or_edited_nothing_is_stored(tmp_path, monkeypatch):
    content = stored("odometer-streams").to_json().replace('"trials": 20', '"trials": 19')
    monkeypatch.setattr("hetdp_core.evidence.results.FOLDER", tmp_path)
    stored.cache_clear()
    assert stored_traces(SHOWN) == {}
    (tmp_path / "odometer-streams.json").write_text(content, encoding="utf-8")
    assert stored_traces(SHOWN) == {}
    stored.cache_clear()
