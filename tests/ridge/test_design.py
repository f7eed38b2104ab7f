"""Designs keep what they promise beforehand: ranges, row norm, the paper's layout and split."""

import math
from dataclasses import replace

import numpy as np
import pandas as pd
import pytest
from hypothesis import given
from hypothesis import strategies as st

from data.build import simulate_medical_cost
from hetdp_core import datasets
from hetdp_core.datasets import Dataset
from hetdp_core.errors import InvalidInput, NextStep
from hetdp_core.ridge.design import Design, DesignSettings, bounds_from_data, design
from hetdp_core.tables import declare, read_table
from tests.own_columns import own_column
from tests.papers.insurance import insurance_csv
from tests.papers.test_ridge_targets import insurance
from tests.tolerance import LAST_PLACES, ROUNDING

INFO = datasets.info("simulated_medical_cost")
SETTINGS = DesignSettings("charges")


def cost(rows: int = 60) -> Dataset:
    frame = simulate_medical_cost(rows, rng=np.random.default_rng(4))
    return Dataset(INFO, frame)


def changed(dataset: Dataset, column: str, row: int, value: object) -> Dataset:
    values = dataset.frame[column].to_list()
    values[row] = value
    dtype = dataset.frame[column].dtype
    return replace(dataset, frame=dataset.frame.assign(**{column: pd.Series(values, dtype=dtype)}))


def all_rows(found: Design) -> np.ndarray:
    return np.vstack([found.X_test, found.X_train])


PAPER_TITLES = ["Age", "Body mass index", "Children", "Sex = female", "Sex = male"]
PAPER_TITLES += ["Smoker = no", "Smoker = yes", "Region = northeast", "Region = northwest"]
PAPER_TITLES += ["Region = southeast", "Region = southwest", "intercept"]


def paper_table() -> Dataset:
    return declare(read_table(insurance_csv().read_bytes()), INFO.columns)


def test_the_papers_design_is_reproduced():
    prepared = design(paper_table(), DesignSettings("charges", scaling="data"))
    assert list(prepared.titles) == PAPER_TITLES
    by_hand = insurance()
    for name in ("X", "y", "X_test", "y_test"):
        ours = getattr(prepared, name if name.endswith("_test") else f"{name}_train")
        np.testing.assert_allclose(ours, getattr(by_hand, name), rtol=0, atol=ROUNDING)
    assert prepared.scaled_by_data


def test_no_value_of_the_papers_table_lies_outside_the_declared_bounds():
    prepared = design(paper_table(), SETTINGS)
    assert not prepared.scaled_by_data
    assert prepared.outside_total == 0


def test_numbers_come_first_then_labels_then_the_intercept():
    assert list(design(cost(), SETTINGS).titles) == PAPER_TITLES
    named = design(cost(), replace(SETTINGS, features=("smoker", "bmi")))
    assert named.titles == ("Body mass index", "Smoker = no", "Smoker = yes", "intercept")


def test_each_row_is_its_record_scaled_by_the_declared_bounds():
    dataset = cost()
    prepared = design(dataset, replace(SETTINGS, features=("age", "sex")))
    rows = dataset.frame.iloc[np.random.RandomState(21).permutation(60)]
    expected = np.column_stack(
        [(rows["age"] - 18) / 46, rows["sex"] == "female", rows["sex"] == "male", np.ones(60)]
    )
    np.testing.assert_allclose(all_rows(prepared), expected, rtol=0, atol=LAST_PLACES)
    labels = np.concatenate([prepared.y_test, prepared.y_train])
    np.testing.assert_allclose(labels, rows["charges"] / 75_000, rtol=LAST_PLACES)
    np.testing.assert_allclose(prepared.to_units(labels), rows["charges"], rtol=ROUNDING)


@pytest.mark.parametrize(("n", "tests"), [(3, 1), (10, 2), (11, 3), (1338, 268)])
def test_the_split_rounds_the_test_rows_up(n, tests):
    prepared = design(cost(n), SETTINGS)
    assert (len(prepared.y_test), len(prepared.y_train)) == (tests, n - tests)


def test_centred_labels_and_numbers_are_the_others_minus_a_half_in_the_same_units():
    plain, centred = (design(cost(), replace(SETTINGS, centred=c)) for c in (False, True))
    np.testing.assert_allclose(centred.y_train, plain.y_train - 0.5, rtol=0, atol=LAST_PLACES)
    half = np.where(np.arange(12) < 3, 0.5, 0.0)
    np.testing.assert_array_equal(centred.X_train, plain.X_train - half)
    assert centred.row_norm == math.sqrt(7 - 3 * 0.75)
    assert (plain.label_range, plain.label_bound) == ((0.0, 1.0), 1.0)
    assert (centred.label_range, centred.label_bound) == ((-0.5, 0.5), 0.5)
    assert plain.label_scale == centred.label_scale == 75_000
    np.testing.assert_allclose(
        centred.to_units(centred.y_test), plain.to_units(plain.y_test), rtol=ROUNDING
    )


