"""Recompute stored results: `python -m hetdp_core.evidence mean-table-one`."""

from __future__ import annotations

import argparse
import sys
import time
from collections.abc import Sequence

from hetdp_core.errors import HetDPError
from hetdp_core.evidence.recipes import RECIPES, recipe, write
from hetdp_core.evidence.results import FOLDER, rounded_values, stored


def main(arguments: Sequence[str] | None = None) -> int:
    """Show the named recipes next to the stored results, or store them again; 0 on success."""
    titles = "\n".join(f"  {name:35s} {recipe.title}" for name, recipe in RECIPES.items())
    parser = argparse.ArgumentParser(
        prog="python -m hetdp_core.evidence",
        description="Recompute what the page of the published results compares with the papers, "
        "as CSV next to the stored numbers.",
        epilog=f"recipes:\n{titles}",
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("recipes", nargs="*", metavar="recipe", help="default: all of them")
    parser.add_argument("--write", action="store_true", help=f"store in {FOLDER.name}/ instead")
    options = parser.parse_args(arguments)
    try:
        for name in options.recipes or RECIPES:
            (_store if options.write else _compare)(name)
    except HetDPError as error:
        print(error, file=sys.stderr)
        return 2
    return 0


def _store(name: str) -> None:
    start = time.perf_counter()
    result = write(name)
    seconds = time.perf_counter() - start
    words = f"{len(result.values):,} values, {result.trials:,} trials, {seconds:.1f} s"
    print(f"{name}: {words}{result.records and ', '}{result.records}", file=sys.stderr)


def _compare(name: str) -> None:
    how, known = recipe(name), stored(name)
    now = how.records
    if now != known.records:
        print(f"{name}: stored for {known.records}, computed now for {now}", file=sys.stderr)
    recomputed = rounded_values(how.compute(known.seed, known.trials))
    print(f"{name},stored,recomputed")
    for key, value in recomputed.items():
        print(f'"{key}",{known.values.get(key, "")},{value}')


if __name__ == "__main__":
    sys.exit(main())
