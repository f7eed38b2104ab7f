"""A receipt says what was released and guaranteed to whom, and holds no value without noise."""

import json
import math
import re
from dataclasses import replace
from datetime import UTC, datetime
from decimal import Decimal
from fractions import Fraction

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core.calls import Call
from hetdp_core.datasets import Column
from hetdp_core.figures.formats import bound, number
from hetdp_core.mean import adpm
from hetdp_core.numerals import in_twelve_digits, rounded_up, stated, to_the_last_digit
from hetdp_core.release import prepare
from hetdp_core.release.groups import Span
from hetdp_core.release.plan import expected_error
from hetdp_core.release.private_mean import MOST_GROUPS, receipt_for
from hetdp_core.release.receipt import who_asked
from hetdp_core.release.request import request_for
from hetdp_core.release.stored import receipt_from
from hetdp_core.release.whole_numbers import STEPS
from hetdp_core.tables import declare, read_table
from tests.release.test_private_mean import release, request
from tests.tolerance import LONG_FORMULA

AGES = release(prepare(request([0.5] * 300)), np.full(300, 50.0)).receipt


@pytest.mark.slow  # the interval's coverage is in `test_these_people`
def test_releases_scatter_around_the_mean_as_the_receipt_says():
    """Real noise, whose seed is nobody's: six standard errors."""
    data = np.random.default_rng(2).uniform(20, 90, 400)
    plan = prepare(request([0.2] * 200 + [1.0] * 200))
    weights = plan.weights / np.sum(plan.weights)
    truth, trials = float(weights @ data), 500
    drawn = np.array([release(plan, data).receipt.released for _ in range(trials)])
    spread = expected_error(plan).noise
    assert np.mean(drawn) == pytest.approx(truth, abs=6 * spread / math.sqrt(trials))
    assert np.var(drawn) == pytest.approx(spread**2, rel=6 * math.sqrt(5 / trials))
    covered = np.mean(np.abs(drawn - truth) <= -math.log(0.05) * plan.noise_scale)
    assert covered == pytest.approx(0.95, abs=6 * math.sqrt(0.95 * 0.05 / trials))


def test_a_receipt_says_who_got_what_and_holds_no_value_without_noise():
    data = np.full(1000, 61.7340528)  # so many digits that noise does not come upon them
    plan = prepare(request([0.1] * 600 + [2.0] * 300 + [math.inf] * 100, levels_from="profile"))
    made = release(plan, data)
    text, stored = made.receipt.as_text(), json.loads(made.receipt.as_json())
    for shown in (text, made.receipt.as_json(), repr(made)):
        assert "61.73405" not in shown
    assert [group["users"] for group in stored["groups"]] == [600, 300, 100]
    assert stored["groups"][2]["level"] == "infinity"
    assert stored["groups"][0]["guaranteed"] == 0.1
    assert stored["released"] == made.receipt.released
    assert "600 people assigned ε = 0.1: ε at most 0.1" in text
    assert "100 people assigned no limit on ε" in text
    most = float(plan.guaranteed.max())  # below 2: the others saturate
    times = float(text.split("at most a factor of ")[1].split(".\n")[0])
    assert math.exp(most) <= times <= 1.01 * math.exp(most)
    assert "not requested by the people" in text
    assert "opendp 0.16.0" in text
    assert "2026-01-02T12:00:00+00:00" in text


@pytest.mark.parametrize("level", [10.1, 800.0])
def test_a_receipt_does_not_dress_up_a_level_that_promises_nothing(level):
    said = release(prepare(request([level] * 10)), np.full(10, 50.0)).receipt.as_text()
    assert "almost worthless" in said
    assert "factor" not in said


def test_a_receipt_with_many_levels_stays_short_and_promises_no_less_than_holds():
    plan = prepare(request(np.linspace(0.1, 3.0, 400)))
    receipt = release(plan, np.full(400, 50.0)).receipt
    lines = [line for line in receipt.as_text().splitlines() if line.startswith("- ")]
    assert len(lines) <= 12
    assert len(receipt.groups) == MOST_GROUPS
    assert sum(one.users for one in receipt.groups) == 400
    assert max(one.guaranteed for one in receipt.groups) == plan.guaranteed.max()
    assert sum(int(line.split()[1]) for line in lines) == 400


def test_a_receipt_says_how_far_the_mean_may_lean_and_that_equals_do_not():
    same = release(prepare(request([0.5] * 300)), np.full(300, 50.0)).receipt.as_text()
    assert "Weights: everyone has the same weight.\n" in same
    about = release(prepare(request([0.5] * 300, everybody=True)), np.full(300, 50.0)).receipt
    assert "strict levels" not in about.as_text()
    plan = prepare(request([0.1] * 300 + [0.5] * 300))
    said = release(plan, np.full(600, 50.0)).receipt.as_text()
    most = float(said.split("less privacy, at most ")[1].split(" years")[0])
    assert plan.most_lean <= most <= 1.01 * plan.most_lean


def test_nobody_is_said_to_have_asked_for_a_level_that_was_dealt_out():
    for level, told in ((0.5, "ε = 0.5"), (math.inf, "no limit on ε")):
        span = Span(level, level, 1, 0.1, 0.1)
        asked = told if math.isfinite(level) else "no privacy"
        assert who_asked(span, "column") == f"1 person who asked for {asked}"
        assert who_asked(span, "profile") == f"1 person assigned {told}"
        assert who_asked(span, "completed") == f"1 person with {told}"
    for source, told in (("same", ", chosen by the"), ("strictest", ": the strictest level")):
        assert who_asked(Span(0.1, 0.1, 3, 0.1, 0.1), source).endswith("with ε = 0.1 for all")
        asked = request([0.1] * 300, levels_from=source)
        made = replace(release(prepare(asked), np.full(300, 50.0)).receipt, identifier="0" * 16)
        assert f"The levels were one ε for all{told}" in made.as_text()
        assert receipt_from(made.as_json())[0] == made


