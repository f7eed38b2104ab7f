"""The rules of the rooms: who may import whom, and what pages may hold.

A rule takes a file's path below the root and its text, and yields what breaks it, one line
a finding. `test_imports.py` applies them; the tables stand in `may_know.py`.
"""

from __future__ import annotations

import ast
import re
import sys
from collections.abc import Callable, Iterable, Iterator
from functools import cache
from pathlib import Path, PurePosixPath

from tests.may_know import (
    INNER_MAY_KNOW,
    KNOW_ALL,
    KNOW_TOPICS,
    MAY_IMPORT,
    MAY_KNOW,
    SHARED,
    SHARED_MAY_KNOW,
    TOPICS,
)

ROOT = Path(__file__).resolve().parent.parent

Rule = Callable[[PurePosixPath, str], Iterator[str]]

PAGE_LINES = 120
NAVIGATION = "pages/inside/menu.py"
NUMERIC = {"cmath", "cvxpy", "math", "numpy", "pandas", "scipy", "statistics"}
LOOK_AGAIN = {
    *("tests/browser/dashboard.py", "tests/browser/harness.py"),
    "tests/browser/test_release.py",  # waits 500 ms for a page that may go: not mended yet
}
CACHES = {"cache_data", "cache_resource"}

# Text from outside, and where it would be read as Markdown or HTML.
BOXES = {"error", "warning", "success", "exception", "toast"}
NOTICES = "pages/shared/words/notices.py"
FOREIGN = {"label", "unit", "column", "file_name"}
"""Attributes that hold a name or a unit of somebody's table, or the name of their file."""
FOREIGN_ARGUMENTS = {"label", "labels", "names", "unit", "target"}
"""What functions of figures call the same."""
LITERAL = {"literal", "literals", "broken", "len"}
SHOWS_MARKDOWN = {
    *("markdown", "caption", "write", "title", "header", "subheader", "metric", "badge", "table"),
    *("expander", "button", "checkbox", "toggle", "radio", "progress", "spinner", "pills"),
}


@cache
def imports(path: PurePosixPath, source: str) -> tuple[tuple[int, str], ...]:
    """Line and absolute dotted name of each import, wherever in the file it stands.

    `from a import b` counts as both `a` and `a.b`, since `b` may be a module.  Most rules ask,
    so what was found in a file is kept.
    """
    return tuple(_imports(path, source))


def _imports(path: PurePosixPath, source: str) -> Iterator[tuple[int, str]]:
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Import(names=names):
                for alias in names:
                    yield node.lineno, alias.name
            case ast.ImportFrom(module=module, names=names, level=level):
                package = path.parent.parts[: len(path.parent.parts) - level + 1] if level else ()
                base = ".".join([*package, *([module] if module else [])])
                yield node.lineno, base
                for alias in names:
                    yield node.lineno, f"{base}.{alias.name}"
            case ast.Call(
                func=ast.Attribute(attr="import_module")
                | ast.Name(id="import_module" | "__import__"),
                args=[ast.Constant(value=str(name)), *_],
            ):
                yield node.lineno, name


def room(module: str) -> str | None:
    """The room of hetdp_core that a dotted name lies in."""
    match module.split("."):
        case ["hetdp_core", name, *_]:
            return name
    return None


def is_page(path: PurePosixPath) -> bool:
    return path == PurePosixPath("app.py") or path.parent == PurePosixPath("pages")


@cache
def requirements() -> frozenset[str]:
    """The packages that requirements.txt pins; each is imported by the name it is listed under."""
    return _pinned("requirements.txt")


@cache
def optional() -> frozenset[str]:
    """The packages that only some uses need, pinned in requirements-dask.txt."""
    return _pinned("requirements-dask.txt")


def _pinned(file: str) -> frozenset[str]:
    text = (ROOT / file).read_text(encoding="utf-8")
    return frozenset(re.findall(r"^([a-z0-9_]+)==", text, flags=re.MULTILINE))


# --- the rules ------------------------------------------------------------------------


