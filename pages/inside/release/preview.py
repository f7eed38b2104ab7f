"""A release, step by step: what will be guaranteed, how large the noise will be, the confirmation.

Everything before the release comes from a `ReleasePlan`, which no value enters.
"""

from __future__ import annotations

import numpy as np
import pandas as pd
import streamlit as st

from hetdp_core.calls import Call
from hetdp_core.datasets import Dataset
from hetdp_core.errors import HetDPError
from hetdp_core.figures import outcomes
from hetdp_core.figures import release as figures
from hetdp_core.figures.text import number
from hetdp_core.numerals import counted
from hetdp_core.release import GivenSoFar, ReleasePlan, ReleaseRequest, prepare
from hetdp_core.release.plan import expected_error
from pages.inside.release import declare, history, levels, paying, steps
from pages.inside.release.history import draw_history
from pages.shared import page_paths
from pages.shared.cache import value
from pages.shared.controls import catalog, panel
from pages.shared.controls.scenario import Scenario
from pages.shared.figure.live_figure import live_figure
from pages.shared.frame import cards
from pages.shared.tables.own_table import own_token
from pages.shared.text import notices
from pages.shared.text.literal import literal

_PLAYED = 0
"""Seed of the order in which noises are played; the noise of a release has none."""

_ASKED_PX = 120
"""Of a column of levels: on a phone it is wider than its heading."""


def draw_release(shared: Scenario) -> None:
    """Draw where the user is, what was released, and the four steps as far as they are due."""
    row = st.container()  # what it says is known once the steps are drawn
    draw_history()
    now = steps.step_of_table()
    steps.draw_table(now)
    dataset = steps.table_in_use()
    if dataset is None:
        rest_is_later()
    else:
        steps.draw_heading(3, 3)
        now = preview_and_release(shared, dataset)
    steps.draw_row(row, now)


def preview_and_release(shared: Scenario, dataset: Dataset) -> int:
    """Draw the promise and the release; return the step that the user has come to.

    Bad input shows one sentence and nothing is released.
    """
    try:
        request = _request(shared, dataset)
        computed = Call(prepare, request, shrunk=_draw_shrinking(request))
        plan: ReleasePlan = value(computed)
        computed = computed.with_value(plan)
    except HetDPError as error:
        notices.error(error)
        steps.draw_heading(4, 3)
        return 3
    ledger, table = history.ledger(), own_token()
    afterwards = ledger.with_one_mean(table, plan.guaranteed, plan.request.epsilon)
    _draw_promise(plan, afterwards, computed)
    paying.draw_exposed(float(plan.guaranteed.max()))
    paying.draw_public(plan.request)
    understood = paying.draw_check(plan, afterwards.in_all)
    released = ledger.has_mean_of(table, plan.request.column)
    now = 4 if understood else steps.ALL_DONE if released else 3
    paying.draw_heading(now)
    paying.draw_total(table, plan, afterwards)
    paying.draw_button(plan if understood else None)
    return now


def rest_is_later() -> None:
    """Say what the last two steps will hold."""
    for later in (3, 4):
        steps.draw_heading(later, 1)


# --- what to release ------------------------------------------------------------------


def _request(shared: Scenario, dataset: Dataset) -> Call[ReleaseRequest]:
    """Draw the choice, of this session alone: column names of a private table are in no link."""
    left, middle, right = st.columns(3)
    with left:
        column = declare.draw_column("Release the mean of", dataset.numeric_columns())
    everybody = bool(panel.draw(catalog.tabs.EVERYBODY))
    return levels.of(shared, dataset, everybody, middle, right)(column)


def _draw_shrinking(request: Call[ReleaseRequest]) -> bool:
    """Draw the choice; an answer about these very people is shrunk as it is best by itself."""
    return not value(request).everybody and st.toggle(
        "Shrink the answer to the middle of the bounds",
        key="release_shrunk",
        help="Multiplies the distance of the noisy mean to the middle by a number below 1, known "
        "beforehand. The worst case gets smaller, and no privacy is lost; but the answer leans to "
        "the middle. Worth it where noise is large; leave it off where values lie far from the "
        "middle.",
    )


# --- what will be promised ------------------------------------------------------------


