"""The last step: what is guaranteed to whom, the confirmation, and the release.

Everything before the release comes from a `ReleasePlan`, which no value enters.
"""

from __future__ import annotations

import pandas as pd
import streamlit as st

from hetdp_core.datasets import Dataset
from hetdp_core.errors import HetDPError
from hetdp_core.figures import decision as words
from hetdp_core.figures import release as figures
from hetdp_core.figures.formats import bound, number
from hetdp_core.numerals import counted
from hetdp_core.release import ReleasePlan
from hetdp_core.release.plan import CHANCE, expected_error
from hetdp_core.release.private_mean import NOT_COVERED, how_often, no_more
from hetdp_core.release.request import counts_as
from pages.inside.release import history, paying, printed, questions
from pages.shared.cache import value
from pages.shared.controls.scenario import Scenario
from pages.shared.tables.own_table import own_token
from pages.shared.text import notices
from pages.shared.text.notices import literal

_REQUESTED_PX = 120
"""Of a column of levels: on a phone it is wider than its heading."""

_LONGEST = 1_000
"""Letters of a sentence of ours that holds names of columns and units."""


def draw(own: Dataset, shared: Scenario) -> bool:
    """Draw the promise and the release; return whether the mean was released and none is checked.

    Bad input shows one sentence and nothing is released.
    """
    try:
        question, place = questions.chosen(own, shared)
        decision = value(questions.decision(question, shared, None))
        option = decision.options[place]
        shrunk = _draw_shrinking(question)
        plan = value(questions.plan(question, option, shared, shrunk))
    except HetDPError as error:
        notices.error(error)
        return False
    ledger, table = history.ledger(), own_token()
    released = ledger.has_mean_of(table, plan.request.column)
    afterwards = ledger.with_one_mean(table, plan.guaranteed, plan.request.epsilon)
    if released:
        paying.draw_released(questions.receipts(question)[0])
        printed.draw(decision, question, option=option)
    _draw_promise(plan)
    _draw_promised(plan, figures.promise_table(plan, afterwards))
    paying.draw_exposed(float(plan.guaranteed.max()))
    paying.draw_public(plan.request)
    paying.draw_total(table, plan, afterwards)
    if decision.recommended not in (None, place):
        notices.marked(
            "warning",
            f"**The rule does not recommend this.** {literal(words.recommendation(decision))}. "
            f"{literal(words.reason(decision), _LONGEST)}",
        )
    total = f"ε = {bound(afterwards.most)} in total" if released else ""
    understood = paying.draw_check(plan, afterwards.in_all, total)
    paying.draw_button(plan if understood else None, total)
    if not released:
        printed.draw(decision, question, option=option)
    return released and not understood


def _draw_shrinking(question: questions.Question) -> bool:
    """Draw the choice; a result about these people alone is shrunk by itself, as is best."""
    return not question.everybody and st.toggle(
        "Shrink the result to the middle of the bounds",
        key="release_shrunk",
        persist_state="session",
        help="Multiplies the distance from the middle to the noisy mean by a number below 1, known "
        "beforehand. The worst-case error gets smaller, and no privacy is lost. The result "
        "is biased towards the middle. This helps if noise is large. Leave it off if values lie "
        "far from the middle.",
    )


def _draw_promise(plan: ReleasePlan) -> None:
    request = plan.request
    unit = f" {literal(request.unit)}" if request.unit else ""
    low, high = request.bounds
    off = f"± {number(plan.plus_minus)}{unit}"
    words = f" ({literal(counts_as(request.read_as))})" if request.read_as else ""
    st.markdown(
        f"You publish one number: the mean of **{literal(request.column)}** of "
        f"{counted(request.users, 'person', 'people')}. It lies within **{off}** of "
        f"{_of_what(plan)}, {how_often(CHANCE)}.{_shrinking(plan)} {NOT_COVERED}\n\n"
        f"A person's value may be anything from {number(low)} to {number(high)}{unit}{words}. The "
        "result changes the odds of any guess about it by at most the factor in the table."
    )
    pull = expected_error(plan).pull
    if pull > plan.half_width:
        notices.marked(
            "warning",
            "**Unequal weights may move the number further than its noise: by up to "
            f"{bound(pull)}{unit}** from the mean with equal weights. This may happen if people "
            f"who ask for more privacy have other values than the rest. {off} is the noise alone.",
        )


def _of_what(plan: ReleasePlan) -> str:
    """Say what the result is near to."""
    if plan.request.everybody:
        return "the mean of these people with equal weights"
    return "the weighted mean without noise"


def _shrinking(plan: ReleasePlan) -> str:
    """Say that a result about a population is shrunk; "" where it is not."""
    if plan.request.everybody or plan.shrink == 1.0:
        return ""
    return (
        f" It is then **shrunk to {number(plan.shrink, 4)} of its distance to the middle** of the "
        "bounds. The receipt says both. Its interval is the one before shrinking."
    )


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
        "All of this follows from the bounds, the privacy levels and the number of rows, which are "
        f"public. No value is used. {no_more(plan.groups[-1].guaranteed, plan.groups[-1].level)}"
        f"{' Of “0.3 to 0.5” the first number is for the most private people.' if spans else ''}"
    )
