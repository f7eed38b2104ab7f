"""The rules of the rooms: who may import whom, and what must stand nowhere.

A rule takes a file's path below the root and its text, and yields what breaks it.
"""

import ast
import re
import sys
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from graphlib import TopologicalSorter
from pathlib import Path, PurePosixPath

import pytest

ROOT = Path(__file__).resolve().parent.parent

Rule = Callable[[PurePosixPath, str], Iterator[str]]

ORDER = {
    "": ("hetdp_core", "pages data", "app", "benchmarks tests"),
    "pages": ("shared", "inside"),  # and then the doors
    "pages.shared": (
        "page_paths private_names scripts text",
        "browser cache limits server",
        "tables",
        "controls",
        "slides",
        "figure",
        "lessons",
        "frame",
    ),
    "pages.inside": (
        "features mean odometer ridge",
        "topics",
        "evidence lessons overview release",
        "site",
        "menu",
    ),
    "hetdp_core": (
        "calls errors numerals",
        "file_text",
        "validate",
        "results",
        "conversions datasets grids parallel tally target_search",
        "meaning outcomes papers uploads",
        "tables",
        "profiles",
        "mean",
        "features odometer ridge",
        "game release",
        "decision experiments",
        "evidence",
        "figures",
    ),
    "hetdp_core.odometer": (
        "channel domain",
        "levels",
        "queries search",
        "transcripts",
        "filters kinds examples",
        "conversation crowd streams",
        "beliefs",
    ),
    "hetdp_core.features": (
        "channel correlation notions",
        "allocation cap",
        "mechanism",
        "sweep convex_program",
        "bounds dataset what_it_takes user_types",
        "regression",
    ),
}
"""The rooms of a folder from the floor up: a room may know those above it in the list.  Those of
one line do not know each other.  A new room starts here."""

PLACES = {
    "streamlit": ("app.py", "pages/"),
    "plotly": (
        "hetdp_core/figures/",
        "pages/inside/site/write.py",
        "pages/shared/scripts.py",
        "pages/shared/figure/",
    ),
    "opendp": ("hetdp_core/release/whole_numbers.py",),
    "distributed": ("hetdp_core/parallel.py",),
    "cvxpy": ("hetdp_core/features/convex_program.py",),
}
"""Where the dashboard may import a package; tests and benchmarks may anywhere."""

NETWORK = {"ftplib", "http", "requests", "smtplib", "socket", "urllib.request"}
NUMERIC = {"cmath", "cvxpy", "math", "numpy", "pandas", "scipy", "statistics"}
PAGE_LINES = 120
LOOK_AGAIN = {
    *("tests/browser/dashboard.py", "tests/browser/harness.py"),
    "tests/browser/test_memory.py",  # asks the server again and again
}
NOTICES = "pages/shared/text/notices.py"


@dataclass(frozen=True)
class Import:
    """An import: its line, the absolute dotted name, and whether the file's import runs it."""

    line: int
    module: str
    first: bool

    @property
    def package(self) -> str:
        return self.module.split(".")[0]


@cache
def imports(path: PurePosixPath, source: str) -> tuple[Import, ...]:
    """All imports of a file, wherever they stand; not first are those of functions and for types.

    `from a import b` counts as both `a` and `a.b`, since `b` may be a module.
    """
    named: list[tuple[int, str]] = []
    late: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                named += [(node.lineno, alias.name) for alias in names]
            case ast.ImportFrom(module=module, names=names, level=level):
                package = path.parent.parts[: len(path.parent.parts) - level + 1] if level else ()
                base = ".".join([*package, *([module] if module else [])])
                named += [(node.lineno, base)]
                named += [(node.lineno, f"{base}.{alias.name}") for alias in names]
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                late.update(range(node.lineno, (node.end_lineno or 0) + 1))
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=[start, *_] as body):
                late.update(range(start.lineno, (body[-1].end_lineno or 0) + 1))
    return tuple(Import(line, module, line not in late) for line, module in named)


