"""A pool that many share: never more processes than it may have, and none for whoever has left."""

from __future__ import annotations

import os
import time
from collections.abc import Callable, Iterator
from concurrent.futures import CancelledError, Future
from concurrent.futures.process import BrokenProcessPool
from itertools import count

import pandas as pd
import pytest

from hetdp_core import parallel
from hetdp_core.errors import Busy, InvalidInput
from hetdp_core.experiments import SWEEPS
from hetdp_core.parallel import Patience, Places, SharedPool

HANGS = 600.0
"""Seconds after which what waits for a process is given up: no outcome depends on them."""

SHORT = Patience(absent=0.2, stopping=0.2, idle=0.2, look=0.05)


@pytest.fixture(scope="module")
def pool() -> Iterator[SharedPool]:
    """Two processes, shared by the tests that do not harm them."""
    shared = SharedPool(2)
    yield shared
    shared.close()


@pytest.fixture
def hasty() -> Iterator[SharedPool]:
    """One process, and no patience."""
    shared = SharedPool(1, patience=SHORT)
    yield shared
    shared.close()


def until(happens: Callable[[], object]) -> None:
    end = time.monotonic() + HANGS
    while not happens():
        assert time.monotonic() < end
        time.sleep(0.01)


def lives(process: int) -> bool:
    try:
        os.kill(process, 0)
    except ProcessLookupError:
        return False
    return True


def test_many_jobs_share_no_more_processes_than_there_may_be(pool):
    jobs = [pool.open(f"owner {number}") for number in range(6)]
    tasks = [job.submit(os.getpid) for _ in range(5) for job in jobs]
    used = {task.result(HANGS) for task in tasks}
    assert 1 <= len(used) <= 2
    assert os.getpid() not in used
    assert used <= set(pool.processes)
    for job in jobs:
        job.shutdown()
    assert pool.jobs == 0


def test_the_processes_stand_back_behind_all_others(pool):
    with pool.open("ann") as job:
        assert job.submit(os.getpriority, os.PRIO_PROCESS, 0).result(HANGS) == 19
        threads = job.submit(os.getenv, "OPENBLAS_NUM_THREADS").result(HANGS)
    assert threads == "1"


def test_tasks_of_two_owners_come_in_turn_however_many_one_of_them_has(hasty, tmp_path):
    order, gate = [], tmp_path / "gate"
    os.mkfifo(gate)  # whoever opens it to read waits for one who writes

    def submit(job, name, act=os.getpid, *given):
        task = job.submit(act, *given)
        task.add_done_callback(lambda _: order.append(name))
        return task

    with hasty.open("ann") as ann, hasty.open("bob") as bob:
        until(submit(ann, "first", os.open, str(gate), os.O_RDONLY).running)
        for _ in range(4):
            submit(ann, "ann")
        for _ in range(2):
            submit(bob, "bob")
        assert (ann.ahead, bob.ahead, bob.others) == (0, 1, 1)
        gate.write_bytes(b"")
        until(lambda: len(order) == 7)
    assert order == ["first", "ann", "bob", "ann", "bob", "ann", "ann"]


def running(job: parallel.Job, pool: SharedPool) -> tuple[Future[None], int]:
    """A task that would run for ten minutes, under way, and its process."""
    task = job.submit(time.sleep, 600.0)
    until(task.running)
    until(lambda: pool.processes)
    return task, pool.processes[0]


def test_a_stop_cancels_what_has_not_begun_and_ends_what_has(hasty):
    with hasty.open("ann") as ann, hasty.open("bob") as bob:
        task, process = running(ann, hasty)
        later = ann.submit(time.sleep, 0.0)
        ann.stop()
        assert later.cancelled()
        with pytest.raises(CancelledError):
            task.result(HANGS)
        until(lambda: not lives(process))
        assert bob.submit(os.getpid).result(HANGS) != process
        assert ann.submit(os.getpid).cancelled()
        assert ann.reason == ""
    assert pool_is_empty(hasty)


def pool_is_empty(pool: SharedPool) -> bool:
    until(lambda: not pool.processes)
    return pool.jobs == 0


