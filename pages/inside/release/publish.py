"""The last step: the guarantees, the confirmation, and the release.

Everything before the release comes from a `ReleasePlan`, which no value enters.  What one more
release costs stands right before its button, whether it is the first or the fifth.
"""

from __future__ import annotations

import hashlib

import pandas as pd
import streamlit as st

from hetdp_core.datasets import Dataset
from hetdp_core.errors import HetDPError
from hetdp_core.figures import decision as words
from hetdp_core.figures import release as figures
from hetdp_core.figures.formats import bound, number, with_unit
from hetdp_core.numerals import counted
from hetdp_core.release import GivenSoFar, ReleasePlan
from hetdp_core.release.plan import CHANCE
from hetdp_core.release.receipt import (
    COUNTS,
    HOLDS_SAMPLING,
    STRICTEST,
    how_often,
    no_more,
    not_covered,
)
from hetdp_core.release.request import counts_as
from pages.inside.release import history, levels, options, printed, questions
from pages.inside.release.once import Checked
from pages.shared.cache import value
from pages.shared.controls import state, table_choice
from pages.shared.controls.scenario import Scenario
from pages.shared.tables.own_table import in_use, own_dataset
from pages.shared.text import notices
from pages.shared.text.notices import literal

_REQUESTED_PX = 120
"""Of a column of levels: on a phone it is wider than its heading."""

_LONGEST = 1_000
"""Letters of a sentence of ours that holds names of columns and units."""

_NO_WORDS = " No word is listed, because a word may say more about a person than its level."
_UNDERSTOOD = "release_understood"
_NOTHING = {
    "already": ("**Released already: the receipt is above.** This click released nothing more."),
    "changed": (
        "**Nothing was released.** Something changed at the same moment. Check the promise again."
    ),
}
"""Why a click released nothing."""


def draw(own: Dataset, shared: Scenario) -> bool:
    """Draw the promise and the release; return whether the mean was released and none is checked.

    Bad input shows one sentence and nothing is released.
    """
    try:
        question, place = questions.chosen(own, shared)
        decision = value(questions.decision(question, shared, None))
        option = decision.options[place]
        plan = value(questions.plan(question, option))
        asks = None
        if question.levels.source == table_choice.COLUMN:
            asks = value(questions.request(question)).epsilon
        beyond = questions.beyond_in_all(question, plan.guaranteed)
    except HetDPError as error:
        notices.error(error)
        return False
    ledger, table = history.ledger(), in_use().token
    released = ledger.has_mean_of(table, plan.request.column)
    afterwards = ledger.with_one_mean(table, plan.guaranteed, plan.request.epsilon)
    published = options.published(decision, question)
    sheet = printed.decided(decision, question, None, option, beyond, published)
    checked = Checked(plan, sheet, asks)
    again = released and questions.is_chosen_since_the_last_release()
    if released:
        last = questions.receipts(question)[0]
        notices.marked(
            "info" if again else "success",
            f"**Published{' before' * again}: {literal(last.result)}**, the {literal(last.what)}. "
            f"[The receipt is at the top]({history.LINK}). One more release adds its ε to the "
            "total.",
            icon=":material/receipt_long:",
        )
    if released and not again:
        printed.draw(sheet, question)
    if column := question.levels.asked_in:
        has_words = any(word for word, _ in own.info.column(column).words)  # not empty cells alone
        said = COUNTS + (_NO_WORDS if has_words else "")
        if option.assigned:
            said = STRICTEST
        notices.marked("info", f"**{literal(column)}**: {said}", icon=":material/public:")
    levels.draw_asking_less(own, question.levels)
    refused = st.container()
    with st.expander("One more release of this mean", again) if released else st.container():
        advised = f"{words.recommendation(decision, published.exceeds)}. {words.reason(decision)}"
        against = "" if decision.recommended in (None, place) else advised
        understood = _draw_release(checked, against, afterwards, released)
    if refusal := history.releases().refusal:
        with refused:
            notices.marked("warning", _NOTHING[refusal], icon=":material/published_with_changes:")
    if again or not released:
        printed.draw(sheet, question, is_new=True)
    return released and not understood


def _draw_release(checked: Checked, against: str, afterwards: GivenSoFar, released: bool) -> bool:
    """Draw what would be promised, and the button; return whether the promise is checked.

    against : what the rule recommends in its place, and why; "" where it is recommended.
    released : whether this mean was released before.
    """
    plan = checked.plan
    _draw_promise(plan)
    _draw_promised(plan, figures.promise_table(plan, afterwards))
    options.draw_exposed(float(plan.guaranteed.max()))
    _draw_total(checked, afterwards)
    if against:
        said = f"**The rule does not recommend this.** {literal(against, _LONGEST)}"
        notices.marked("warning", said)
    total = f"ε = {bound(afterwards.most)} in total" if afterwards.in_all > 1 else ""
    understood = _draw_check(plan, afterwards.in_all, total, released)
    _draw_button(checked if understood else None, total if released else "")
    return understood


