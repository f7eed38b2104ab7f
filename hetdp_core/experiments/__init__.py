"""Sweeps: the same measurement at many parameters, run in parallel and repeatable.

    python -m hetdp_core.experiments figure-3 --trials 1000

A topic adds its sweeps in a module of its own and lists them in `registry`.
"""

from hetdp_core.experiments.children import ChildPool
from hetdp_core.experiments.cluster import cluster_executor
from hetdp_core.experiments.registry import SWEEPS, sweep
from hetdp_core.experiments.sweep import Sweep, expected, run, summary, task_count

__all__ = [
    "SWEEPS",
    "ChildPool",
    "Sweep",
    "cluster_executor",
    "expected",
    "run",
    "summary",
    "sweep",
    "task_count",
]