@cache
def pinned(file: str) -> set[str]:
    """The packages that a file of requirements pins, each named as it is imported."""
    text = (ROOT / file).read_text(encoding="utf-8")
    return set(re.findall(r"^([a-z0-9_]+)==", text, flags=re.MULTILINE))


def dotted(path: PurePosixPath) -> str:
    return ".".join(path.with_suffix("").parts).removesuffix(".__init__")


def is_door(path: PurePosixPath) -> bool:
    return str(path) == "app.py" or str(path.parent) == "pages"


def is_dashboard(path: PurePosixPath) -> bool:
    return path.parts[0] in {"app.py", "pages", "hetdp_core"}


def rooms_know_only_those_above_them_in_the_list(path: PurePosixPath, source: str) -> Iterator[str]:
    here = dotted(path).split(".")
    if here[0] in {"tests", "benchmarks"}:
        return
    for depth in range(len(here)):
        parent = ".".join(here[:depth])
        lines = [line.split() for line in ORDER.get(parent, ())]
        listed = {name: floor for floor, line in enumerate(lines) for name in line}
        if listed and parent != "pages" and here[depth] not in listed:
            yield f"{path}: {here[depth]!r} has no place in ORDER"
        for statement in imports(path, source):
            there = statement.module.split(".")
            if there[:depth] != here[:depth] or there[: depth + 1] == here[: depth + 1]:
                continue
            floor = listed.get("".join(there[depth : depth + 1]), -1)
            if floor >= listed.get(here[depth], len(lines)):
                yield f"{path}:{statement.line}: {here[depth]} may not know {statement.module}"


def packages_stay_in_their_place(path: PurePosixPath, source: str) -> Iterator[str]:
    if not is_dashboard(path):
        return
    for statement in imports(path, source):
        if not str(path).startswith(PLACES.get(statement.package, ("",))):
            yield f"{path}:{statement.line}: {statement.module} may not be imported here"


def runtime_imports_are_required(path: PurePosixPath, source: str) -> Iterator[str]:
    if not is_dashboard(path):
        return
    known = sys.stdlib_module_names | {"pages", "hetdp_core"} | pinned("requirements.txt")
    for statement in imports(path, source):
        optional = not statement.first and statement.package in pinned("requirements-dask.txt")
        if statement.package not in known and not optional:
            yield f"{path}:{statement.line}: {statement.module} is not in requirements.txt"


def nothing_asks_the_network_or_runs_text(path: PurePosixPath, source: str) -> Iterator[str]:
    if not is_dashboard(path):
        return
    for statement in imports(path, source):
        if NETWORK & {statement.module, statement.package}:
            yield f"{path}:{statement.line}: {statement.module} reaches the network"
    for call in re.finditer(r"(?<![\w.])(?:eval|exec|compile|__import__)\(", source):
        yield f"{path}: {call[0]} runs text"


def doors_are_short_and_do_no_arithmetic(path: PurePosixPath, source: str) -> Iterator[str]:
    """No operator but `+`, which joins text; no numeric package."""
    if not is_door(path):
        return
    if source.count("\n") > PAGE_LINES:
        yield f"{path}: more than {PAGE_LINES} lines"
    for statement in imports(path, source):
        if statement.package in NUMERIC:
            yield f"{path}:{statement.line}: {statement.module} belongs in the core"
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.BinOp(op=op) | ast.AugAssign(op=op) if not isinstance(op, ast.Add | ast.BitOr):
                yield f"{path}:{node.lineno}: {ast.unparse(node)} is arithmetic"


def caches_are_bounded(path: PurePosixPath, source: str) -> Iterator[str]:
    unbounded = r"\bcache_(?:data|resource)\b(?!\.clear|\([^()]*max_entries=(?!None))"
    if is_dashboard(path) and (found := re.search(unbounded, source)):
        yield f"{path}: {found[0]} without max_entries grows for ever"


