"""`make bench`: every measurement of the project, as ratios within one run.

python -m benchmarks            all
python -m benchmarks mean       one topic
"""

from __future__ import annotations

import sys
from collections.abc import Callable, Iterable

from benchmarks import mean
from benchmarks.timing import Row, show

TOPICS: dict[str, Callable[[], Iterable[Row]]] = {"mean": mean.rows}


def main(wanted: list[str]) -> None:
    """Run and print the topics asked for, or all."""
    for topic in wanted or TOPICS:
        print(f"\n{topic}")
        for row in TOPICS[topic]():
            show([row])


if __name__ == "__main__":
    main(sys.argv[1:])
