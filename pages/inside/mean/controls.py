"""Controls of the page about the mean; what its hero shows, `scenario.read` reads alone."""

from __future__ import annotations

from pages.shared.controls import catalog, table_choice, users
from pages.shared.controls.control import Control
from pages.shared.controls.panel import Panel
from pages.shared.controls.state import State
from pages.shared.tables import own_table


def panel(state: State) -> Panel:
    """Return the page's controls for what is set now: a table's people are as many as its rows."""
    kind = state[catalog.shared.PROFILE.key]
    more: tuple[Control, ...] = (catalog.shared.PUBLIC_SHARE,)
    people = users.controls_of(state)
    if own_table.is_own(state[catalog.shared.DATASET.key]) and (own := own_table.own_dataset()):
        choice, source = table_choice.level_controls(own.info), table_choice.levels_of(own.info)
        people = (*choice, *users.of_a_table(state))
        if source.source != table_choice.PROFILE:  # whose controls would do nothing
            kind, more = ("alike" if source.source == table_choice.SAME else "uploaded"), ()
            people = (*choice, catalog.shared.CAP) if kind == "uploaded" else choice
    return Panel(
        users.dragged(kind),
        (*people, catalog.sections.EVERYBODY),
        (*more, catalog.shared.SEED),
        presented=catalog.shared.PROFILE,
    )
