"""What the core offers is used outside of tests, or other programs have a reason to use it."""

from __future__ import annotations

import ast
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path

from tests.rooms import ROOT

FACE = {
    "ApproximateFilter": "the (ε, δ) filter of Algorithm 4",
    "coding_of": "exact sums for a private regression; no page shows it yet",
    "estimate_mean": "the estimate of Mechanism 2 from raw data",
    "serve": "run by its name in child processes",
}
"""What is there for other programs, and why; a name that comes into use leaves this list."""


def defined(text: str) -> Iterator[str]:
    """Names of the public functions and classes of a module."""
    for node in ast.parse(text).body:
        if isinstance(node, ast.FunctionDef | ast.ClassDef) and not node.name.startswith("_"):
            yield node.name


def used(text: str) -> set[str]:
    """Names that a module reads or looks up, but for those it only imports or lists."""
    tree = ast.walk(ast.parse(text))
    return {
        node.id if isinstance(node, ast.Name) else node.attr
        for node in tree
        if isinstance(node, ast.Name | ast.Attribute)
    }


def unused(core: Mapping[str, str], others: Iterable[str]) -> dict[str, str]:
    """Where public names stand that neither the core nor the others use, by name."""
    known = set().union(*map(used, [*core.values(), *others]))
    return {
        name: path for path, text in core.items() for name in defined(text) if name not in known
    }


def texts(*folders: str) -> dict[str, str]:
    """Python files below these folders, by path."""
    files = [path for folder in folders for path in sorted((ROOT / folder).rglob("*.py"))]
    return {str(path.relative_to(ROOT)): path.read_text(encoding="utf-8") for path in files}


def test_every_public_name_of_the_core_is_used_outside_of_tests():
    app = Path(ROOT / "app.py").read_text(encoding="utf-8")
    found = unused(texts("hetdp_core"), [app, *texts("pages", "data", "benchmarks").values()])
    assert set(found) == set(FACE), {name: found.get(name) for name in set(found) ^ set(FACE)}


def test_a_function_that_is_only_imported_and_listed_is_found():
    core = {
        "room/alone.py": "def alone(): ...\ndef known(): ...\ndef _own(): ...\n",
        "room/__init__.py": "from room.alone import alone, known\n__all__ = ['alone', 'known']\n",
    }
    assert unused(core, ["import room\nroom.known()\n"]) == {"alone": "room/alone.py"}
    assert unused(core, ["from room import alone, known\nalone(known)\n"]) == {}
