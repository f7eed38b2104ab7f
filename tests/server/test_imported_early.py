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


COUNT = "import app, gc; print(gc.get_freeze_count() > 10 * len(gc.get_objects()))"


def test_the_collector_looks_at_little_of_what_a_server_begins_with() -> None:
    told = subprocess.run([sys.executable, "-c", COUNT], capture_output=True, text=True, check=True)
    assert told.stdout.split() == ["True"]