def rooms_know_only_what_they_may(path: PurePosixPath, source: str) -> Iterator[str]:
    here = room(".".join(path.with_suffix("").parts))
    if here is None:
        return
    if here != "__init__" and here not in MAY_KNOW:
        yield f"{path}: the room {here!r} is not in MAY_KNOW"
        return
    allowed = MAY_KNOW.get(here, TOPICS | SHARED) | {here}
    for line, module in imports(path, source):
        there = room(module)
        if there in MAY_KNOW and there not in allowed:
            yield f"{path}:{line}: {here} may not know {there}"
        if module.split(".")[0] in {"app", "pages", "tests", "benchmarks", "data"}:
            yield f"{path}:{line}: the core may not know {module}"


def inner_rooms_know_only_what_they_may(path: PurePosixPath, source: str) -> Iterator[str]:
    match path.with_suffix("").parts:
        case ["hetdp_core", topic, here, *_] if topic in INNER_MAY_KNOW and here != "__init__":
            rooms = INNER_MAY_KNOW[topic]
        case _:
            return
    if here not in rooms:
        yield f"{path}: the room {here!r} is not in INNER_MAY_KNOW"
        return
    for line, module in imports(path, source):
        match module.split("."):
            case ["hetdp_core", other, there, *_] if other == topic and there in rooms:
                if there not in rooms[here] | {here}:
                    yield f"{path}:{line}: {here} may not know {there}"


def behind_the_doors(path: PurePosixPath, source: str) -> Iterator[str]:
    """What all pages share knows no page, and a topic knows no other one."""
    if path.parts[0] != "pages":
        return
    here = path.with_suffix("").parts[2] if path.parts[1] == "inside" and path.parts[2:] else ""
    for line, module in imports(path, source):
        match module.split("."):
            case ["pages", "inside", there, *_]:
                pass
            case _:
                continue
        if path.parts[1] == "shared":
            yield f"{path}:{line}: what all pages share may not know {module}"
        elif (here and there != here and here not in KNOW_TOPICS) or (
            here in KNOW_TOPICS and there in KNOW_TOPICS - {here, "topics"} and here not in KNOW_ALL
        ):
            yield f"{path}:{line}: {here} may not know {there}"


def shared_rooms_know_only_what_they_may(path: PurePosixPath, source: str) -> Iterator[str]:
    if path.parts[:2] != ("pages", "shared") or path.parts[2] == "__init__.py":
        return
    here = path.with_suffix("").parts[2]
    if here not in SHARED_MAY_KNOW:
        yield f"{path}: the room {here!r} is not in SHARED_MAY_KNOW"
        return
    for line, module in imports(path, source):
        match module.split("."):
            case ["pages", "shared", there, *_] if there in SHARED_MAY_KNOW:
                if there not in SHARED_MAY_KNOW[here] | {here}:
                    yield f"{path}:{line}: {here} may not know {there}"


def only_tests_and_benchmarks_know_tests(path: PurePosixPath, source: str) -> Iterator[str]:
    if path.parts[0] in {"tests", "benchmarks"}:
        return
    for line, module in imports(path, source):
        if module.split(".")[0] in {"tests", "benchmarks"}:
            yield f"{path}:{line}: {module} is not part of the dashboard"


def packages_stay_in_their_place(path: PurePosixPath, source: str) -> Iterator[str]:
    for line, module in imports(path, source):
        package = module.split(".")[0]
        places = MAY_IMPORT.get(package)
        if places is not None and not str(path).startswith(tuple(places)):
            yield f"{path}:{line}: {package} may not be imported here"


def runtime_imports_are_required(path: PurePosixPath, source: str) -> Iterator[str]:
    if path != PurePosixPath("app.py") and path.parts[0] not in {"pages", "hetdp_core"}:
        return
    known = sys.stdlib_module_names | {"pages", "hetdp_core"} | requirements()
    late = late_lines(source)
    for line, module in imports(path, source):
        package = module.split(".")[0]
        if package in optional() and line not in late:
            yield f"{path}:{line}: {module} is optional: import it where it is used"
        elif package not in known | optional():
            yield f"{path}:{line}: {module} is not in requirements.txt"


