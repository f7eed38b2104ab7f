"""Which question is open: a mean, released or not, or a regression that was released."""

from __future__ import annotations

import streamlit as st

from hetdp_core.figures.release.use import named
from hetdp_core.release import RegressionRelease
from pages.inside.release import history

_MEAN = 0


def _key() -> str:
    """Another release asks anew: what was released last comes first."""
    return f"decision_subject_{len(history.ledger())}"


def _at_first() -> int:
    """Return the regression, where that was released last; else the mean."""
    last = len(history.ledger())
    return last if last in history.ledger().regressions() else _MEAN


def regression() -> tuple[str, RegressionRelease] | None:
    """Return the regression that is decided about, and the checksum of its table."""
    return history.ledger().regressions().get(st.session_state.get(_key(), _at_first()))


def claim() -> str:
    """Return the question in a few words."""
    if regression() is None:
        return "Release it in one way, in another, or not at all"
    return "Use the regression, the mean alone, or neither"


def draw() -> None:
    """Draw the choice, where there is one."""
    found = history.ledger().regressions()
    if not found:
        st.caption(
            "About a mean. Whether a regression is worth it nobody can say from public numbers: it "
            "is decided about here once it is released, by the verdict that it comes with."
        )
        return
    names = {place: named(place, made) for place, (_, made) in reversed(found.items())}
    names[_MEAN] = "A mean, before or after its release"
    st.selectbox(
        "Decide about",
        [*names],
        index=[*names].index(_at_first()),
        format_func=names.__getitem__,
        key=_key(),
        persist_state="session",
    )