def _draw_promise(plan: ReleasePlan, afterwards: GivenSoFar, computed: Call[ReleasePlan]) -> None:
    request = plan.request
    unit = f" {literal(request.unit)}" if request.unit else ""
    low, high = request.bounds
    st.markdown(
        f"One number: the mean of **{literal(request.column)}** over "
        f"{counted(request.users, 'person', 'people')}, within ± "
        f"{number(plan.half_width)}{unit} of {_of_what(plan)}. Whatever one person's value is "
        f"(from {number(low)} to {number(high)}{unit}), the answer changes the odds of any "
        "guess about it by at most the factor in the table."
    )
    _warn_of_pull(plan, unit)
    first, second = st.columns([1, 2], vertical_alignment="center")
    with first:
        st.metric("People", f"{request.users:,}")
        most = number(float(plan.guaranteed.max()))
        st.metric("Nobody is exposed to more than", f"ε = {most}")
    with second:
        cards.draw_cards(cards.release_cards(plan, unit), "release")
        if len(plan.groups) > 1:
            st.page_link(
                page_paths.DECISION,
                label="Before you release: weigh it against one ε for everybody, or no release",
                icon=":material/gavel:",
            )
    _draw_noise(plan, computed)
    if len(plan.groups) > 1:  # one level is one flat line
        live_figure(
            figures.promise(plan),
            key="release_promise",
            name="Privacy asked and privacy guaranteed to every person by this release",
            numbers=Call(figures.promise_table_alone, computed),
            height=340,
        )
    _draw_promised(
        figures.promise_table(plan, afterwards, most=12),
        "For each level asked: people, guarantee, and what it adds up to",
    )
    _draw_public_alone(len(plan.groups))


def _warn_of_pull(plan: ReleasePlan, unit: str) -> None:
    """Say so where weights, not noise, are what the number may be off by."""
    pull = expected_error(plan).pull
    if pull > plan.half_width:
        notices.marked(
            "warning",
            f"**Unequal weights may take the number further than its noise: by up to ± "
            f"{number(pull)}{unit}** from the mean in which all count the same, if those who ask "
            f"for more privacy have other values than the rest. ± {number(plan.half_width)}{unit} "
            "is the noise alone.",
        )


def _draw_public_alone(levels: int) -> None:
    """Say from what all that stands above was computed, and who weighs more.

    levels : how many different ones are asked for.
    """
    weigh = (
        "People who ask for less privacy weigh more."
        if levels > 1
        else "Everybody weighs the same."
    )
    st.caption(
        "All of this follows from the bounds, the levels and the number of rows, which are taken "
        "as public; no value has been looked at. Values outside the bounds will be clipped, "
        "missing ones will count as the middle of the range, and neither will be counted here: "
        "how far that moves the mean is in no ± above. " + weigh
    )


def _draw_promised(table: pd.DataFrame, alt: str) -> None:
    """Draw the whole table of who is guaranteed what, and how to read it."""
    st.dataframe(
        table,
        hide_index=True,
        height="content",
        column_config={"asked ε": st.column_config.Column(width=_ASKED_PX)},
        alt=alt,
    )
    if len(table) > 1:
        spans = any(" to " in str(cell) for cell in table.to_numpy().ravel())
        st.caption(
            "By this release everybody is guaranteed the ε they asked for, or a smaller one, which "
            f"is more privacy; with earlier ones it adds up.{_OF_A_SPAN if spans else ''}"
        )


_OF_A_SPAN = (
    " Of “0.3 to 0.5” the first number is for the strictest people of the row, the second for the "
    "most relaxed."
)


def _of_what(plan: ReleasePlan) -> str:
    """Say what the answer is near to, and how often."""
    if plan.request.everybody:
        return "the mean of these people, each counted the same, 19 times out of 20"
    without = "what it would be without noise, 19 times out of 20"
    if plan.shrink == 1.0:
        return without
    return (
        f"{without}, and then **shrunk to {number(plan.shrink, 4)} of its distance to the middle** "
        "of the bounds. The receipt says both, and its interval is that before shrinking"
    )


def _draw_noise(plan: ReleasePlan, computed: Call[ReleasePlan]) -> None:
    """Draw how far twenty releases may lie from the mean without noise: from the plan alone."""
    step = Call(ReleasePlan.twenty_noises, computed, Call(np.random.default_rng, _PLAYED))
    noises = value(step)
    unit = f" {literal(noises.unit)}" if noises.unit else ""
    before = " before it is shrunk" if plan.shrink < 1.0 else ""
    st.markdown(
        "**Twenty releases you might get**, each as likely as the others: a dot is how far one "
        f"may lie from the mean without noise{before}. 18 of 20 lie "
        f"{outcomes.usually(noises, unit)} of it."
    )
    figure, frames = outcomes.dotplot(
        noises, "Away from the mean without noise", {"no noise": 0.0}, each="This release is off by"
    )
    live_figure(
        figure,
        key="release_noise",
        name="How far twenty releases may lie from the mean without noise",
        numbers=Call(outcomes.one_table, step),
        frames=frames,
        height=outcomes.height_of(1),
    )
