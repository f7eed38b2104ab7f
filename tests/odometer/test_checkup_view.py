"""What the check-up reveals about one record: chances that sum to one, losses of Appendix E."""

import math

import numpy as np
import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.paper.checkup import checkup, checkup_queries, draw_record, outcome_table

OUTCOMES = outcome_table(gap=1e-2)
RECORD = (52.0, 1.0, 140.0, 23.0)


def test_outcomes_are_all_there_from_the_least_to_the_largest_loss():
    found = checkup(RECORD, OUTCOMES)
    assert len(set(found.labels)) == 16
    assert np.all(np.diff(found.losses) >= 0)
    assert found.probabilities.sum() == pytest.approx(1.0)
    assert found.labels[-1] == "0 1 1 12"


def test_chances_of_outcomes_are_those_of_drawn_answers():
    found, rng = checkup(RECORD, OUTCOMES), np.random.default_rng(3)
    trials = 40_000
    drawn = np.stack(
        [query.draw(np.tile(RECORD, (trials, 1)), rng=rng) for query in checkup_queries()], axis=1
    )
    words = [f"{a:g} {b:g} {c:g} {12 * d:g}" for a, b, c, d in drawn.astype(int)]
    for label, probability in zip(found.labels, found.probabilities, strict=True):
        error = math.sqrt(probability * (1 - probability) / trials)
        assert abs(words.count(label) / trials - probability) <= 4 * error


def test_the_average_loss_lies_between_the_extremes_and_below_basic_composition():
    rng = np.random.default_rng(0)
    for _ in range(20):
        found = checkup(draw_record(rng).tolist(), OUTCOMES)
        assert found.losses[0] < found.expected_loss < found.losses[-1] < found.basic
        at_most = found.losses <= found.median_loss
        assert found.probabilities[at_most].sum() >= 0.5 - 1e-12
        below = found.losses < found.median_loss
        assert found.probabilities[below].sum() < 0.5


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
def test_a_record_outside_the_domain_is_refused(wrong):
    with pytest.raises(InvalidInput):
        checkup(wrong, OUTCOMES)
