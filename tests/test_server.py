"""What a server is before its first visitor comes."""

import subprocess
import sys

import pytest

LOOK = """
import gc, sys
import app
print("scipy.stats" in sys.modules, "cvxpy" in sys.modules)
print(gc.get_freeze_count() > 10 * len(gc.get_objects()))
before = set(sys.modules)
import pages.inside.menu
import pages.inside.overview.report
print(sorted(name for name in set(sys.modules) - before if name.startswith("hetdp_core")))
"""


@pytest.mark.slow
def test_a_server_has_all_of_the_core_before_its_first_page() -> None:
    """And the garbage collector does not look at it again and again."""
    looked = subprocess.run(
        [sys.executable, "-c", LOOK], capture_output=True, text=True, check=True
    )
    assert looked.stdout.splitlines() == ["True True", "True", "[]"]
