"""The one place where people share more than what was computed: the rooms of this process.

Everything else that the server keeps for all is a result, and what somebody enters stays in their
session.  A room is there to be shared, so its answers are the one exception, and `Rooms` is the
one object that holds them.
"""

from __future__ import annotations

import streamlit as st

from pages.inside.lessons.classroom.rooms import Rooms


@st.cache_resource(max_entries=1, show_spinner=False)
def rooms() -> Rooms:
    """Return the rooms of this process, the same for every session."""
    return Rooms()
