"""The papers' sweeps by name.

    python -m hetdp_core.experiments figure-3 --trials 1000

A topic adds its sweeps in a module of its own and lists them in `registry`.
"""

from hetdp_core.experiments.registry import SWEEPS, sweep