def test_nothing_runs_on_for_an_owner_who_has_left(hasty):
    there = [True]
    with hasty.open("ann", lambda: there[0]) as job:
        task, process = running(job, hasty)
        there[0] = False
        with pytest.raises(CancelledError):
            task.result(HANGS)
        assert "Nobody was there" in job.reason
    assert pool_is_empty(hasty)
    until(lambda: not lives(process))


def test_an_owner_who_is_away_for_a_moment_keeps_the_job():
    now, there = [0.0], [True]
    pool = SharedPool(1, patience=Patience(absent=8.0), clock=lambda: now[0])
    job = pool.open("ann", lambda: there[0])
    there[0] = False
    for now[0] in (1.0, 7.9):
        pool.look()
    there[0] = True
    now[0] = 8.5
    pool.look()
    there[0] = False
    for now[0] in (9.0, 16.0):
        pool.look()
    assert job.reason == ""
    now[0] = 16.5
    pool.look()
    assert job.reason
    job.shutdown()


def test_an_owner_who_cannot_be_asked_is_not_there():
    def broken() -> bool:
        raise RuntimeError

    ticks = count()
    pool = SharedPool(1, patience=Patience(absent=1.0), clock=lambda: float(next(ticks)))
    with pool.open("ann", broken) as job:
        pool.look()
        pool.look()
        assert job.reason


def test_a_process_that_dies_fails_its_own_task_alone(hasty):
    with hasty.open("ann") as ann, hasty.open("bob") as bob:
        deadly, after = ann.submit(os._exit, 3), bob.submit(os.getpid)
        with pytest.raises(BrokenProcessPool, match="ended before its task was done"):
            deadly.result(HANGS)
        assert after.result(HANGS) != os.getpid()


def test_a_process_that_died_while_it_had_nothing_to_do_is_replaced():
    pool = SharedPool(1)
    with pool.open("ann") as job:
        process = job.submit(os.getpid).result(HANGS)
        os.kill(process, 9)
        until(lambda: os.waitid(os.P_PID, process, os.WEXITED | os.WNOHANG | os.WNOWAIT))
        assert job.submit(os.getpid).result(HANGS) != process
    pool.close()


def test_the_error_of_a_task_comes_back_as_it_was(pool):
    with pool.open("ann") as job:
        wrong = job.submit(int, "seven")
        with pytest.raises(ValueError, match="invalid literal"):
            wrong.result(HANGS)
        unsendable = job.submit(lambda: 7)
        with pytest.raises(Exception, match=r"lambda|pickle"):
            unsendable.result(HANGS)
        assert job.submit(int, "7").result(HANGS) == 7


def test_a_job_that_takes_too_much_is_stopped_with_a_reason():
    pool = SharedPool(1, patience=Patience(job=0.3, idle=0.2))
    with pool.open("ann") as job:
        first, second = job.submit(time.sleep, 0.4), job.submit(time.sleep, 0.0)
        assert first.result(HANGS) is None
        with pytest.raises(CancelledError):
            second.result(HANGS)
        assert "minutes of a processor" in job.reason
    pool.close()


def test_a_job_that_was_closed_takes_nothing_and_gives_its_place_back():
    pool = SharedPool(1, Places(jobs=1))
    job = pool.open("ann")
    with pytest.raises(Busy):
        pool.open("bob")
    job.shutdown()
    with pytest.raises(RuntimeError, match="has ended"):
        job.submit(os.getpid)
    pool.open("bob").shutdown()


def test_a_sweep_gives_the_same_numbers_in_a_share_of_the_pool(pool):
    sweep = SWEEPS["coin-example"]
    with pool.open("ann") as job:
        shared = parallel.run(sweep, 60, 3, executor=job)
        assert job.seconds > 0.0
        job.stop()
        none = parallel.run(sweep, 60, 3, executor=job)
    pd.testing.assert_frame_equal(shared, parallel.run(sweep, 60, 3, workers=1))
    assert len(none) == 0


@pytest.mark.parametrize("name", ["absent", "stopping", "idle", "job", "look"])
def test_patience_is_positive(name):
    with pytest.raises(InvalidInput, match=f"^{name} must"):
        Patience(**{name: float("nan")})
