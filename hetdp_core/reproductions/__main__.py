"""Recompute stored results: `python -m hetdp_core.reproductions mean-table-one`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from hetdp_core.errors import HetDPError
from hetdp_core.reproductions.catalogue import RECIPES, recipe, records_used, write
from hetdp_core.reproductions.storage import FOLDER, rounded_values, stored


def main(arguments: Sequence[str] | None = None) -> int:
    """Show the recipes named beside what is stored, or store them anew; 0 on success."""
    given = _parser().parse_args(arguments)
    try:
        for name in given.recipes or RECIPES:
            if given.write:
                _store(name)
            else:
                _compare(name)
    except HetDPError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _parser() -> argparse.ArgumentParser:
    titles = "\n".join(f"  {name:35s} {one.title}" for name, one in RECIPES.items())
    parser = argparse.ArgumentParser(
        prog="python -m hetdp_core.reproductions",
        description="Recompute what the Reproductions page compares with the papers, as CSV "
        "beside what is stored.",
        epilog=f"recipes:\n{titles}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("recipes", nargs="*", metavar="recipe", help="default: all of them")
    parser.add_argument("--write", action="store_true", help=f"store in {FOLDER.name}/ instead")
    return parser


def _store(name: str) -> None:
    start = time.perf_counter()
    result = write(name)
    seconds = time.perf_counter() - start
    words = f"{len(result.values):,} values, {result.trials:,} trials, {seconds:.1f} s"
    print(f"{name}: {words}{', ' + result.records if result.records else ''}", file=sys.stderr)


def _compare(name: str) -> None:
    made, known = recipe(name), stored(name)
    now = records_used(made)
    if now != known.records:
        print(f"{name}: stored for {known.records}, computed now for {now}", file=sys.stderr)
    found = rounded_values(made.compute(known.seed, known.trials))
    print(f"{name},stored,recomputed")
    for key in found:
        print(f'"{key}",{known.values.get(key, "")},{found[key]}')


if __name__ == "__main__":
    sys.exit(main())
