"""A decision's numbers are those of the mean and of what ε means; its rule is as stated."""

from dataclasses import replace

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import mean
from hetdp_core.decision import (
    EQUAL,
    REASONS,
    Subject,
    as_asked_or_alike,
    bets_right,
    decide,
    not_releasing,
    releasing,
    subject_of,
)
from hetdp_core.decision.options import MOST_GROUPS, MOST_LEVELS
from hetdp_core.decision.rule import NEARLY
from hetdp_core.errors import InvalidInput
from hetdp_core.figures import decision as words
from hetdp_core.figures.decision import without_trust
from hetdp_core.figures.formats import part
from hetdp_core.mean.empirical import empirical
from hetdp_core.meaning import right_at_most
from hetdp_core.numerals import as_bound, rounded_up
from hetdp_core.outcomes import noise_outcomes
from hetdp_core.release import ReleaseRequest, prepare
from hetdp_core.release.receipt import limited
from hetdp_core.release.sample import sample_csv
from hetdp_core.tables import declare, read_table
from tests.own_columns import own_column
from tests.tolerance import LONG_FORMULA

AGES = Subject("Age", "years", (20.0, 120.0), 400)
LEVELS = np.array([0.1] * 200 + [2.0] * 200)
SAME = 1e-12  # the same sums in another order

profiles = st.lists(
    st.floats(1e-3, 50.0) | st.just(float("inf")) | st.sampled_from([0.1, 1.0]),
    min_size=1,
    max_size=40,
)


def about(levels, bounds=(20.0, 120.0)):
    return Subject("Age", "years", bounds, len(levels))


@pytest.mark.parametrize("everybody", [False, True])
def test_the_typical_error_is_that_of_many_releases_of_the_worst_data_there_is(everybody):
    """Of a sample values at either bound with a fair coin, of everybody all at one of them."""
    plan = empirical(LEVELS) if everybody else mean.plan("adpm", LEVELS)
    rng = np.random.default_rng(5)
    values = rng.choice([0.5] if everybody else [-0.5, 0.5], (20_000, LEVELS.size))
    squares = (100.0 * (plan.release(values, rng) - 0.5 * everybody)) ** 2
    option = releasing("B", replace(AGES, everybody=everybody), LEVELS)
    standard_error = np.std(squares) / np.sqrt(squares.size)
    assert abs(np.mean(squares) - option.typical_error**2) < 4 * standard_error


@given(profiles)
def test_all_say_is_given_away_as_asked_and_untrusted_the_error_is_that_of_the_best_reports(levels):
    """Each report has the mean square 1/(4 tanh²(ε/2)), the best weighted mean the harmonic one."""
    option = releasing("B", about(levels), levels)
    precision = np.sum(4.0 * np.tanh(np.divide(levels, 2.0)) ** 2)
    assert option.untrusted_error == pytest.approx(100.0 / np.sqrt(precision), rel=LONG_FORMULA)
    assert not_releasing(about(levels)).untrusted_error == 50.0
    different = len({*levels})
    assert len(option.groups) <= (different if different <= MOST_LEVELS else MOST_GROUPS)
    assert sum(group.users for group in option.groups) == len(levels)
    assert sum(group.say for group in option.groups) == pytest.approx(100.0, rel=SAME * len(levels))
    assert all(group.guaranteed <= group.high for group in option.groups)
    assert 50.0 < option.right <= 100.0


def test_a_curator_costs_nothing_where_everybody_is_public():
    assert without_trust(releasing("B", about([np.inf] * 4), [np.inf] * 4)) == "25 years"
    trusted = releasing("B", about([1.0] * 1000), [1.0] * 1000)
    assert without_trust(trusted) == "3.42 years (2.16 times)"


def test_noise_and_guarantee_are_those_of_a_release_and_exposure_the_ceiling_of_an_even_bet():
    option = releasing("B", AGES, LEVELS)
    plan = prepare(ReleaseRequest("age", "years", AGES.bounds, LEVELS, "column"))
    assert option.noise_scale == pytest.approx(plan.noise_scale, rel=1e-9)  # whole weights: 2^-38
    # a release writes the saturation level as a decimal of 12 digits
    assert option.most_exposed == pytest.approx(np.max(plan.guaranteed), rel=LONG_FORMULA)
    given_to = [[group.guaranteed for group in found.groups] for found in (option, plan)]
    assert given_to[0] == pytest.approx(given_to[1], rel=LONG_FORMULA)
    assert [group.users for group in option.groups] == [200, 200]
    expected = noise_outcomes(option.noise_scale, rng=np.random.default_rng(1), most=100.0)
    assert np.array_equal(option.noise.values, expected.values)
    assert releasing("B", replace(AGES, unit="%"), LEVELS).noise.unit == "points"
    assert option.right == 100 * right_at_most(0.5, as_bound(option.most_exposed))
    assert not_releasing(AGES).right == 50.0


