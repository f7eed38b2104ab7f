"""Receipts give levels as they were declared, and round no guarantee down."""

import json
from fractions import Fraction

import numpy as np
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.figures.formats import bound
from hetdp_core.mean import adpm
from hetdp_core.numerals import in_twelve_digits, rounded_up
from hetdp_core.release import prepare
from hetdp_core.release.whole_numbers import STEPS
from tests.release.test_private_mean import release, request
from tests.tolerance import LONG_FORMULA


@given(st.floats(1e-300, 1e300), st.integers(1, 15))
def test_rounding_up_never_goes_down_and_by_one_unit_at_most(level, digits):
    rounded = rounded_up(level, digits)
    assert rounded >= level
    assert rounded <= level * (1.0 + 10.0 ** (1 - digits)) * (1.0 + 1e-15)  # a unit, and a float's
    assert rounded_up(rounded, digits) == rounded


def test_infinite_levels_stay():
    assert rounded_up(np.inf) == in_twelve_digits(np.inf) == np.inf


@given(st.lists(st.floats(0.01, 5.0), min_size=1, max_size=6))
def test_a_saturation_level_is_a_short_decimal_and_every_guarantee_holds_exactly(levels):
    asked = np.repeat(levels, 60)
    plan = prepare(request(asked), shrunk=True)
    assert len(repr(plan.saturation_level).replace(".", "").lstrip("0")) <= 16
    assert plan.saturation_level == in_twelve_digits(plan.saturation_level)
    assert np.all(plan.guaranteed <= asked)
    np.testing.assert_allclose(plan.guaranteed, adpm(asked).privacy_given, rtol=LONG_FORMULA)
    scale = Fraction(plan.scale)
    for weight, level in zip(plan.weights.tolist(), plan.guaranteed.tolist(), strict=True):
        assert Fraction(weight * STEPS) <= scale * Fraction(level)


def test_the_receipt_of_a_mean_has_the_levels_of_its_plan_without_dirt():
    plan = prepare(request(np.repeat(np.round(np.linspace(0.1, 2.0, 20), 2), 50)))
    receipt = release(plan, np.full(1000, 40.0)).receipt
    given_to = {one["guaranteed"] for one in json.loads(receipt.as_json())["groups"]}
    assert all(len(repr(one)) <= 14 for one in given_to)
    assert plan.saturation_level in given_to


def test_people_of_several_levels_who_get_what_they_asked_are_said_to_and_others_are_not():
    plan = prepare(request(np.linspace(0.1, 2.0, 1200)))
    text = release(plan, np.full(1200, 40.0)).receipt.as_text()
    lines = [line for line in text.splitlines() if line.startswith("- ")]
    assert lines[0] == "- 102 people who asked for epsilon = 0.1 to 0.2601: epsilon at most that"
    assert lines[-1].endswith(f"epsilon at most {bound(plan.saturation_level)}")
    assert sum(line.endswith("that") for line in lines) < len(lines)
