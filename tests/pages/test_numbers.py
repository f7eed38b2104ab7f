"""Files to take away hold a visitor's names as text and never as anything else."""

import contextlib
import io
import json
import os
import subprocess
import sys
from typing import Any

import pandas as pd
import pytest

from hetdp_core.calls import Call
from pages.shared.figure.live_figure import numbers
from tests.pages.app import ROOT

HOSTILE = [
    "coding: utf7 +AAo-raise SystemExit(1)+AAo-#",
    "coding: unicode_escape \\nraise SystemExit(1)",
    "-*- coding: rot13 -*-",
    "vim: set fileencoding=utf-16 :",
    "a\nraise SystemExit(1)",
    "a\rraise SystemExit(1)",
    "a\x0craise SystemExit(1)",
    "a\u2028raise SystemExit(1)",
    "a\x85raise SystemExit(1)",
    'a"\nraise SystemExit(1)',
    '"""\nraise SystemExit(1)\n"""',
    "'''\nraise SystemExit(1)\n'''",
    "' + exit(1) + '",
    "\\",
    "\\\nraise SystemExit(1)",
    "\\N{QUOTATION MARK}\\x22\\u0022 + exit(1)",
    "{} {0} {name!r} %s $x",
    "\x00\x01\x1a\x1b[2J",
    "\u202e\u2066\ufeff",
    "long " * 100,
    "é 漢字 🙂",
    "",
]


def script(name: str) -> bytes:
    recipe = Call(pd.DataFrame, {"column": [name]}, columns=["column"])
    return numbers.python(name, recipe).encode()


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_a_name_does_nothing_in_the_script_but_stand_in_its_table_below_the_first_lines(name):
    """Bytes are compiled as a file is: a declaration of another encoding counts."""
    output = io.StringIO()
    names: dict[str, Any] = {}
    with contextlib.redirect_stdout(output):
        exec(compile(script(name), "script", "exec"), names)
    assert names["table"]["column"].tolist() == [name]
    assert names["FIGURE"] == name
    assert output.getvalue() == numbers.csv(names["table"]) + "\n"
    lines = script(name).splitlines()
    assert lines[0] == b"# -*- coding: utf-8 -*-"
    comments = [line for line in lines if line.startswith(b"#")]
    assert comments == [line for line in script("a name").splitlines() if line.startswith(b"#")]
    assert max(map(len, lines)) <= 10_000


def test_the_file_runs_as_a_file(tmp_path):
    path = tmp_path / "figure.py"
    path.write_bytes(script(HOSTILE[0]))
    here = {**os.environ, "PYTHONPATH": str(ROOT)}
    done = subprocess.run([sys.executable, path], capture_output=True, env=here, check=True)
    assert done.stdout.decode() == f"column\n{HOSTILE[0]}\n\n"


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_parameters_are_valid_json_that_ends_no_element(name):
    text = numbers.parameters("key", f"</script>{name}", {"column": name, "high": float("inf")})
    text.encode()
    assert "<" not in text
    found = json.loads(text, parse_constant=pytest.fail)
    assert found["parameters"]["high"] == "infinity"


def test_formulas_are_text_in_the_table_that_is_taken_away():
    table = pd.DataFrame({"=1+1": ["@x", "-2"], "y": [-1.0, 2.0]})
    assert numbers.csv(table) == "'=1+1,y\n'@x,-1.0\n-2,2.0\n"
