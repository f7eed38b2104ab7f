"""The promise and the release of several means at once, with Gaussian noise.

Everything before the release comes from a plan that no value enters.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime

import numpy as np
import streamlit as st

from hetdp_core.computation import Call
from hetdp_core.counted import counted
from hetdp_core.datasets import Dataset
from hetdp_core.errors import HetDPError
from hetdp_core.figures.release import several as figures
from hetdp_core.figures.text import number
from hetdp_core.release import (
    SeveralReleasePlan,
    SeveralRequest,
    prepare_several,
    release_means,
)
from hetdp_core.release.promised import useful_delta
from pages.inside.release import history, levels, paying, preview, steps
from pages.shared.controls.scenario import Scenario
from pages.shared.tables.own_table import own_digest
from pages.shared.words import notices

CHANCE = "Chance δ that ε fails"


def preview_and_release(shared: Scenario, dataset: Dataset) -> int:
    """Draw the promise and the release; return the step that the user has come to."""
    digest = own_digest()
    try:
        plan = prepare_several(_request(shared, dataset))
    except HetDPError as error:
        notices.error(error)
        steps.draw_heading(4, 3)
        return 3
    _draw_promise(plan)
    paying.draw_exposed(plan.largest_epsilon)
    paying.draw_failing(plan.delta, plan.epsilon.size)
    paying.draw_public(plan.request.columns[0])
    key = f"release_understood_{_fingerprint(plan.request)}_{len(history.ledger())}"
    understood = paying.draw_check(key, counted(len(plan.request.columns), "mean") + " at once")
    now = 4 if understood else steps.ALL_DONE if history.ledger().is_released_from(digest) else 3
    paying.draw_heading(now)
    paying.draw_concentrated_total(digest, plan, plan.request.columns[0].levels_from)
    paying.draw_button(now, key, _release, plan, dataset)
    return now


def _request(shared: Scenario, dataset: Dataset) -> SeveralRequest:
    left, middle, right = st.columns(3)
    with left:
        names = dataset.numeric_columns()
        chosen = st.multiselect("Release the means of", names, names, key="release_columns")
        delta = draw_delta()
    request_of = levels.of(shared, dataset, middle, right)
    columns = tuple(request_of(str(name)) for name in chosen)
    return Call(SeveralRequest, columns, useful_delta(delta, CHANCE)).run()


def draw_delta() -> float:
    """Draw the chance with which the ε of releases with Gaussian noise may fail.

    The entry has no limits of its own: a browser would keep what it refuses to itself, and a
    release would go on with the chance before.  `useful_delta` checks it, once all is drawn.
    """
    delta = st.number_input(
        CHANCE,
        value=1e-6,
        step=1e-6,
        format="%g",
        key="release_delta",
        help="The same for everybody. Far below one in the number of people: with this chance the "
        "promise may not hold.",
    )
    return float(delta)


def _draw_promise(plan: SeveralReleasePlan) -> None:
    request = plan.request
    many = len(request.columns)
    st.markdown(
        f"**{counted(many, 'number')}** over {counted(request.users, 'person', 'people')}, with "
        "Gaussian noise. 19 times out of "
        "20 **all** of them lie within what stands after ± of what they would be without noise."
    )
    st.dataframe(
        figures.means(plan),
        hide_index=True,
        alt="For each mean: how far the noise may take it, and its declared bounds",
    )
    st.markdown(
        "What is guaranteed to whom, for **all columns together**: ρ of zero-concentrated privacy "
        f"(zCDP), which implies the ε beside it but for a chance δ = {number(request.delta)}. That "
        "is weaker than ε always, which a release of one mean keeps."
    )
    preview.draw_promised(
        figures.promise(plan, 12),
        "For each level asked: people, ρ, and the ε that it implies",
    )
    preview.draw_public_alone(len(plan.groups))


def _fingerprint(request: SeveralRequest) -> str:
    """Of all that is chosen; it names widgets and is shown nowhere."""
    columns = [(one.column, one.unit, one.bounds, one.levels_from) for one in request.columns]
    said = repr((own_digest(), columns, request.columns[0].levels_column, request.delta))
    return hashlib.sha256(said.encode() + request.epsilon.tobytes()).hexdigest()[:12]


def _release(plan: SeveralReleasePlan, dataset: Dataset) -> None:
    names = [one.column for one in plan.request.columns]
    values = dataset.frame[names].to_numpy(dtype=np.float64)
    identifier = secrets.token_hex(8)
    made = release_means(plan, values, when=datetime.now(UTC), identifier=identifier)
    history.add(own_digest(), made)
