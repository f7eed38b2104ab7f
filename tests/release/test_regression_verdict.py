"""The private verdict on a regression, its receipt, and what is refused."""

import itertools
import json
import math
from datetime import datetime

import numpy as np
import pytest

from hetdp_core.datasets import Dataset, DatasetInfo
from hetdp_core.errors import InvalidInput
from hetdp_core.release import (
    prepare_regression,
    regression_as_json,
    regression_as_text,
    regression_in_short,
    regression_request,
    release_regression,
    request_for,
)
from hetdp_core.release.regression_verdict import CLIP, Verdict, held_back, squared_differences
from hetdp_core.tables.edit import READ_OFF
from tests.release.regressions import (
    AGE,
    DELTA,
    NOON,
    REGION,
    SMOKES,
    WAGE,
    column,
    exact,
    people,
    release,
    request,
)
from tests.tolerance import LONG_FORMULA

# --- the verdict ---------------------------------------------------------------------------


def test_rows_are_held_back_by_their_numbers_and_everybody_spends_once():
    plan = prepare_regression(request(np.linspace(0.5, 3.0, 1000), judged=True))
    assert np.array_equal(~plan.fitted, held_back(1000))
    assert np.count_nonzero(~plan.fitted) == 200
    assert plan.weights.size == 800
    assert plan.verdict is not None
    assert np.array_equal(plan.guaranteed[~plan.fitted], plan.verdict.guaranteed)


def test_a_record_held_back_touches_nothing_but_its_own_difference():
    plan = prepare_regression(request([2.0] * 1000, judged=True))
    coding, frame = plan.coding, people(1000)
    other, place = frame.copy(), int(np.flatnonzero(~plan.fitted)[7])
    other.loc[place, ["age", "wage"]] = [3.0, 4999.0]
    sums = [
        coding.sums(plan.weights, one[plan.fitted], "wage", WAGE.bounds) for one in (frame, other)
    ]
    assert sums[0] == sums[1]
    _, solution = exact(plan, frame)
    first, second = (
        squared_differences(
            coding,
            coding.records(one[~plan.fitted], "wage", WAGE.bounds),
            solution.scaled,
            0.1,
        )
        for one in (frame, other)
    )
    assert np.flatnonzero(first != second).tolist() == [7]
    assert np.all(np.abs(np.r_[first, second]) <= CLIP)


def test_the_verdict_names_the_better_one_where_noise_is_small():
    plan = prepare_regression(request([8.0] * 4000, judged=True))
    verdict = release(plan, people(4000)).verdict
    assert verdict is not None
    assert verdict.better == "regression"
    assert Verdict(0.02, 0.01, 9).better == "mean"
    assert Verdict(-0.02, 0.01, 9).better == "regression"
    assert Verdict(0.01, 0.01, 9).better == Verdict(-0.01, 0.01, 9).better == ""


def test_the_verdict_scatters_as_its_half_width_says():
    plan, frame = prepare_regression(request([2.0] * 1500, judged=True)), people(1500)
    assert plan.verdict is not None
    coding, held, trials, misses = plan.coding, frame[~plan.fitted], 400, []
    coded = coding.records(held, "wage", WAGE.bounds)
    shares = plan.verdict.weights / np.sum(plan.verdict.weights)
    for _ in range(trials):
        made = release(plan, frame)
        mean = (made.mean - 100.0) / 4900.0 * 2.0 - 1.0
        truth = shares @ squared_differences(coding, coded, made.solution.scaled, mean)
        misses.append(abs(made.verdict.difference - truth) <= made.verdict.half_width)
    assert np.mean(misses) >= 0.95 - 7 * math.sqrt(0.95 * 0.05 / trials)


# --- the receipt ---------------------------------------------------------------------------


