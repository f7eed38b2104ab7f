"""What everybody will have paid in total, the confirmation, and the button.

What one more release costs stands right before its button, whether it is the first or the fifth.
"""

from __future__ import annotations

import hashlib

import streamlit as st

from hetdp_core.figures.formats import bound, number
from hetdp_core.figures.release import in_words
from hetdp_core.meaning import odds_factor
from hetdp_core.release import GivenSoFar, Receipt, ReleasePlan, ReleaseRequest
from hetdp_core.release.private_mean import MOST_IN_ODDS
from hetdp_core.release.request import is_asked
from pages.inside.release import history
from pages.shared.controls import state
from pages.shared.tables.own_table import own_dataset, own_token
from pages.shared.text import notices
from pages.shared.text.notices import literal

_ELSEWHERE = "To add up a release made elsewhere, add its receipt."
_UNDERSTOOD = "release_understood"
_NOTHING = {
    "already": ("**Released already: the receipt is above.** This click released nothing more."),
    "changed": (
        "**Nothing was released.** Something changed at the same moment. Check the promise again."
    ),
}
"""Why a click released nothing."""


def draw_total(table: str, plan: ReleasePlan, afterwards: GivenSoFar) -> None:
    """Draw what everybody will have paid once one more mean is released.

    afterwards : ε of all releases together, this one among them.
    """
    st.markdown(_total(table, plan, afterwards))
    history.draw_bringing()
    asked = is_asked(plan.request.levels_from)
    if asked and (beyond := history.beyond(plan.guaranteed, plan.request.epsilon)):
        notices.warning(
            f"{beyond} If a level is meant for all releases together, and not for each release, "
            "this release exceeds it."
        )


def _total(table: str, plan: ReleasePlan, afterwards: GivenSoFar) -> str:
    most = f"nobody's total ε exceeds **{bound(afterwards.most)}**"
    kind = "rehearsal" if plan.request.simulated else "release"
    if afterwards.in_all == 1:
        return (
            f"This would be the **first {kind}** counted here: with it {most}. Each further "
            "release adds its ε to the total. Releases from other tables count too, because nobody "
            f"can tell here who is in both. {_ELSEWHERE}"
        )
    before = history.ledger().given_away(table, plan.guaranteed.size)
    others = (
        f"{afterwards.elsewhere} of these releases came from another upload. Nobody can tell here "
        "who is in both, so everyone counts as its most exposed person. "
    )
    return (
        f"This would be **{kind} {afterwards.in_all} counted here**: with it {most}. "
        f"So far it is at most {bound(before)}. Both are rounded up. "
        f"{others if afterwards.elsewhere else ''}{_ELSEWHERE}"
    )


def draw_exposed(most: float) -> None:
    """Say before the release that a level promises next to nothing, as its receipt will.

    most : ε of the most exposed person.
    """
    if most > MOST_IN_ODDS:
        notices.marked(
            "warning",
            f"**ε = {number(most)} promises next to nothing** to the most exposed person. The "
            "result may change the odds of a guess about them "
            f"{number(odds_factor(MOST_IN_ODDS), 2)} times and more. The receipt will say so.",
            icon=":material/lock_open:",
        )


def draw_public(request: ReleaseRequest) -> None:
    """Say what else the receipt makes public, before the release."""
    if request.levels_column:
        notices.marked(
            "info",
            f"**{literal(request.levels_column)} becomes public**: the receipt lists each level in "
            "this column and how many people have it. No noise protects it.",
            icon=":material/public:",
        )


def draw_check(plan: ReleasePlan, place: int, total: str) -> bool:
    """Ask again after every release, every change of what will be released, and of its reading.

    place : of the release among all that are known.
    total : what one more makes of a mean that was released; "" before its first release.
    """
    request = plan.request
    chosen = (request.column, request.unit, request.bounds, request.levels_from)
    about = (request.everybody, request.levels_column, plan.shrink, place)
    own = own_dataset()
    promise = repr((own.info.key if own else "", *chosen, *about))
    checked = hashlib.sha256(promise.encode() + request.epsilon.tobytes()).hexdigest()[:12]
    once_more = f". **It was released already, and once more makes {total}**" if total else ""
    return st.checkbox(
        f"I have checked this promise of **the mean of {literal(request.column)}**. I understand "
        f"that a release cannot be taken back{once_more}",
        key=f"{_UNDERSTOOD}_{checked}",
    )


def draw_released(last: Receipt) -> None:
    """Say what was released of this column, and where its receipt is."""
    result = literal(f"{in_words(last)} {last.unit}".strip())
    notices.marked(
        "success",
        f"**Published: {result}.** [The receipt is at the top]({history.LINK}). The promise below "
        "is for one more release, which adds its ε to the total.",
        icon=":material/receipt_long:",
    )


def draw_button(checked: ReleasePlan | None, total: str) -> None:
    """Draw the button that releases what was checked, once; a dead one while nothing is.

    total : as of `draw_check`.

    What is typed reaches the server together with the click that leaves the entry: then the promise
    on the screen is no longer the one that was checked, and nothing is released.
    """
    releases = history.releases()
    if checked is None:
        releases.withdraw()
    token = releases.promised(_set_now(), checked) if checked else ""
    if refusal := releases.refusal:
        notices.marked("warning", _NOTHING[refusal], icon=":material/published_with_changes:")
    st.button(
        f"Release once more: {total}" if total else "Release now",
        type="primary",
        icon=":material/lock_open:",
        disabled=checked is None,
        key=f"release_now_{token}",
        on_click=_release,
        args=(token,),
    )
    if checked is None:
        st.caption("To release, tick the box above.")


def _release(token: str) -> None:
    history.release_once(token, _set_now())


def _set_now() -> list[tuple[str, object]]:
    """Return all that a promise may depend on: the table, this page's entries, the controls beside.

    Entries alone whose values are read off them: tables and what was computed are no settings.
    """
    own = own_dataset()
    table = {"table": own_token(), "declared": own.info.key if own else ""}
    entries = {
        str(key): value
        for key, value in st.session_state.items()
        if str(key).startswith("release_") and isinstance(value, str | float | int)
    }
    for key in [key for key in entries if key.startswith((_UNDERSTOOD, "release_now"))]:
        del entries[key]
    return sorted({**state.current_state(), **entries, **table}.items())
