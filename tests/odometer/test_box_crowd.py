"""A crowd with records in a box: bounds of all people at once, and filters that decide by them."""

import numpy as np
import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.odometer import BayesianFilter, Box, LinearQuery, QuestionLevels, realized_loss
from hetdp_core.odometer.crowd import box
from hetdp_core.odometer.crowd.box import BLOCK, GAP, ask_block, ask_box_crowd, ask_on_box
from hetdp_core.odometer.crowd.people import CrowdScenario
from hetdp_core.profiles import ProfileSettings
from tests.tolerance import CERTIFIED

GROUPS = ProfileSettings("two_groups", low=1.0, high=3.0)
LEVELS = QuestionLevels(ProfileSettings("two_groups", users=5, low=0.3, high=1.2))
BOX = Box([-1.0, 0.0, 2.0], [1.0, 3.0, 2.0])  # the last coordinate is known


def asked(rng, count):
    """Linear questions whose results reach both ends of their range."""
    for number, slope in enumerate(rng.uniform(-1.0, 1.0, (count, 3))):
        corners = np.array([[x, y, 2.0] for x in (-1.0, 1.0) for y in (0.0, 3.0)]) @ slope
        level = 0.3 + 0.4 * (number % 3)
        yield LinearQuery(slope, 0.5, corners.min() + 0.5, corners.max() + 0.5, level)


@pytest.mark.parametrize("seed", range(3))
def test_each_person_is_asked_as_by_a_certified_filter_of_their_own_and_the_loss_is_its(seed):
    rng = np.random.default_rng(seed)
    queries = [*asked(rng, 14)] + [*asked(rng, 1)] * 4
    records = rng.uniform(BOX.low, BOX.high, (12, 3))
    budgets = np.repeat([0.8, 1.6, 2.5, np.inf], 3)
    told = ask_on_box(queries, BOX, records, budgets, rng)
    assert not told.answered.all()
    assert told.answered[budgets == np.inf].all()
    assert np.all(told.losses <= budgets * (1 + 1e-9))
    for person, budget in enumerate(budgets):
        guard = BayesianFilter(min(budget, 1e6), BOX)
        for query, answer in zip(queries, told.answers[person], strict=True):
            assert guard.accepts(query) == (answer >= 0)
            if answer >= 0:
                guard.record(query, int(answer))
        lower, upper = guard.loss.interval
        assert told.least[person] - CERTIFIED <= lower <= told.losses[person] + CERTIFIED
        assert told.least[person] - CERTIFIED <= upper <= told.losses[person] + CERTIFIED
    assert np.all(told.losses - told.least <= 2 * GAP)


def test_no_two_records_differ_by_more_than_the_upper_end_and_some_nearly_by_the_lower_one():
    rng = np.random.default_rng(7)
    queries = [*asked(rng, 20)]
    told = ask_on_box(queries, BOX, rng.uniform(BOX.low, BOX.high, (8, 3)), 2.0, rng)
    grid = np.array([[x, y, 2.0] for x in np.linspace(-1, 1, 81) for y in np.linspace(0, 3, 81)])
    for person, answers in enumerate(told.answers):
        logs = sum(
            query.log_likelihood(grid, bool(answer))
            for query, answer in zip(queries, answers, strict=True)
            if answer >= 0
        )
        assert told.least[person] - 0.01 <= np.ptp(logs) <= told.losses[person]


def test_on_a_segment_an_answer_and_its_contrary_leave_what_the_search_finds():
    query = LinearQuery([1.0], 0.0, -1.0, 1.0, 2.0)
    line, rng = Box([-1.0], [1.0]), np.random.default_rng(0)
    told = ask_on_box([query] * 9, line, np.zeros((30, 1)), 2.5, rng)
    for answers, loss in zip(told.answers, told.losses, strict=True):
        given = [int(answer) for answer in answers if answer >= 0]
        found = realized_loss([query] * len(given), given, line)
        assert found.upper == pytest.approx(loss, abs=CERTIFIED)
    point = ask_on_box([query] * 3, Box([0.5], [0.5]), [[0.5]], 0.1, rng)
    assert point.answered.all()
    assert point.losses[0] <= 1e-12


def test_people_are_the_same_in_any_block_and_a_stop_keeps_those_who_were_asked(monkeypatch):
    scenario = CrowdScenario(2 * BLOCK + 5, GROUPS, LEVELS, 12)
    whole = ask_box_crowd(scenario, 2)
    monkeypatch.setattr(box, "IN_CACHE", 13)  # three people at a time, the last alone
    for block in range(3):
        part = slice(block * BLOCK, (block + 1) * BLOCK)
        told = ask_block(scenario, 2, block)
        np.testing.assert_array_equal(told.answers, whole.transcripts.answers[part])
        np.testing.assert_array_equal(told.losses, whole.transcripts.losses[part])
    first, second, _ = np.split(whole.transcripts.answers, [BLOCK, 2 * BLOCK])
    both = (first >= 0) & (second >= 0)
    assert not np.array_equal(first[both], second[both])
    stopped = ask_box_crowd(scenario, 2, stop=lambda: True)
    np.testing.assert_array_equal(stopped.budgets, whole.budgets[:BLOCK])
    np.testing.assert_array_equal(stopped.transcripts.answers, whole.transcripts.answers[:BLOCK])
    assert whole.share_answering.shape == (2, 12)
    assert np.all(whole.share_answering[0] <= whole.share_answering[1])


@pytest.mark.parametrize(
    ("domain", "records", "budgets", "name"),
    [
        (Box([0.0], [1.0], [True]), [[0.0]], 1.0, "domain"),
        (Box([-1.0] * 15, [1.0] * 15), [[0.0] * 15], 1.0, "domain"),
        (Box([-1.0], [1.0]), [[2.0]], 1.0, "records"),
        (Box([-1.0], [1.0]), [[0.0]], np.nan, "budgets"),
        (Box([-2.0], [1.0]), [[0.0]], 1.0, "linear question"),
    ],
)
def test_what_cannot_be_asked_is_refused(domain, records, budgets, name):
    query = LinearQuery([1.0], 0.0, -1.0, 1.0, 1.0)
    with pytest.raises(InvalidInput, match=name):
        ask_on_box([query], domain, records, budgets, np.random.default_rng(0))
