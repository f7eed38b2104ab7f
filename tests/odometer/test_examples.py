"""The paper's examples and its check-up, to their printed digits."""

import math

import numpy as np
import pytest

from hetdp_core import odometer
from hetdp_core.errors import InvalidInput
from hetdp_core.odometer import examples
from tests.odometer.helpers import CHECKUP_WIDTH
from tests.tolerance import ROUNDING, half_a_unit


def test_once_example_3_has_used_its_budget_up_no_further_question_is_accepted():
    guard = odometer.BayesianFilter(examples.RUNNING_BUDGET, examples.RUNNING_DOMAIN)
    for power, output in enumerate(examples.RUNNING_OUTPUTS, start=1):
        guard.record(examples.running_query(power), output)
    assert not any(guard.accepts(examples.running_query(power)) for power in range(5, 12))
    assert guard.odometer.remaining == pytest.approx(0.0, abs=ROUNDING)


@pytest.fixture(scope="module")
def outcomes():
    return examples.outcome_table()


def test_worst_and_median_outcome(outcomes):
    losses = sorted(row.loss.upper for row in outcomes)
    worst = max(outcomes, key=lambda row: row.loss.upper)
    assert worst.outputs == (False, True, True, True)
    close = CHECKUP_WIDTH + half_a_unit(4)
    assert worst.loss.upper == pytest.approx(3.6041, abs=close)
    assert np.median(losses) == pytest.approx(2.3531, abs=close)


def test_the_papers_first_person_has_the_printed_chance_of_heart_disease_and_stroke():
    """Age 34, female, 110, BMI 18: 0.94 and 0.06 (the other printed predictions do not follow)."""
    heart, stroke, _, sleep = examples.checkup_queries()
    person = np.array([34.0, 0.0, 110.0, 18.0])
    assert heart.result(person) == pytest.approx(0.94, abs=half_a_unit(2))
    assert stroke.result(person) < 0.06
    assert 0 <= sleep.result(person) <= 12


RECORD = (52.0, 1.0, 140.0, 23.0)


def test_all_sixteen_outcomes_are_there_from_the_least_to_the_largest_loss(outcomes):
    assert {row.outputs: row.printed for row in outcomes} == examples.PRINTED
    visit = examples.checkup(RECORD, outcomes)
    assert len(set(visit.labels)) == len(outcomes) == 16
    assert np.all(np.diff(visit.losses) >= 0)
    assert visit.probabilities.sum() == pytest.approx(1.0)
    assert visit.labels[-1] == "0 1 1 12"


def test_chances_of_outcomes_are_those_of_drawn_answers(outcomes):
    found, rng = examples.checkup(RECORD, outcomes), np.random.default_rng(3)
    trials = 40_000
    drawn = np.stack(
        [query.draw(np.tile(RECORD, (trials, 1)), rng=rng) for query in examples.checkup_queries()],
        axis=1,
    )
    words = [f"{a:g} {b:g} {c:g} {12 * d:g}" for a, b, c, d in drawn.astype(int)]
    for label, probability in zip(found.labels, found.probabilities, strict=True):
        error = math.sqrt(probability * (1 - probability) / trials)
        assert abs(words.count(label) / trials - probability) <= 4 * error


def test_the_average_loss_lies_between_the_extremes_and_below_basic_composition(outcomes):
    rng = np.random.default_rng(0)
    for _ in range(20):
        visit = examples.checkup(examples.draw_record(rng).tolist(), outcomes)
        assert visit.losses[0] < visit.expected_loss < visit.losses[-1] < visit.basic
        at_most = visit.losses <= visit.median_loss
        assert visit.probabilities[at_most].sum() >= 0.5 - 1e-12
        below = visit.losses < visit.median_loss
        assert visit.probabilities[below].sum() < 0.5


@pytest.mark.parametrize(
    "wrong",
    [
        (9.0, 1.0, 140.0, 23.0),
        (52.0, 0.5, 140.0, 23.0),
        (52.0, 1.0, math.nan, 23.0),
        (52.0, 1.0, 140.0, 51.0),
        (52.0, 1.0, 140.0),
    ],
)
def test_a_record_outside_the_domain_is_refused(wrong, outcomes):
    with pytest.raises(InvalidInput):
        examples.checkup(wrong, outcomes)
