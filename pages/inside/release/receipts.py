"""One receipt of a release: what came out, the receipt in words, and to take away."""

from __future__ import annotations

import streamlit as st

from hetdp_core.figures import release as receipt_figures
from hetdp_core.release.ledger import Entry
from hetdp_core.release.private_mean import EQUALLY
from pages.shared.text.literal import literal

_FREE = (
    "**Free from here on:** whatever is computed from this number and from what is public. "
    "**It costs again:** any other number about these people."
)
"""What may be done with what was released, and what is another release."""


def draw(called: str, entry: Entry, open_at_once: bool) -> None:
    """Draw a receipt, folded up unless it is to be open at once.

    called : which release it is.
    """
    receipt = entry.release.receipt
    unit = f" {literal(receipt.unit)}" if receipt.unit else ""
    mean = f"mean of {literal(receipt.column)}"
    released = f"{receipt_figures.in_words(receipt)}{unit}"
    trial = " (simulated sample)" if receipt.simulated else ""
    title = f"{called}: {mean} ≈ {released}{trial}"
    with st.expander(title, expanded=open_at_once, key=f"receipt_{entry.identifier}"):
        st.metric("Released, with ± for the noise alone", released)
        st.caption(
            f"{_SHRUNK if receipt.shrink < 1.0 else _PLAIN} How far the people in the table differ "
            "from others is not in it."
        )
        either = "" if receipt.weighted == EQUALLY else " are not in it either"
        st.markdown(f"**Weights**{either}: {literal(receipt.weighted, _LONGEST)}.")
        st.markdown(_FREE)
        st.code(entry.text, language=None, wrap_lines=True)
        with st.container(horizontal=True):
            _download(entry.identifier, "txt", "text/plain", entry.text)
            _download(entry.identifier, "json", "application/json", entry.json)


_LONGEST = 1_000
"""Letters of a sentence of ours that holds names of units."""

_PLAIN = "The noise alone stays within what stands after ±, at least 19 times out of 20."
_SHRUNK = (
    "The answer was shrunk to the middle of the bounds. Between what stands in brackets lies the "
    "mean without noise, not shrunk, at least 19 times out of 20."
)


def _download(identifier: str, ending: str, mime: str, content: str) -> None:
    st.download_button(
        f"Receipt ({ending})",
        lambda: content,
        f"receipt-{identifier}.{ending}",
        mime,
        key=f"receipt_{identifier}_{ending}",
        icon=":material/download:",
        on_click="ignore",
    )