def boxes_are_made_in_one_place(path: PurePosixPath, source: str) -> Iterator[str]:
    """They quote what was given: only the functions that escape it may make them."""
    for found in re.finditer(r"\bst\.(?:error|exception|info|success|toast|warning)\b", source):
        if is_dashboard(path) and str(path) != NOTICES:
            yield f"{path}: {found[0]} is called through {NOTICES}"


def browser_tests_wait_for_effects(path: PurePosixPath, source: str) -> Iterator[str]:
    """No fixed time is long enough on every machine: only what looks again and again may pause."""
    if str(path).startswith("tests/browser/") and str(path) not in LOOK_AGAIN:
        for found in re.finditer(r"\b(?:wait_for_timeout|time\.sleep)\(", source):
            yield f"{path}: {found[0]} waits for a time, not for an effect"


RULES: tuple[Rule, ...] = (
    rooms_know_only_those_above_them_in_the_list,
    packages_stay_in_their_place,
    runtime_imports_are_required,
    nothing_asks_the_network_or_runs_text,
    doors_are_short_and_do_no_arithmetic,
    caches_are_bounded,
    boxes_are_made_in_one_place,
    browser_tests_wait_for_effects,
)


@cache
def project() -> dict[PurePosixPath, str]:
    """The text of each Python file of the project, by its path below the root."""
    folders = ("pages", "hetdp_core", "tests", "benchmarks", "data")
    files = [ROOT / "app.py", *(file for name in folders for file in (ROOT / name).rglob("*.py"))]
    return {
        PurePosixPath(file.relative_to(ROOT).as_posix()): file.read_text(encoding="utf-8")
        for file in files
    }


@pytest.mark.parametrize("rule", RULES)
def test_the_project_keeps_the_rule(rule: Rule) -> None:
    assert [finding for path, source in project().items() for finding in rule(path, source)] == []


@pytest.mark.parametrize("file", ["requirements.txt", "requirements-dask.txt"])
def test_requirements_are_pinned_exactly(file: str) -> None:
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    named = [line for line in lines if line and not line.startswith(("#", "-c ", "-r "))]
    assert [line for line in named if not re.fullmatch(r"[a-z0-9_]+==[0-9.]+", line)] == []
    assert len(pinned(file)) == len(named) > 0


def test_files_and_names_in_contributing_are_there() -> None:
    text = (ROOT / "CONTRIBUTING.md").read_text(encoding="utf-8")
    named = {one for one in re.findall("`([^` ]+)`", text) if not re.search("[<*…]", one)}
    code, files = "".join(project().values()), {path.name for path in project()}
    paths = {one for one in named if "/" in one[:-1] and not (ROOT / one).exists()}
    alone = {one for one in named if re.fullmatch(r"\w+\.py", one) and one not in files}
    words = {one for one in named if re.fullmatch(r"[A-Z]\w{2,}", one) and one not in code}
    assert paths | alone | words == set()


def test_tests_that_documents_name_are_there() -> None:
    texts = {path.as_posix(): text for path, text in project().items()}
    for document in (ROOT / "docs").glob("*.md"):
        for file, name in re.findall(r"`(tests/[\w/]+\.py)::(\w+)", document.read_text("utf-8")):
            assert f"def {name}(" in texts[file], (document.name, name)


def test_no_module_imports_in_a_circle() -> None:
    texts = {path: text for path, text in project().items() if is_dashboard(path)}
    known = {dotted(path): path for path in texts}
    graph: dict[str, set[str]] = {}
    for name, path in known.items():
        modules = {statement.module for statement in imports(path, texts[path]) if statement.first}
        modules &= known.keys() - {name}
        # `from a import b` names `a` as well: where `b` is a module, that is what is needed.
        graph[name] = {
            one for one in modules if not any(other.startswith(f"{one}.") for other in modules)
        }
    TopologicalSorter(graph).prepare()  # raises CycleError, which names the circle
