"""The note for referees: each check that it names exists."""

import re
from pathlib import Path

import pytest

ROOT = Path(__file__).parents[1]
NAMED = re.findall(
    r"`(tests/[\w/]+\.py)::(\w+)`", (ROOT / "docs/beyond-the-papers.md").read_text(encoding="utf-8")
)


def test_the_note_names_checks_for_each_of_its_results():
    assert len({path for path, _ in NAMED}) >= 4


@pytest.mark.parametrize(("path", "name"), NAMED)
def test_every_check_that_the_note_names_exists(path, name):
    assert f"\ndef {name}(" in (ROOT / path).read_text(encoding="utf-8")
