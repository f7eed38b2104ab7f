"""The promise and the release of a regression: noise on sums, and all else computed from those.

Everything before the release comes from a plan that no value enters.
"""

from __future__ import annotations

import hashlib
import secrets
from datetime import UTC, datetime

import streamlit as st

from hetdp_core.computation import Call
from hetdp_core.counted import counted
from hetdp_core.datasets import Dataset
from hetdp_core.errors import HetDPError
from hetdp_core.figures.release import regression as figures
from hetdp_core.figures.release import several as several_figures
from hetdp_core.figures.text import number, share
from hetdp_core.release import (
    RegressionPlan,
    RegressionRequest,
    prepare_regression,
    regression_request,
    release_regression,
)
from hetdp_core.release.promised import useful_delta
from hetdp_core.release.regression_receipt import reach_sentence
from pages.inside.release import history, levels, paying, preview, several, steps
from pages.shared.controls.scenario import Scenario
from pages.shared.frame import rows
from pages.shared.tables import data_source
from pages.shared.tables.own_table import own_digest
from pages.shared.words import notices
from pages.shared.words.literal import literal

_JUDGED = "release_regression_judged"


def is_possible(dataset: Dataset) -> bool:
    """Say whether there is a number to predict and another column to predict it from."""
    return bool(dataset.numeric_columns()) and len(_usable(dataset)) > 1


def _usable(dataset: Dataset) -> list[str]:
    return [one.name for one in dataset.info.columns if one.kind != "level"]


def preview_and_release(shared: Scenario, dataset: Dataset) -> int:
    """Draw the promise and the release; return the step that the user has come to."""
    digest = own_digest()
    try:
        plan = prepare_regression(_request(shared, dataset))
    except HetDPError as error:
        notices.error(error)
        steps.draw_heading(4, 3)
        return 3
    _draw_promise(plan)
    paying.draw_exposed(plan.largest_epsilon)
    paying.draw_failing(plan.delta, plan.epsilon.size)
    paying.draw_public(plan.request.target)
    key = f"release_understood_{_fingerprint(plan.request)}_{len(history.ledger())}"
    understood = paying.draw_check(key, f"a regression of {literal(plan.request.target.column)}")
    now = 4 if understood else steps.ALL_DONE if history.ledger().is_released_from(digest) else 3
    paying.draw_heading(now)
    paying.draw_concentrated_total(digest, plan, plan.request.target.levels_from)
    paying.draw_button(now, key, _release, plan, dataset)
    return now


def _request(shared: Scenario, dataset: Dataset) -> RegressionRequest:
    left, middle, right = st.columns(3)
    with left:
        numbers = dataset.numeric_columns()
        last = len(numbers) - 1
        target = str(st.selectbox("Predict", numbers, index=last, key="release_target"))
        others = [name for name in _usable(dataset) if name != target]
        features = st.multiselect(
            "from", others, others, key=f"release_features_{numbers.index(target)}"
        )
    request_of = levels.of(shared, dataset, middle, right)
    with middle:
        delta = several.draw_delta()
    judged = st.toggle(
        "Judge it: is the regression better than the mean?",
        key=_JUDGED,
        help="One record in five, drawn by row numbers, takes no part in the regression. These "
        "records say, with noise, which of the two predicts better. Everybody still spends their "
        "level once: in the regression, or in the verdict.",
    )
    table = data_source.step(dataset.info.key)
    delta = useful_delta(delta, several.CHANCE)
    asked = Call(regression_request, table, request_of(target), tuple(features), delta, judged)
    return asked.run()


