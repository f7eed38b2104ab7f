"""What everybody will have paid in total, the confirmation, and the button.

What one more release costs stands right before its button, whether it is the first or the fifth.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping

import streamlit as st

from hetdp_core.figures import decision as words
from hetdp_core.figures.text import number
from hetdp_core.release import (
    ConcentratedPromise,
    ConcentratedSoFar,
    GivenSoFar,
    ReleasePlan,
    ReleaseRequest,
)
from hetdp_core.release.groups import odds_factor
from hetdp_core.release.receipt import MOST_IN_ODDS
from hetdp_core.release.request import is_asked
from hetdp_core.validate import FloatArray
from pages.inside.release import history, levels, steps
from pages.shared.controls import state
from pages.shared.words import notices
from pages.shared.words.literal import literal

_CHANGED = "release_changed"
_ELSEWHERE = "Releases of other sessions are not added up."


def draw_total(digest: str, plan: ReleasePlan, afterwards: GivenSoFar) -> None:
    """Draw what everybody will have paid once one more mean is released.

    afterwards : all releases of single means, this one among them.
    """
    asked = plan.request.epsilon if is_asked(plan.request.levels_from) else _wished(plan)
    ledger = history.ledger()
    if (delta := ledger.delta) is None:
        st.markdown(_total(digest, plan, afterwards))
    else:
        together = ledger.together(digest, delta, epsilon=plan.guaranteed)
        st.markdown(_concentrated_total(digest, together, plan.guaranteed.size))
        st.caption("The table above adds up releases of single means alone.")
    if asked is not None and (beyond := ledger.beyond_with(digest, plan.guaranteed, asked)):
        notices.warning(_beyond(beyond))


def _wished(plan: ReleasePlan) -> FloatArray | None:
    """Return what people ask for in the table where a level was set for them; None for nothing.

    Not before there is a release to add to: that one level goes beyond is said where it is set.
    """
    asked = levels.asked_for_in_own_table()
    if asked is None or asked.size != plan.guaranteed.size or not history.ledger():
        return None
    return asked


def _beyond(people: int) -> str:
    """Say how many will have given more in all than they asked for, and what else could be done."""
    return (
        f"{words.beyond_in_all(people)} If what each asks for is meant for all that is published, "
        "and not for each release, this one goes beyond it: several means can be released at once "
        "instead, within one ε but for a chance δ."
    )


def _total(digest: str, plan: ReleasePlan, afterwards: GivenSoFar) -> str:
    most = f"everybody will have paid at most ε = **{number(afterwards.most)}**"
    if afterwards.in_all == 1:
        return (
            f"This would be the **first release** of this session: with it {most}. Each further "
            "one gives away as much again: their ε add up, those from other tables too, because "
            "nobody can tell here who is in both."
        )
    before = history.ledger().means_so_far(digest, plan.guaranteed.size)
    others = (
        f"{afterwards.elsewhere} of them came from another table, which is one that differs in "
        "any cell. Nobody can tell here who is in both, so everyone counts as its most exposed "
        "person. "
    )
    return (
        f"This would be **release {afterwards.in_all} of this session**: with it {most} in total, "
        f"up from ε = {number(before)} so far. {others if afterwards.elsewhere else ''}{_ELSEWHERE}"
    )


def draw_concentrated_total(digest: str, plan: ConcentratedPromise, levels_from: str) -> None:
    """Draw what everybody will have paid once one more is released with Gaussian noise.

    levels_from : see `ReleaseRequest`.
    """
    asked = plan.epsilon if is_asked(levels_from) else None
    afterwards = history.ledger().together(digest, plan.delta, rho=plan.guaranteed, asked=asked)
    st.markdown(_concentrated_total(digest, afterwards, plan.guaranteed.size))
    if afterwards.beyond and history.ledger():
        notices.warning(_beyond(afterwards.beyond))


def _concentrated_total(digest: str, afterwards: ConcentratedSoFar, users: int) -> str:
    """Say what everybody will have paid once one more is released, Gaussian noise among it all."""
    most = (
        f"everybody will have paid at most ε = **{number(afterwards.epsilon)}** but for a chance "
        f"δ = {number(afterwards.delta)} (ρ = {number(afterwards.rho)})"
    )
    if not history.ledger():
        return (
            f"This would be the **first release** of this session: with it {most}. The ρ of each "
            "further one is added; one mean with ε counts as ρ = ε²/2."
        )
    before = history.ledger().concentrated_so_far(digest, afterwards.delta, users)
    return (
        f"This would be **release {afterwards.releases} of this session**: with it {most} in "
        f"total, up from ε = {number(before.epsilon)} (ρ = {number(before.rho)}) so far. Added up "
        "in zCDP, where one mean with ε counts as ρ = ε²/2, or the ε of means besides what the ρ "
        f"of the others implies, whichever is less. {_ELSEWHERE}"
    )


def draw_exposed(most: float) -> None:
    """Say before the release that a level promises next to nothing, as its receipt will.

    most : ε of the most exposed person.
    """
    if most > MOST_IN_ODDS:
        notices.marked(
            "warning",
            f"**ε = {number(most)} promises next to nothing** to the most exposed person: what is "
            "published may change the odds of a guess about them "
            f"{number(odds_factor(MOST_IN_ODDS), 2)} times and more. The receipt will say so.",
            icon=":material/lock_open:",
        )


def draw_failing(delta: float, users: int) -> None:
    """Say before the release that its ε may fail for somebody in every release.

    delta : the chance that it fails.
    """
    if delta * users >= 1.0:
        notices.marked(
            "warning",
            f"**δ = {number(delta)} is large for {users:,} people**: to publish the values of "
            f"{int(delta * users):,} of them would keep such a promise. Take one far below "
            f"{number(1.0 / users)}.",
            icon=":material/casino:",
        )


def draw_public(request: ReleaseRequest) -> None:
    """Say what else the receipt gives away, before anything is given away."""
    if request.levels_column:
        notices.marked(
            "info",
            f"**{literal(request.levels_column)} becomes public**: the receipt lists every "
            "level in this column and how many people ask for it. No noise protects it, so "
            "use it only if what a person asks for is no secret.",
            icon=":material/public:",
        )


def draw_check(key: str, promised: str) -> bool:
    """Ask anew after every release and every change of what will be released.

    promised : what it is, as Markdown.
    """
    return st.checkbox(
        f"I have checked this promise of **{promised}**. I understand that a release cannot be "
        "taken back",
        key=key,
    )


def draw_heading(now: int) -> None:
    """Draw the heading of the last step, and that there is a receipt."""
    steps.draw_heading(4, now)
    if now == steps.ALL_DONE:
        notices.marked(
            "success",
            f"**Released.** [The receipt is at the top]({history.LINK}). Check the promise "
            "above once more to release another: it would add up.",
            icon=":material/receipt_long:",
        )


def draw_button(now: int, key: str, release: Callable[..., None], *about: object) -> None:
    """Draw the button that calls `release(*about)`, with the very plan that is on the screen.

    What is typed reaches the server together with the click that leaves the entry: then the promise
    on the screen is no longer the one that was checked, and nothing is released.
    """
    if st.session_state.pop(_CHANGED, False):
        notices.marked(
            "warning",
            "**Nothing was released.** Something was changed in the same moment: check the promise "
            "as it stands now.",
            icon=":material/published_with_changes:",
        )
    st.button(
        "Release now",
        type="primary",
        icon=":material/lock_open:",
        disabled=now != 4,
        key=f"{key}_now",
        on_click=_release_as_promised,
        args=(_set_now(), release, about),
    )


def _release_as_promised(
    promised: Mapping[str, object], release: Callable[..., None], about: tuple[object, ...]
) -> None:
    """Release, unless something was set since the promise was drawn."""
    if _set_now() == promised:
        release(*about)
    else:
        st.session_state[_CHANGED] = True


def _set_now() -> dict[str, object]:
    """Return all that a promise may depend on: this page's entries and the controls beside."""
    entries = {
        str(key): value
        for key, value in st.session_state.items()
        if str(key).startswith("release_") and isinstance(value, str | float | int | list)
    }
    for key in [key for key in entries if key.startswith(("release_understood", _CHANGED))]:
        del entries[key]
    return {**state.present(), **entries}
