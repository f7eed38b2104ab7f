"""The releases of this session, and what they add up to.

They outlive the table, with a checksum of its cells, so that releases from the same table
are still counted person by person when it is brought again.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
import streamlit as st

from hetdp_core.release import (
    ConcentratedSoFar,
    PrivateRelease,
    Receipt,
    RegressionRelease,
    SeveralRelease,
    added_up,
    compose,
    compose_concentrated,
    regression_in_short,
    several_in_short,
)
from hetdp_core.validate import FloatArray
from pages.inside.release import levels, receipts
from pages.shared import doors
from pages.shared.frame import into_sight

_HISTORY = "releases_of_this_session"

LINK = "#released"
"""Where the receipts stand on the page."""

_Gaussian = SeveralRelease | RegressionRelease

_ABOUT: dict[type[object], str] = {
    PrivateRelease: "",
    SeveralRelease: " about a single mean",
    RegressionRelease: " about this regression",
}
"""What the decision after a release is about."""


@dataclass(frozen=True)
class _Made:
    """One release, and the checksum of the table it was made from.

    adds_up : what its receipt says of the releases before it; "" of the first.
    """

    digest: str
    release: PrivateRelease | _Gaussian
    adds_up: str = ""


@dataclass(frozen=True, eq=False)
class _Pure:
    """What a release of one mean gave each person, and the checksum of its table."""

    digest: str
    guaranteed: FloatArray


def _history() -> tuple[_Made, ...]:
    made: tuple[_Made, ...] = st.session_state.get(_HISTORY, ())
    return made


def add(digest: str, release: PrivateRelease | _Gaussian) -> None:
    """Remember a release for the rest of the session, and what it adds up to with earlier ones."""
    before, made = _history(), _Made(digest, release)
    st.session_state[_HISTORY] = (*before, made)
    st.session_state[_HISTORY] = (*before, replace(made, adds_up=_added_up(digest)))


def _added_up(digest: str) -> str:
    """Say what the releases so far give away together, and how many ask for less."""
    from_table = sum(made.digest == digest for made in _history())
    asked = levels.asked_for_in_own_table()
    delta = delta_of_gaussian()
    if delta is not None:
        found = together(digest, delta, asked=asked)
        return added_up(found, from_table, found.beyond)
    pure = guaranteed_before(digest)
    beyond = 0 if asked is None else compose(pure, asked).beyond
    return added_up(compose(pure, pure[-1], guaranteed_elsewhere(digest)), from_table, beyond)


def guaranteed_before(digest: str) -> list[FloatArray]:
    """What each person of this table was given by each earlier release from it."""
    return [one.guaranteed for one in _single() if one.digest == digest]


def guaranteed_elsewhere(digest: str) -> list[FloatArray]:
    """What each earlier release from another table gave away about its people."""
    return [one.guaranteed for one in _single() if one.digest != digest]


def _single() -> list[_Pure]:
    return [
        _Pure(made.digest, made.release.guaranteed)
        for made in _history()
        if isinstance(made.release, PrivateRelease)
    ]


def _gaussian() -> list[tuple[str, _Gaussian]]:
    """The releases of several columns, regressions among them, each with its table's checksum."""
    return [
        (made.digest, made.release) for made in _history() if isinstance(made.release, _Gaussian)
    ]


def together(
    digest: str,
    delta: float,
    *,
    epsilon: FloatArray | None = None,
    rho: FloatArray | None = None,
    asked: FloatArray | None = None,
) -> ConcentratedSoFar:
    """What all releases of this session and one more give away, added up in zCDP.

    epsilon, rho : what each person is given by the one more, in its own accounting.
    asked : ε that each person asks for.
    """
    found = _gaussian()
    here = [one.guaranteed for known, one in found if known == digest]
    there = [one.guaranteed for known, one in found if known != digest]
    return compose_concentrated(
        [*guaranteed_before(digest), *([] if epsilon is None else [epsilon])],
        [*here, *([] if rho is None else [rho])],
        delta,
        guaranteed_elsewhere(digest),
        there,
        asked,
    )


