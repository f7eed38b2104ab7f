"""The nodes of a search: boxes with an interval for each term, and the queue they wait in."""

from __future__ import annotations

import heapq
from dataclasses import dataclass, fields

import numpy as np
from numpy.typing import NDArray

from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class Nodes:
    """N parts of the domain: low <= x <= high and left <= matrix . x + offset <= right.

    Attributes:
        low: (N, D)
        high: (N, D)
        left: (N, m)
        right: (N, m)
        bound: (N,) the objective is nowhere above it.
    """

    low: FloatArray
    high: FloatArray
    left: FloatArray
    right: FloatArray
    bound: FloatArray

    def __len__(self) -> int:
        return self.bound.size

    def take(self, rows: NDArray[np.bool_] | NDArray[np.int64]) -> Nodes:
        """Return some of the nodes."""
        return Nodes(*(getattr(self, item.name)[rows] for item in fields(self)))

    @staticmethod
    def join(first: Nodes, second: Nodes) -> Nodes:
        """Join the nodes of both."""
        pairs = ((getattr(first, item.name), getattr(second, item.name)) for item in fields(first))
        return Nodes(*(np.concatenate(pair) for pair in pairs))


class Frontier:
    """The nodes still open, the one with the highest bound first.

    Their arrays grow by doubling, and places left by nodes taken out are used again: putting
    in and taking out cost nothing that grows with the number of open nodes, but a logarithm.
    """

    def __init__(self, root: Nodes) -> None:
        self._stored = root
        self._queue: list[tuple[float, int]] = []
        self._free = list(range(len(root)))
        self.put(root)

    def __len__(self) -> int:
        return len(self._queue)

    @property
    def highest(self) -> float:
        """The highest bound; minus infinity when no node is open."""
        return -self._queue[0][0] if self._queue else -np.inf

    def put(self, nodes: Nodes) -> None:
        """Add nodes."""
        while len(self._free) < len(nodes):
            size = len(self._stored)
            self._free.extend(range(size, 2 * size))
            self._stored = Nodes.join(self._stored, self._stored)
        places = [self._free.pop() for _ in range(len(nodes))]
        for item in fields(nodes):
            getattr(self._stored, item.name)[places] = getattr(nodes, item.name)
        for bound, place in zip(nodes.bound.tolist(), places, strict=True):
            heapq.heappush(self._queue, (-bound, place))

    def pop(self, most: int) -> Nodes:
        """Take out the nodes with the highest bounds, at most so many."""
        places = [heapq.heappop(self._queue)[1] for _ in range(min(most, len(self)))]
        self._free.extend(places)
        return self._stored.take(np.array(places, dtype=np.int64))
