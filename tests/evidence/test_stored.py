"""Stored results are what their recipes give, and an edited file does not pass; the command."""

import json
from dataclasses import replace

import numpy as np
import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.evidence import RECIPES, stored
from hetdp_core.evidence.__main__ import main
from hetdp_core.evidence.odometer import SHOWN, SHOWN_STREAMS, stored_traces
from hetdp_core.evidence.recipes import SEED
from hetdp_core.evidence.results import FOLDER, from_json, rounded_values
from hetdp_core.experiments import SWEEPS
from hetdp_core.odometer.streams.sweep import budget_sweep
from hetdp_core.odometer.streams.traces import whole_traces
from tests.papers.insurance import insurance_csv
from tests.tolerance import SOLVED, UNMOVED

FILES = sorted(FOLDER.glob("*.json"))

TAKE_LONG = {"mean-certificate", "logistic-streams", "beyond-certificate", "beyond-logistic"}
TAKE_LONG |= {"beyond-user-types", "beyond-odometer"}
TAKE_LONG |= {"odometer-streams-truncated", "odometer-streams-logistic"}
"""Samples that are recomputed in `make studies`."""


@pytest.fixture
def real_records(monkeypatch):
    """The authors' table for those recipes that need it, else skip."""
    from hetdp_core.experiments import ridge

    monkeypatch.setenv(ridge.REAL_DATA_VARIABLE, str(insurance_csv()))
    ridge.real_records.cache_clear()
    yield
    ridge.real_records.cache_clear()


def assert_sample_agrees(name):
    """A sample is drawn with the same seed, so it is the same up to rounding."""
    known, sample = stored(name), RECIPES[name].sample(SEED)
    assert sample
    for key, value in rounded_values(sample).items():
        # some values are differences of losses or levels: 1e-8 of those is what rounding leaves;
        # a law that is fitted until its gap is small lies where it is flat
        slack = SOLVED if "likelihood" in key else 1e-8
        assert known.values[key] == pytest.approx(value, rel=UNMOVED, abs=slack), key


def test_every_recipe_is_stored_and_nothing_else():
    assert {path.stem for path in FILES} == set(RECIPES)
    assert sum(path.stat().st_size for path in FILES) < 600_000


@pytest.mark.parametrize(
    "name",
    [
        pytest.param(name, marks=[pytest.mark.slow] if name in TAKE_LONG else [])
        for name, recipe in RECIPES.items()
        if not recipe.real_records
    ],
)
def test_a_sample_of_every_stored_result_is_recomputed(name):
    assert_sample_agrees(name)
    assert stored(name).records == ""


@pytest.mark.usefixtures("real_records")
@pytest.mark.parametrize("name", [name for name, one in RECIPES.items() if one.real_records])
def test_a_sample_of_every_result_on_the_authors_table_is_recomputed(name):
    assert_sample_agrees(name)
    assert RECIPES[name].records == stored(name).records


def test_results_on_the_authors_table_say_so():
    on_it = {name for name in RECIPES if stored(name).records}
    assert on_it == {name for name in SWEEPS if name.startswith("ridge-real")}
    assert {stored(name).records for name in on_it} == {"insurance.csv (1,338 rows)"}


def test_each_result_carries_how_it_was_made_and_a_file_edited_by_hand_is_refused():
    for path in FILES:
        result = stored(path.stem)
        assert (result.seed, result.trials) == (SEED, RECIPES[path.stem].trials)
        assert result.version
        assert result.numpy
        assert from_json(result.to_json(), path.name) == result
        content = json.loads(path.read_text(encoding="utf-8"))
        name = next(iter(content["values"]))
        changes = {"values": {**content["values"], name: 0.123}, "seed": 1, "trials": 12_345}
        for key, value in changes.items():
            edited = json.dumps({**content, key: value})
            with pytest.raises(InvalidInput, match="must hold what was stored"):
                from_json(edited, path.name)


def test_without_options_it_shows_both_and_changes_nothing(capsys):
    assert main(["accounting-example-2"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[0] == "accounting-example-2,stored,recomputed"
    for line in lines[1:]:
        _, known, now = line.rsplit(",", 2)
        assert known == now


def test_it_stores_what_it_computes(tmp_path, monkeypatch, capsys):
    monkeypatch.setattr("hetdp_core.evidence.results.FOLDER", tmp_path)
    assert main(["--write", "features-example-1"]) == 0
    assert "3 values" in capsys.readouterr().err
    content = json.loads((tmp_path / "features-example-1.json").read_text(encoding="utf-8"))
    assert content["values"]["ε"] == "inf"
    monkeypatch.undo()
    stored.cache_clear()
    assert content["digest"] == stored("features-example-1").digest


def test_an_unknown_recipe_is_one_sentence_and_a_result_that_was_never_stored_is_named(capsys):
    with pytest.raises(InvalidInput, match="must have been stored"):
        stored("figure-99")
    assert main(["figure-99"]) == 2
    assert "recipe must be one of" in capsys.readouterr().err


SHORT = 18
"""The run that ends first: cheap to compute again."""


@pytest.mark.parametrize("kind", SHOWN_STREAMS)
def test_all_runs_are_stored_to_their_ends(kind):
    traces = stored_traces(replace(SHOWN, kind=kind))
    assert list(traces) == list(range(RECIPES[SHOWN_STREAMS[kind]].trials))
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
        {"kind": "powers"},
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
