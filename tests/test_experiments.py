"""Sweeps: the same numbers anywhere, progress, cancelling, and processes without a main script."""

import math
import sys
import threading
import types
from collections.abc import Iterator
from concurrent.futures import Executor, Future, ThreadPoolExecutor
from concurrent.futures.process import BrokenProcessPool
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest

from hetdp_core import experiments, parallel
from hetdp_core.errors import InvalidInput
from hetdp_core.experiments import SWEEPS, features
from hetdp_core.experiments import __main__ as command
from hetdp_core.experiments import ridge as sweeps
from hetdp_core.experiments.odometer import GROUPED, accepted_queries, stream_point
from hetdp_core.features.allocation.rules import RULES
from hetdp_core.features.correlation import total_variation
from hetdp_core.parallel import Sweep
from tests.cases import first_and_in_studies
from tests.papers.insurance import insurance_csv
from tests.small_sweeps import HANGS, deadly_losses, failing_losses, uniform_losses
from tests.tolerance import ROUNDING

SMALL = Sweep(
    "small",
    "A small sweep",
    "x",
    tuple({"x": float(x), "fixed": 7} for x in range(4)),
    uniform_losses,
    "a number",
    trials=25,
    block=10,
)


@pytest.fixture(scope="module")
def children() -> Iterator[Executor]:
    """A process, shared by the tests that do not harm it."""
    with parallel.processes(1) as pool:
        yield pool


def test_the_numbers_do_not_depend_on_the_executor_or_the_workers(children):
    with ThreadPoolExecutor(1) as one, ThreadPoolExecutor(5) as five:
        runs = [parallel.run(SMALL, seed=3, executor=pool) for pool in (one, five, children)]
    for other in runs[1:]:
        pd.testing.assert_frame_equal(runs[0], other)
    with ThreadPoolExecutor(1) as pool:
        assert not parallel.run(SMALL, seed=4, executor=pool)["loss"].equals(runs[0]["loss"])


def test_more_trials_keep_the_numbers_of_the_full_blocks_before():
    with ThreadPoolExecutor(1) as pool:
        few, many = (parallel.run(SMALL, trials, executor=pool) for trials in (20, 40))
    shared = many[many["trial"] < 20].reset_index(drop=True)
    pd.testing.assert_frame_equal(few, shared)


def test_each_trial_has_a_row_and_random_numbers_of_its_own_and_progress_counts_tasks(children):
    seen = []
    losses = parallel.run(SMALL, executor=children, on_progress=lambda *at: seen.append(at))
    assert seen[-1] == (12, 12)
    assert [done for done, _ in seen] == sorted({done for done, _ in seen})
    assert list(losses.columns) == ["x", "fixed", "method", "trial", "loss"]
    assert len(losses) == 4 * 2 * 25
    assert losses.groupby(["x", "method"])["trial"].apply(list).map(sorted).map(len).eq(25).all()
    assert set(losses["trial"]) == set(range(25))
    assert losses.loc[losses["method"] == "two", "loss"].is_unique


class Interrupted(Executor):
    """Has done three tasks and begun a fourth, which it finishes when told to; no other begins."""

    def __init__(self):
        self.tasks = []

    def submit(self, fn, /, *args, **_):
        future: Future[object] = Future()
        self.tasks.append((future, fn, args))
        if len(self.tasks) <= 4:
            future.set_running_or_notify_cancel()
        if len(self.tasks) <= 3:
            self.finish(len(self.tasks) - 1)
        return future

    def finish(self, number):
        future, fn, args = self.tasks[number]
        future.set_result(fn(*args))


def test_cancelling_returns_what_was_computed_and_what_is_under_way():
    stop, pool = threading.Event(), Interrupted()

    def progress(done, _):
        if done == 3:
            stop.set()
            pool.finish(3)

    losses = parallel.run(SMALL, executor=pool, cancelled=stop, on_progress=progress)
    with ThreadPoolExecutor(1) as whole:
        full = parallel.run(SMALL, executor=whole)
    first = full[(full["x"] == 0) | ((full["x"] == 1) & (full["trial"] < 10))]
    pd.testing.assert_frame_equal(losses, first.reset_index(drop=True))
    assert all(future.cancelled() for future, _, _ in pool.tasks[4:])