@st.composite
def pairs(draw):
    """Two releases about the same people."""
    first, second = draw(profiles), draw(profiles)
    users = max(len(first), len(second))
    named = ("A", first), ("B", second)
    return [releasing(name, about([0] * users), np.resize(one, users)) for name, one in named]


@given(pairs())
def test_the_rule_holds_whatever_is_asked(pair):
    decision = decide(pair)
    assert decision.reason in REASONS
    assert len(words.recommendation(decision).split()) <= 25
    for place in range(len(pair) + 1):
        why_not = words.why_not(decision, place).split()
        assert why_not == [] if place == decision.recommended else 0 < len(why_not) <= 12
    assert [one.name for one in decision.options] == ["A", "B", "Do not release"]
    if decision.recommended is None:
        assert decision.reason == "a_trade"
        nearer = pair[0].typical_error < pair[1].typical_error
        assert nearer == (pair[0].most_exposed > pair[1].most_exposed)
        return
    chosen = decision.options[decision.recommended]
    for other in decision.options:
        if chosen.releases and other.releases and other.helps:
            assert chosen.typical_error <= other.typical_error * NEARLY
            assert chosen.most_exposed <= other.most_exposed * (1 + EQUAL)
        if other.helps:
            assert chosen.helps


@pytest.mark.parametrize(
    ("first", "second", "recommended", "reason"),
    [
        ([0.1] * 400, LEVELS, None, "a_trade"),
        ([0.1] * 400, [0.105] * 400, 0, "nearly_as_accurate"),
        ([0.1] * 400, [0.11] * 400, None, "a_trade"),
        (LEVELS, LEVELS, 0, "the_same"),
        ([0.1] * 399 + [1e-3], [0.1] * 400, 1, "smaller_error"),
        ([1e-4] * 400, LEVELS, 1, "only_one_helps"),
        ([1e-4] * 400, [1e-4] * 400, 2, "no_gain"),
    ],
)
def test_each_part_of_the_rule(first, second, recommended, reason):
    decision = decide([releasing("A", AGES, first), releasing("B", AGES, second)])
    assert (decision.recommended, decision.reason) == (recommended, reason)


TRADE = [releasing("A", AGES, [0.1] * 400), releasing("B", AGES, LEVELS)]
FAR, NEAR = sorted((one.typical_error for one in TRADE), reverse=True)


@pytest.mark.parametrize(
    ("tolerable", "recommended", "reason"),
    [
        (np.inf, None, "a_trade"),
        (50.0, 2, "middle_will_do"),
        (FAR, 0, "both_will_do"),
        (np.nextafter(FAR, 0.0), 1, "only_one_will_do"),
        (NEAR, 1, "only_one_will_do"),
        (np.nextafter(NEAR, 0.0), 2, "too_far"),
    ],
)
def test_what_can_be_lived_with_settles_a_trade_or_all(tolerable, recommended, reason):
    assert FAR == TRADE[0].typical_error < AGES.half_range
    found = decide(TRADE, tolerable)
    assert (found.recommended, found.reason, found.tolerable) == (recommended, reason, tolerable)
    assert ("The limit: " in words.reason(found)) == np.isfinite(tolerable)


@pytest.mark.parametrize("part", [1.0 - 1e-5, 1.0 + 1e-5])
def test_beside_a_limit_an_error_is_shown_on_its_side_and_the_limit_as_it_was_typed(part):
    """In three digits both are the same number."""
    limit = round(part * FAR, 6)
    found = decide(TRADE[:1], limit)
    shown = words.summary(found)["A"][0]
    assert (float(shown.removesuffix(" years")) <= limit) == (limit >= FAR)
    assert f"The limit: {limit} years." in words.reason(found)
    within = f"Release with A (typical error {shown}, ε ≤ 0.1)"
    choice = within if limit >= FAR else "Do not release"
    assert words.recommendation(found) == f"Recommended: {choice}"


