"""A regression released: each user's rho holds exactly, and everything else follows from sums."""

import itertools
import json
import math
from datetime import UTC, datetime
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hetdp_core import conversions, datasets
from hetdp_core.datasets import Column, Dataset, DatasetInfo
from hetdp_core.errors import InvalidInput
from hetdp_core.release import (
    RegressionRequest,
    ReleaseRequest,
    prepare_regression,
    regression_as_json,
    regression_as_text,
    regression_in_short,
    regression_request,
    release_regression,
    request_for,
)
from hetdp_core.release.gaussian import gaussian_measurement
from hetdp_core.release.products import TOTAL_WEIGHT, UNIT, coding_of
from hetdp_core.release.regression_verdict import CLIP, Verdict, held_back, squared_differences
from hetdp_core.release.solution import noise_edge, predicted, solve
from hetdp_core.ridge.noise import Calibration, influence
from hetdp_core.ridge.problem import DeclaredBounds
from hetdp_core.tables.edit import READ_OFF
from tests.tolerance import LONG_FORMULA

NOON = datetime(2026, 1, 2, 12, tzinfo=UTC)
DELTA = 1e-6


def column(name, bounds=None, kind="number", labels=(), bounds_from="declared by you"):
    return Column(name, kind, name, "u", "", bounds_from, "low", bounds, labels)


AGE = column("age", (0.0, 120.0))
DOSE = column("dose", (-3.0, 5.0))
SMOKES = column("smokes", (0.0, 1.0), "binary")
REGION = column("region", kind="category", labels=("north", "south", "west"))
SEX = column("sex", kind="category", labels=("f", "m"))
WAGE = column("wage", (100.0, 5000.0))
FEATURES = (AGE, DOSE, SMOKES, REGION)


def request(epsilon, features=FEATURES, judged=False):
    levels = np.asarray(epsilon, float)
    target = ReleaseRequest("wage", "euros", WAGE.bounds, levels, "column")
    return RegressionRequest(target, features, DELTA, judged)


def people(rows, seed=0):
    """Wages that follow from the features, but for a little."""
    rng = np.random.default_rng(seed)
    age, dose = rng.uniform(0.0, 120.0, rows), rng.uniform(-3.0, 5.0, rows)
    smokes = rng.integers(0, 2, rows).astype(float)
    region = rng.choice(REGION.categories, rows)
    wage = 800.0 + 15.0 * age + 100.0 * dose + 400.0 * smokes + 300.0 * (region == "west")
    wage += rng.normal(0.0, 100.0, rows)
    columns = {"age": age, "dose": dose, "smokes": smokes, "region": region, "wage": wage}
    return pd.DataFrame(columns)


def release(plan, frame):
    return release_regression(plan, frame, when=NOON, identifier="r1")


def exact(plan, frame):
    """What the release would say without noise: for tests alone."""
    coding, target = plan.coding, plan.request.target
    sums = coding.sums(plan.weights, frame[plan.fitted], "wage", target.bounds)
    averages = coding.averages(sums, plan.weight)
    return averages, solve(coding, averages, plan.lam, plan.spreads, target.bounds)


# --- the guarantee ----------------------------------------------------------------------

LEVELS = st.lists(
    st.floats(0.1, 30.0) | st.sampled_from([0.5, 1.0, math.inf]), min_size=1, max_size=8
).filter(lambda levels: not all(map(math.isinf, levels)))
CHOSEN = st.sampled_from([(AGE,), (SMOKES,), (REGION,), (AGE, DOSE), FEATURES])


