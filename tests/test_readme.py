"""What the README says must run."""

import doctest
import re
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_example_in_the_readme_gives_what_it_says():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_screenshots_it_shows_are_there():
    text = (ROOT / "README.md").read_text(encoding="utf-8")
    shown = re.findall(r"\]\((docs/[^)]+\.png)\)", text)
    assert len(shown) >= 2
    assert all((ROOT / path).stat().st_size > 20_000 for path in shown)
