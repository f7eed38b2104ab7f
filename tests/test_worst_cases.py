"""No text of a visitor, however made, keeps a pattern busy."""

from __future__ import annotations

import subprocess
import sys
from pathlib import Path, PurePosixPath

import tests.worst_cases
from tests.rooms import ROOT, imports
from tests.worst_cases import OWN_WORDS_ONLY, WORST

HANGS = 240.0
"""Seconds after which a run that takes a few is given up: what is quadratic takes days."""


def test_five_megabytes_of_the_worst_are_worked_through():
    program = [sys.executable, "-m", tests.worst_cases.__name__]
    assert subprocess.run(program, cwd=ROOT, timeout=HANGS, check=False).returncode == 0


def test_every_module_that_looks_for_patterns_has_its_worst_cases():
    using = {
        path.as_posix()
        for path in map(
            relative, [*(ROOT / "hetdp_core").rglob("*.py"), *(ROOT / "pages").rglob("*.py")]
        )
        if any(name == "re" for _, name in imports(path, (ROOT / path).read_text(encoding="utf-8")))
    }
    assert using == set(WORST) | OWN_WORDS_ONLY


def relative(path: Path) -> PurePosixPath:
    return PurePosixPath(path.relative_to(ROOT).as_posix())
