"""No test compares floats with a number that nobody explains.

A tolerance is a name of `tolerance.py`, or is worked out, or has a comment that says why.
"""

import ast
import io
import tokenize
from collections.abc import Iterator
from pathlib import Path

import pytest

TESTS = Path(__file__).parent
FOLDERS = (
    "accounting",
    "bettor",
    "features",
    "mean",
    "papers",
    "release",
    "reproductions",
    "ridge",
)
TOLERANCES = {"abs", "atol", "epsabs", "epsrel", "rel", "rtol"}
FOR_TOOLS = ("fmt:", "noqa", "pragma:", "ruff:", "type:")
"""Comments that give no reason."""

BREAKS = [
    "assert a == approx(b, rel=1e-6)",
    "assert_allclose(a, b, rtol=0.0, atol=1e-9)",
    "assert a == approx(b, abs=-1e-6)",
    "assert a == approx(b, abs=0.5 * width)",
    "quad(f, 0, 1, epsabs=0.0, epsrel=1e-9)",
    "assert a == approx(b, rel=1e-6)  # noqa: E501",
    "# about something else\nb = 1\nassert a == approx(b, rel=1e-6)",
    "b = 1  # about something else\nassert a == approx(b, rel=1e-6)",
    "# about something else\n\nassert a == approx(b, rel=1e-6)",
    "# about the loop\nfor a in b:\n    c = a\n    assert c == approx(b, rel=1e-6)",
    "assert a == approx(b, rel=1e-6)\n# about what comes next",
    "assert a == approx(b, rel=1e-6), '# no comment'",
]
KEEPS = [
    "assert a == approx(b)",
    "assert a == approx(b, rel=ROUNDING, abs=0)",
    "assert_allclose(a, b, rtol=0.0, atol=LAST_PLACES)",
    "assert a == approx(b, abs=4 * error)",
    "assert a == approx(b, abs=half_a_unit(3))",
    "assert a == approx(0.5, rel=ROUNDING)",
    "options = dict(step=1e-6)",
    "assert a == approx(b, rel=1e-6)  # the spacing of the grid",
    "# the spacing of the grid\nassert a == approx(b, rel=1e-6)",
    "# the spacing\n# of the grid\nassert a == approx(\n    b,\n    rel=1e-6,\n)",
    "assert a == approx(\n    b,\n    rel=1e-6,  # the spacing of the grid\n)",
    "for a in b:\n    # the spacing of the grid\n    assert a == approx(b, rel=1e-6)",
]


def unexplained(source: str) -> Iterator[str]:
    """Each tolerance that holds a number of its own, without a reason beside or above it."""
    tree = ast.parse(source)
    beside, above = reasons(source)
    statements = [node for node in ast.walk(tree) if isinstance(node, ast.stmt)]
    for call in ast.walk(tree):
        if not isinstance(call, ast.Call):
            continue
        here = range(call.lineno, end(call) + 1)
        around = max((s.lineno for s in statements if s.lineno <= call.lineno <= end(s)), default=0)
        for keyword in call.keywords:
            if keyword.arg not in TOLERANCES or not has_a_number(keyword.value):
                continue
            if around - 1 not in above and beside.isdisjoint(here):
                yield f"{keyword.lineno}: {ast.unparse(keyword)}"


def reasons(source: str) -> tuple[set[int], set[int]]:
    """The lines with a comment for people: all of them, and those with nothing else."""
    tokens = tokenize.generate_tokens(io.StringIO(source).readline)
    found = [token for token in tokens if token.type == tokenize.COMMENT]
    said = [t for t in found if not t.string.lstrip("# ").startswith(FOR_TOOLS)]
    alone = {t.start[0] for t in said if t.line.lstrip().startswith("#")}
    return {t.start[0] for t in said}, alone


def has_a_number(value: ast.expr) -> bool:
    """Whole numbers count and scale; a float other than 0 is a tolerance."""
    constants = [node.value for node in ast.walk(value) if isinstance(node, ast.Constant)]
    return any(isinstance(number, float) and number != 0.0 for number in constants)


def end(node: ast.expr | ast.stmt) -> int:
    return node.end_lineno or node.lineno


def modules() -> list[Path]:
    return [file for folder in FOLDERS for file in sorted((TESTS / folder).rglob("*.py"))]


@pytest.mark.parametrize("file", modules(), ids=lambda file: file.relative_to(TESTS).as_posix())
def test_every_tolerance_has_a_name_or_a_reason(file: Path) -> None:
    assert list(unexplained(file.read_text(encoding="utf-8"))) == []


@pytest.mark.parametrize("source", BREAKS)
def test_a_bare_number_is_found(source: str) -> None:
    assert len(list(unexplained(source))) == 1


@pytest.mark.parametrize("source", KEEPS)
def test_a_name_or_a_reason_is_let_pass(source: str) -> None:
    assert list(unexplained(source)) == []


def test_every_folder_is_read() -> None:
    assert {file.relative_to(TESTS).parts[0] for file in modules()} == set(FOLDERS)