def late_lines(source: str) -> set[int]:
    """The lines that do not run when the file is imported: in functions, or for types alone."""
    lines: set[int] = set()
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.FunctionDef() | ast.AsyncFunctionDef():
                lines.update(range(node.lineno, (node.end_lineno or 0) + 1))
            case ast.If(test=ast.Name(id="TYPE_CHECKING"), body=[first, *_] as body):
                lines.update(range(first.lineno, (body[-1].end_lineno or 0) + 1))
    return lines


def pages_do_no_arithmetic(path: PurePosixPath, source: str) -> Iterator[str]:
    """No operator but `+`, which joins text, and `+` not with a number; no numeric package."""
    if not is_page(path):
        return
    for line, module in imports(path, source):
        if module.split(".")[0] in NUMERIC:
            yield f"{path}:{line}: {module} belongs in the core"
    forbidden = ast.Sub | ast.Mult | ast.Div | ast.FloorDiv | ast.Mod | ast.Pow | ast.MatMult
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.BinOp(op=op, left=left, right=right):
                operands = [left, right]
            case ast.AugAssign(op=op, value=value):
                operands = [value]
            case _:
                continue
        if isinstance(op, forbidden) or (isinstance(op, ast.Add) and any(map(is_number, operands))):
            yield f"{path}:{node.lineno}: {ast.unparse(node)} is arithmetic"


def is_number(node: ast.expr) -> bool:
    return isinstance(node, ast.Constant) and isinstance(node.value, int | float | complex)


def pages_are_short(path: PurePosixPath, source: str) -> Iterator[str]:
    lines = len(source.splitlines())
    if is_page(path) and lines > PAGE_LINES:
        yield f"{path}: {lines} lines, more than {PAGE_LINES}"


def no_superseded_streamlit(path: PurePosixPath, source: str) -> Iterator[str]:
    for line, module in imports(path, source):
        if re.search(r"\bcomponents\.v1\b|\bexperimental", module):
            yield f"{path}:{line}: {module} is superseded"
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.keyword(arg="use_container_width"):
                yield f"{path}:{node.lineno}: use_container_width is superseded: say width="
            case ast.Attribute(value=ast.Attribute(attr="components"), attr="v1"):
                yield f"{path}:{node.lineno}: components.v1 is superseded: use components.v2"
            case ast.Attribute(attr=str(attr)) if attr.startswith("experimental"):
                yield f"{path}:{node.lineno}: {attr} is superseded"


def browser_tests_wait_for_effects(path: PurePosixPath, source: str) -> Iterator[str]:
    """No fixed time is long enough on every machine: only what looks again and again may pause."""
    if not str(path).startswith("tests/browser/") or str(path) in LOOK_AGAIN:
        return
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Attribute(attr="wait_for_timeout" | "sleep") | ast.alias(name="sleep"):
                yield f"{path}:{node.lineno}: waits for a time, not for an effect"


def caches_are_bounded(path: PurePosixPath, source: str) -> Iterator[str]:
    """Each mention of a Streamlit cache is a call with max_entries, or clears it."""
    tree = ast.parse(source)
    fine: set[ast.AST] = set()
    for node in ast.walk(tree):
        match node:
            case ast.Call(func=func, keywords=keywords) if any(map(is_bound, keywords)):
                fine.add(func)
            case ast.Attribute(attr="clear", value=value):
                fine.add(value)
            case ast.alias(name=name, asname=str()) if name in CACHES:
                yield f"{path}:{node.lineno}: {name} keeps its name, so that this rule finds it"
    for node in ast.walk(tree):
        match node:
            case ast.Attribute(attr=name) | ast.Name(id=name) if name in CACHES:
                if node not in fine:
                    yield f"{path}:{node.lineno}: {name} without max_entries grows for ever"


def is_bound(keyword: ast.keyword) -> bool:
    unlimited = isinstance(keyword.value, ast.Constant) and keyword.value.value is None
    return keyword.arg == "max_entries" and not unlimited


def the_app_names_its_pages(path: PurePosixPath, source: str) -> Iterator[str]:
    """Without `st.navigation`, Streamlit makes a page of each file it finds in pages/."""
    if path == PurePosixPath("app.py"):
        if "pages.inside.menu" not in {module for _, module in imports(path, source)}:
            yield f"{path}: does not use {NAVIGATION}"
    elif path == PurePosixPath(NAVIGATION) and "st.navigation(" not in source:
        yield f"{path}: no call of st.navigation"