def _draw_promise(plan: RegressionPlan) -> None:
    request = plan.request
    target = request.target
    unit = f" {literal(target.unit)}" if target.unit else ""
    sums, people = len(plan.coding.pairs[0]), counted(len(plan.weights), "person", "people")
    st.markdown(
        f"**{counted(plan.coding.dimension, 'coefficient')}** that predict "
        f"**{literal(target.column)}**, "
        f"computed from {counted(sums, 'sum')} over {people} with Gaussian noise on each, and the "
        f"mean within ± {number(plan.mean_half_width)}{unit} of what it would be without noise, 19 "
        f"times out of 20.{_verdict(plan)}"
    )
    with st.container():  # its own place: what comes below is not moved by what is said here
        _draw_reach(plan)
    first, second, third = st.columns(3)
    first.metric(
        "Noise on each average ±",
        number(plan.spreads[0]),
        help="One standard deviation, where everything lies between −1 and 1: the averages of "
        "products of features, of which there may be many.",
    )
    second.metric(
        "λ, from public numbers alone",
        number(plan.lam),
        help="As far as the noise moves the eigenvalues of the features' matrix. Your data have no "
        "part in it.",
    )
    third.metric(
        "What λ leaves of coefficients",
        f"at most {share(plan.kept_at_most)}",
        help="Of their size, on average over the directions of the features: λ draws coefficients "
        "towards none. A bound from public numbers; where a feature varies little, less is left.",
    )
    features = figures.features(plan)
    rows.draw(features, "For each feature: how it enters, and what is declared of it")
    st.markdown(
        "What is guaranteed to whom, for **all of this together**: ρ of zero-concentrated privacy "
        f"(zCDP), which implies the ε beside it but for a chance δ = {number(plan.delta)}. That is "
        "weaker than ε always, which a release of one mean keeps."
    )
    preview.draw_promised(
        several_figures.promise(plan, 12),
        "For each level asked: people, ρ, and the ε that it implies",
    )
    _draw_floats()
    preview.draw_public_alone(len(plan.groups))


def _draw_reach(plan: RegressionPlan) -> None:
    """Say what the verdict will be able to tell, where there is to be one."""
    if plan.verdict is None:
        return
    reach = literal(reach_sentence(plan.verdict, plan.request.target), 1_000)
    said = f"**Known before it is released.** {reach}"
    notices.marked("info", said, icon=":material/balance:")


def _verdict(plan: RegressionPlan) -> str:
    if plan.verdict is None:
        return ""
    held = plan.verdict.request.users
    return (
        f" Another {counted(held, 'person', 'people')} {'is' if held == 1 else 'are'} held back: "
        "they say which of the two predicts better, the regression or that mean."
    )


def _draw_floats() -> None:
    with st.expander("How floats are handled", key="release_floats"):
        st.markdown(
            "A proof of privacy is about exact numbers, a computer rounds. Noise added to the "
            "coefficients themselves would have to allow for every rounding of the solver. Here "
            "**nothing that is protected is ever a float**:\n\n"
            "1. Each record becomes whole numbers by itself: its place between the declared "
            "bounds.\n"
            "2. Their weighted sums of products are exact, in 64 bits. One record moves all of "
            "them together by at most its weight times a number known beforehand.\n"
            "3. Noise is added to these whole numbers, sampled exactly by opendp (the discrete "
            "Gaussian).\n"
            "4. Coefficients, their errors and the mean are computed from the **noisy** sums. "
            "Rounding there changes an answer by a hair and a promise by nothing.\n\n"
            "The noisy sums stand in the receipt (json), so what is computed from them later is "
            "free: the receipt says what."
        )


def _fingerprint(request: RegressionRequest) -> str:
    """Of all that is chosen; it names widgets and is shown nowhere."""
    target = request.target
    columns = [(one.name, one.kind, one.bounds, one.categories) for one in request.features]
    chosen = (target.column, target.unit, target.bounds, target.levels_from, target.levels_column)
    said = repr((own_digest(), chosen, columns, request.delta, request.judged))
    return hashlib.sha256(said.encode() + request.epsilon.tobytes()).hexdigest()[:12]


def _release(plan: RegressionPlan, dataset: Dataset) -> None:
    identifier = secrets.token_hex(8)
    made = release_regression(plan, dataset.frame, when=datetime.now(UTC), identifier=identifier)
    history.add(own_digest(), made)
