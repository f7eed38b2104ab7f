"""What will be guaranteed and how large the noise will be, the confirmation, the release.

Everything before the release comes from a `ReleasePlan`, which no value enters.
"""

from __future__ import annotations

import hashlib
import re
import secrets
from datetime import UTC, datetime

import numpy as np
import streamlit as st

from hetdp_core.datasets import Dataset
from hetdp_core.errors import HetDPError, InvalidInput
from hetdp_core.figures import release as figures
from hetdp_core.figures import release_tables as tables
from hetdp_core.figures.text import number
from hetdp_core.recipes import Call, Step
from hetdp_core.release import (
    GivenSoFar,
    ReleasePlan,
    ReleaseRequest,
    compose,
    prepare,
    release_mean,
    request_for,
)
from pages.shared import recipes, release_history
from pages.shared.live_figure import live_figure
from pages.shared.own_table import own_digest
from pages.shared.plain import plain
from pages.shared.scenario import Scenario

_LEVELS = {"column": "A column of my table", "profile": "The privacy profile in the sidebar"}
_EPSILON_NAME = re.compile(r"eps(ilon)?|ε|privacy(_level|_budget)?", re.IGNORECASE)


def preview_and_release(shared: Scenario, dataset: Dataset) -> None:
    """Choose, see the promise, confirm; bad input shows one sentence and nothing is released."""
    try:
        computed = Call(prepare, _request(shared, dataset)).named("plan")
        plan: ReleasePlan = computed.run()
    except HetDPError as error:
        st.error(plain(str(error)))
        return
    earlier = release_history.guaranteed_before(own_digest())
    afterwards = compose([*earlier, plan.guaranteed], plan.request.epsilon)
    _draw_promise(plan, afterwards, computed)
    _confirm(plan, dataset, len(earlier))


# --- what to release ------------------------------------------------------------------


def _request(shared: Scenario, dataset: Dataset) -> Step:
    """What is chosen stays in this session: column names of a private table are no link."""
    columns = list(dataset.numeric_columns())
    likely = [name for name in columns if _EPSILON_NAME.fullmatch(name)]
    means = [name for name in columns if name not in likely] or columns
    left, middle, right = st.columns(3)
    with left:
        column = st.selectbox("Release the mean of", means, key="release_column")
    with middle:
        source = st.selectbox(
            "What each person asks for (ε)",
            list(_LEVELS),
            index=0 if likely else 1,
            format_func=_LEVELS.__getitem__,
            key="release_levels_from",
        )
    if source == "profile":
        with right:
            st.caption(
                f"Dealt out by chance with seed {shared.seed}: the receipt will say that levels "
                "were assigned, not asked by the persons."
            )
        rows = len(dataset.frame)
        dealt = recipes.levels(shared.profile, rows, shared.seed)
        return Call(request_for, recipes.dataset(dataset.info.key), str(column), dealt, source)
    with right:
        others = [name for name in likely + means if name != column]
        if not others:
            remedy = "declare one, or use the profile"
            raise InvalidInput("column of ε", "must be another one with numbers", "none", remedy)
        asked = st.selectbox("Column of ε", others, key="release_epsilon")
    table = recipes.dataset(dataset.info.key)
    levels = table.attribute("frame").method("get", asked).method("to_numpy", dtype=np.float64)
    return Call(request_for, table, str(column), levels, source)


# --- what will be promised ------------------------------------------------------------


def _draw_promise(plan: ReleasePlan, afterwards: GivenSoFar, computed: Step) -> None:
    request = plan.request
    unit = f" {plain(request.unit)}" if request.unit else ""
    low, high = request.bounds
    st.subheader("What will be promised", anchor=False)
    st.markdown(
        f"One number: the mean of **{plain(request.column)}** over {request.users:,} people, "
        f"within ± {number(plan.half_width)}{unit} of what it would be without noise, 19 times "
        f"out of 20. Whatever one person's value is (from {number(low)} to {number(high)}{unit}), "
        "the answer changes the odds of any guess about it by at most the factor in the table."
    )
    first, second, third = st.columns(3)
    first.metric("People", f"{request.users:,}")
    second.metric("Noise, 95 %", f"± {number(plan.half_width)}{unit}")
    third.metric("Nobody is exposed to more than", f"ε = {number(float(max(plan.guaranteed)))}")
    live_figure(
        figures.promise(plan),
        key="release_promise",
        name="Privacy asked and privacy guaranteed to every person by this release",
        table=tables.promise_alone(plan),
        recipe=Call(tables.promise_alone, computed),
        height=340,
    )
    st.dataframe(
        tables.promise(plan, afterwards, most=12),
        hide_index=True,
        alt="For each level asked: people, guarantee, and what it adds up to",
    )
    st.markdown(_adding_up(afterwards))
    st.caption(
        "All of this follows from the bounds, the levels and the number of rows, which are taken "
        "as public; no value has been looked at. Values outside the bounds will be clipped, "
        "missing ones will count as the middle of the range, and neither will be counted here. "
        "People who ask for less privacy weigh more in the mean."
    )


def _adding_up(afterwards: GivenSoFar) -> str:
    if afterwards.releases == 1:
        return (
            "This would be the **first release** from this file in this session. Each further one "
            "gives away as much again: their ε add up."
        )
    return (
        f"This would be **release {afterwards.releases} from this file**; together they give "
        f"away at most ε = **{number(afterwards.most)}** about anyone. Only this session's "
        "releases are counted."
    )


# --- the confirmation and the release -------------------------------------------------


def _confirm(plan: ReleasePlan, dataset: Dataset, earlier: int) -> None:
    """Asked for anew after every release and every change of what will be released.

    The button is bound to the very plan that is on the screen.
    """
    key = f"release_understood_{_fingerprint(plan.request)}_{earlier}"
    understood = st.checkbox("I understand that a release cannot be taken back", key=key)
    st.button(
        "Release now",
        type="primary",
        icon=":material/lock_open:",
        disabled=not understood,
        key=f"{key}_now",
        on_click=_release,
        args=(plan, dataset),
    )


def _fingerprint(request: ReleaseRequest) -> str:
    """Of all that is chosen; it names widgets and is shown nowhere."""
    said = repr((own_digest(), request.column, request.unit, request.bounds, request.levels_from))
    return hashlib.sha256(said.encode() + request.epsilon.tobytes()).hexdigest()[:12]


def _release(plan: ReleasePlan, dataset: Dataset) -> None:
    values = dataset.frame[plan.request.column].to_numpy(dtype=np.float64)
    identifier = secrets.token_hex(8)
    made = release_mean(plan, values, when=datetime.now(UTC), identifier=identifier)
    release_history.add(own_digest(), made)