@pytest.mark.parametrize(
    ("features", "squared"), [(None, 7), (("region",), 2), (("age", "sex"), 3)]
)
def test_the_row_norm_counts_original_columns_and_the_intercept(features, squared):
    prepared = design(cost(), replace(SETTINGS, features=features))
    assert prepared.row_norm == math.sqrt(squared)


def test_the_row_norm_is_known_before_the_data_and_attained():
    dataset = changed(cost(), "age", 0, 64.0)
    dataset = changed(changed(dataset, "bmi", 0, 55.0), "children", 0, 5.0)
    prepared = design(dataset, SETTINGS)
    assert np.linalg.norm(all_rows(prepared), axis=1).max() == pytest.approx(prepared.row_norm)
    assert prepared.row_norm == design(cost(5), SETTINGS).row_norm


NUMBER = st.floats(-1e100, 1e100) | st.sampled_from([18.0, 64.0, math.nan, math.inf, -math.inf])
LABEL = st.sampled_from(["female", "male", "other", None])
RECORDS = st.lists(st.tuples(NUMBER, LABEL, NUMBER, NUMBER), min_size=1, max_size=12)


@given(RECORDS, st.booleans())
def test_no_record_whatever_breaks_the_promised_norm_and_range(records, centre):
    # Any record may stand in the place of a good one: five good ones are enough to fit.
    good = [(30.0, "male", 20.0, 100.0)] * 5
    names = ("age", "sex", "bmi", "charges")
    frame = pd.DataFrame([*good, *records], columns=list(names)).astype({"sex": "str"})
    dataset = Dataset(replace(INFO, columns=tuple(INFO.column(n) for n in names)), frame)
    before = frame.copy()
    prepared = design(dataset, DesignSettings("charges", centred=centre))
    pd.testing.assert_frame_equal(frame, before)
    X, y = all_rows(prepared), np.concatenate([prepared.y_test, prepared.y_train])
    low, high = prepared.label_range
    half = np.where(np.arange(X.shape[1]) < 2, -low, 0.0)
    assert np.all((X + half >= 0.0) & (X + half <= 1.0))
    assert np.all(np.linalg.norm(X, axis=1) <= prepared.row_norm * (1 + 1e-15))
    assert np.all((y >= low) & (y <= high))
    assert len(X) + prepared.incomplete == len(frame)
    complete = frame.dropna()
    assert prepared.outside == {n: INFO.column(n).outside(complete[n]) for n in names}


def test_one_changed_record_changes_its_own_row_only_and_all_rows_where_the_data_scale():
    dataset, by_data = cost(), replace(SETTINGS, scaling="data")
    before, after = (design(d, SETTINGS) for d in (dataset, changed(dataset, "age", 7, 18.0)))
    assert np.sum(np.any(all_rows(before) != all_rows(after), axis=1)) == 1
    scaled, after = (design(d, by_data) for d in (dataset, changed(dataset, "bmi", 7, 400.0)))
    assert np.sum(np.any(all_rows(scaled) != all_rows(after), axis=1)) > 50
    assert (scaled.scaled_by_data, before.scaled_by_data) == (True, False)


@given(st.lists(st.floats(-1e100, 1e100), min_size=1, max_size=20))
def test_bounds_from_data_hold_all_values_and_are_an_interval(values):
    low, high = bounds_from_data([np.nan, *values])
    assert low == min(values)
    assert low < high
    assert high == max(values) or min(values) == max(values)


@pytest.mark.parametrize("values", [[np.nan], [1.0, np.inf], []])
def test_there_are_no_bounds_in_data_without_finite_values(values):
    with pytest.raises(InvalidInput, match="values must"):
        bounds_from_data(values)


def test_scaling_by_the_data_reaches_both_ends_and_has_nothing_outside():
    dataset = changed(cost(), "bmi", 7, 400.0)
    prepared = design(dataset, replace(SETTINGS, scaling="data"))
    numeric = all_rows(prepared)[:, :3]
    np.testing.assert_array_equal(numeric.min(axis=0), 0.0)
    np.testing.assert_array_equal(numeric.max(axis=0), 1.0)
    assert prepared.outside_total == 0
    charges = dataset.frame["charges"]
    assert prepared.label_units == (charges.min(), charges.max())


def test_values_outside_are_moved_to_the_nearest_bound_and_counted():
    dataset = changed(changed(changed(cost(), "age", 0, 17.0), "age", 1, 90.0), "charges", 2, -1.0)
    found = design(dataset, SETTINGS)
    clipped = changed(changed(changed(cost(), "age", 0, 18.0), "age", 1, 64.0), "charges", 2, 0.0)
    np.testing.assert_array_equal(all_rows(found), all_rows(design(clipped, SETTINGS)))
    assert (found.outside["age"], found.outside["charges"], found.outside_total) == (2, 1, 3)


