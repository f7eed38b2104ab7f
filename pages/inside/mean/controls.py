"""Controls of the page about the heterogeneous mean."""

from __future__ import annotations

from pages.shared.controls import knobs, users
from pages.shared.controls.panel import Panel
from pages.shared.controls.state import State


def panel(state: State) -> Panel:
    """Return the page's controls for what is set now."""
    return Panel(
        users.dragged(state),
        users.knobs_of(state),
        (knobs.shared.PUBLIC_SHARE, knobs.shared.SEED),
        presented=knobs.shared.PROFILE,
    )
