"""A user's own table with its declared schema is a dataset like a shipped one."""

from dataclasses import replace

import numpy as np
import pytest

from hetdp_core import datasets
from hetdp_core.datasets import Column
from hetdp_core.errors import InvalidInput
from hetdp_core.tables import declare, read_table
from tests.own_columns import own_column
from tests.papers.insurance import insurance_csv

TABLE = read_table(b"age;pet;score;note\n30;cat;1,5;x\n;dog;NA;y\n200;;-2;z\n40;cat;0;=1\n")
COLUMNS = (
    own_column("age", bounds=(0.0, 120.0)),
    own_column("pet", kind="category", categories=("cat", "fish")),
    own_column("score", bounds=(-5, 5), decimal=","),
)


def test_the_dataset_has_the_declared_columns_with_defaults_and_rows_of_its_own():
    dataset = declare(TABLE, COLUMNS)
    assert dataset.info.columns == COLUMNS
    np.testing.assert_array_equal(dataset.frame["age"], [30, np.nan, 200, 40])
    np.testing.assert_array_equal(dataset.frame["score"], [1.5, np.nan, -2, 0])
    assert dataset.frame["pet"].isna().tolist() == [False, False, True, False]
    assert dataset.frame["pet"].dropna().tolist() == ["cat", "dog", "cat"]
    assert (dataset.info.default_column, dataset.info.default_target) == ("age", "score")
    about = declare(TABLE, COLUMNS, average="score").info
    assert (about.default_column, about.default_target) == ("score", "score")
    dataset.frame["pet"] = "cat"
    dataset.frame.loc[0, "age"] = 0.0
    assert TABLE.cells["pet"].tolist() == ["cat", "dog", "", "cat"]
    assert declare(TABLE, COLUMNS).frame["age"][0] == 30


def test_what_is_outside_stays_and_is_counted_as_in_a_shipped_dataset():
    assert datasets.check(declare(TABLE, COLUMNS)) == (
        "age must lie between 0 and 120 (given: 1 outside).",
        "pet must be one of cat, fish (given: 1 outside).",
    )


def test_the_key_is_the_one_given_and_no_function_of_a_cell():
    other = read_table(b"age;pet;score\n1;cat;1\n2;cat;2\n")
    assert declare(TABLE, COLUMNS).info.key == declare(other, COLUMNS).info.key == "own"
    assert declare(TABLE, COLUMNS, "own:1").info.key == "own:1"


def number(name: str, kind="number") -> Column:
    return replace(COLUMNS[2], name=name, kind=kind)


@pytest.mark.parametrize(
    ("columns", "says"),
    [
        ([], "columns must include one with numbers"),
        ([COLUMNS[1]], "columns must include one with numbers"),
        ([COLUMNS[0], COLUMNS[0]], "columns must be declared once each"),
        ([number("height")], "column must be one of age, pet, score, note .given: 'height'"),
        ([replace(COLUMNS[0], bounds=None)], "bounds of 'age' must be declared"),
        ([COLUMNS[0], replace(COLUMNS[1], categories=())], "labels of 'pet' must be declared"),
    ],
)
def test_a_declaration_that_does_not_fit_is_refused_with_the_place(columns, says):
    with pytest.raises(InvalidInput, match=says) as caught:
        declare(TABLE, columns)
    assert "\n" not in str(caught.value)


@pytest.mark.parametrize("kind", ["number", "integer"])
def test_what_cannot_be_read_is_missing_and_no_error_and_a_fraction_is_none_either(kind):
    declared = declare(TABLE, [number("note", kind), number("score", kind)])
    assert declared.values("note").missing == 4
    np.testing.assert_array_equal(declared.frame["score"], [1.5, np.nan, -2, 0])


def test_the_published_insurance_table_lies_within_the_declared_bounds():
    columns = datasets.info("simulated_medical_cost").columns
    table = declare(read_table(insurance_csv().read_bytes()), columns)
    assert datasets.check(table) == ()


AGE = own_column("age", bounds=(0.0, 120.0), decimal=",")


def with_levels(cells: list[str]):
    rows = "".join(f"{30 + place};{cell}\n" for place, cell in enumerate(cells))
    table = read_table(f"age;eps\n{rows}".encode())
    return declare(table, [AGE, own_column("eps", decimal=",")])


