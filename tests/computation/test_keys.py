"""What a step is known by: steps that are written alike are the same, and no others."""

import copy
import math
from dataclasses import dataclass, field
from typing import Any

import numpy as np
import pytest
from hypothesis import given, settings

from hetdp_core.computation import Call, Given, keys
from hetdp_core.computation.calls import Computation
from hetdp_core.profiles import ProfileSettings
from tests.computation.test_recipes import ARGUMENTS


@dataclass
class Store:
    """Keep what is marked; count what was made."""

    kept: dict = field(default_factory=dict)
    made: int = 0

    def __call__(self, step: Computation, make):
        if step.key not in self.kept:
            self.made += 1
            self.kept[step.key] = make()
        return self.kept[step.key]


def of(value):
    return Call(dict, it=value).key


def plain(value):
    """The same with Python's numbers instead of NumPy's."""
    if isinstance(value, np.generic):
        return value.item()
    if isinstance(value, dict):
        return {plain(key): plain(one) for key, one in value.items()}
    return type(value)(map(plain, value)) if isinstance(value, (list, tuple)) else value


@settings(max_examples=50)
@given(ARGUMENTS, ARGUMENTS)
def test_keys_are_the_same_where_arguments_are_and_only_there(one, other):
    assert of(one) == of(copy.deepcopy(one)) == of(plain(one))
    assert (of(one) == of(other)) == (repr(plain(one)) == repr(plain(other)))


LOOK_ALIKES = [1, 1.0, True, "1", 0.0, -0.0, 0, False, math.nan, math.inf, -math.inf, None]
LOOK_ALIKES += [
    (1,),
    [1],
    (1.0,),
    np.array([1]),
    np.array([1.0]),
    np.array([[1]]),
    np.empty((0, 1)),
]
LOOK_ALIKES += [np.array([1], dtype="<f4"), ProfileSettings(), ProfileSettings(users=1), math.sqrt]


def test_values_that_look_alike_have_keys_of_their_own():
    assert len({of(value) for value in LOOK_ALIKES}) == len(LOOK_ALIKES)


@settings(max_examples=50)
@given(ARGUMENTS, ARGUMENTS)
def test_a_key_tells_apart_what_a_script_does(one, other):
    """Another road: the script is the definition of what a computation does."""
    calls: list[Call] = [Call(dict, it=one), Call(dict, it=Call(list, [other]))]
    calls += [Call(dict, it=copy.deepcopy(one)), Call(dict, it=Call(list, [copy.deepcopy(one)]))]
    for first in calls:
        for second in calls:
            assert (first.key == second.key) == (first.source() == second.source())


def test_a_step_is_part_of_the_key_of_what_is_computed_from_it():
    assert Call(math.sqrt, Call(abs, -4)).key == Call(math.sqrt, Call(abs, -4)).key
    assert Call(math.sqrt, Call(abs, -4)).key != Call(math.sqrt, Call(abs, -9)).key
    assert Call(math.sqrt, Call(abs, 4)).key != Call(math.sqrt, Call(float, 4)).key


@settings(max_examples=50)
@given(ARGUMENTS, ARGUMENTS)
def test_what_rests_on_kept_steps_is_told_apart_as_where_none_is_kept(one, other):
    def resting_on(*steps):
        return Call(dict, it=steps[0], other=Call(min, *steps)).key

    steps: list[Call[Any]] = [Call(list, [each]) for each in (one, other, copy.deepcopy(one))]
    first, second, again = steps
    kept, kept_other, kept_again = first.kept(), second.kept(), again.kept()
    same = resting_on(first, again) == resting_on(first, second)
    assert (resting_on(kept, kept_again) == resting_on(kept, kept_other)) == same
    assert resting_on(kept, kept) == resting_on(kept, kept_again)


def test_the_key_of_a_kept_step_is_put_together_once_whatever_rests_on_it(monkeypatch):
    told = []
    tell = keys.key

    def note(step):
        told.append(step)
        return tell(step)

    monkeypatch.setattr(keys, "key", note)
    kept = Call(abs, -4).kept()
    assert Call(float, kept).key != Call(int, kept).key
    assert [step for step in told if step is kept] == [kept]


def test_what_was_given_to_a_kept_step_is_part_of_the_key_of_what_rests_on_it():
    def resting_on(digest):
        return Call(abs, Call(abs, Given(0.0, Call(float, "1"), digest)).kept()).key

    assert resting_on("a") == resting_on("a") != resting_on("b")
    with pytest.raises(TypeError, match="digest"):
        resting_on("")


def test_one_generator_for_two_draws_is_not_two_generators():
    rng = Call(np.random.default_rng, 0)
    other = Call(np.random.default_rng, 0)
    assert Call(max, rng.method("random"), rng.method("random")).key != (
        Call(max, rng.method("random"), other.method("random")).key
    )


def test_what_was_given_is_known_by_its_digest():
    file = Call(float, "1")
    keys = {Call(abs, Given(0.0, file, digest)).key for digest in ("a", "a", "b")}
    assert len(keys) == 2
    with pytest.raises(TypeError, match="digest"):
        Call(abs, Given(0.0, file)).key  # noqa: B018


def test_what_is_marked_is_made_once_and_all_else_anew():
    store = Store()
    kept: Call[list[int]] = Call(list, (1, 2)).kept()
    again: Call[list[int]] = Call(list, (1, 2)).kept("Wait …")
    step: Call[list[int]] = Call(list, kept)
    assert step.run(store) == step.run(store) == [1, 2]
    assert step.run(store) is not step.run(store)
    assert kept.run(store) is again.run(store)
    assert store.made == 1
    assert kept.run() is not kept.run()
    assert Call(list, (1, 3)).kept().run(store) == [1, 3]


def test_what_is_kept_draws_the_numbers_of_a_fresh_generator():
    rng = Call(np.random.default_rng, 0)
    drawn = rng.method("random").kept()
    assert drawn.run() == drawn.run() == drawn.run(Store()) == np.random.default_rng(0).random()
    with pytest.raises(TypeError, match="generator"):
        rng.kept().run(Store())


def test_what_is_handed_over_when_run_is_not_written_and_may_change_the_value():
    step = Call(sorted, (1, 2))
    backwards = step.when_run(reverse=lambda: True)
    assert backwards.run() == [2, 1]
    assert Call(len, backwards).key != Call(len, step).key
    assert backwards.source() == step.source()


def test_what_may_end_a_call_is_handed_over_and_is_part_of_no_key():
    step = Call(sorted, (1, 2))
    ended = step.ended_by(reverse=lambda: True)
    assert ended.run() == [2, 1]
    assert ended.key == step.key
    assert ended.source() == step.source()
