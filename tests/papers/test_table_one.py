"""Table I of the heterogeneous-mean paper: printed values, copied here."""

import numpy as np
import pytest

from hetdp_core.mean.comparison import REGIMES, table_one

PRINTED = {
    "high": {
        "adpm": -9.3,
        "proportional": -9.0,
        "ldpe": -7.2,
        "sampling": -6.5,
        "fme": -6.2,
        "uniform": -5.1,
    },
    "low": {
        "adpm": -8.1,
        "proportional": -8.1,
        "ldpe": -1.3,
        "sampling": -7.9,
        "fme": -6.2,
        "uniform": -7.1,
    },
}


@pytest.fixture(scope="module")
def rows():
    return table_one(seed=0)


def test_the_printed_values_are_the_papers():
    assert {key: dict(regime.printed) for key, regime in REGIMES.items()} == PRINTED


def test_every_value_lies_within_035_of_the_printed_one(rows):
    assert len(rows) == 12
    assert all(abs(row.difference) <= 0.35 for row in rows)


@pytest.mark.parametrize("regime", PRINTED)
def test_methods_come_out_in_the_printed_order(rows, regime):
    ours = {row.method: row.exact for row in rows if row.regime == regime}
    for first, printed_first in PRINTED[regime].items():
        for second, printed_second in PRINTED[regime].items():
            if printed_first < printed_second:
                assert ours[first] < ours[second]


def test_adpm_is_never_behind_the_method_printed_level_with_it(rows):
    ours = {row.method: row.exact for row in rows if row.regime == "low"}
    assert ours["adpm"] <= ours["proportional"] + 0.01


def test_simulation_agrees_with_the_closed_form_for_the_same_profile():
    rng = np.random.default_rng([0, 0])
    levels = np.exp(rng.uniform(-4.0, 2.0, 1000))
    from hetdp_core import mean

    for row in table_one(seed=0, trials=600):
        if row.regime == "high":
            exact = np.log(mean.plan(row.method, levels).mse(1 / 20))
            error = row.simulated_error or 0  # of the simulated MSE, as a share of it
            assert np.exp(exact - row.simulated) == pytest.approx(1.0, abs=4 * error)
