"""Run a sweep from the command line: `python -m hetdp_core.experiments figure-3`."""

from __future__ import annotations

import argparse
import signal
import sys
from collections.abc import Sequence
from contextlib import nullcontext
from pathlib import Path
from threading import Event

from hetdp_core.errors import HetDPError
from hetdp_core.experiments import SWEEPS
from hetdp_core.parallel import cluster_executor, run, summary


def main(arguments: Sequence[str] | None = None) -> int:
    """Run the sweep the arguments name, and write its summary as CSV; 0 on success.

    Progress goes to standard error.  Ctrl-C stops after the tasks under way, and writes
    what was computed; the exit status is then 130.
    """
    args = _parser().parse_args(arguments)
    stop = Event()
    signal.signal(signal.SIGINT, lambda *_: stop.set())
    try:
        with cluster_executor(args.scheduler) if args.scheduler else nullcontext() as executor:
            losses = run(
                SWEEPS[args.sweep],
                args.trials,
                args.seed,
                executor=executor,
                workers=args.workers,
                on_progress=_show,
                cancelled=stop,
            )
    except HetDPError as error:
        print(error, file=sys.stderr)
        return 2
    print(file=sys.stderr)
    text = summary(losses).to_csv(index=False)
    if args.out is None:
        print(text, end="")
    else:
        args.out.write_text(text, encoding="utf-8")
    return 130 if stop.is_set() else 0


def _parser() -> argparse.ArgumentParser:
    titles = "\n".join(f"  {key:35s} {sweep.title}" for key, sweep in SWEEPS.items())
    parser = argparse.ArgumentParser(
        prog="python -m hetdp_core.experiments",
        description="Run a sweep and write one CSV row per point and method.",
        epilog=f"sweeps:\n{titles}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("sweep", choices=tuple(SWEEPS), metavar="sweep")
    parser.add_argument("--trials", type=int, help="per point (default: the sweep's own)")
    parser.add_argument("--seed", type=int, default=0)
    where = parser.add_mutually_exclusive_group()
    where.add_argument("--workers", type=int, help="processes (default: one per core)")
    where.add_argument("--scheduler", help="run on the Dask cluster there, such as tcp://…:8786")
    parser.add_argument("--out", type=Path, help="CSV file (default: standard output)")
    return parser


def _show(done: int, total: int) -> None:
    print(f"\r{done} of {total} tasks", end="", file=sys.stderr, flush=True)


if __name__ == "__main__":
    sys.exit(main())
