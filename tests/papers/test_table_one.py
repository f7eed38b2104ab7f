"""Table I of the heterogeneous-mean paper."""

import numpy as np
import pytest

from hetdp_core.mean.comparison import REGIMES, table_one


@pytest.fixture(scope="module")
def rows():
    return table_one(seed=0)


@pytest.mark.parametrize("regime", REGIMES)
def test_methods_come_out_in_the_printed_order(rows, regime):
    ours = {row.method: row.exact for row in rows if row.regime == regime}
    for first, printed_first in REGIMES[regime].printed.items():
        for second, printed_second in REGIMES[regime].printed.items():
            if printed_first < printed_second:
                assert ours[first] < ours[second]


def test_adpm_is_never_behind_the_method_printed_level_with_it(rows):
    ours = {row.method: row.exact for row in rows if row.regime == "low"}
    assert ours["adpm"] <= ours["proportional"] + 0.01


def test_simulation_agrees_with_the_closed_form_for_the_same_profile():
    levels = np.exp(np.random.default_rng([0, 0]).uniform(-4.0, 2.0, 1000))
    from hetdp_core import mean

    for row in table_one(seed=0, trials=600):
        if row.regime == "high":
            exact = np.log(mean.plan(row.method, levels).mse(1 / 20))
            error = row.simulated_error or 0  # of the simulated MSE, as a share of it
            assert np.exp(exact - row.simulated) == pytest.approx(1.0, abs=4 * error)