def paid_so_far(digest: str, asked: FloatArray) -> float:
    """The largest ε that releases of single means have given away about anyone of this table."""
    nothing = np.zeros(asked.size)
    made = [*guaranteed_before(digest), nothing]
    return compose(made, asked, guaranteed_elsewhere(digest)).most


def beyond_with(digest: str, guaranteed: FloatArray, asked: FloatArray) -> int:
    """Count who of this table would have given more than they ask for, with one more mean.

    guaranteed : what each person is given by it.
    """
    if (delta := delta_of_gaussian()) is not None:
        return together(digest, delta, epsilon=guaranteed, asked=asked).beyond
    return compose([*guaranteed_before(digest), guaranteed], asked).beyond


def given_before(digest: str, users: int) -> tuple[float, float] | None:
    """The largest ε given away so far about anyone of this table, and the chance δ that it is more.

    None before the first release of the session.
    """
    if not _history():
        return None
    if delta := delta_of_gaussian():
        return concentrated_so_far(digest, delta, users).epsilon, delta
    return paid_so_far(digest, np.ones(users)), 0.0


def concentrated_so_far(digest: str, delta: float, users: int) -> ConcentratedSoFar:
    """What the releases of this session have given away, in zCDP; `releases` counts one more."""
    return together(digest, delta, rho=np.zeros(users))


def delta_of_gaussian() -> float | None:
    """The chance δ of the last release of several columns; None without one."""
    found = _gaussian()
    return found[-1][1].plan.delta if found else None


def releases() -> int:
    """How many releases there were in this session."""
    return len(_history())


def released_from(digest: str) -> bool:
    """Say whether anything was released from this table."""
    return any(made.digest == digest for made in _history())


def means_of(digest: str) -> list[Receipt]:
    """The receipts of single means from this table, the last first."""
    return [
        made.release.receipt
        for made in reversed(_history())
        if made.digest == digest and isinstance(made.release, PrivateRelease)
    ]


def regressions() -> dict[int, tuple[str, RegressionRelease]]:
    """The regressions of this session by their number, each with the checksum of its table."""
    return {
        place: (made.digest, made.release)
        for place, made in enumerate(_history(), 1)
        if isinstance(made.release, RegressionRelease)
    }


def latest_gaussian(digest: str) -> str:
    """The last release with Gaussian noise from this table, in short; "" without one."""
    for known, made in reversed(_gaussian()):
        if known == digest:
            if isinstance(made, SeveralRelease):
                return several_in_short(made)
            return regression_in_short(made)
    return ""


def draw_history() -> None:
    """All receipts, the latest first and open; nothing before the first."""
    history = _history()
    if not history:
        return
    st.subheader("Released", anchor=LINK.removeprefix("#"))
    st.caption(
        "What stands here may be published as it is. It stays until the session ends, also when "
        "the table is forgotten, with a checksum of it so that repeated releases are added up. "
        "**To reload or close the page ends the session: save the receipt before.** The browser "
        "asks, as long as one is not saved. What was released counts all the same, but this page "
        "will not know of it."
    )
    about = _ABOUT[type(history[-1].release)]
    st.page_link(doors.DECISION, label=f"Write down the decision{about}", icon=":material/gavel:")
    for place in range(len(history), 0, -1):
        made = history[place - 1]
        receipts.draw(place, made.release, made.adds_up, place == len(history))
    into_sight.bring(LINK.removeprefix("#"), _identifier(history[-1].release))


def draw_unsaved() -> None:
    """Name the receipts to the script that asks before they are lost (`server/unsaved.js`).

    On whichever page: it is the session that they end with.
    """
    if history := _history():
        keys = " ".join(receipts.key_of(_identifier(made.release)) for made in history)
        st.html(f'<div class="unsaved" data-keys="{keys}"></div>')


def _identifier(release: PrivateRelease | _Gaussian) -> str:
    return release.receipt.identifier if isinstance(release, PrivateRelease) else release.identifier