def boxes_are_made_in_one_place(path: PurePosixPath, source: str) -> Iterator[str]:
    """Boxes quote what was given, so only the functions that escape it may make them."""
    if str(path) == NOTICES or not (is_page(path) or path.parts[0] == "pages"):
        return
    others, every = {"notices", "_LOGGER", "task"}, BOXES | {"info"}
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Call(
                func=ast.Attribute(value=ast.Name() as owner, attr="info" as box),
                args=[ast.Constant() | ast.JoinedStr(), *_],
            ):
                pass
            case ast.Attribute(value=ast.Name(id="st") as owner, attr=str(box)) if box in every:
                pass
            case ast.Call(func=ast.Attribute(value=owner, attr=str(box))) if box in BOXES:
                pass
            case _:
                continue
        if not (isinstance(owner, ast.Name) and owner.id in others):
            yield f"{path}:{node.lineno}: {box} is called through {NOTICES}"


def foreign_text_is_literal_on_pages(path: PurePosixPath, source: str) -> Iterator[str]:
    """Names of a table and errors go into Markdown through `literal` alone.

    Seen are texts that are put together, and what Streamlit's elements are given; a figure's
    name is no Markdown.
    """
    if path.parts[0] != "pages":
        return
    tree = ast.parse(source)
    nodes = list(ast.walk(tree))
    errors = {node.name for node in nodes if isinstance(node, ast.ExceptHandler) and node.name}
    no_markdown = {
        id(node.value) for node in nodes if isinstance(node, ast.keyword) and node.arg == "name"
    }
    looked_through: Iterable[ast.AST]
    for node in nodes:
        match node:
            case ast.JoinedStr() if id(node) not in no_markdown:
                looked_through, names = [node], set()
            case ast.Call(func=ast.Attribute(attr=str(attr)), args=args) if attr in SHOWS_MARKDOWN:
                looked_through, names = args, errors
            case _:
                continue
        for found in outside_literal(looked_through):
            match found:
                case ast.Attribute(value=ast.Name(id="knob" | "knobs" | "self")):
                    continue
                case ast.Attribute(attr=str(name)) if name in FOREIGN:
                    yield f"{path}:{found.lineno}: {ast.unparse(found)} without literal()"
                case ast.Subscript(value=ast.Name(id=str(name))) if name in FOREIGN_ARGUMENTS:
                    yield f"{path}:{found.lineno}: {ast.unparse(found)} without literal()"
                case ast.Name(id=str(name)) if name in names:
                    yield f"{path}:{found.lineno}: the text of {name} without literal()"


def foreign_text_is_literal_in_figures(path: PurePosixPath, source: str) -> Iterator[str]:
    """What a function of figures is given as a name goes to plotly through `literal` alone.

    Tables and the report escape what they hold by themselves.
    """
    apart = path.stem.endswith("tables") or path.stem in ("text", "report")
    if path.parts[:2] != ("hetdp_core", "figures") or apart:
        return
    for function in ast.walk(ast.parse(source)):
        if not isinstance(function, ast.FunctionDef):
            continue
        given = {argument.arg for argument in function.args.args} & FOREIGN_ARGUMENTS
        for found in outside_literal(function.body):
            if isinstance(found, ast.Name) and found.id in given:
                yield f"{path}:{found.lineno}: {found.id} without literal()"


def outside_literal(nodes: Iterable[ast.AST]) -> Iterator[ast.AST]:
    """All that stands in some nodes, but for conditions and what is given to `literal`.

    A function of the same file with an underscore is held to the rule itself.
    """
    for node in nodes:
        match node:
            case ast.Call(func=ast.Name(id=name)) if name in LITERAL or name.startswith("_"):
                continue
            case ast.IfExp(body=body, orelse=orelse):
                yield from outside_literal([body, orelse])
            case _:
                yield node
                yield from outside_literal(ast.iter_child_nodes(node))
