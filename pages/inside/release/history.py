"""The releases of this session and of earlier ones in the same browser tab: what they add up to.

They outlive the table; its releases are still counted person by person as long as it is there.
"""

from __future__ import annotations

import streamlit as st

from hetdp_core.numerals import counted
from hetdp_core.release import Receipt
from hetdp_core.release.ledger import EARLIER, Entry, Ledger
from hetdp_core.release.receipt import MAY_DIFFER
from hetdp_core.release.stored import remark
from hetdp_core.validate import FloatArray
from pages.inside.release.once import MOST_EARLIER, LeftOut, Releases
from pages.shared import browser
from pages.shared.controls import table_choice
from pages.shared.frame import tabs
from pages.shared.tables.own_table import in_use, own_dataset
from pages.shared.text import notices
from pages.shared.text.notices import literal

_HISTORY, _BROUGHT = "releases_of_this_session", "receipts_brought"
_REMARKS = "remarks_on_receipts_brought"

WAY_OUT = (
    "If you know that an earlier table was about other people, start in a new browser tab without "
    "its receipt."
)
"""What is said where a total counts releases that may be about others."""

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


def of_other_means(column: str) -> list[tuple[str, Receipt]]:
    """Return the receipts that count and are of no mean of this column, the last first.

    Each after the file that it is from: the one in use, or another.
    """
    token, entries = in_use().token, reversed(ledger().entries)
    return [
        ("this file" if one.table == token else "another file", one.release.receipt)
        for one in entries
        if one.table != token or one.release.receipt.column != column
    ]


def release_once(token: str, about: object) -> None:
    """Release what was promised under a token, from the table in use; in a callback.

    about : all that a promise depends on, as it is now.
    """
    own = own_dataset()
    if own is None:
        return
    before = len(releases())
    releases().release_once(token, about, in_use().token, lambda name: own.frame[name].to_numpy())
    for entry in releases().ledger.entries[before:]:
        made, sheet = entry.release.receipt, releases().decided[entry.identifier]
        if sheet and sheet.chosen:
            table_choice.note_released(own.info, made.column, made.everybody, sheet.chosen.name)


def withdraw() -> None:
    """Take back what was promised and not yet released, and what was decided, with their table."""
    releases().withdraw()
    releases().decided.clear()


def keep_in_browser() -> None:
    """Draw what keeps all receipts in the browser, and takes back those of earlier sessions."""
    browser.draw(
        [release.json for release in releases()],
        lambda stored: releases().take_kept(stored),
    )


def beyond(guaranteed: FloatArray, asks: FloatArray) -> str:
    """Return how many would have given more in all than they ask for, with one more release.

    People that this table's releases take there, and more if all were in the other tables, as the
    table of totals counts them.

    guaranteed, asks : as of `Ledger.beyond_with`; "" where nobody would, as far as is known.
    """
    surely, at_worst = ledger().beyond_with(in_use().token, guaranteed, asks)
    give = counted(surely, "person gives", "people give")
    said = [f"Taken together, {give} more than their level."] if surely else []
    if at_worst > surely:
        many = counted(at_worst, "person", "people")
        others = "If everybody here was in the other tables too"
        said.append(f"{others}, {many} would have a larger total ε than their level.")
    return " ".join(said)


def draw_bringing() -> None:
    """Draw where receipts of releases made elsewhere are brought, so that they are added up."""
    with st.expander("Add an earlier release", icon=":material/upload_file:"):
        st.file_uploader(
            "Its receipt, the file that ends in .json",
            type="json",
            accept_multiple_files=True,
            key=_BROUGHT,
            on_change=_take_brought,
            help="The last receipt counts those before it. Everybody in this table may also have "
            "been in that one. Each therefore counts as its most exposed person.",
        )
    for name, problem, done in st.session_state.get(_REMARKS, []):
        if problem:
            notices.warning(f"{name}: {problem}")
        else:
            notices.info(f"{name}: {done}")


