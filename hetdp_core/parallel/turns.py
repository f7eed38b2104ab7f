"""Whose task comes next, when several people share a few processes: everybody in turn.

Owners take turns, task by task, and an owner's jobs take turns in the owner's turns; the tasks of a
job come in their order.  So a job of a thousand tasks holds up another by one task a turn, and who
starts two jobs gets no more than who starts one.

Knows neither threads nor processes nor clocks: whoever uses it from several threads holds a lock.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Hashable
from dataclasses import dataclass
from typing import Generic, TypeVar

from hetdp_core import validate
from hetdp_core.errors import Busy

J = TypeVar("J", bound=Hashable)
T = TypeVar("T")


@dataclass(frozen=True)
class Places:
    """How many jobs may be open.

    Attributes:
        jobs: of all owners together.
        an_owner: of one owner.
    """

    jobs: int = 32
    an_owner: int = 2

    def __post_init__(self) -> None:
        """Check every field."""
        validate.count(self.jobs, 1, None, "jobs")
        validate.count(self.an_owner, 1, None, "an_owner")


class Turns(Generic[J, T]):
    """Open jobs of several owners, and their tasks that have not begun.

    Args:
        places: how many jobs may be open.
    """

    def __init__(self, places: Places | None = None) -> None:
        self.places = places or Places()
        self._owner: dict[J, Hashable] = {}
        self._tasks: dict[J, deque[T]] = {}
        self._line: dict[Hashable, deque[J]] = {}
        """Jobs with tasks by owner; owners and jobs stand in the order of their turns."""

    def open(self, job: J, owner: Hashable) -> None:
        """Make place for a job.

        Args:
            job: not open.
            owner: whoever takes turns with others.

        Raises:
            Busy: all places, or those of this owner, are taken.
        """
        mine = sum(known == owner for known in self._owner.values())
        if mine >= self.places.an_owner:
            raise Busy(
                f"Only {_counted(self.places.an_owner)} at a time: stop one, or wait for it to end."
            )
        if len(self._owner) >= self.places.jobs:
            raise Busy(
                f"The server is busy: {len(self._owner)} computations of all visitors are under "
                "way, and it takes no more. Try again in a few minutes."
            )
        self._owner[job], self._tasks[job] = owner, deque()

    def close(self, job: J) -> list[T]:
        """Take a job away; return those of its tasks that had not begun, in order.

        Nothing happens where it is not open.
        """
        left = self.drop(job)
        self._owner.pop(job, None)
        self._tasks.pop(job, None)
        return left

    def add(self, job: J, task: T) -> None:
        """Put a task at the end of those of an open job."""
        tasks = self._tasks[job]
        if not tasks:
            self._line.setdefault(self._owner[job], deque()).append(job)
        tasks.append(task)

    def drop(self, job: J) -> list[T]:
        """Take away those tasks of a job that have not begun; return them in order."""
        tasks = self._tasks.get(job)
        if not tasks:
            return []
        owner = self._owner[job]
        self._line[owner].remove(job)
        if not self._line[owner]:
            del self._line[owner]
        left = list(tasks)
        tasks.clear()
        return left

    def take(self) -> tuple[J, T] | None:
        """Return whose turn it is, and the task, which has now begun; None where none waits."""
        owner = next(iter(self._line), None)
        if owner is None:
            return None
        jobs = self._line.pop(owner)
        job = jobs.popleft()
        task = self._tasks[job].popleft()
        if self._tasks[job]:
            jobs.append(job)
        if jobs:
            self._line[owner] = jobs  # at the end: the others first
        return job, task

    def ahead(self, job: J) -> int:
        """Count the tasks that come before the next one of this job; 0 where none of it waits."""
        if not self._tasks.get(job):
            return 0
        mine = self._owner[job]
        rounds = self._line[mine].index(job)  # turns of its owner that another job gets
        before = True
        count = rounds
        for owner, jobs in self._line.items():
            if owner == mine:
                before = False
                continue
            waiting = sum(len(self._tasks[one]) for one in jobs)
            count += min(waiting, rounds + before)
        return count

    @property
    def jobs(self) -> int:
        """How many jobs are open."""
        return len(self._owner)

    @property
    def waiting(self) -> int:
        """How many tasks have not begun."""
        return sum(map(len, self._tasks.values()))


def _counted(number: int) -> str:
    return "1 computation" if number == 1 else f"{number} computations"