def test_cancelling_before_the_start_returns_an_empty_table():
    stop, occupied = threading.Event(), threading.Event()
    stop.set()
    with ThreadPoolExecutor(1) as pool:
        pool.submit(occupied.wait, HANGS)
        losses = parallel.run(SMALL, executor=pool, cancelled=stop)
        occupied.set()
    assert list(losses.columns) == ["x", "fixed", "method", "trial", "loss"]
    assert len(losses) == 0
    assert len(parallel.summary(losses)) == 0


def test_the_first_error_ends_the_run_and_comes_back_as_it_was(children):
    with pytest.raises(InvalidInput, match=r"x must not be 2 .given: 2\.0.\.$"):
        parallel.run(replace(SMALL, measure=failing_losses), executor=children)
    assert len(parallel.run(SMALL, executor=children)) == 200


def test_an_error_in_the_progress_callback_ends_the_run(children):
    class PageWasLeft(BaseException):
        pass

    def leave(_done, _total):
        raise PageWasLeft

    with pytest.raises(PageWasLeft):
        parallel.run(SMALL, executor=children, on_progress=leave)


def test_a_worker_that_dies_is_reported():
    with pytest.raises(BrokenProcessPool, match=r"worker process .* was unexpectedly terminated"):
        parallel.run(replace(SMALL, measure=deadly_losses), workers=1)


def test_processes_start_from_a_thread_and_leave_the_main_script_alone(tmp_path, monkeypatch):
    """Under Streamlit the main module is the page: it must not run again in the workers."""
    script = tmp_path / "page.py"
    script.write_text(f"open({str(tmp_path / 'ran')!r}, 'w').close()\n", encoding="utf-8")
    page = types.ModuleType("__main__")
    page.__file__ = str(script)
    monkeypatch.setitem(sys.modules, "__main__", page)
    found = []
    thread = threading.Thread(target=lambda: found.append(parallel.run(SMALL, workers=1)))
    thread.start()
    thread.join()
    assert len(found[0]) == 200
    assert not (tmp_path / "ran").exists()


def test_the_summary_is_the_plain_statistics_of_each_group():
    with ThreadPoolExecutor(1) as pool:
        losses = parallel.run(SMALL, executor=pool)
    table = parallel.summary(losses)
    assert len(table) == 8
    row = table.iloc[0]
    values = losses.query("x == 0 and method == 'one'")["loss"].to_numpy()
    assert (row["x"], row["method"], row["trials"]) == (0.0, "one", 25)
    found = row[["mean", "standard_error", "lower", "median", "upper"]].to_numpy(dtype=float)
    expected = np.mean(values), np.std(values, ddof=1) / 5, *np.quantile(values, [0.25, 0.5, 0.75])
    np.testing.assert_allclose(found, expected)


@pytest.mark.parametrize(
    ("arguments", "name"),
    [({"trials": -1}, "trials"), ({"seed": -1}, "seed"), ({"workers": 0}, "workers")],
)
def test_impossible_settings_are_refused(arguments, name):
    with pytest.raises(InvalidInput, match=f"^{name} must"):
        parallel.run(SMALL, **arguments)


def test_the_papers_settings_stand_in_the_registry():
    figure = experiments.sweep("figure-3")
    assert [point["q"] for point in figure.points] == [k / 20 for k in range(21)]
    assert dict(figure.points[0]) == features.two_groups(10_000, 10, 2, 0.2, 2.0, 0.0)
    by_dimension = experiments.sweep("mse-against-dimension").points
    assert all(point["sensitive"] / point["dimension"] == 0.2 for point in by_dimension)
    fixed = {(p["users"], p["epsilon"], p["delta"], p["q"]) for p in by_dimension}
    assert fixed == {(3_000, 8.0, 0.8, 0.1)}
    by_share = experiments.sweep("mse-against-sensitive-share").points
    assert (by_share[0]["sensitive"], by_share[-1]["sensitive"]) == (0, 50)
    names = ("users", "dimension", "epsilon", "delta", "q")
    assert {tuple(p[name] for name in names) for p in by_share} == {(5_000, 50, 2.0, 0.2, 0.01)}