def _draw_promise(plan: ReleasePlan) -> None:
    request = plan.request
    low, high = request.bounds
    off = literal(f"± {figures.error_in_words(request, plan.plus_minus)}")
    most = literal(with_unit(number(high), request.unit))
    what, value_is = "mean of", f"A person's value may be anything from {number(low)} to {most}."
    if request.share_of:
        what = f"share of “{literal(request.share_of)}” in"
        counted_as = literal(counts_as(request.read_as))
        value_is = f"{counted_as}, anything else as one half; a person's answer may be any of them."
    left_out = literal(not_covered(request.bounds, request.unit, bool(request.share_of)), _LONGEST)
    near_to, sampled = "the population’s mean", f" {HOLDS_SAMPLING}"
    weighted = "weighted " * (not request.everybody and len(plan.groups) > 1)
    if request.everybody:
        near_to, sampled = "the mean of these people with equal weights", ""
    st.markdown(
        f"You publish the {weighted}{what} **{literal(request.column)}** of "
        f"{counted(request.users, 'person', 'people')}. It lies within **{off}** of {near_to}, "
        f"{how_often(CHANCE)}.{sampled} {left_out}\n\n"
        f"{value_is} The result changes the odds of any guess about it by at most the factor in "
        "the table."
    )
    if unequal := options.about_unequal(plan):
        notices.marked("warning", f"{literal(unequal, _LONGEST)} {off} does not include that.")


def _draw_promised(plan: ReleasePlan, table: pd.DataFrame) -> None:
    """Draw who is guaranteed what, and how to read it."""
    st.dataframe(
        table,
        hide_index=True,
        height="content",
        column_config={table.columns[0]: st.column_config.Column(width=_REQUESTED_PX)},
        alt="For each level requested: people, guarantee, and what it adds up to",
    )
    spans = any(" to " in str(cell) for cell in table.to_numpy().ravel())
    st.caption(
        "All of this follows from the bounds, the ε given and the number of rows, which become "
        f"public. No value is used. {no_more(plan.groups[-1].guaranteed, plan.groups[-1].level)}"
        f"{' In “0.3 to 0.5” the first number is for the most private people.' if spans else ''}"
    )


def _draw_total(checked: Checked, afterwards: GivenSoFar) -> None:
    """Draw what everybody will have paid once one more mean is released.

    afterwards : ε of all releases together, this one among them.
    """
    plan, before = checked.plan, ""
    kind = "rehearsal" if plan.request.simulated else "release"
    which = f"the **first {kind}"
    if afterwards.in_all > 1:
        which = f"**{kind} {afterwards.in_all}"
        given = history.ledger().given_away(in_use().token, plan.guaranteed.size)
        before = f"So far it is at most {bound(given)}. Both are rounded up. "
    if afterwards.elsewhere:
        before += f"{afterwards.elsewhere} of these releases came from another upload. Nobody can "
        before += f"tell here who is in both, so they count for everyone. {history.WAY_OUT} "
    st.markdown(
        f"This would be {which} counted here**: with it nobody's total ε exceeds "
        f"**{bound(afterwards.most)}**. {before}Each further release adds its ε to the total, also "
        "from another table. To add up a release made elsewhere, add its receipt."
    )
    history.draw_bringing()
    if checked.decided and (beyond := checked.decided.beyond):
        is_strictest = plan.request.levels_from == "strictest"
        how_many = (
            "that there are some, but not how many" if is_strictest else "how many people that are"
        )
        notices.warning(
            f"{beyond} If a level is meant for all releases together, and not for each release, "
            f"this release exceeds it. The receipt says {how_many}."
        )


def _draw_check(plan: ReleasePlan, place: int, total: str, released: bool) -> bool:
    """Ask again after every release, every change of what will be released, and of its reading.

    place : of the release among all that are known.
    total : what this one makes of all; "" for the first.
    released : whether the same mean was.
    """
    request = plan.request
    chosen = (request.column, request.unit, request.bounds, request.levels_from)
    about = (request.everybody, request.levels_column, place)
    own = own_dataset()
    promise = repr((own.info.key if own else "", *chosen, *about))
    checked = hashlib.sha256(promise.encode() + request.epsilon.tobytes()).hexdigest()[:12]
    again = "It was released already, and once more makes" if released else "It makes"
    once_more = f". **{again} {total}**" if total else ""
    return st.checkbox(
        f"I have checked this promise about **{literal(request.column)}**. I understand "
        f"that a release cannot be taken back{once_more}",
        key=f"{_UNDERSTOOD}_{checked}",
    )


def _draw_button(checked: Checked | None, total: str) -> None:
    """Draw the button that releases what was checked, once; a dead one while nothing is.

    total : as of `_draw_check` and `_draw_release`.

    What is typed reaches the server together with the click that leaves the entry: then the promise
    on the screen is no longer the one that was checked, and nothing is released.
    """
    releases = history.releases()
    if checked is None:
        releases.withdraw()
    token = releases.promised(_set_now(), checked) if checked else ""
    st.button(
        f"Release once more: {total}" if total else "Release now",
        type="primary",
        icon=":material/lock_open:",
        disabled=checked is None,
        key=f"release_now_{token}",
        on_click=lambda: history.release_once(token, _set_now()),
    )
    if checked is None:
        st.caption("To release, tick the box above.")


def _set_now() -> list[tuple[str, object]]:
    """Return all that a promise may depend on: the table, this page's entries, the controls beside.

    Entries alone whose values are read off them: tables and what was computed are no settings.
    """
    own = own_dataset()
    table = {"table": in_use().token, "declared": own.info.key if own else ""}
    entries = {
        str(key): value
        for key, value in st.session_state.items()
        if str(key).startswith("release_") and isinstance(value, str | float | int)
    }
    for key in [key for key in entries if key.startswith((_UNDERSTOOD, "release_now"))]:
        del entries[key]
    return sorted({**state.current_state(), **entries, **table}.items())
