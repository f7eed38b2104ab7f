"""The core, imported before the server listens, and out of the garbage collector's sight.

Python imports it once a process, with NumPy, SciPy, pandas, plotly and cvxpy, and that takes
seconds.  The server's first visitor would look at an empty page meanwhile; whoever starts it waits
for its address anyway.

Two hundred thousand objects come with it, which live as long as the process.  The collector would
look at all of them again and again, a tenth of a second each time, while everybody waits.
"""

from __future__ import annotations

import gc
from importlib import import_module
from pkgutil import walk_packages

import hetdp_core


def import_early() -> None:
    """Import all of the core; no page, since pages make components, which want a server."""
    for module in walk_packages(hetdp_core.__path__, "hetdp_core."):
        if not module.name.endswith("__main__"):
            import_module(module.name)
    gc.collect()  # what is garbage by now would be kept for good, too
    gc.freeze()