@given(levels=LEVELS, copies=st.integers(600, 900), features=CHOSEN, judged=st.booleans())
@settings(deadline=None)
def test_every_user_gets_at_most_their_rho_in_exact_arithmetic(levels, copies, features, judged):
    """Squares of whole numbers compared as fractions, and opendp's own word."""
    epsilon = np.repeat(levels, copies)
    plan = prepare_regression(request(epsilon, features, judged))
    asked = conversions.concentrated_level(epsilon, DELTA)
    assert np.all(plan.guaranteed <= asked)
    moved, scale = plan.coding.twice_moved_squared, Fraction(plan.scale)
    measurement = gaussian_measurement(plan.coding.pairs[0].size, plan.scale)
    for rho, weight in set(zip(plan.guaranteed[plan.fitted], plan.weights, strict=True)):
        assert int(weight) ** 2 * moved <= 4 * scale**2 * Fraction(float(rho))
        assert measurement.map(int(weight) * math.sqrt(moved / 2.0)) <= rho
    assert np.any(plan.fitted)
    assert (plan.verdict is not None) == judged == (not np.all(plan.fitted))


def test_somebody_is_given_all_of_their_rho_so_noise_is_not_wasted():
    plan = prepare_regression(request(np.linspace(0.1, 3.0, 900)))
    spent = plan.weights.astype(float) ** 2 * plan.coding.twice_moved_squared / 4.0 / plan.scale**2
    # weights are whole numbers, rounded down: the smallest one loses at most this share, squared
    assert spent == pytest.approx(plan.guaranteed, rel=3.0 / np.min(plan.weights) + LONG_FORMULA)


def corners(features):
    """Every record with each entry at an end, in the middle, or missing; and undeclared labels."""
    choices = [
        [*one.categories, "elsewhere"]
        if one.bounds is None
        else [one.bounds[0], one.bounds[1], math.nan, 0.3 * one.bounds[0] + 0.7 * one.bounds[1]]
        for one in (*features, WAGE)
    ]
    names = [one.name for one in (*features, WAGE)]
    return pd.DataFrame(list(itertools.product(*choices)), columns=names)


@pytest.mark.parametrize(
    "features", [(AGE,), (SMOKES,), (SEX,), (REGION,), (AGE, DOSE), (AGE, SMOKES), (DOSE, REGION)]
)
def test_no_two_records_differ_by_more_than_the_proof_says_and_some_nearly_do(features):
    """All pairs of a grid of records, in whole numbers."""
    coding, records = coding_of(features), corners(features)
    coded = coding.records(records, "wage", WAGE.bounds)
    first, second = coding.pairs
    products = (coded[:, first] * coded[:, second]).astype(object)
    most = max(
        int(np.max(np.sum((products - products[row]) ** 2, axis=1))) for row in range(len(products))
    )
    assert 2 * most <= coding.twice_moved_squared
    # half of all squares of numbers cannot change together with the products, in the worst case
    assert 2 * most >= 0.7 * coding.twice_moved_squared


NUMBERS = st.floats(-1e6, 1e6) | st.sampled_from([-math.inf, math.inf, math.nan, 0.0, 120.0])
RECORD = st.tuples(
    NUMBERS,
    NUMBERS,
    st.sampled_from([0.0, 1.0, 0.4, math.nan]),
    st.sampled_from(["north", "west", "nowhere", None]),
    NUMBERS,
)


@given(one=RECORD, other=RECORD, user=st.integers(0, 19))
@settings(deadline=None)
def test_replacing_any_record_moves_the_very_sums_by_no_more_than_the_guarantee(one, other, user):
    plan = prepare_regression(request([2.0] * 600 + [5.0] * 600))
    frame = people(1200)
    place = user * 60
    sums = []
    for record in (one, other):
        changed = frame.copy()
        for name, value in zip(frame.columns, record, strict=True):
            changed[name] = changed[name].astype(object)
            changed.loc[place, name] = value
        sums.append(plan.coding.sums(plan.weights, changed, "wage", WAGE.bounds))
    moved = sum((a - b) ** 2 for a, b in zip(*sums, strict=True))
    rho = Fraction(float(plan.guaranteed[place]))
    assert moved <= 2 * rho * Fraction(plan.scale) ** 2


