"""The named sweeps of the paper's tables and figures."""

from concurrent.futures import ThreadPoolExecutor

import numpy as np
import pytest

from hetdp_core import ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.experiments import SWEEPS
from hetdp_core.experiments import ridge as sweeps
from hetdp_core.parallel import expected, run
from hetdp_core.ridge.records import draw_levels, paper_profile
from tests.papers.insurance import insurance_csv


@pytest.mark.parametrize("key", [key for key in SWEEPS if key.startswith("ridge-")])
def test_every_point_can_be_measured(key):
    for point in (SWEEPS[key].points[0], SWEEPS[key].points[-1]):
        losses = sweeps.release_losses(point, 1, np.random.default_rng(0))
        assert len(losses) == 10
        assert all(np.all(np.isfinite(values)) for values in losses.values())


def test_simulated_releases_agree_with_the_closed_form_over_the_same_levels(monkeypatch):
    monkeypatch.delenv(sweeps.REAL_DATA_VARIABLE, raising=False)
    sweeps.real_records.cache_clear()
    problem, lam, rng = sweeps.real_records().problem, 2.0, np.random.default_rng(5)
    levels = draw_levels(paper_profile(problem.rows), rng)
    for method in ("pdp_op", "non_personalised"):
        losses = ridge.sample_losses(problem, levels, lam, method, "printed", 4000, rng=rng)
        exact = ridge.loss_curves(problem, levels, [lam], [method], noise="printed")
        for name in ("unregularised", "regularised"):
            draws = losses[name == "regularised"]
            mean = getattr(exact[method], name).mean[0]
            assert abs(draws.mean() - mean) < 4 * draws.std() / np.sqrt(draws.size)


def test_the_same_seed_gives_the_same_table_in_one_process_and_in_many():
    sweep = SWEEPS["ridge-synthetic-conservative-share"]
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(3) as three:
        first, second = (run(sweep, 12, 7, executor=pool) for pool in (one, three))
    assert first.equals(second)
    assert expected(sweep).empty


def test_the_real_file_is_used_where_it_is_named(monkeypatch):
    monkeypatch.setenv(sweeps.REAL_DATA_VARIABLE, str(insurance_csv()))
    data = sweeps.real_data()
    assert data.info.key == "own"
    assert len(data.frame) == 1338


def test_another_file_is_refused_in_one_sentence(monkeypatch, tmp_path):
    monkeypatch.setenv(sweeps.REAL_DATA_VARIABLE, str(tmp_path / "nothing.csv"))
    with pytest.raises(InvalidInput, match="must name a file"):
        sweeps.real_data()
    other = tmp_path / "other.csv"
    other.write_text("a,b\n1,2\n3,4\n", encoding="utf-8")
    monkeypatch.setenv(sweeps.REAL_DATA_VARIABLE, str(other))
    with pytest.raises(InvalidInput, match=r"must name insurance\.csv"):
        sweeps.real_data()