@pytest.mark.parametrize("key", experiments.SWEEPS)
def test_every_named_sweep_can_be_sent_to_a_process_and_measured(key):
    import pickle

    sweep = pickle.loads(pickle.dumps(experiments.sweep(key)))
    assert sweep.parameter in sweep.points[0]
    users = {"users": 200} if "users" in sweep.points[1] else {}
    losses = sweep.measure({**sweep.points[1], **users}, 2, np.random.default_rng(0))
    assert losses
    if key in {known.key for known in features.SWEEPS}:
        assert set(RULES) <= set(losses)
    assert all(loss.shape == (2,) and np.all(loss >= -1e-12) for loss in losses.values())


@pytest.mark.parametrize(
    "point",
    first_and_in_studies(
        [
            features.two_groups(3_000, 5, 1, 0.8, 8.0, 0.1),
            features.two_groups(4_000, 10, 2, 0.2, 2.0, 0.05),
            features.two_groups(2_000, 20, 6, 0.2, 2.0, 0.01),
        ]
    ),
)
def test_simulated_losses_agree_with_the_closed_forms(point):
    losses = features.mean_losses(point, 60, np.random.default_rng(0))
    expected = features.expected_mean_losses(point)
    assert losses.keys() == expected.keys()
    for method, values in losses.items():
        error = np.std(values, ddof=1) / np.sqrt(values.size)
        slack = 1.5 * point["dimension"] / point["users"]  # the sample mean is not quite 0
        assert abs(np.mean(values) - expected[method]) <= 4 * error + slack


def test_closed_forms_come_as_a_table():
    table = parallel.expected(experiments.sweep("figure-3"))
    assert len(table) == 21 * 6
    assert list(table.columns)[-2:] == ["method", "expected"]
    assert len(parallel.expected(SMALL)) == 0


def test_the_synthetic_regression_has_the_correlation_it_claims():
    data = features.draw_regression(60_000, 3, np.random.default_rng(0))
    np.testing.assert_allclose(total_variation(data).q[:3], features.SLOPE, atol=0.03)
    slopes = np.linalg.lstsq(data[:, :3], data[:, 3], rcond=None)[0]
    np.testing.assert_allclose(slopes, features.SLOPE, atol=0.02)


@pytest.mark.slow  # it starts a process
def test_the_command_writes_a_summary_and_reports_progress(tmp_path, capsys, monkeypatch):
    monkeypatch.setitem(experiments.SWEEPS, "figure-3", replace(SMALL, key="figure-3"))
    file = tmp_path / "out.csv"
    status = command.main(
        ["figure-3", "--trials", "20", "--seed", "1", "--workers", "1", "--out", str(file)]
    )
    printed = capsys.readouterr()
    assert status == 0
    assert printed.out == ""
    assert printed.err.rstrip().endswith("8 of 8 tasks")
    assert len(pd.read_csv(file)) == 8


def test_unknown_sweeps_are_named_and_bad_settings_refused_with_a_sentence(capsys):
    with pytest.raises(InvalidInput, match="sweep must be one of figure-3"):
        experiments.sweep("figure-4")
    assert command.main(["figure-3", "--trials", "-5"]) == 2
    assert "trials must be" in capsys.readouterr().err.replace("lie between", "be")
    with pytest.raises(SystemExit):
        command.main(["figure-9"])


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


def test_the_coin_example_loses_a_random_walk_and_basic_composition_adds_up():
    sweep = SWEEPS["coin-example"]
    found = sweep.measure(sweep.points[-1], 300, np.random.default_rng(0))
    assert np.all(found["basic"] == 20)
    steps = np.abs(found["realised"])
    np.testing.assert_allclose(steps, 2 * np.round(steps / 2), rtol=0, atol=ROUNDING)
    p = math.e / (1 + math.e)
    error = np.sqrt(20 * 4 * p * (1 - p) / steps.size)  # of 20 steps of 2, up or down
    assert np.mean(steps) == pytest.approx(20 * (2 * p - 1), abs=4 * error)


@pytest.mark.parametrize("kind", first_and_in_studies(["linear", "logistic"]))
def test_groups_never_accept_more_and_basic_accepts_the_budget(kind):
    accepted = accepted_queries(stream_point(kind, 4, 2.0), 2, np.random.default_rng(0))
    assert len(accepted) == 5
    assert np.all(accepted["basic"] == 2)
    for name in ("simplified", "bayesian"):
        assert np.all(accepted["basic"] <= accepted[name + GROUPED])
        assert np.all(accepted[name + GROUPED] <= accepted[name])
    assert np.all(accepted["simplified"] <= accepted["bayesian"])
