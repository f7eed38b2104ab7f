"""The releases of this session: receipts to read and to take away, and what they add up to.

They outlive the table, with a checksum of its cells, so that releases from the same table
are still counted person by person when it is brought again.
"""

from __future__ import annotations

from dataclasses import dataclass

import streamlit as st

from hetdp_core.figures.text import rounded, within
from hetdp_core.release import PrivateRelease, Receipt
from hetdp_core.validate import FloatArray
from pages.shared import doors
from pages.shared.words.literal import literal

_HISTORY = "releases_of_this_session"

LINK = "#released"
"""Where the receipts stand on the page."""


@dataclass(frozen=True)
class _Made:
    """One release, and the checksum of the table it was made from."""

    digest: str
    release: PrivateRelease


def _history() -> tuple[_Made, ...]:
    made: tuple[_Made, ...] = st.session_state.get(_HISTORY, ())
    return made


def add(digest: str, release: PrivateRelease) -> None:
    """Remember a release for the rest of the session."""
    st.session_state[_HISTORY] = (*_history(), _Made(digest, release))


def guaranteed_before(digest: str) -> list[FloatArray]:
    """What each person of this table was given by each earlier release from it."""
    return [made.release.guaranteed for made in _history() if made.digest == digest]


def guaranteed_elsewhere(digest: str) -> list[FloatArray]:
    """What each earlier release from another table gave away about its people."""
    return [made.release.guaranteed for made in _history() if made.digest != digest]


def latest() -> tuple[str, PrivateRelease] | None:
    """The last release of the session and the checksum of its table; None before the first."""
    history = _history()
    return (history[-1].digest, history[-1].release) if history else None


def draw_history() -> None:
    """All receipts, the latest first and open; nothing before the first."""
    history = _history()
    if not history:
        return
    st.subheader("Released", anchor=LINK.removeprefix("#"))
    st.caption(
        "What stands here may be published as it is. It stays until the session ends, also when "
        "the table is forgotten, with a checksum of it so that repeated releases are added up."
    )
    st.page_link(doors.DECISION, label="Write down the decision", icon=":material/gavel:")
    for place in range(len(history), 0, -1):
        _draw_receipt(place, history[place - 1].release.receipt, place == len(history))


def _draw_receipt(place: int, receipt: Receipt, open_at_once: bool) -> None:
    unit = f" {literal(receipt.unit)}" if receipt.unit else ""
    mean = f"mean of {literal(receipt.column)}"
    released = f"{_told(receipt)}{unit}"
    trial = " (simulated sample)" if receipt.simulated else ""
    title = f"Release {place}: {mean} ≈ {released}{trial}"
    with st.expander(title, expanded=open_at_once, key=f"receipt_{receipt.identifier}"):
        st.metric(
            "Released",
            released,
            help=f"{_SHRUNK if receipt.shrink < 1.0 else _PLAIN} How far the people in the table "
            "differ from others is not in it.",
        )
        st.code(receipt.as_text(), language=None, wrap_lines=True)
        with st.container(horizontal=True):
            _download(receipt, "txt", "text/plain", receipt.as_text())
            _download(receipt, "json", "application/json", receipt.as_json())


_PLAIN = "The noise alone stays within what stands after ±, at least 19 times out of 20."
_SHRUNK = (
    "The answer was shrunk to the middle of the bounds. Between what stands in brackets lies the "
    "mean without noise, not shrunk, at least 19 times out of 20."
)


def _told(receipt: Receipt) -> str:
    """The released number, and what it says of the mean without noise."""
    if receipt.shrink == 1.0:
        return within(receipt.released, receipt.half_width)
    least, most = (rounded(end, receipt.half_width) for end in receipt.interval)
    return f"{rounded(receipt.released, receipt.half_width)} ({least} to {most})"


def _download(receipt: Receipt, ending: str, mime: str, content: str) -> None:
    st.download_button(
        f"Receipt ({ending})",
        content,
        f"receipt-{receipt.identifier}.{ending}",
        mime,
        key=f"receipt_{receipt.identifier}_{ending}",
        icon=":material/download:",
        on_click="ignore",
    )
