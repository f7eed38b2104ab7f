"""The words on the screen: one word for one thing."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType

import streamlit as st

TERMS: Mapping[str, str] = MappingProxyType(
    {
        "person": "someone with one record in the data, who may ask for a privacy level.",
        "ε": "the privacy loss allowed. Any result changes the odds between two possible records "
        "of one person by at most a factor of exp(ε). A smaller ε is more private; ε = ∞ means "
        "no privacy.",
        "requested ε": "the ε that a person, a feature or a question asks for.",
        "applied ε": "the ε that they get: never more than requested, often less.",
        "private": "calculated with enough noise to keep everyone's ε.",
        "saturation": "above some level, asking for less privacy does not reduce the error. "
        "Everyone above it gets that level.",
        "weight": "how much one person's value counts in the result.",
        "error": "the typical distance of a result from the truth: the root mean squared "
        "distance, unless “squared” is said.",
        "worst case": "the data with the largest error, or the answers that reveal most. What is "
        "assumed is said at the figure.",
        "curator": "the person everyone trusts with their data, who publishes noisy results "
        "(central model).",
        "local model": "there is no curator. Each person adds noise before sending anything.",
        "level δ": "how much a report can reveal about one feature.",
        "failure probability δ": "the probability that a guarantee does not hold.",
        "zCDP": "a guarantee weaker than ε, with a level ρ that adds up over releases. ε implies "
        "ρ = ε · tanh(ε/2).",
        "correlation q": (
            "how much the other features can reveal about one feature, from 0 (nothing) to 1 "
            "(everything)."
        ),
        "budget": "the largest total privacy loss allowed.",
        "privacy loss": "the logarithm of the factor by which answers change, or may change, the "
        "odds of a guess about one person.",
        "odometer": "shows what the answers so far really revealed. A filter refuses a question "
        "that could exceed the budget.",
        "exact": "calculated, not simulated, up to rounding.",
        "bound": (
            "a value that the true number cannot exceed (or fall below). It may be far from the "
            "true number."
        ),
        "certified": "proved by the calculation itself to lie within the stated limits.",
        "simulated": "drawn with random numbers. Another seed gives another result, and the "
        "spread is shown.",
    }
)


def draw_glossary() -> None:
    with st.expander("Words used here"):
        st.markdown("\n".join(f"- **{term}**: {meaning}" for term, meaning in TERMS.items()))
