"""Conversations with one record: Example 3, typed queries, and beliefs along the way."""

import itertools
import math

import numpy as np
import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.conversation import (
    MOST_ANSWERS,
    MOST_WORK,
    ConversationSettings,
    converse,
    outputs_from_text,
    queries_from_text,
)
from hetdp_core.odometer.examples import RUNNING_OUTPUTS

EXAMPLE = ConversationSettings()


def test_basic_composition_refuses_from_the_third_query_on():
    refuses = [converse(EXAMPLE, RUNNING_OUTPUTS[:n]).basic_refuses for n in range(4)]
    assert refuses == [False, False, True, True]


def test_what_the_next_answer_would_cost_is_what_it_then_costs():
    for output in (True, False):
        before, after = converse(EXAMPLE, [True]), converse(EXAMPLE, [True, output])
        assert before.loss_after(output) == pytest.approx(after.spent.loss)


@pytest.mark.parametrize("kind", ["powers", "linear", "truncated", "logistic"])
def test_chances_of_the_next_answer_are_the_extremes(kind):
    talk = converse(ConversationSettings(kind), [])
    rng = np.random.default_rng(0)
    points = np.arange(11) if kind == "powers" else rng.uniform(-1, 1, (2000, 2))
    chance = talk.query.probability_high(points)
    low, high = talk.chances
    assert low <= chance.min() <= low + 0.02
    assert high - 0.02 <= chance.max() <= high


def test_typed_queries_come_in_turn():
    settings = ConversationSettings("logistic", typed=((1.0, 0.5), (-2.0, 0.0)))
    labels = [settings.label(n) for n in (1, 2, 3)]
    assert labels == ["logistic(1·x₁ + 0.5)", "logistic(−2·x₁)", "logistic(1·x₁ + 0.5)"]
    at_zero = [settings.query(n).probability_high([0.0]) for n in (1, 2, 3)]
    assert at_zero[0] == at_zero[2] > at_zero[1] == 0.5


@pytest.mark.parametrize(
    ("wrong", "says"),
    [
        ({"epsilon": 0.0}, "positive"),
        ({"budget": math.inf}, "finite"),
        ({"kind": "cubic"}, "must be one of"),
        ({"kind": "linear", "typed": ()}, "must be 1 to"),
        ({"kind": "linear", "typed": ((0.0, 0.0, 0.0),)}, "other than zero"),
        ({"kind": "linear", "typed": ((1.0, 1.0, 0.0),)}, "must stay in its range"),
        ({"kind": "logistic", "typed": ((1.0, 0.0), (1.0, 1.0, 0.0))}, "as many slopes"),
        ({"kind": "logistic", "typed": ((1.0,),)}, "1 to 14"),
        ({"kind": "truncated", "typed": ((0.1,) * 16,)}, "1 to 14"),
    ],
)
def test_settings_that_cannot_be_are_refused(wrong, says):
    with pytest.raises(InvalidInput, match=says):
        ConversationSettings(**wrong)


def truncated(count, slopes=9):
    """Regressions drawn at random, as long as an address that names them."""
    rng = np.random.default_rng(1)
    typed = tuple(tuple(row) for row in rng.uniform(-1, 1, (count, slopes + 1)).round(1).tolist())
    return ConversationSettings("truncated", math.log(1.1), math.log(1e6), typed)


def answers_at_random(count):
    return (np.random.default_rng(2).random(count) < 0.5).tolist()


def test_long_conversations_end_at_their_limit_of_work_and_their_bounds_hold():
    few, many = truncated(40), answers_at_random(40)
    talk = converse(few, many, work=1e8)
    assert talk.out_of_work
    assert not talk.stopped
    assert talk.spent.loss <= 40 * few.epsilon + 1e-9
    points = np.random.default_rng(3).uniform(-1, 1, (20_000, 9))
    logs = np.zeros(len(points))
    for step in talk.steps:
        logs += few.query(step.number).log_likelihood(points, step.output)
        assert np.ptp(logs) <= step.upper + 1e-9
        assert step.lower <= step.upper


def test_a_conversation_begins_like_each_that_goes_on_from_it():
    settings, outputs = truncated(20), answers_at_random(20)
    long = converse(settings, outputs, work=3e8)
    for length in (5, 12, 19):
        short = converse(settings, outputs[:length], work=3e8)
        assert short.steps == long.steps[:length]


def test_a_stop_ends_all_searches_of_a_conversation():
    asked = itertools.count()
    talk = converse(truncated(12), answers_at_random(12), stop=lambda: next(asked) >= 5)
    assert talk.stopped
    assert not talk.out_of_work
    assert next(asked) == 6
    assert talk.spent.lower <= talk.spent.loss <= 12 * talk.settings.level(1) + 1e-9


@pytest.mark.parametrize("kind", ["linear", "truncated", "logistic"])
def test_short_conversations_need_a_small_part_of_their_work(kind):
    talk = converse(
        ConversationSettings(kind, budget=math.log(50.0)),
        [True, False, True, True, False],
        work=MOST_WORK / 5,
    )
    assert not talk.cut_short


def test_a_drawn_answer_follows_the_record():
    settings, rng = ConversationSettings(epsilon=math.log(1e4)), np.random.default_rng(1)
    assert all(settings.draw(1, (10.0,), rng) for _ in range(20))
    assert not any(settings.draw(1, (0.0,), rng) for _ in range(20))


def test_answers_after_a_refusal_do_not_count():
    talk = converse(EXAMPLE, (*RUNNING_OUTPUTS, True, False))
    assert (talk.outputs, talk.unused) == (tuple(map(bool, RUNNING_OUTPUTS)), 2)
    assert not talk.decision.accepted


MANY = ConversationSettings(budget=math.log(1e6)), [True] * (MOST_ANSWERS + 1)


@pytest.mark.parametrize(
    ("call", "given", "says"),
    [
        (converse, MANY, "at most"),
        *((outputs_from_text, (text,), "zeros and ones") for text in ("12", "yes", "1x")),
        *((queries_from_text, (text,), "queries") for text in ("", ";", "a, b", "1 | x", "1|2|3")),
        *((EXAMPLE.draw, (1, record, None), "record") for record in ((11,), (2.5,), (1, 2))),
        (ConversationSettings("linear").draw, (1, (2, 0), None), "record"),
        (ConversationSettings("linear").draw, (1, (), None), "record"),
    ],
)
def test_answers_queries_and_records_that_cannot_be_are_refused(call, given, says):
    with pytest.raises(InvalidInput, match=says):
        call(*given)
