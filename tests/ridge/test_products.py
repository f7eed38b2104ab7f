"""Sums of products for a ridge regression: exact, and no record moves them by more than proved."""

from __future__ import annotations

import itertools
import math

import numpy as np
import pandas as pd
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from hetdp_core.datasets import Column
from hetdp_core.errors import InvalidInput
from hetdp_core.ridge.products import MOST_COORDINATES, TOTAL_WEIGHT, UNIT, coding_of
from tests.tolerance import LONG_FORMULA


def column(name, bounds=None, kind="number", labels=()):
    return Column(name, kind, name, "u", "", "declared by you", "low", bounds, labels)


AGE = column("age", (0.0, 120.0))
DOSE = column("dose", (-3.0, 5.0))
SMOKES = column("smokes", (0.0, 1.0), "binary")
REGION = column("region", kind="category", labels=("north", "south", "west"))
SEX = column("sex", kind="category", labels=("f", "m"))
WAGE = column("wage", (100.0, 5000.0))
FEATURES = (AGE, DOSE, SMOKES, REGION)


def people(rows):
    """Wages that follow from the features, but for a little."""
    rng = np.random.default_rng(0)
    age, dose = rng.uniform(0.0, 120.0, rows), rng.uniform(-3.0, 5.0, rows)
    smokes = rng.integers(0, 2, rows).astype(float)
    region = rng.choice(REGION.categories, rows)
    wage = 800.0 + 15.0 * age + 100.0 * dose + 400.0 * smokes + 300.0 * (region == "west")
    wage += rng.normal(0.0, 100.0, rows)
    columns = {"age": age, "dose": dose, "smokes": smokes, "region": region, "wage": wage}
    return pd.DataFrame(columns)


def whole_weights(rows):
    """Weights from one to five times the smallest."""
    shares = np.linspace(1.0, 5.0, rows)
    return np.floor(shares / np.sum(shares) * TOTAL_WEIGHT).astype(np.int64)


def corners(features):
    """Every record with each entry at an end, in between, or missing; and undeclared labels."""
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


@given(one=RECORD, other=RECORD, place=st.integers(0, 199))
@settings(deadline=None)
def test_replacing_any_record_moves_the_very_sums_by_no_more_than_the_proof_says(one, other, place):
    coding, frame, weights = coding_of(FEATURES), people(200), whole_weights(200)
    sums = []
    for record in (one, other):
        changed = frame.copy()
        for name, value in zip(frame.columns, record, strict=True):
            changed[name] = changed[name].astype(object)
            changed.loc[place, name] = value
        sums.append(coding.sums(weights, changed, "wage", WAGE.bounds))
    moved = sum((a - b) ** 2 for a, b in zip(*sums, strict=True))
    assert 2 * moved <= int(weights[place]) ** 2 * coding.twice_moved_squared


def test_sums_are_exact_and_do_not_depend_on_the_order_of_the_rows():
    frame, coding = people(300), coding_of(FEATURES)
    frame.loc[3, "age"], frame.loc[4, "region"], frame.loc[5, "wage"] = math.nan, "lost", math.inf
    weights = np.random.default_rng(2).integers(0, TOTAL_WEIGHT // 300, 300)
    exact = coding.sums(weights, frame, "wage", WAGE.bounds)
    coded = coding.records(frame, "wage", WAGE.bounds).tolist()
    slowly = [
        sum(int(w) * row[a] * row[b] for w, row in zip(weights, coded, strict=True))
        for a, b in zip(*(places.tolist() for places in coding.pairs), strict=True)
    ]
    assert exact == slowly
    order = np.random.default_rng(3).permutation(300)
    assert coding.sums(weights[order], frame.iloc[order], "wage", WAGE.bounds) == exact
    with pytest.raises(InvalidInput, match="sum of weights"):
        coding.sums(weights * 2**20, frame, "wage", WAGE.bounds)


def test_known_entries_are_filled_in_so_that_the_matrix_is_that_of_the_records():
    coding, frame, weights = coding_of(FEATURES), people(900), whole_weights(900)
    total = int(np.sum(weights))
    sums = coding.sums(weights, frame, "wage", WAGE.bounds)
    matrix, right = coding.averages(sums, total)
    coded = coding.records(frame, "wage", WAGE.bounds)
    X, y = coded[:, :-1] / UNIT, coded[:, -1] / coding.label_unit
    shares = weights / total
    assert matrix == pytest.approx(X.T @ (X * shares[:, None]), abs=LONG_FORMULA)
    assert right == pytest.approx(X.T @ (y * shares), abs=LONG_FORMULA)


def test_more_coordinates_than_there_is_room_for_are_refused():
    many = tuple(column(f"c{place}", (0.0, 1.0)) for place in range(MOST_COORDINATES))
    with pytest.raises(InvalidInput, match="number of coefficients"):
        coding_of(many)
