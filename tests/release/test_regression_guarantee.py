"""A released regression keeps everybody's rho: exactly, for extreme records, in an audit."""

import itertools
import math
from fractions import Fraction

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hetdp_core import conversions
from hetdp_core.release import (
    prepare_regression,
)
from hetdp_core.release.gaussian import gaussian_measurement
from hetdp_core.release.products import UNIT, coding_of
from tests.release.regressions import (
    AGE,
    DELTA,
    DOSE,
    FEATURES,
    REGION,
    SEX,
    SMOKES,
    WAGE,
    exact,
    people,
    release,
    request,
)
from tests.tolerance import LONG_FORMULA

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