def _take_brought() -> None:
    files = st.session_state.get(_BROUGHT) or []
    remarks = []
    for file in files:
        text = file.getvalue().decode("utf-8", "replace")
        before = releases().ledger
        left_out = releases().take([text])
        problem = remark(text) or _left_out("It", left_out)
        is_known = releases().ledger is before
        done = "it is known already, and counts once." if is_known else "it is added up."
        remarks.append((file.name, problem, done))
    st.session_state[_REMARKS] = remarks


def _left_out(text: str, left_out: LeftOut) -> str:
    """Say why receipts are not added up; "" where all are.

    text : what a text is called that is none.
    """
    said = [f"{text} is no receipt."] if left_out.no_receipt else []
    if left_out.too_many:
        said.append(f"More than {MOST_EARLIER} earlier receipts are too many.")
    rest = "It is not added up. Check which results were published before."
    return " ".join([*said, rest]) if said else ""


def draw_history(open_last: bool) -> None:
    """Draw all receipts, the latest first; nothing before the first.

    open_last : whether the last one is unfolded, where it was made in this session.
    """
    known = releases()
    if known:
        st.subheader("Released", anchor=LINK.removeprefix("#"))
    _draw_earlier(known)
    if not known:
        return
    st.caption(
        "You may publish each receipt as it is. The browser keeps them in this tab, even if you "
        "reload the page or forget the table. **Closing the tab loses them: save them first.**"
    )
    means = [entry.release.receipt.column for entry in known]
    if len(set(means)) < len(means):
        st.markdown(MAY_DIFFER)
    made_now = known[-1].table == in_use().token
    last = known[-1].identifier
    for entry in reversed(known.ledger.entries):
        _draw_receipt(entry, open_last and made_now and entry.identifier == last)
    if made_now:
        tabs.bring_into_sight(LINK.removeprefix("#"), last)


def _draw_earlier(known: Releases) -> None:
    if earlier := known.ledger.earlier:
        are, they = ("are", "they are") if earlier > 1 else ("is", "it is")
        notices.marked(
            "info",
            f"**{counted(earlier, 'release')} of an earlier session {are} known here: {they} "
            "added up.** It is not known which people were in the table, so everybody counts as "
            "the most exposed person.",
            icon=":material/history:",
        )
    if alone := len(known.ledger.stated_alone()):
        receipts = "receipts are" if alone > 1 else "receipt is"
        notices.marked(
            "info",
            f"**The receipts count {counted(alone, 'more release')} whose own {receipts} not "
            "here.** The total that a receipt states is used instead.",
            icon=":material/history:",
        )
    if said := _left_out("A text that this browser has kept", known.left_out):
        notices.warning(said)


_FREE = (
    "**Free:** any calculation that uses only this number and public information. "
    "**Costs again:** any other number about these people."
)
"""Which use of a result is free, and which is another release."""


def _draw_receipt(entry: Entry, open_at_once: bool) -> None:
    """Draw a receipt by the number that it states, folded up unless it is to be open at once."""
    receipt = entry.release.receipt
    kind = f"{'Rehearsal' if receipt.simulated else 'Release'} {entry.adds_up.number}"
    if entry.table == EARLIER:  # whose own number may be that of another one here
        kind = f"Receipt {entry.identifier[:8]} of an earlier session"
    released = literal(receipt.result)
    trial = " (simulated sample)" if receipt.simulated else ""
    title = f"{kind}: {literal(receipt.what)} ≈ {released}{trial}"
    key = f"receipt_{entry.identifier}{'_open' * open_at_once}"  # another step folds it up
    with st.expander(title, expanded=open_at_once, key=key):
        st.markdown(_FREE)
        st.code(entry.text, language=None, wrap_lines=True)
        with st.container(horizontal=True):
            _download(entry.identifier, "txt", "text/plain", entry.text)
            _download(entry.identifier, "json", "application/json", entry.json)


def _download(identifier: str, ending: str, mime: str, content: str) -> None:
    st.download_button(
        f"Receipt ({ending})",
        content,
        f"receipt-{identifier}.{ending}",
        mime,
        key=f"receipt_{identifier}_{ending}",
        icon=":material/download:",
        on_click="ignore",
    )