@pytest.mark.parametrize("everybody", [False, True])
def test_a_level_above_saturation_is_given_less_with_the_reason_and_no_other_is(everybody):
    for level, saturates in ((0.105, False), (30.0, True)):
        plan = prepare(request([0.1] * 50 + [level] * 50, everybody=everybody))
        text = release(plan, [5.0] * 100).receipt.as_text()
        said = re.findall(r"more than ε = (\S+): with people as strict", text)
        assert [*map(float, said)] == [rounded_up(plan.saturation_level, 3)] * saturates


def test_a_receipt_about_these_very_people_says_so_and_whom_the_middle_replaces():
    text = release(prepare(request([0.2] * 5, everybody=True)), [50.0] * 5).receipt.as_text()
    assert "about these people only, for any values;" in text
    assert "ADPM" not in text
    assert "Each missing value counts as " in text


def test_nothing_that_leaves_depends_on_declared_signs_and_codes():
    table = read_table(b"pay;x\n" + b"1;2\n3;4\n" * 100)
    plain = Column("pay", "number", "pay", "", "", "typed", "medium", bounds=(0.0, 10.0))
    coded = replace(plain, ignored=("Anna",), missing=("18.211", "75"))
    said = []
    for column in (plain, coded):
        dataset = declare(table, [column])
        asked = request_for(dataset, "pay", np.full(200, 1.0), "same")
        made = receipt_for(prepare(asked), 5.0, datetime(2026, 1, 2, tzinfo=UTC), "0" * 16)
        said.append([made.as_text(), made.as_json(), Call(len, dataset).script(str)])
    assert said[0] == said[1]
    old = replace(made, treatment="codes of a missing value: '18.211', '75'")
    assert receipt_from(old.as_json())[0] == old


def test_a_yes_or_no_is_also_said_as_a_share():
    plan = prepare(replace(request([0.5] * 300, (0.0, 1.0)), share_of="passed"))
    receipt = release(plan, np.ones(300)).receipt
    made = replace(receipt, identifier="0" * 16, released=0.6839, half_width=0.00732)
    share = "The share of “passed” in 'age' (a cell with no declared word counts as half) from 300"
    assert made.as_text().startswith(f"{share} people is 68.39 % ±")
    in_percent = r"bounds: 0 to 100 %\.[^$]*, scale 0\.666667 points"
    assert re.search(in_percent, made.as_text())
    assert replace(made, released=0.7309, half_width=0.098).result == "73.09 % ± 9.8 points"
    assert replace(made, share_of="", unit="%", released=-6.5, half_width=2.0).result[:3] == "−6."
    assert receipt_from(made.as_json())[0] == made


@given(st.floats(-1e6, 1e6), st.floats(1e-3, 1e6))
def test_what_is_written_holds_where_the_number_and_its_spread_do(value, spread):
    off = stated(spread)
    made = replace(AGES, released=to_the_last_digit(value, off), half_width=off)
    plain = made.result.replace("−", "-").replace(",", "").removesuffix(" years")
    assert plain.endswith(f" ± {number(off).replace(',', '')}")  # as before the release
    middle, reach = map(Decimal, plain.split(" ± "))
    least = 1e-9 * max(abs(value), spread)
    assert float(middle - reach) <= value - spread + least
    assert float(middle + reach) >= value + spread - least
    assert float(reach) <= 1.2 * spread


def test_a_column_of_words_says_nothing_of_decimal_marks():
    words = (("yes", 1.0), ("no", 0.0))
    plan = prepare(replace(request([0.5] * 300, (0.0, 1.0)), decimal=",", read_as=words))
    assert "decimal" not in release(plan, np.ones(300)).receipt.treatment


def test_the_pull_to_the_middle_is_one_number_as_a_percentage_and_as_the_most_it_may_be():
    plan = prepare(request([1.0] * 450, everybody=True))
    text = release(plan, [5.0] * 450).receipt.as_text()
    (weight,) = re.findall(r"The middle of the bounds has (\S+) % of the weight", text)
    (most,) = re.findall(r"middle of the bounds, by at most (\S+)", text)
    low, high = plan.request.bounds
    assert float(weight) / 100 * (high - low) / 2 == pytest.approx(float(most.rstrip(".")), 0.02)


@given(st.floats(1e-300, 1e300), st.integers(1, 15))
def test_rounding_up_never_goes_down_and_by_one_unit_at_most(level, digits):
    rounded = rounded_up(level, digits)
    assert rounded >= level
    assert rounded <= level * (1.0 + 10.0 ** (1 - digits)) * (1.0 + 1e-15)  # a unit, and a float's
    assert rounded_up(rounded, digits) == rounded


def test_infinite_levels_stay():
    assert rounded_up(np.inf) == in_twelve_digits(np.inf) == np.inf


@given(st.lists(st.floats(0.05, 5.0), min_size=1, max_size=6))
def test_a_saturation_level_is_a_short_decimal_and_every_guarantee_holds_exactly(levels):
    asked = np.repeat(levels, 60)
    plan = prepare(request(asked))
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
    assert lines[0] == "- 102 people who asked for ε = 0.1 to 0.2601: ε at most that"
    assert lines[-1].endswith(f"ε at most {bound(plan.saturation_level)}")
    assert sum(line.endswith("that") for line in lines) < len(lines)