def test_two_neighbouring_tables_cannot_be_told_apart_better_than_their_rho_allows():
    """Audit of whole releases at fixed thresholds: seven standard errors, opendp has no seed.

    A user with little privacy moves from one corner to the opposite; the statistic is the
    released sums along the difference, the best there is against Gaussian noise.
    """
    plan = prepare_regression(request([9.0] * 100, (AGE, SMOKES)))
    near = people(100)
    far = near.copy()
    user = int(np.argmax(plan.guaranteed))
    near.loc[user, ["age", "smokes", "wage"]] = [120.0, 1.0, 5000.0]
    far.loc[user, ["age", "smokes", "wage"]] = [0.0, 1.0, 100.0]
    first, second = plan.coding.pairs
    averages = [np.column_stack(exact(plan, frame)[0])[first, second] for frame in (near, far)]
    size = plan.coding.dimension
    units = np.r_[np.full(first.size - size, UNIT), np.full(size, plan.coding.label_unit)]
    along = (averages[0] - averages[1]) * units**2
    middle = float(along @ (averages[0] + averages[1]) / 2.0)
    spread = plan.scale / (plan.weight * UNIT) * math.sqrt(float(np.sum((along / units) ** 2)))
    draws = 3_000
    one, two = (
        np.array([release(plan, frame).sums @ along for _ in range(draws)]) for frame in (near, far)
    )
    mu = math.sqrt(2.0 * float(plan.guaranteed[user]))
    assert mu > 0.9  # there is something to be seen
    for epsilon in (0.0, 0.5, 1.0):
        delta = float(conversions.gaussian_delta(mu, epsilon))
        error = 7 * math.sqrt((1.0 + math.exp(2 * epsilon)) * 0.25 / draws)
        for cut in (-0.5, 0.0, 0.5, 1.0):
            seen = np.mean(one > middle + cut * spread), np.mean(two > middle + cut * spread)
            assert seen[0] <= math.exp(epsilon) * seen[1] + delta + error
    assert np.mean(one > middle) - np.mean(two > middle) > 0.2  # and it is seen


# --- sums and what follows from them ------------------------------------------------------


