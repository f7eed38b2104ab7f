"""Many readers at once: how much longer the slowest of them waits than one reader alone.

Browser sessions, each in a context of its own, move the main control of one page at the same
time; each has a profile of its own, so that no result of another can be reused.  What comes
back must be the answer to their own moves.  The browsers share the processor with the server
and need several times as much of it, so the wait of a class with computers of its own is
shorter; the server's own part stands in a line of its own.

    python -m benchmarks.load --sessions 30 --moves 6 --pause 10000
"""

from __future__ import annotations

import argparse
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from pathlib import Path

from playwright.sync_api import sync_playwright

from benchmarks.crowd import Reader, mistakes, move_at_once, readers
from benchmarks.timing import Row, show
from tests.browser.harness import ROOT, StreamlitServer, launch_chromium

SESSIONS, MOVES = 30, 6
PAUSE = 10_000.0
"""Milliseconds, on average, that a reader looks at a picture before the next move."""

IN_ONE_BREATH = 3
"""Moves without any pause, all readers together: the worst that can happen."""

LIMIT = "15"


def rows(sessions: int = SESSIONS, moves: int = MOVES, pause: float = PAUSE) -> Iterator[Row]:
    """One session alone, then all at once.

    Raises AssertionError if somebody saw an error or what was not theirs.
    """
    with tempfile.TemporaryDirectory() as folder, sync_playwright() as playwright:
        server = StreamlitServer(ROOT / "app.py", Path(folder) / "streamlit.log")
        browser = launch_chromium(playwright)

        def medians(crowd: Sequence[Reader], moves: int, pause: float) -> list[float]:
            move_at_once(crowd, moves, pause)
            assert not mistakes(crowd), mistakes(crowd)
            assert "Traceback" not in server.log, server.log
            return sorted(reader.median for reader in crowd)

        try:
            with readers(browser, server.url, 1) as alone:
                medians(alone, IN_ONE_BREATH, 0)  # to warm up
                used = server.processor_seconds
                (single,) = medians(alone, 2 * MOVES, 500)
                used = (server.processor_seconds - used) / (2 * MOVES)
            yield Row(
                "a move alone, in times of the server's own part",
                single / (1000 * used),
                detail=f"{single:.0f} ms, of which the server computes {1000 * used:.0f}",
            )
            before = server.megabytes
            with readers(browser, server.url, sessions) as crowd:
                for words, limit, several in (
                    (f"each every {pause / 1000:.0f} s", LIMIT, medians(crowd, moves, pause)),
                    ("all without a pause", "", medians(crowd, IN_ONE_BREATH, 0)),
                ):
                    yield Row(
                        f"slowest median of {sessions} sessions against one, {words}",
                        several[-1] / single,
                        limit,
                        f"{several[0]:.0f} to {several[-1]:.0f} ms, typically "
                        f"{statistics.median(several):.0f} ({len(os.sched_getaffinity(0))} cores)",
                    )
                after = server.megabytes
            yield Row(
                "megabytes of the server for each further session",
                (after - before) / sessions,
                detail=f"{before:.0f} with one, {after:.0f} with {sessions} more",
            )
        finally:
            browser.close()
            server.stop()


def main(arguments: Sequence[str] = ()) -> None:
    """Measure and print a small table."""
    parser = argparse.ArgumentParser(description=(__doc__ or "").partition("\n")[0])
    parser.add_argument("--sessions", type=int, default=SESSIONS)
    parser.add_argument("--moves", type=int, default=MOVES)
    parser.add_argument("--pause", type=float, default=PAUSE, help="milliseconds between moves")
    for row in rows(**vars(parser.parse_args(arguments))):
        show([row])


if __name__ == "__main__":
    main(sys.argv[1:])