def test_a_label_that_is_not_declared_becomes_zeros_and_is_counted():
    found = design(changed(cost(), "region", 0, "north"), replace(SETTINGS, features=("region",)))
    assert np.sum(all_rows(found).sum(axis=1) == 1.0) == 1  # the intercept alone
    assert found.outside == {"charges": 0, "region": 1}


def test_values_outside_are_refused_with_their_counts_when_asked():
    dataset = changed(changed(cost(), "age", 0, 17.0), "region", 1, "north")
    with pytest.raises(InvalidInput) as caught:
        design(dataset, replace(SETTINGS, outside="refuse"))
    assert str(caught.value) == (
        "values must lie within the declared bounds and labels (given: 1 of 'age', 1 of 'region' "
        "outside). Widen the bounds or choose to clip."
    )


def test_incomplete_rows_are_left_out_and_counted_only_for_the_columns_used():
    dataset = changed(changed(cost(), "bmi", 0, math.nan), "sex", 1, None)
    assert design(dataset, SETTINGS).incomplete == 2
    assert design(dataset, replace(SETTINGS, features=("age", "sex"))).incomplete == 1
    assert len(all_rows(design(dataset, SETTINGS))) == 58


@pytest.mark.parametrize("scaling", ["declared", "data"])
def test_constant_columns_are_allowed(scaling):
    dataset = cost()
    constant = replace(dataset, frame=dataset.frame.assign(age=30.0, charges=5.0, sex="male"))
    prepared = design(constant, replace(SETTINGS, scaling=scaling))
    assert np.all(np.isfinite(all_rows(prepared)))
    np.testing.assert_allclose(prepared.to_units(prepared.y_train), 5.0)


@pytest.mark.parametrize("key", datasets.available())
def test_every_shipped_dataset_makes_a_design_with_nothing_outside(key):
    dataset = datasets.load(key)
    prepared = design(dataset, DesignSettings(dataset.info.default_target))
    assert prepared.outside_total == 0
    assert np.linalg.norm(all_rows(prepared), axis=1).max() <= prepared.row_norm
    assert len(all_rows(prepared)) + prepared.incomplete == len(dataset.frame)


@pytest.mark.parametrize("rows", [0, 1, 2])
def test_too_few_complete_rows_are_refused(rows):
    dataset = cost(10)
    few = replace(dataset, frame=dataset.frame.assign(age=[30.0] * rows + [np.nan] * (10 - rows)))
    with pytest.raises(
        InvalidInput, match=f"one for testing .given: {rows} without missing values"
    ):
        design(few, SETTINGS)


def test_a_design_too_large_to_solve_is_refused():
    labels = tuple(f"label {i}" for i in range(301))
    region = replace(INFO.column("region"), categories=labels)
    wide = replace(INFO, columns=(*INFO.columns[:5], region, INFO.columns[6]))
    with pytest.raises(InvalidInput, match=r"at most 300 columns .*given: 309 columns for 60 rows"):
        design(Dataset(wide, cost().frame), SETTINGS)


def with_levels() -> Dataset:
    rows = "".join(f"{20 + k},{1 + k % 2},{k % 7}\n" for k in range(40))
    table = read_table(f"age,eps,visits\n{rows}".encode())
    bounds = {"age": (0.0, 120.0), "visits": (0.0, 10.0)}
    return declare(table, [own_column(name, bounds=bounds.get(name)) for name in table.names])


@pytest.mark.parametrize(
    ("settings", "error", "says"),
    [
        (("height",), InvalidInput, "target must be in the dataset .given: 'height'"),
        (("sex",), InvalidInput, "target must be a column of numbers .given: the category 'sex'"),
        (
            ("age", ("bmi", "age")),
            InvalidInput,
            "features must not include the target .given: 'age'",
        ),
        (("age", ("bmi", "bmi")), InvalidInput, "features must be named once each"),
        (
            ("age", ("bmi", "height")),
            InvalidInput,
            "features must be in the dataset .given: 'height'",
        ),
        (("age", None, "standard"), InvalidInput, "^scaling must"),
        (("age", None, "data", False, "ignore"), InvalidInput, "^outside must"),
        (("bmi", None, "data"), InvalidInput, "values must be finite"),
        (("",), NextStep, "Choose the column to predict"),
        (("age", ()), NextStep, "at least one column to predict from"),
    ],
)
def test_settings_that_do_not_fit_the_dataset_are_refused(settings, error, says):
    dataset = changed(cost(), "bmi", 0, math.inf)
    with pytest.raises(error, match=says) as caught:
        design(dataset, DesignSettings(*settings))
    assert "\n" not in str(caught.value)


def test_privacy_levels_are_neither_target_nor_feature():
    assert design(with_levels(), DesignSettings("visits")).titles == ("age", "intercept")
    for settings in (DesignSettings("eps"), DesignSettings("age", ("visits", "eps"))):
        with pytest.raises(InvalidInput, match="must not say what privacy a person asks for"):
            design(with_levels(), settings)