def test_sums_are_exact_and_do_not_depend_on_the_order_of_the_rows():
    frame, coding = people(300), coding_of(FEATURES)
    frame.loc[3, "age"], frame.loc[4, "region"], frame.loc[5, "wage"] = math.nan, "lost", math.inf
    weights = np.random.default_rng(2).integers(0, TOTAL_WEIGHT // 300, 300)
    found = coding.sums(weights, frame, "wage", WAGE.bounds)
    coded = coding.records(frame, "wage", WAGE.bounds).tolist()
    slowly = [
        sum(int(w) * row[a] * row[b] for w, row in zip(weights, coded, strict=True))
        for a, b in zip(*(places.tolist() for places in coding.pairs), strict=True)
    ]
    assert found == slowly
    order = np.random.default_rng(3).permutation(300)
    assert coding.sums(weights[order], frame.iloc[order], "wage", WAGE.bounds) == found
    with pytest.raises(InvalidInput, match="sum of weights"):
        coding.sums(weights * 2**20, frame, "wage", WAGE.bounds)


def test_known_entries_are_filled_in_so_that_the_matrix_is_that_of_the_records():
    plan, frame = prepare_regression(request([1.0] * 900)), people(900)
    (matrix, right), _ = exact(plan, frame)
    coded = plan.coding.records(frame, "wage", WAGE.bounds)
    X, y = coded[:, :-1] / UNIT, coded[:, -1] / plan.coding.label_unit
    shares = plan.weights / plan.weight
    assert matrix == pytest.approx(X.T @ (X * shares[:, None]), abs=LONG_FORMULA)
    assert right == pytest.approx(X.T @ (y * shares), abs=LONG_FORMULA)


def test_without_noise_the_coefficients_are_those_of_ridge_regression_by_least_squares():
    plan, frame = prepare_regression(request([1.0] * 900)), people(900)
    _, found = exact(plan, frame)
    coded = plan.coding.records(frame, "wage", WAGE.bounds)
    X, y = coded[:, :-1] / UNIT, coded[:, -1] / plan.coding.label_unit
    roots = np.sqrt(plan.weights / plan.weight)
    pulled = math.sqrt(plan.lam) * np.eye(plan.coding.dimension)
    rows = np.vstack([X * roots[:, None], pulled])
    theta = np.linalg.lstsq(rows, np.r_[y * roots, np.zeros(len(pulled))], rcond=None)[0]
    assert found.scaled == pytest.approx(theta, abs=LONG_FORMULA)


def test_coefficients_in_the_columns_units_predict_the_same():
    plan, frame = prepare_regression(request([5.0] * 900)), people(900)
    _, found = exact(plan, frame)
    coded = plan.coding.records(frame, "wage", WAGE.bounds)
    places = predicted(found.scaled, coded[:, :-1] / UNIT)
    low, high = WAGE.bounds
    in_euros = low + (high - low) * (places + 1.0) / 2.0
    features = [frame["age"], frame["dose"], frame["smokes"]]
    features += [(frame["region"] == one) * 1.0 for one in REGION.categories]
    by_hand = np.column_stack([*features, np.ones(900)]) @ found.coefficients
    # records are rounded to steps of 1 / UNIT of half a range, in two numbers
    steps = np.abs(found.scaled[:2]).sum() / UNIT * (high - low) / 2.0
    assert by_hand == pytest.approx(in_euros, abs=steps)
    assert found.across[0] == pytest.approx(120.0 * found.coefficients[0])
    assert found.across[1] == pytest.approx(8.0 * found.coefficients[1])
    assert found.across[2:] == pytest.approx(found.coefficients[2:])


def test_the_errors_stated_are_right_to_first_order():
    """A derivative of each coefficient in each released sum, by moving that sum a little."""
    plan, frame = prepare_regression(request([9.0] * 900)), people(900)
    coding, target = plan.coding, plan.request.target
    sums = coding.sums(plan.weights, frame, "wage", target.bounds)
    moved = []
    for place in range(len(sums)):
        ends = []
        for step in (-(2**40), 2**40):
            there = [*sums]
            there[place] += step
            averages = coding.averages(there, plan.weight)
            ends.append(solve(coding, averages, plan.lam, plan.spreads, target.bounds))
        moved.append((ends[1].coefficients - ends[0].coefficients) / 2.0**41 * plan.scale)
    _, found = exact(plan, frame)
    # the step is 1e-5 of a sum, and the difference between both ends has no second order
    assert np.linalg.norm(moved, axis=0) == pytest.approx(found.errors, rel=1e-6)


@pytest.mark.parametrize("level", [2.0, 10.0])
def test_the_errors_stated_are_those_of_many_releases(level):
    plan, frame = prepare_regression(request([level] * 900)), people(900)
    _, truth = exact(plan, frame)
    trials = 800
    made = [release(plan, frame).solution for _ in range(trials)]
    away = np.array([(one.coefficients - truth.coefficients) / one.errors for one in made])
    # to first order, around what was released: it was .9 to 1.05 in every table tried
    assert np.std(away, axis=0) == pytest.approx(1.0, abs=0.15 + 7 * math.sqrt(0.5 / trials))
    within = np.mean(
        [np.abs(one.coefficients - truth.coefficients) <= one.half_widths for one in made], axis=0
    )
    assert np.all(within >= 0.92 - 7 * math.sqrt(0.92 * 0.08 / trials))


def test_the_mean_lies_within_what_is_stated_as_often_as_it_says():
    """Those who ask for less privacy earn more here: each user has their own weight."""
    plan, frame = prepare_regression(request([0.5] * 700 + [3.0] * 200)), people(900)
    frame["wage"] = np.where(np.arange(900) < 700, 300.0, 4500.0)
    truth = float(plan.weights @ np.clip(frame["wage"], *WAGE.bounds)) / plan.weight
    trials = 600
    found = np.array([release(plan, frame).mean for _ in range(trials)])
    held = np.mean(np.abs(found - truth) <= plan.mean_half_width)
    assert held >= 0.95 - 7 * math.sqrt(0.95 * 0.05 / trials)


def test_lambda_is_where_the_eigenvalues_of_the_noise_end():
    rng = np.random.default_rng(5)
    size, spread, largest = 40, 0.3, []
    for _ in range(50):
        noise = np.triu(rng.normal(0.0, spread, (size, size)))
        noise += np.triu(noise, 1).T
        largest.append(np.max(np.abs(np.linalg.eigvalsh(noise))))
    # the semicircle's edge is approached from below as the matrix grows: 5 % at this size
    assert np.mean(largest) == pytest.approx(noise_edge(spread, size), rel=0.1)


def test_lambda_and_the_promise_come_from_public_numbers_alone():
    plan = prepare_regression(request(np.linspace(0.1, 3.0, 900)))
    again = prepare_regression(request(np.linspace(0.1, 3.0, 900)))
    assert plan.lam == again.lam
    assert 0.0 < plan.kept_at_most < 1.0
    eigenvalues = np.linalg.eigvalsh(exact(plan, people(900))[0][0])
    assert np.mean(eigenvalues / (eigenvalues + plan.lam)) <= plan.kept_at_most


# --- why not noise on the coefficients ----------------------------------------------------


@pytest.mark.parametrize("times", [1.0, 3.0, 10.0])
def test_noise_on_the_sums_loses_less_than_noise_on_the_coefficients(times):
    """At its λ from public numbers, against output perturbation at its best λ in hindsight.

    Both in the same accounting, zCDP, on 1,338 simulated bills; NumPy's noise, fixed seed.
    """
    dataset = datasets.load("simulated_medical_cost")
    epsilon = times * np.random.default_rng(3).uniform(0.1, 1.0, len(dataset.frame))
    target = request_for(dataset, "charges", epsilon, "profile")
    names = [one.name for one in dataset.info.columns if one.name != "charges"]
    plan = prepare_regression(regression_request(dataset, target, names, DELTA))
    coding = plan.coding
    coded = coding.records(dataset.frame, "charges", target.bounds)
    X, y = coded[:, :-1] / UNIT, coded[:, -1] / coding.label_unit
    shares = plan.weights / plan.weight
    gram, right = X.T @ (X * shares[:, None]), X.T @ (y * shares)
    rng, losses = np.random.default_rng(4), []
    first, second = (places[: -coding.dimension] for places in coding.pairs)
    for _ in range(100):
        noise = np.zeros_like(gram)
        noise[first, second] = rng.normal(0.0, plan.spreads[0], first.size)
        noise[second, first] = noise[first, second]
        noise[coding.at_labels, coding.at_labels] = noise[coding.at_labels, -1]
        noisy = gram + noise, right + rng.normal(0.0, plan.spreads[1], right.size)
        theta = solve(coding, noisy, plan.lam, plan.spreads, target.bounds).scaled
        losses.append(np.mean((y - X @ theta) ** 2))
    bounds = DeclaredBounds(coding.dimension, math.sqrt(coding.row_norm_squared))
    mu = np.sqrt(2.0 * conversions.concentrated_level(epsilon, DELTA))
    best = math.inf
    for lam in np.geomspace(0.01, 100.0, 60):
        theta = np.linalg.solve(gram + lam * np.eye(len(gram)), right)
        spread = float(influence(lam, bounds, Calibration())) / np.sum(mu)
        noise_loss = spread**2 * np.trace(X.T @ X) / len(X)
        best = min(best, np.mean((y - X @ theta) ** 2) + noise_loss)
    assert np.mean(losses) + 4 * np.std(losses) / 10.0 < 0.8 * best


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
