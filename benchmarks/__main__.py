"""`make bench`: every measurement of the project, as ratios within one run.

`python -m benchmarks` runs all, `python -m benchmarks mean` one topic; what stands after a single
name is for it: `python -m benchmarks sessions --quick`.
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable, Sequence

from benchmarks import (
    features,
    live_figure_latency,
    load,
    mean,
    odometer,
    odometer_search,
    page_load,
    ridge,
    sessions,
)
from benchmarks.timing import Row, show
from hetdp_core.profiles import KINDS
from pages.shared.controls.state import defaults

TOPICS: dict[str, Callable[[], Iterable[Row]]] = {
    "mean": mean.rows,
    "features": features.rows,
    "ridge": ridge.rows,
    "odometer": odometer.rows,
    "odometer-search": odometer_search.rows,
}

_PAGE = ["--page", "heterogeneous_mean", "--slider"]

WITH_A_SERVER: dict[str, Callable[[Sequence[str]], None]] = {
    "live-figure": live_figure_latency.main,
    "dragged-control": lambda more: live_figure_latency.main(
        [*_PAGE, KINDS[defaults()["profile"]].high_label, *more]
    ),
    "sidebar-control": lambda more: live_figure_latency.main([*_PAGE, "Most private ε =", *more]),
    "page-load": page_load.main,
    "many-readers": load.main,
    "sessions": sessions.main,
}
"""These print by themselves."""


def main(wanted: list[str]) -> None:
    """Run and print the topics asked for, or all."""
    known = [*TOPICS, *WITH_A_SERVER]
    if wanted and wanted[0] not in known:
        sys.exit(f"Name topics, or none for all: {', '.join(known)}")
    options = [word for word in wanted[1:] if wanted[1].startswith("-")]
    for topic in wanted[: len(wanted) - len(options)] or known:
        print(f"\n{topic}")
        if topic in TOPICS:
            for row in TOPICS[topic]():
                show([row])
        else:
            WITH_A_SERVER[topic](options)


if __name__ == "__main__":
    main(sys.argv[1:])
