"""The core, imported before the server listens.

Python imports it once a process, with NumPy, SciPy, pandas, plotly and cvxpy, and that takes
seconds.  The server's first visitor would look at an empty page meanwhile; whoever starts it waits
for its address anyway.
"""

from __future__ import annotations

from importlib import import_module
from pkgutil import walk_packages

import hetdp_core


def import_early() -> None:
    """Import all of the core; no page, since pages make components, which want a server."""
    for module in walk_packages(hetdp_core.__path__, "hetdp_core."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
