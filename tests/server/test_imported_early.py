"""Nobody waits for an import: the core is there before the first visitor."""

from __future__ import annotations

import subprocess
import sys

LOOK = """
import sys
import app
print("scipy.stats" in sys.modules, "cvxpy" in sys.modules)
before = set(sys.modules)
import pages.inside.menu
import pages.inside.overview.report
print(sorted(name for name in set(sys.modules) - before if name.startswith("hetdp_core")))
"""


def test_a_server_has_all_of_the_core_before_its_first_page() -> None:
    told = subprocess.run([sys.executable, "-c", LOOK], capture_output=True, text=True, check=True)
    assert told.stdout.splitlines() == ["True True", "[]"]
