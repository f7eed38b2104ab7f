"""The words on the screen: one word for one thing."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import streamlit as st

TERMS: Mapping[str, str] = MappingProxyType(
    {
        "user": "a person with one record in the data, who may ask for a level of privacy.",
        "ε": "the privacy loss that is allowed: whatever is published, the odds between any two "
        "records of one user change by at most a factor of e^ε. Smaller is stricter; ε = ∞ asks "
        "for nothing.",
        "asked": "the ε that a user, a feature or a question asks for.",
        "given": "the ε that they get: never more than asked, often less.",
        "private": "computed with so much noise that the ε given holds for everybody.",
        "saturation": "from some ε on asking for less privacy gains nothing: everybody beyond "
        "that level is given the same.",
        "weight": "how much one user's value counts in the result.",
        "error": "how far a result typically is from the truth: the root of the mean squared "
        "distance, unless “squared” is said.",
        "worst case": "the case in which the error is largest. What is assumed about the data "
        "stands beside the figure.",
        "curator": "somebody whom all trust with their data, and who publishes noisy results "
        "(the central model).",
        "nobody": "noise is added before anything leaves a person's device (the local model).",
        "δ": "of a feature: how much a report may tell about it, whatever it tells about others. "
        "Of a filter, or of ε for several columns: the chance with which it may fail.",
        "zCDP": "a promise weaker than ε, with a level ρ that adds up over releases; ε implies "
        "ρ = ε²/2.",
        "correlation q": "how far the other features give one away: 0 not at all, 1 completely.",
        "budget": "how much privacy loss may be spent in all.",
        "loss": "of a regression: the squared error of its predictions on test records. Of an "
        "answer: how much it really told (privacy loss).",
        "odometer": "adds up what answers really told. A filter refuses the question with which "
        "a budget would be exceeded.",
        "exact": "computed, not simulated; up to rounding.",
        "bound": "the truth lies on one side of it; how near is not said, unless it is certified.",
        "certified": "proved by the computation itself to lie within what is stated.",
        "simulated": "drawn with random numbers: another seed gives another result, and the "
        "spread is shown.",
    }
)


def draw_glossary() -> None:
    """Draw it, folded up."""
    with st.expander("Words used here"):
        st.markdown("\n".join(f"- **{term}**: {meaning}" for term, meaning in TERMS.items()))