def test_a_receipt_says_who_got_what_and_holds_no_value_without_noise():
    frame = people(1000)
    frame["age"], frame["wage"] = 61.734, 1234.567
    plan = prepare_regression(
        request([0.5] * 500 + [2.0] * 400 + [math.inf] * 100, (AGE, REGION), judged=True)
    )
    made = release(plan, frame)
    text, stored = regression_as_text(made), json.loads(regression_as_json(made))
    averages, solution = exact(plan, frame)
    first, second = plan.coding.pairs
    without_noise = [
        *np.column_stack(averages)[first, second],
        *solution.scaled,
        *solution.coefficients,
    ]
    for shown, digits in ((text, ".6g"), (regression_as_json(made), "")):
        for value in ("61.734", "1234.56", *(format(abs(one), digits) for one in without_noise)):
            assert value not in shown
    assert [group["users"] for group in stored["groups"]] == [500, 400, 100]
    assert stored["groups"][2]["asked"] == "infinity"
    assert stored["groups"][0]["epsilon"] <= 0.5
    assert [one["name"] for one in stored["coefficients"]][-1] == "intercept"
    assert len(stored["noisy_averages"]) == first.size
    assert stored["lambda"] == plan.lam
    assert "500 people who asked for epsilon = 0.5: rho at most" in text
    assert "regression of 'wage', with Gaussian noise" in regression_in_short(made)
    assert "1,000 records; nobody is exposed to more than rho = " in regression_in_short(made)
    assert "discrete Gaussian" in text
    assert "guess about one person, but for the chance delta, at most" in text
    times = float(text.split("at most ")[-1].split(" times")[0])
    largest = max(float(group["epsilon"]) for group in stored["groups"])
    assert math.exp(largest) <= times <= 1.001 * math.exp(largest)
    assert "no float takes part in what is protected" in text
    assert "on 200 records held back (20%)" in text


def test_other_numbers_can_be_computed_from_a_receipt_at_no_cost():
    """The noisy averages give back the very coefficients."""
    plan, frame = prepare_regression(request([3.0] * 900, (AGE, SMOKES))), people(900)
    stored = json.loads(regression_as_json(release(plan, frame)))
    names = ["age", "smokes", "intercept"]
    found = {tuple(one["of"]): one["average"] for one in stored["noisy_averages"]}
    matrix = np.eye(3)
    for a, b in itertools.combinations_with_replacement(range(3), 2):
        value = found.get((names[a], names[b]), 1.0)  # squares of yes or no and the intercept
        matrix[a, b] = matrix[b, a] = value
    right = np.array([found[name, "wage"] for name in names])
    values, vectors = np.linalg.eigh(matrix)
    inverse = vectors / (np.maximum(values, 0.0) + stored["lambda"]) @ vectors.T
    assert inverse @ right == pytest.approx(stored["scaled_coefficients"], abs=LONG_FORMULA)


# --- what is refused -----------------------------------------------------------------------


def test_bad_requests_and_releases_are_refused():
    with pytest.raises(InvalidInput, match="at least one column"):
        request([1.0] * 9, ())
    with pytest.raises(InvalidInput, match="what is predicted"):
        request([1.0] * 9, (AGE, WAGE))
    with pytest.raises(InvalidInput, match="named once"):
        request([1.0] * 9, (AGE, AGE))
    with pytest.raises(InvalidInput, match="must not come from the data"):
        request([1.0] * 9, (column("age", (0.0, 1.0), bounds_from=READ_OFF),))
    with pytest.raises(InvalidInput, match="must not come from the data"):
        request([1.0] * 9, (column("a", kind="category", labels=("x",), bounds_from=READ_OFF),))
    with pytest.raises(InvalidInput, match="labels of 'a'"):
        request([1.0] * 9, (column("a", kind="category"),))
    with pytest.raises(InvalidInput, match="must be protected"):
        request([1.0] * 9, (column("eps", kind="level"),))
    with pytest.raises(InvalidInput, match="number of coefficients"):
        request([1.0] * 9, (column("a", kind="category", labels=tuple(map(str, range(100)))),))
    with pytest.raises(InvalidInput, match="under their noise"):
        prepare_regression(request([0.1] * 50))
    with pytest.raises(InvalidInput, match="leave some noise"):
        prepare_regression(request([1e60] * 50))
    plan = prepare_regression(request([1.0] * 900))
    with pytest.raises(InvalidInput, match="one for each user"):
        release(plan, people(899))
    with pytest.raises(InvalidInput, match="time zone"):
        release_regression(plan, people(900), when=datetime(2026, 1, 1), identifier="r")
    with pytest.raises(InvalidInput, match="identifier"):
        release_regression(plan, people(900), when=NOON, identifier="")


def test_only_declared_columns_that_are_not_levels_can_be_features():
    levels = column("eps", kind="level")
    columns = (AGE, REGION, WAGE, levels)
    info = DatasetInfo("k", "t", "r", "s", "l", "c", columns, "wage", "wage", False, "f")
    frame = people(50)[["age", "region", "wage"]].assign(eps=1.0)
    dataset = Dataset(info, frame)
    target = request_for(dataset, "wage", np.ones(50), "profile")
    found = regression_request(dataset, target, ["region", "age"], DELTA)
    assert [one.name for one in found.features] == ["age", "region"]
    for bad in ("eps", "nothing"):
        with pytest.raises(InvalidInput, match="feature"):
            regression_request(dataset, target, [bad], DELTA)
