"""The sample is the same everywhere, lies within its bounds and says what it is."""

import numpy as np

from hetdp_core.release import prepare, request_by_column
from hetdp_core.release.sample import SAMPLE_ROWS, sample_csv
from hetdp_core.tables import columns_of, declare, described, read_table

TABLE = read_table(sample_csv())
COLUMNS = columns_of(described(TABLE), TABLE, ".")


def test_it_lies_within_its_bounds_and_can_be_released():
    declared = declare(TABLE, COLUMNS)
    assert len(declared.frame) == SAMPLE_ROWS
    assert declared.values("sbp").outside == declared.values("sbp").missing == 0
    assert np.all(declared.frame["sbp"] % 1 == 0)
    assert sorted(set(declared.frame["epsilon"])) == [0.1, 0.5, 2.0]
    plan = prepare(request_by_column(declared, "sbp", "epsilon"))
    assert plan.saturation_level < 2.0  # it shows that asking for less privacy gains nothing


def test_a_release_from_it_says_so_in_its_request():
    declared = declare(TABLE, COLUMNS, simulated=True)
    assert request_by_column(declared, "sbp", "epsilon").simulated
    assert not declare(TABLE, COLUMNS).info.simulated
