"""All settings at once: what a link says is what the controls hold, and back."""

from urllib.parse import parse_qs

import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import datasets
from pages.shared.controls import address, catalog, state


def values(control):
    """Strategy for what a control may hold."""
    if control.key == "column":
        return st.just(control.start)  # depends on the dataset; see below
    if control.kind == "flag":
        return st.booleans()
    if control.kind == "several":
        most = min(control.high, len(control.options))
        return st.lists(
            st.sampled_from(list(control.options)), min_size=1, max_size=most, unique=True
        )
    if control.options is not None:
        return st.sampled_from(list(control.options))
    if control.kind == "whole":
        return st.integers(int(control.low), int(control.high))
    if control.kind == "text":
        return st.text("0123456789.,;| -é&=%+#", max_size=30)
    return st.floats(control.low, control.high)


SOME = st.fixed_dictionaries({}, optional={control.key: values(control) for control in catalog.ALL})


@given(SOME)
def test_a_link_holds_every_setting_and_calls_none_unusable(some):
    full = {**state.defaults(), **some}
    assert catalog.url_notices(state.to_params(full)) == []
    shipped = full["dataset"] in datasets.available()  # columns of a reader's own are in no link
    column = datasets.info(full["dataset"]).default_column if shipped else ""
    full["column"] = column or catalog.shared.COLUMN.start
    assert state.unpacked(state.packed(full)) == full
    assert state.of_params(state.to_params(full)) == full


@pytest.mark.parametrize(
    ("link", "budget"),
    [
        ("", 2.0),
        ("n=50", 2.0),
        ("eps_question=2&v=3", 2.0),
        ("eps_question=2&v=4", 2.0),
        ("eps_question=2", 10.0),
        ("eps_question=2&v=2", 10.0),
        ("seed=4&v=2", 10.0),
        ("seed=4&budget=5&v=2", 5.0),
        ("preset=correlated", 10.0),
    ],
)
def test_a_link_that_left_the_budget_unsaid_opens_the_budget_of_its_day(link, budget):
    assert address.state_of(parse_qs(link))["budget"] == budget


@pytest.mark.parametrize(
    ("link", "lam"),
    [
        ("", None),
        ("ridge_view=Spread", None),
        ("low=0.1&v=4", None),
        ("low=0.1&v=3", 1.0),
        ("low=0.1", 1.0),
        ("lam=5&v=3", 5.0),
        ("preset=first&v=3", None),
        ("preset=regression_pays&v=3", None),
    ],
)
def test_a_link_that_left_lambda_unsaid_opens_the_lambda_of_its_day_and_a_preset_its_own(link, lam):
    assert address.state_of(parse_qs(link))["lam"] == lam
    if "preset" not in link:
        assert state.unpacked(link)["lam"] == lam


def test_what_is_at_its_default_is_not_in_a_link():
    assert state.to_params(state.defaults()) == {}
    assert state.packed(state.defaults()) == "v=4"


@pytest.mark.parametrize("dataset", datasets.available())
def test_every_column_of_every_dataset_has_a_link(dataset):
    for column in datasets.info(dataset).columns:
        if column.bounds is not None:
            full = {**state.defaults(), "dataset": dataset, "column": column.name}
            assert state.unpacked(state.packed(full))["column"] == column.name


def test_a_column_that_the_dataset_lacks_gives_way_to_its_first_choice():
    held = state.of_params({"dataset": "Diabetes", "column": "no such column"})
    assert held["column"] == datasets.info(held["dataset"]).default_column


@pytest.mark.parametrize(
    ("key", "value", "says"),
    [
        *(("n", value, "which takes a whole number from 1 to") for value in ("0", "99999999")),
        *(("n", value, "which takes a whole number") for value in ("many", "7.5", "")),
        *(("low", value, "which takes a number from") for value in ("-1", "nan", "inf")),
        ("public", "101", "which takes a whole number from 0 to 100"),
        ("profile", "<script>alert(1)</script>", "which takes one of"),
        ("dataset", "../../etc/passwd", "which takes one of"),
        ("seed", "-1", "which takes a whole number"),
        *(("q", value, "which takes a") for value in ("1.5", "nan")),
        *(("lam", value, "which takes a") for value in ("0", "-1", "nan")),
        *(("budget", value, "which takes a") for value in ("0", "nan", "inf")),
        *(("coordinates", value, "which takes a") for value in ("0", "20")),
        ("questions", "cubic", "which takes one of"),
    ],
)
def test_what_is_unusable_is_named_and_counts_as_absent(key, value, says):
    (said,) = catalog.url_notices({key: [value]})
    assert says in said
    assert state.of_params({key: value, "unknown": "1"}) == state.defaults()


def test_what_is_given_twice_is_named():
    assert "gives “n” 2 times" in catalog.url_notices({"n": ["5", "6"]})[0]


def test_differences_are_named_with_both_values():
    first = state.defaults()
    second = {**first, "high": 3.0, "simulate": True}
    assert state.differences(first, first) == []
    assert state.differences(first, second) == [
        ("Least private ε", "10", "3"),
        ("Check by simulation", "off", "on"),
    ]