def test_what_is_more_accurate_by_less_than_is_shown_is_said_to_be_equally_accurate():
    others = (releasing("B", AGES, [level] * 400) for level in (0.10001, 0.104))
    equally, more = (words.why_not(decide([TRADE[0], other]), 1) for other in others)
    assert equally == "It is equally accurate (as shown) and allows a larger ε."
    assert more == "It is more accurate, but it allows a larger ε."


@given(pairs(), st.floats(1e-3, 200.0))
def test_what_is_recommended_is_never_further_off_than_can_be_lived_with(pair, tolerable):
    decision = decide(pair, tolerable)
    # a largest acceptable typical error leaves nothing to weigh
    assert decision.recommended is not None
    chosen = decision.options[decision.recommended]
    assert not chosen.releases or chosen.typical_error <= tolerable
    if not chosen.releases and decision.reason != "middle_will_do":
        assert not any(one.helps and one.typical_error <= tolerable for one in pair)
    for other in pair:
        if chosen.releases and other.helps and other.typical_error <= tolerable:
            assert chosen.most_exposed <= other.most_exposed * (1 + EQUAL)


def test_where_nothing_is_near_enough_it_is_said_whether_privacy_is_to_blame():
    assert AGES.sampling_error == pytest.approx(50.0 / np.sqrt(400))
    for tolerable, why in ((2.6, "the rest is the price of privacy"), (2.4, "more people would")):
        strict = decide([releasing("B", AGES, [0.02] * 400)], tolerable)
        assert strict.reason == "too_far"
        said = words.reason(strict)
        assert "Without privacy, sampling alone would make 2.5 years in the worst case" in said
        assert why in said


def test_one_release_is_recommended_where_it_beats_the_middle_and_can_be_lived_with():
    assert decide([releasing("B", AGES, LEVELS)]).recommended == 0
    assert decide([releasing("B", about([0.1] * 3), [0.1] * 3)]).recommended == 1
    found = [decide(TRADE[:1], error).reason for error in (FAR, FAR / 2)]
    assert found == ["will_do", "too_far"]


@pytest.mark.parametrize("tolerable", [np.inf, 0.001])
def test_different_questions_are_not_compared_whatever_can_be_lived_with(tolerable):
    other = Subject("Weight", "kg", (1.0, 300.0), 400)
    decision = decide([releasing("A", other, LEVELS), releasing("B", AGES, LEVELS)], tolerable)
    assert (decision.recommended, decision.reason) == (None, "other_question")
    assert decision.tolerable == np.inf
    assert decision.options[-1].subject == AGES


def test_no_value_of_the_table_enters():
    table = read_table(sample_csv())
    sbp = own_column("sbp", bounds=(60.0, 260.0), unit="mmHg")
    columns = [sbp, own_column("epsilon")]
    declared = declare(table, columns)
    assert subject_of(declared, "sbp") == Subject("sbp", "mmHg", (60.0, 260.0), 600)
    with pytest.raises(InvalidInput, match="column"):
        subject_of(declared, "epsilon")


@pytest.mark.parametrize(
    ("call", "given_", "says"),
    [
        *(
            (decide, (TRADE, error), "largest acceptable typical error")
            for error in (0.0, -1.0, np.nan)
        ),
        *((decide, (TRADE[:1] * count,), "number of releases") for count in (0, 3)),
        *(
            (releasing, ("B", AGES, levels), "epsilon")
            for levels in ([], [0.1] * 3, [0.1] * 399 + [0.0], [0.1] * 399 + [np.nan])
        ),
        *(
            (Subject, ("Age", "", bounds, users), "must")
            for bounds, users in (((1.0, 1.0), 5), ((0.0, np.inf), 5), ((0, 1), 0))
        ),
    ],
)
def test_errors_levels_subjects_and_numbers_of_releases_that_cannot_be_are_refused(
    call, given_, says
):
    with pytest.raises(InvalidInput, match=says):
        call(*given_)


EVERYBODY = Subject("Age", "years", (20.0, 120.0), 400, everybody=True)


