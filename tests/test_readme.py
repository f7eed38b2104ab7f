"""What the README says must run."""

import doctest
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]


def test_the_example_in_the_readme_gives_what_it_says():
    result = doctest.testfile(str(ROOT / "README.md"), module_relative=False)
    assert result.attempted > 0
    assert result.failed == 0


def test_the_screenshot_is_there():
    assert (ROOT / "docs" / "heterogeneous_mean.png").stat().st_size > 20_000
