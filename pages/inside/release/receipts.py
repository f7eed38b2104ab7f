"""One receipt of a release: what came out, the receipt in words, and to take away."""

from __future__ import annotations

import streamlit as st

from hetdp_core.counted import counted
from hetdp_core.figures.release import receipt as receipt_figures
from hetdp_core.figures.release import regression as regression_figures
from hetdp_core.figures.text import within
from hetdp_core.release import (
    PrivateRelease,
    Receipt,
    RegressionRelease,
    SeveralRelease,
    json_with,
    regression_as_json,
    regression_as_text,
    several_as_json,
    several_as_text,
    text_with,
)
from hetdp_core.release.receipt import EQUALLY
from hetdp_core.release.regression_receipt import verdict_sentence
from pages.shared.frame import rows
from pages.shared.words import notices
from pages.shared.words.literal import literal

_FREE = {
    "mean": "**Free from here on:** whatever is computed from this number and from what is public. "
    "**It costs again:** any other number about these people.",
    "several": "**Free from here on:** whatever is computed from these numbers and from what is "
    "public, such as sums or ratios of them. **It costs again:** any other number about these "
    "people.",
    "regression": "**Free from here on**, because the noisy sums stand in the receipt (json): "
    "another λ, fewer features, a prediction for anybody, the mean. Whoever computes them, as "
    "often as they like, costs nobody anything. **It costs again:** another column to predict, "
    "another feature, other bounds, or another verdict.",
}
"""What may be done with what was released, and what is another release."""

_METRICS = 3
"""Released means in a row."""


def key_of(identifier: str) -> str:
    """Return a receipt's key; what saves it has one that goes on after it and an underscore."""
    return f"receipt_{identifier}"


def draw(
    place: int,
    made: PrivateRelease | SeveralRelease | RegressionRelease,
    adds_up: str,
    open_at_once: bool,
) -> None:
    """Draw a receipt, folded up unless it is to be open at once.

    adds_up : what it says of the releases before it; "" of the first.
    """
    if isinstance(made, SeveralRelease):
        _draw_several(place, made, adds_up, open_at_once)
    elif isinstance(made, RegressionRelease):
        _draw_regression(place, made, adds_up, open_at_once)
    else:
        _draw_receipt(place, made.receipt, adds_up, open_at_once)


def _draw_receipt(place: int, receipt: Receipt, adds_up: str, open_at_once: bool) -> None:
    unit = f" {literal(receipt.unit)}" if receipt.unit else ""
    mean = f"mean of {literal(receipt.column)}"
    released = f"{receipt_figures.told(receipt)}{unit}"
    trial = " (simulated sample)" if receipt.simulated else ""
    title = f"Release {place}: {mean} ≈ {released}{trial}"
    with st.expander(title, expanded=open_at_once, key=key_of(receipt.identifier)):
        st.metric("Released, with ± for the noise alone", released)
        st.caption(
            f"{_SHRUNK if receipt.shrink < 1.0 else _PLAIN} How far the people in the table differ "
            "from others is not in it."
        )
        either = "" if receipt.weighted == EQUALLY else " are not in it either"
        st.markdown(f"**Weights**{either}: {literal(receipt.weighted, _LONGEST)}.")
        st.markdown(_FREE["mean"])
        _draw_text(receipt.identifier, receipt.as_text(), receipt.as_json(), adds_up)


_LONGEST = 1_000
"""Letters of a sentence of ours that holds names of units."""

_PLAIN = "The noise alone stays within what stands after ±, at least 19 times out of 20."
_SHRUNK = (
    "The answer was shrunk to the middle of the bounds. Between what stands in brackets lies the "
    "mean without noise, not shrunk, at least 19 times out of 20."
)


def _draw_several(place: int, made: SeveralRelease, adds_up: str, open_at_once: bool) -> None:
    trial = " (simulated sample)" if made.plan.request.columns[0].simulated else ""
    title = f"Release {place}: {counted(len(made.means), 'mean')} at once{trial}"
    with st.expander(title, expanded=open_at_once, key=key_of(made.identifier)):
        for start in range(0, len(made.means), _METRICS):
            row = made.means[start : start + _METRICS]
            for cell, one in zip(st.columns(_METRICS), row, strict=False):
                unit = f" {literal(one.unit)}" if one.unit else ""
                found = f"{within(one.released, one.half_width)}{unit}"
                cell.metric(literal(one.column), found)
        st.markdown(_FREE["several"])
        _draw_text(made.identifier, several_as_text(made), several_as_json(made), adds_up)


def _draw_regression(place: int, made: RegressionRelease, adds_up: str, open_at_once: bool) -> None:
    target = made.plan.request.target
    trial = " (simulated sample)" if target.simulated else ""
    unit = f" {literal(target.unit)}" if target.unit else ""
    title = f"Release {place}: regression of {literal(target.column)}{trial}"
    with st.expander(title, expanded=open_at_once, key=key_of(made.identifier)):
        found = regression_figures.coefficients(made)
        rows.draw(found, "Each coefficient as released, and what the noise does to it")
        st.caption(
            "The noise stays within ± about 19 times out of 20; sampling error is not in it. "
            "Across its range: from the lowest declared value of a feature to the highest."
        )
        mean = f"{within(made.mean, made.plan.mean_half_width)}{unit}"
        st.metric(f"Mean of {literal(target.column)}", mean, help=_PLAIN)
        if made.verdict is not None:
            said = literal(verdict_sentence(made.verdict, target), 1_000)
            notices.marked("info", said, icon=":material/balance:")
        st.markdown(_FREE["regression"])
        _draw_text(made.identifier, regression_as_text(made), regression_as_json(made), adds_up)


def _draw_text(identifier: str, text: str, json: str, adds_up: str) -> None:
    """Draw a receipt in words, and both to take away, with what it says of earlier releases."""
    whole = text_with(text, adds_up)
    st.code(whole, language=None, wrap_lines=True)
    with st.container(horizontal=True):
        _download(identifier, "txt", "text/plain", whole)
        _download(identifier, "json", "application/json", json_with(json, adds_up))


def _download(identifier: str, ending: str, mime: str, content: str) -> None:
    st.download_button(
        f"Receipt ({ending})",
        content,
        f"receipt-{identifier}.{ending}",
        mime,
        key=f"{key_of(identifier)}_{ending}",
        icon=":material/download:",
        on_click="ignore",
    )
