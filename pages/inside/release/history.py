"""The releases of this session and of earlier ones in the same browser tab: what they add up to.

They outlive the table; its releases are still counted person by person as long as it is there.
"""

from __future__ import annotations

import streamlit as st

from hetdp_core.numerals import counted
from hetdp_core.release.ledger import EARLIER, Entry, Ledger
from pages.inside.release import receipts
from pages.inside.release.once import Releases
from pages.shared import browser, page_paths
from pages.shared.frame import into_sight
from pages.shared.tables.own_table import goes_with_the_table, own_dataset, own_token
from pages.shared.text import notices

_HISTORY = "releases_of_this_session"

LINK = "#released"
"""Where the receipts stand on the page."""


def releases() -> Releases:
    """Return the releases of this session, which are one object for all of its threads."""
    held: Releases = st.session_state.setdefault(_HISTORY, Releases())
    return held


def ledger() -> Ledger:
    """Return the releases that count for the table in use: rehearsals for a simulated one alone."""
    own = own_dataset()
    return releases().ledger.rehearsed(own is not None and own.info.simulated)


def release_once(token: str, about: object) -> None:
    """Release what was promised under a token, from the table in use; in a callback.

    about : all that a promise depends on, as it is now.
    """
    own = own_dataset()
    if own is None:
        return
    releases().release_once(token, about, own_token(), lambda name: own.frame[name].to_numpy())


@goes_with_the_table
def _withdraw() -> None:
    releases().withdraw()


def keep_in_browser() -> None:
    """Draw what keeps all receipts in the browser, and takes back those of earlier sessions."""
    browser.draw([release.json for release in releases()], lambda stored: releases().take(stored))


def draw_history() -> None:
    """Draw all receipts, the latest first and open; nothing before the first."""
    known = releases()
    if known:
        st.subheader("Released", anchor=LINK.removeprefix("#"))
    _draw_earlier(known)
    if not known:
        return
    st.caption(
        "What stands here may be published as it is. The browser keeps it in this tab, also when "
        "the page is reloaded or the table is forgotten. **Closing the tab loses it: save the "
        "receipts before.** The browser asks each time, because it cannot know what was saved."
    )
    st.page_link(page_paths.DECISION, label="Write down the decision", icon=":material/gavel:")
    made_now = known[-1].table != EARLIER
    last = known[-1].identifier
    for title, entry in reversed(_titled(known)):
        receipts.draw(title, entry, made_now and entry.identifier == last)
    if made_now:
        into_sight.bring(LINK.removeprefix("#"), last)


def _titled(known: Releases) -> list[tuple[str, Entry]]:
    """Return what each release is called, rehearsals counted by themselves."""
    counts = {False: 0, True: 0}
    titled = []
    for entry in known:
        simulated = entry.release.receipt.simulated
        counts[simulated] += 1
        kind = "Rehearsal" if simulated else "Release"
        earlier = ", of an earlier session" if entry.table == EARLIER else ""
        titled.append((f"{kind} {counts[simulated]}{earlier}", entry))
    return titled


def _draw_earlier(known: Releases) -> None:
    if earlier := known.ledger.earlier:
        are, they = ("are", "they are") if earlier > 1 else ("is", "it is")
        notices.marked(
            "info",
            f"**{counted(earlier, 'release')} of an earlier session {are} in this browser: {they} "
            "added up.** Which people were in the table is not known, so everybody counts as the "
            "most exposed one.",
            icon=":material/history:",
        )
    if known.left_out:
        notices.warning(
            "This browser also kept something that is no receipt, or more of them than are read. "
            "It is not added up: look up what was released before."
        )
