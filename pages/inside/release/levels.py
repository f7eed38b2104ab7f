"""What each person asks for: a column says so, or all get the same, or it is dealt out.

Only the first was asked by anybody; the receipt says which it was.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np
import streamlit as st
from streamlit.delta_generator import DeltaGenerator

from hetdp_core import validate
from hetdp_core.computation import Call, Computation
from hetdp_core.datasets import Dataset
from hetdp_core.errors import HetDPError
from hetdp_core.release import ReleaseRequest, request_by_column, request_for
from pages.shared import users as dealt_users
from pages.shared.controls import knobs, users
from pages.shared.controls.panel import Panel
from pages.shared.controls.scenario import Scenario
from pages.shared.controls.state import State
from pages.shared.tables import data_source, own_table
from pages.shared.words import last_usable, notices

_FROM = "release_levels_from"
_SOURCES = {
    "column": "A column of my table",
    "same": "The same ε for everybody",
    "profile": "The privacy profile beside",
}
_SAME = "release_same_level"
_SAME_AT_FIRST = 1.0

RequestFor = Callable[[str], Computation[ReleaseRequest]]
"""Makes the request for a column's mean."""


def panel(state: State) -> Panel:
    """Return the controls of the profile from which levels are dealt out."""
    return Panel(None, users.of_a_table(state), (knobs.shared.PUBLIC_SHARE, knobs.shared.SEED))


def are_dealt_out() -> bool:
    """Say whether a table is there and its people get their levels from the profile."""
    return own_table.own_dataset() is not None and st.session_state.get(_FROM) == "profile"


def of(
    shared: Scenario, dataset: Dataset, middle: DeltaGenerator, right: DeltaGenerator
) -> RequestFor:
    """Draw what each person asks for; return what makes the request for a column with it.

    middle, right : where it is chosen, and what belongs to the choice.
    """
    with middle:
        source = st.selectbox(
            "What each person asks for (ε)",
            list(_SOURCES),
            index=list(_SOURCES).index("column" if dataset.level_columns() else "same"),
            format_func=_SOURCES.__getitem__,
            key=_FROM,
        )
    with right:
        if source == "column":
            return _by_column(dataset)
        return _the_same(dataset) if source == "same" else _dealt_out(shared, dataset)


def _by_column(dataset: Dataset) -> RequestFor:
    asked = st.selectbox("Column of ε", dataset.level_columns(), key="release_epsilon")
    table = data_source.step(dataset.info.key)
    return lambda column: Call(request_by_column, table, column, str(asked or ""))


def _the_same(dataset: Dataset) -> RequestFor:
    """Draw one level for all.

    The entry has no limits of its own: a browser would keep what it refuses to itself, and a
    release would go on with the level before.
    """
    level = st.number_input(
        "ε for everybody",
        value=_SAME_AT_FIRST,
        step=0.1,
        format="%g",
        key=_SAME,
        help="The most that the release may give away about any one person. Below 0.1 hardly "
        "anything is learnt about anybody; at 1 the odds of a guess change by at most 2.7 times, "
        "at 3 by 20 times.",
    )
    st.caption("You choose it for all of them; nobody was asked. The receipt says so.")
    levels = Call(np.full, len(dataset.frame), validate.positive(float(level), "ε for everybody"))
    table = data_source.step(dataset.info.key)
    return lambda column: Call(request_for, table, column, levels.named("levels"), "same")


def _dealt_out(shared: Scenario, dataset: Dataset) -> RequestFor:
    if wrong := last_usable.problems():  # a release takes what is set, not what was set before
        raise HetDPError(f"{wrong[0]} Nothing can be released from this profile until then.")
    notices.marked(
        "warning",
        "**Nobody asked for these levels.** They are dealt out by chance (seed "
        f"{shared.seed}) from the profile beside: fine for a rehearsal. The receipt will say that "
        "they were assigned.",
        icon=":material/casino:",
    )
    levels = dealt_users.levels(shared.profile, len(dataset.frame), shared.seed)
    table = data_source.step(dataset.info.key)
    return lambda column: Call(request_for, table, column, levels, "profile")
