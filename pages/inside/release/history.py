"""The releases of this session, and what they add up to.

The ledger outlives the table: releases from one that was forgotten count with the most that they
gave away about anybody.
"""

from __future__ import annotations

import streamlit as st

from hetdp_core.release import PrivateRelease
from hetdp_core.release.ledger import Ledger
from hetdp_core.validate import FloatArray
from pages.inside.release import receipts
from pages.shared import doors
from pages.shared.frame import into_sight

_HISTORY = "releases_of_this_session"

LINK = "#released"
"""Where the receipts stand on the page."""


def ledger() -> Ledger:
    """Return the releases of this session."""
    return Ledger(st.session_state.get(_HISTORY, ()))


def add(token: str, release: PrivateRelease, asked: FloatArray | None) -> None:
    """Remember a release for the rest of the session, and what it adds up to with earlier ones.

    Args:
        token: of the table.
        release: what was made.
        asked: what each person asks for, where a column says it that this release was made by;
            no other column is counted on a receipt.
    """
    st.session_state[_HISTORY] = ledger().with_release(token, release, asked).entries


def draw_history() -> None:
    """All receipts, the latest first and open; nothing before the first."""
    entries = ledger().entries
    if not entries:
        return
    st.subheader("Released", anchor=LINK.removeprefix("#"))
    st.caption(
        "What stands here may be published as it is. It stays until the session ends, also when "
        "the table is forgotten, so that repeated releases are added up. "
        "**To reload or close the page ends the session: save the receipt before.** The browser "
        "asks, as long as one is not saved. What was released counts all the same, but this page "
        "will not know of it."
    )
    st.page_link(doors.DECISION, label="Write down the decision", icon=":material/gavel:")
    for place in range(len(entries), 0, -1):
        one = entries[place - 1]
        receipts.draw(place, one.release.receipt, one.adds_up, place == len(entries))
    into_sight.bring(LINK.removeprefix("#"), entries[-1].identifier)


def draw_unsaved() -> None:
    """Name the receipts to the script that asks before they are lost (`server/unsaved.js`).

    On whichever page: it is the session that they end with.
    """
    if entries := ledger().entries:
        keys = " ".join(receipts.key_of(one.identifier) for one in entries)
        st.html(f'<div class="unsaved" data-keys="{keys}"></div>')
