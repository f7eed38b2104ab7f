"""Turns: everybody's next task comes within a round, whatever the others have; no processes."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.errors import Busy, InvalidInput
from hetdp_core.parallel import Places, Turns

MANY = Places(jobs=1_000, an_owner=1_000)

JOBS = st.lists(st.tuples(st.integers(0, 4), st.integers(0, 6)), max_size=12)
"""Owner and number of tasks of each job."""


def line(jobs: list[tuple[int, int]]) -> Turns[int, tuple[int, int]]:
    """Jobs 0, 1, ... of these owners, all tasks added, job after job."""
    turns: Turns[int, tuple[int, int]] = Turns(MANY)
    for job, (owner, tasks) in enumerate(jobs):
        turns.open(job, owner)
        for task in range(tasks):
            turns.add(job, (job, task))
    return turns


def taken(turns: Turns[int, tuple[int, int]]) -> Iterator[int]:
    """Whose turns come, to the end."""
    while (found := turns.take()) is not None:
        yield found[0]


@given(JOBS)
def test_every_task_is_taken_once_and_those_of_a_job_in_their_order(jobs):
    turns, seen = line(jobs), []
    while (found := turns.take()) is not None:
        job, task = found
        assert task[0] == job
        seen.append(task)
    assert sorted(seen) == [(job, task) for job, (_, n) in enumerate(jobs) for task in range(n)]
    for job in range(len(jobs)):
        of_job = [number for found, number in seen if found == job]
        assert of_job == sorted(of_job)
    assert turns.waiting == 0


@given(JOBS)
def test_while_two_owners_wait_neither_is_more_than_one_task_behind(jobs):
    left: Counter[int] = Counter()
    for owner, tasks in jobs:
        left[owner] += tasks
    had: Counter[int] = Counter()
    for job in taken(line(jobs)):
        owner = jobs[job][0]
        had[owner] += 1
        left[owner] -= 1
        waiting = [one for one in left if left[one]]
        if len(waiting) > 1:
            counts = [had[one] for one in waiting]
            assert max(counts) - min(counts) <= 1


@given(JOBS)
def test_jobs_of_one_owner_share_its_turns(jobs):
    jobs = [(0, tasks) for _, tasks in jobs]
    left = [tasks for _, tasks in jobs]
    had = [0] * len(jobs)
    for job in taken(line(jobs)):
        had[job] += 1
        left[job] -= 1
        counts = [had[one] for one in range(len(jobs)) if left[one]]
        assert not counts or max(counts) - min(counts) <= 1


@given(JOBS, st.data())
def test_the_place_in_the_queue_is_what_comes_before(jobs, data):
    turns = line(jobs)
    for _ in range(data.draw(st.integers(0, 8))):
        turns.take()
    places = {job: turns.ahead(job) for job in range(len(jobs))}
    order = list(taken(turns))
    for job, place in places.items():
        assert place == (order.index(job) if job in order else 0)


@given(JOBS, st.data())
def test_a_job_that_is_stopped_gives_back_its_tasks_and_brings_the_others_forward(jobs, data):
    if not jobs:
        return
    gone = data.draw(st.integers(0, len(jobs) - 1))
    turns = line(jobs)
    before = {job: turns.ahead(job) for job in range(len(jobs)) if job != gone}
    assert turns.close(gone) == [(gone, task) for task in range(jobs[gone][1])]
    assert turns.close(gone) == []
    assert turns.jobs == len(jobs) - 1
    assert all(turns.ahead(job) <= place for job, place in before.items())
    assert Counter(taken(turns)) == {job: jobs[job][1] for job in before if jobs[job][1]}


def test_who_comes_late_waits_for_one_task_of_each_owner_not_for_all():
    turns = line([(0, 1_000), (1, 1_000)])
    turns.take()
    turns.open(2, 2)
    turns.add(2, (2, 0))
    assert turns.ahead(2) == 2
    assert [job for job, _ in filter(None, (turns.take() for _ in range(3)))] == [1, 0, 2]


def test_a_job_without_tasks_keeps_its_place_and_takes_no_turn():
    turns: Turns[str, int] = Turns(Places(jobs=2, an_owner=1))
    turns.open("one", "ann")
    assert turns.take() is None
    turns.add("one", 7)
    assert turns.take() == ("one", 7)
    with pytest.raises(Busy, match="Only 1 computation"):
        turns.open("two", "ann")


def test_places_run_out_with_a_sentence_and_come_back():
    turns: Turns[int, int] = Turns(Places(jobs=2, an_owner=2))
    turns.open(0, "ann")
    turns.open(1, "ann")
    with pytest.raises(Busy, match="Only 2 computations at a time"):
        turns.open(2, "ann")
    with pytest.raises(Busy, match="The server is busy: 2 computations"):
        turns.open(2, "bob")
    turns.close(0)
    turns.open(2, "bob")
    assert turns.jobs == 2


@pytest.mark.parametrize(("jobs", "an_owner"), [(0, 1), (1, 0), (float("nan"), 1)])
def test_places_are_at_least_one(jobs, an_owner):
    with pytest.raises(InvalidInput):
        Places(jobs=jobs, an_owner=an_owner)
