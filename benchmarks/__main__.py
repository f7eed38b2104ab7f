"""`make bench`: every measurement of the project, as ratios within one run.

`python -m benchmarks` runs all, `python -m benchmarks mean` one topic.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from benchmarks import (
    accounting,
    accounting_search,
    features,
    live_figure_latency,
    load,
    mean,
    ridge,
)
from benchmarks.timing import Row, show

TOPICS: dict[str, Callable[[], Iterable[Row]]] = {
    "mean": mean.rows,
    "features": features.rows,
    "ridge": ridge.rows,
    "accounting": accounting.rows,
    "accounting-search": accounting_search.rows,
}

_PAGE = ["--page", "heterogeneous_mean", "--slider"]

IN_A_BROWSER: dict[str, Callable[[], None]] = {
    "live-figure": live_figure_latency.main,
    "dragged-control": lambda: live_figure_latency.main([*_PAGE, "ε of the most relaxed user"]),
    "sidebar-control": lambda: live_figure_latency.main([*_PAGE, "Strictest users ask for ε ="]),
    "many-readers": load.main,
}
"""These print by themselves."""


def main(wanted: list[str]) -> None:
    """Run and print the topics asked for, or all."""
    for topic in wanted or [*TOPICS, *IN_A_BROWSER]:
        print(f"\n{topic}")
        if topic in TOPICS:
            for row in TOPICS[topic]():
                show([row])
        else:
            IN_A_BROWSER[topic]()


if __name__ == "__main__":
    main(sys.argv[1:])
