"""The check-up: the paper's four regressions, all 16 outcomes, and simulated records."""

import numpy as np
import pytest

from hetdp_core import odometer
from hetdp_core.odometer.paper.checkup import PRINTED
from tests.odometer.helpers import CHECKUP_WIDTH, loss_on
from tests.tolerance import half_a_unit


@pytest.fixture(scope="module")
def outcomes():
    return odometer.outcome_table()


def test_all_sixteen_outcomes_once(outcomes):
    assert len({row.outputs for row in outcomes}) == 16
    assert {row.outputs: row.printed for row in outcomes} == PRINTED


def test_printed_losses_are_upper_bounds_too_high_by_a_tenth_to_three_twentieths(outcomes):
    for row in outcomes:
        assert row.loss.upper < row.printed <= row.loss.lower + 0.15
        assert row.loss.width < CHECKUP_WIDTH


def test_worst_and_median_outcome(outcomes):
    losses = sorted(row.loss.upper for row in outcomes)
    worst = max(outcomes, key=lambda row: row.loss.upper)
    assert worst.outputs == (False, True, True, True)
    close = CHECKUP_WIDTH + half_a_unit(4)
    assert worst.loss.upper == pytest.approx(3.6041, abs=close)
    assert np.median(losses) == pytest.approx(2.3531, abs=close)


def test_random_records_never_beat_the_bounds(outcomes):
    rng = np.random.default_rng(0)
    records = np.array([odometer.draw_record(rng) for _ in range(300)])
    domain = odometer.checkup_domain()
    wide = rng.uniform(domain.low, domain.high, (3_000, 4))
    wide[:, 1] = np.round(wide[:, 1])
    for row in outcomes:
        seen = loss_on(np.vstack([records, wide]), odometer.checkup_queries(), row.outputs)
        assert seen <= row.loss.upper


def test_simulated_records_lie_in_the_domain_and_vary():
    rng, domain = np.random.default_rng(1), odometer.checkup_domain()
    records = np.array([odometer.draw_record(rng) for _ in range(500)])
    assert np.all((records >= domain.low) & (records <= domain.high))
    assert set(records[:, 1]) == {0.0, 1.0}
    assert np.all(records.std(axis=0) > 0.4)


def test_the_papers_first_person_has_the_printed_chance_of_heart_disease_and_stroke():
    """Age 34, female, 110, BMI 18: 0.94 and 0.06 (the other printed predictions do not follow)."""
    heart, stroke, _, sleep = odometer.checkup_queries()
    person = np.array([34.0, 0.0, 110.0, 18.0])
    assert heart.result(person) == pytest.approx(0.94, abs=half_a_unit(2))
    assert stroke.result(person) < 0.06
    assert 0 <= sleep.result(person) <= 12
