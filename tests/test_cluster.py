"""Sweeps on a Dask cluster: a real scheduler and two worker processes, one of which dies."""

import json
import os
import shutil
import signal
import subprocess
import sys
import time
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from dataclasses import replace
from pathlib import Path

import numpy as np
import pandas as pd
import pytest

from hetdp_core import experiments, parallel
from hetdp_core.errors import ClusterFailed
from hetdp_core.experiments import __main__ as command
from hetdp_core.parallel import Sweep
from tests.small_sweeps import HANGS, deadly_once_losses, uniform_losses, wait_until

ROOT = Path(__file__).resolve().parent.parent

SMALL = Sweep(
    "small",
    "A small sweep",
    "x",
    tuple({"x": float(x)} for x in range(6)),
    uniform_losses,
    "a number",
    trials=100,
    block=10,
)

LOCAL = ("--host=127.0.0.1", "--no-dashboard", "--dashboard-address=127.0.0.1:0")


class LocalDask:
    """A scheduler and workers, started by the commands of the README, on this machine."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.workers: list[subprocess.Popen[bytes]] = []
        file = folder / "scheduler.json"
        # Both end by themselves if the tests should be killed.
        self.scheduler = self._start(
            "scheduler", f"--scheduler-file={file}", "--port=0", "--idle-timeout=120"
        )
        self.address = self._address(file)

    def start_worker(self, root: Path = ROOT) -> subprocess.Popen[bytes]:
        options = ("--nthreads=1", "--no-nanny", "--death-timeout=30")
        worker = self._start("worker", self.address, *options, root=root)
        self.workers.append(worker)
        return worker

    def wait_for_workers(self) -> None:
        """Until the scheduler has met all those that live, and forgotten all others."""
        from distributed import Client  # where it is needed: all processes read this file

        living = sum(worker.poll() is None for worker in self.workers)
        with Client(self.address, timeout=HANGS, set_as_default=False) as client:
            wait_until(lambda: len(client.scheduler_info()["workers"]) == living)

    def stop(self) -> None:
        for process in [*self.workers, self.scheduler]:
            process.kill()
            process.wait()

    def _start(self, *arguments: str, root: Path = ROOT) -> subprocess.Popen[bytes]:
        return subprocess.Popen(
            [sys.executable, "-m", "dask", *arguments, *LOCAL],
            cwd=root,
            env={**os.environ, "DASK_TEMPORARY_DIRECTORY": str(self.folder)},
            stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL,
        )

    def _address(self, file: Path) -> str:
        deadline = time.monotonic() + HANGS
        while time.monotonic() < deadline and self.scheduler.poll() is None:
            try:
                return str(json.loads(file.read_text(encoding="utf-8"))["address"])
            except (FileNotFoundError, ValueError):  # not there yet, or half written
                time.sleep(0.05)
        raise AssertionError("the scheduler did not start")


@pytest.fixture(scope="module")
def dask(tmp_path_factory) -> Iterator[LocalDask]:
    """A cluster with one worker; a test that needs another, or kills it, starts its own."""
    cluster = LocalDask(tmp_path_factory.mktemp("dask"))
    try:
        cluster.start_worker()
        cluster.wait_for_workers()
        yield cluster
    finally:
        cluster.stop()


@pytest.mark.slow
def test_a_worker_killed_in_mid_run_changes_no_number(dask, tmp_path):
    dask.start_worker()
    dask.wait_for_workers()
    points = tuple({**point, "folder": str(tmp_path)} for point in SMALL.points)
    sweep = replace(SMALL, points=points, measure=deadly_once_losses)
    seen = []

    def progress(done, total):
        seen.append((done, total))
        if done >= 40:
            (tmp_path / "delivered").touch()

    with parallel.cluster_executor(dask.address) as executor:
        losses = parallel.run(sweep, executor=executor, on_progress=progress)
    calls = (tmp_path / "calls").read_text(encoding="utf-8").split()
    wait_until(lambda: any(worker.poll() is not None for worker in dask.workers))
    dead = [worker for worker in dask.workers if worker.poll() is not None]
    assert [worker.returncode for worker in dead] == [-signal.SIGKILL]
    assert set(calls) == {str(worker.pid) for worker in dask.workers}
    assert seen[-1] == (60, 60)
    with ThreadPoolExecutor(1) as pool:
        pd.testing.assert_frame_equal(losses, parallel.run(sweep, executor=pool))
    assert len(calls) >= 61, "the lost task ran again"


@pytest.mark.slow
def test_a_named_sweep_gives_the_numbers_of_one_machine(dask, capsys, tmp_path):
    file = tmp_path / "cluster.csv"
    there = ["--scheduler", dask.address, "--out", str(file)]
    assert command.main(["figure-3", "--trials", "2", "--seed", "1", *there]) == 0
    assert capsys.readouterr().err.rstrip().endswith("21 of 21 tasks")
    with ThreadPoolExecutor(1) as pool:
        here = parallel.run(experiments.sweep("figure-3"), 2, seed=1, executor=pool)
    summary = pd.read_csv(file)
    pd.testing.assert_frame_equal(summary, parallel.summary(here), check_exact=True)


def changed(folder: Path) -> None:
    for part in ("hetdp_core", "data"):
        shutil.copytree(ROOT / part, folder / part)
    with (folder / "hetdp_core" / "results.py").open("a", encoding="utf-8") as file:
        file.write("# another state of the code\n")


OTHER_STATE = "Other code, or another NumPy or SciPy"


@pytest.mark.slow
def test_a_worker_with_another_numpy_is_refused(dask, monkeypatch):
    monkeypatch.setattr(np, "__version__", "another")
    with pytest.raises(ClusterFailed, match=OTHER_STATE), parallel.cluster_executor(dask.address):
        pass


@pytest.mark.slow
@pytest.mark.parametrize(
    ("prepare", "sentence"),
    [(changed, OTHER_STATE), (lambda _: None, "cannot run this project's code .*hetdp_core")],
)
def test_a_worker_that_could_give_other_numbers_is_refused(dask, tmp_path, prepare, sentence):
    prepare(tmp_path)
    stranger = dask.start_worker(tmp_path)
    try:
        dask.wait_for_workers()
        with pytest.raises(ClusterFailed, match=sentence), parallel.cluster_executor(dask.address):
            pass
    finally:
        stranger.kill()
        stranger.wait()
        dask.workers.remove(stranger)
        dask.wait_for_workers()  # or the next test would take it for its own


@pytest.mark.slow
def test_without_workers_or_scheduler_a_sweep_ends_with_a_sentence(tmp_path, monkeypatch):
    from distributed import Client

    dask = LocalDask(tmp_path)
    try:
        # The wait for workers that nobody starts is short, that for an answer is not.
        wait = Client.wait_for_workers
        with monkeypatch.context() as in_vain:
            in_vain.setattr(Client, "wait_for_workers", lambda one, n, **_: wait(one, n, 0.1))
            with (
                pytest.raises(ClusterFailed, match=r"has no workers; start them with python -m"),
                parallel.cluster_executor(dask.address),
            ):
                pass
        dask.start_worker()
        dask.wait_for_workers()
        with (
            pytest.raises(ClusterFailed, match="The Dask scheduler was lost before"),
            parallel.cluster_executor(dask.address) as executor,
        ):
            parallel.run(
                SMALL, 500, executor=executor, on_progress=lambda *_: dask.scheduler.kill()
            )
    finally:
        dask.stop()


@pytest.mark.parametrize("address", ["tcp://127.0.0.1:1", "nonsense"])
def test_without_a_scheduler_the_command_says_so(address, monkeypatch, capsys):
    monkeypatch.setattr("hetdp_core.parallel.SECONDS_TO_ANSWER", 0.2)
    assert command.main(["figure-3", "--scheduler", address]) == 2
    printed = capsys.readouterr()
    assert printed.out == ""
    assert printed.err.startswith(f"No Dask scheduler answers at '{address}'")
    assert printed.err.count("\n") == 1


def test_without_dask_the_command_names_the_remedy(monkeypatch, capsys):
    monkeypatch.setitem(sys.modules, "distributed", None)
    assert command.main(["figure-3", "--scheduler", "tcp://127.0.0.1:1"]) == 2
    assert "-m pip install -r requirements-dask.txt" in capsys.readouterr().err


def test_a_connection_that_fails_to_close_does_not_hide_why_the_run_ended(monkeypatch):
    class Lost:
        def get_executor(self, **_):
            return None

        def close(self):
            raise RuntimeError("dictionary changed size during iteration")

    monkeypatch.setattr("hetdp_core.parallel._client", lambda _address: Lost())
    monkeypatch.setattr("hetdp_core.parallel._check", lambda *_: None)
    with (
        pytest.raises(ClusterFailed, match="the reason"),
        parallel.cluster_executor("tcp://127.0.0.1:1"),
    ):
        raise ClusterFailed("the reason")
