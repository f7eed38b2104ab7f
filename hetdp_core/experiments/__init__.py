"""The papers' sweeps by name.

    python -m hetdp_core.experiments figure-3 --trials 1000

A topic adds its sweeps in a module of its own and lists them in `TOPICS`.
"""

from __future__ import annotations

from hetdp_core import validate
from hetdp_core.experiments import features, odometer, ridge
from hetdp_core.parallel import Sweep

TOPICS = (features.SWEEPS, ridge.SWEEPS, odometer.SWEEPS)
"""One tuple of sweeps per topic; a new topic adds a line here."""

SWEEPS: dict[str, Sweep] = {sweep.key: sweep for topic in TOPICS for sweep in topic}


def sweep(key: str) -> Sweep:
    """Return the sweep of that name, or `InvalidInput` with the names there are."""
    return SWEEPS[validate.choice(key, SWEEPS, "sweep")]