@given(st.lists(st.floats(1e-3, 50.0) | st.sampled_from([0.1, 1.0]), min_size=1, max_size=9))
def test_where_the_users_are_everybody_the_error_is_met_by_the_worst_values_at_the_bounds(levels):
    """Of all values at either bound, by trying each; the squared bias is convex in the values."""
    plan, users = empirical(levels), len(levels)
    ends = np.indices((2,) * users).reshape(users, -1).T - 0.5
    squares = (100.0 * ends @ (plan.weights - 1.0 / users)) ** 2
    subject = Subject("Age", "years", (20.0, 120.0), users, everybody=True)
    option = releasing("B", subject, levels)
    expected = np.sqrt(np.max(squares) + 2e4 * plan.noise_scale**2)
    assert option.typical_error == pytest.approx(expected, rel=LONG_FORMULA)
    assert option.lean**2 == pytest.approx(np.max(squares), rel=LONG_FORMULA, abs=1e-20)  # tiny


@pytest.mark.parametrize("everybody", [False, True])
def test_weights_add_up_with_the_middle_s_and_only_strict_levels_leave_it_any(everybody):
    levels = np.repeat([0.01, 0.5], [30, 70])
    option = releasing("as asked", replace(AGES, users=100, everybody=everybody), levels)
    left = 100.0 * (1.0 - empirical(levels).total_weight) if everybody else 0.0
    assert option.weight_of_middle == pytest.approx(left)
    assert sum(share.say for share in option.groups) + left == pytest.approx(100.0)
    assert (f"{part(left)}." in words.rest_of_weight(option)) == everybody


def test_where_all_ask_for_the_same_and_are_everybody_little_but_the_noise_is_left():
    option = releasing("B", EVERYBODY, [0.5] * 400)
    noise = np.sqrt(2.0) * option.noise_scale
    assert option.typical_error == pytest.approx(np.hypot(noise, option.lean), rel=SAME)
    assert option.lean < 0.1 * noise
    assert option.typical_error < releasing("B", AGES, [0.5] * 400).typical_error


@given(profiles, st.booleans())
def test_one_level_for_all_is_no_better_and_exposes_nobody_to_more_than_anybody_asked(
    levels, everybody
):
    asked, *alike = as_asked_or_alike(replace(about(levels), everybody=everybody), levels)
    assert asked.name == "each person's ε"
    assert len(alike) == (len(set(levels)) > 1)
    for option in alike:
        assert option.most_exposed <= min(levels) * (1.0 + SAME)
        assert option.typical_error >= asked.typical_error * (1.0 - SAME)
        assert everybody or option.lean <= EQUAL * option.subject.half_range


def test_the_level_for_all_is_what_is_said_and_above_nobody_s_wish():
    _, alike = as_asked_or_alike(about([0.12387, 2.0]), [0.12387, 2.0])
    assert alike.name == "ε = 0.123 for all"
    assert alike.most_exposed == pytest.approx(0.123, rel=SAME)


def test_what_is_off_without_noise_is_said_where_it_is_seen():
    option = releasing("as asked", AGES, LEVELS)
    off = words.in_unit(option, rounded_up(option.lean, 3))
    assert f"by up to {off} more." in words.may_lean(option)
    for subject in (EVERYBODY, AGES):
        assert words.may_lean(releasing("B", subject, [0.3] * 400)) == ""


def test_odds_and_bets_are_those_of_the_epsilon_that_is_shown():
    assert bets_right(0.11761) == bets_right(0.118) == 100 * right_at_most(0.5, 0.118)
    assert limited(0.19804).endswith("at most a factor of 1.23.")  # of 0.19804 itself 1.22


def test_about_these_people_the_release_as_asked_is_within_what_one_level_for_all_is_not():
    options = as_asked_or_alike(EVERYBODY, [0.01] * 20 + [0.5] * 380)
    assert options[0].typical_error < 0.2 * options[1].typical_error
    between = (options[0].typical_error + options[1].typical_error) / 2.0
    decision = decide(options, between)
    assert (decision.recommended, decision.reason) == (0, "only_one_will_do")


def test_nobody_is_off_where_all_are_public_and_everybody():
    option = releasing("B", EVERYBODY, [np.inf] * 400)
    assert (option.typical_error, option.untrusted_error) == (0.0, 0.0)
    assert without_trust(option) == "0 years"
    assert decide([option]).recommended == 0


def test_of_everybody_all_of_the_error_is_the_price_of_privacy_and_a_sample_is_another_question():
    text = words.reason(decide([releasing("B", EVERYBODY, LEVELS)], 1e-6))
    assert "All of this error comes from privacy" in text
    drawn = decide([releasing("B", AGES, LEVELS), releasing("A", EVERYBODY, LEVELS)])
    assert drawn.reason == "other_question"