def test_privacy_levels_are_no_numbers_to_compute_with():
    dataset = with_levels(["0,5", "inf", "Infinity", "2"])
    np.testing.assert_array_equal(dataset.frame["eps"], [0.5, np.inf, np.inf, 2.0])
    assert dataset.level_columns() == ("eps",)
    assert dataset.numeric_columns() == ("age",)
    assert (dataset.info.default_target, dataset.info.default_column) == ("age", "age")
    assert datasets.check(dataset) == ()


def test_levels_are_those_of_all_rows_and_a_copy():
    rows = "30,0.5\n,1\n40,inf\nNA,3\n50,2\n"
    table = read_table(f"age,eps\n{rows}".encode())
    dataset = declare(table, [AGE, own_column("eps")])
    np.testing.assert_array_equal(dataset.levels("eps"), [0.5, 1.0, np.inf, 3.0, 2.0])
    np.testing.assert_array_equal(dataset.values("age").values, [30.0, 40.0, 50.0])
    dataset.levels("eps")[:] = 7.0
    assert dataset.frame["eps"].iloc[0] == 0.5


@pytest.mark.parametrize("bad", [0.0, -1.0, np.nan])
def test_levels_that_are_none_are_refused_however_they_came_to_be_there(bad):
    dataset = with_levels(["0,5", "1"])
    dataset.frame.loc[1, "eps"] = bad
    with pytest.raises(InvalidInput, match="epsilon in 'eps' must be positive"):
        dataset.levels("eps")


@pytest.mark.parametrize("column", ["age", "nothing", ""])
def test_only_declared_levels_are_levels(column):
    with pytest.raises(InvalidInput, match="must be declared as privacy levels"):
        with_levels(["0,5", "1"]).levels(column)


@pytest.mark.parametrize("cell", ["", "NA", "0", "-1", "-inf", "1e400", "1e200"])
def test_a_level_that_one_person_has_not_is_refused_with_its_line(cell):
    table = read_table(f"age,eps\n30,1\n40,{cell}\n50,2\n".encode())
    asked = replace(COLUMNS[2], name="eps", kind="level", bounds=None)
    with pytest.raises(InvalidInput, match="'eps' on line 3 must be a positive privacy level"):
        declare(table, [COLUMNS[0], asked])


def test_a_table_of_privacy_levels_alone_has_nothing_to_compute_with():
    table = read_table(b"eps\n1\n2\n")
    with pytest.raises(InvalidInput, match="must include one with numbers"):
        declare(table, [own_column("eps")])


def test_privacy_levels_have_neither_bounds_nor_labels():
    for wrong in ({"bounds": (0.0, 1.0)}, {"categories": ("a",)}):
        with pytest.raises(
            InvalidInput, match="levels of 'eps' must be declared, and nothing else"
        ):
            declare(TABLE, [AGE, own_column("eps", **wrong)])


COLUMN = own_column("x", bounds=(0, 2))
LABELLED = {"kind": "category", "bounds": None}


@pytest.mark.parametrize(
    ("changes", "says"),
    [
        ({"bounds": None}, "bounds of 'y' must be declared"),
        ({"bounds": (2, 1)}, r"bounds of 'y' must go from a lower to a higher value"),
        ({"bounds": (0, float("nan"))}, r"bounds of 'y'\[1\] must be a finite number"),
        ({"bounds": (0, 1e200)}, "bounds of 'y' must lie within ±1e"),
        ({"kind": "binary"}, "bounds of 'y' must be 0 and 1 .given"),
        ({"kind": "category", "bounds": None}, "labels of 'y' must be declared"),
        ({"kind": "category"}, "labels of 'y' must be declared"),
        ({**LABELLED, "categories": ("1", "1")}, "must each be given once"),
        ({**LABELLED, "categories": ("",)}, "not be empty"),
        (
            {"categories": ("1",)},
            "bounds of 'y' must be declared, and nothing else .given: bounds and labels",
        ),
        *(
            ({"ignored": (sign,)}, "signs and codes of 'y' must be at most 20; no sign")
            for sign in ("-", ".", "10k", "(", "", "x" * 17)
        ),
        ({"missing": (*map(str, range(21)),)}, "signs and codes of 'y' must be at most 20"),
        ({"kind": "text"}, "kind of 'y' must be one of number, integer, binary"),
        ({"kind": "date"}, "kind of 'y' must be one of number, integer, binary"),
        ({"sensitivity": "some"}, "sensitivity of 'y' must be one of"),
    ],
)
def test_a_declaration_without_what_it_needs_is_refused(changes, says):
    with pytest.raises(InvalidInput, match=says):
        declare(read_table(b"x\n1\n2\n"), [COLUMN, replace(COLUMN, name="y", **changes)])
