"""A request is read off the schema alone; the sample."""

import numpy as np
import pandas as pd
import pytest

from hetdp_core import datasets, tables
from hetdp_core.errors import InvalidInput
from hetdp_core.release import prepare, request_by_column, request_for
from hetdp_core.release.sample import SAMPLE_ROWS, sample_csv
from tests.own_columns import own_column

CSV = b"age,eps\n" + b"".join(b"%d,0.5\n" % (20 + i % 60) for i in range(100))


def own_table():
    table = tables.read_table(CSV)
    return tables.declare(table, [own_column("age", bounds=(0.0, 120.0)), own_column("eps")])


def test_a_request_takes_range_and_unit_from_the_schema():
    made = request_for(own_table(), "age", np.full(100, 0.5), "column")
    assert (made.column, made.bounds, made.users) == ("age", (0.0, 120.0), 100)


def test_one_level_for_each_row_and_a_numeric_column_are_needed():
    with pytest.raises(InvalidInput, match="each of 100 rows"):
        request_for(own_table(), "age", np.full(99, 0.5), "column")
    with pytest.raises(InvalidInput, match="column"):
        request_for(own_table(), "nothing", np.full(100, 0.5), "column")


def test_the_levels_of_a_request_by_column_are_those_of_the_rows():
    made = request_by_column(own_table(), "age", "eps")
    np.testing.assert_array_equal(made.epsilon, np.full(100, 0.5))
    assert (made.levels_from, made.levels_column) == ("column", "eps")


@pytest.mark.parametrize("levels_column", ["age", "nothing", ""])
def test_only_declared_privacy_levels_say_what_people_ask_for(levels_column):
    with pytest.raises(InvalidInput, match="must be declared as privacy levels"):
        request_by_column(own_table(), "age", levels_column)


def test_privacy_levels_cannot_be_released_because_the_receipt_makes_them_public():
    for ask in (
        lambda: request_by_column(own_table(), "eps", "eps"),
        lambda: request_for(own_table(), "eps", np.full(100, 0.5), "profile"),
    ):
        with pytest.raises(InvalidInput, match=r"'eps' must .* which the receipt makes public"):
            ask()


def test_a_request_does_not_depend_on_any_value():
    mine = own_table()
    other = datasets.Dataset(mine.info, pd.DataFrame({"age": np.zeros(100), "eps": np.ones(100)}))
    one, two = (request_for(d, "age", np.full(100, 0.5), "profile") for d in (mine, other))
    assert (one.column, one.unit, one.bounds) == (two.column, two.unit, two.bounds)
    assert one.bounds != (mine.frame["age"].min(), mine.frame["age"].max())


TABLE = tables.read_table(sample_csv())
COLUMNS = [own_column("sbp", bounds=(60.0, 260.0)), own_column("epsilon")]


def test_it_lies_within_its_bounds_and_can_be_released():
    declared = tables.declare(TABLE, COLUMNS)
    assert len(declared.frame) == SAMPLE_ROWS
    assert declared.values("sbp").outside == declared.values("sbp").missing == 0
    assert np.all(declared.frame["sbp"] % 1 == 0)
    assert sorted(set(declared.frame["epsilon"])) == [0.1, 0.5, 2.0]
    plan = prepare(request_by_column(declared, "sbp", "epsilon"))
    assert plan.saturation_level < 2.0  # it shows that asking for less privacy gains nothing


def test_a_release_from_it_says_so_in_its_request():
    declared = tables.declare(TABLE, COLUMNS, simulated=True)
    assert request_by_column(declared, "sbp", "epsilon").simulated
    assert not tables.declare(TABLE, COLUMNS).info.simulated
