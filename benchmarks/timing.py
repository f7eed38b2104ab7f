"""Medians of repeated timings, and ratios between them: nothing here depends on the machine."""

from __future__ import annotations

import statistics
import time
from collections.abc import Callable
from dataclasses import dataclass


@dataclass(frozen=True)
class Row:
    """One measured ratio: what, against what, how many times, and the limit if there is one."""

    claim: str
    ratio: float
    limit: str = ""
    detail: str = ""


def median_seconds(work: Callable[[], object], repeats: int = 7) -> float:
    """Median wall time of one call, after one call to warm up."""
    work()
    times = []
    for _ in range(repeats):
        start = time.perf_counter()
        work()
        times.append(time.perf_counter() - start)
    return statistics.median(times)


def alternating(
    first: Callable[[], object], second: Callable[[], object], repeats: int = 7
) -> tuple[float, float]:
    """Medians of two works measured in turn, so that both see the same machine."""
    pairs = [(median_seconds(first, 1), median_seconds(second, 1)) for _ in range(repeats)]
    return statistics.median(a for a, _ in pairs), statistics.median(b for _, b in pairs)


def milliseconds(seconds: float) -> str:
    """A time for the detail column."""
    return f"{1000 * seconds:.3g} ms"


def show(rows: list[Row]) -> None:
    """Print rows as a small table."""
    for row in rows:
        limit = f"(limit {row.limit})" if row.limit else ""
        print(f"{row.claim:<66} {row.ratio:>9.3g} {limit:<16} {row.detail}", flush=True)
