"""What each way to predict would miss by, and how often a regression beats the mean."""

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.profiles import ProfileSettings, dealt, make_profile
from hetdp_core.ridge.decision import chance_of_beating, decide
from hetdp_core.ridge.methods import draw_means
from hetdp_core.ridge.records import RANGE_UNIT, Records, prepare
from hetdp_core.ridge.releases import sample_losses
from hetdp_core.ridge.sweep import LOWEST, RidgeScenario, loss_sweep
from tests.ridge import helpers
from tests.tolerance import LONG_FORMULA, ROUNDING


def levels_of(prepared, low=0.01, high=10.0):
    profile = make_profile(ProfileSettings("log_uniform", low=low, high=high))
    return dealt(profile, prepared.problem.rows, 0)


@pytest.fixture(scope="module")
def nhefs():
    prepared = helpers.prepared_of("nhefs")
    levels = levels_of(prepared)
    return prepared, levels, loss_sweep(prepared.problem, levels, RidgeScenario())


def test_blood_pressure_is_missed_by_so_many_mmhg_and_in_hindsight_by_no_more(nhefs):
    decision = decide(*nhefs)
    assert nhefs[0].unit == "mmHg"
    assert f"{decision.without_privacy:.1f}" == "13.0"
    assert f"{decision.trivial_miss:.1f}" == "18.5"
    assert f"{decision.hindsight.miss:.1f}" == "18.6"
    assert not decision.regression_is_better
    assert decision.public.loss >= decision.hindsight.loss * (1.0 - ROUNDING)


@pytest.mark.parametrize("settings", [{}, {"centred": False}, {"scaling": "data"}])
def test_a_miss_is_the_root_mean_square_of_what_releases_are_off_by_in_units(settings):
    """Second road: many releases, their predictions in units, compared with the records' values."""
    prepared = helpers.prepared_of("diabetes", **settings)
    levels, rng = levels_of(prepared), np.random.default_rng(1)
    problem, lam = prepared.problem, 0.5
    loss = ridge.loss_curves(problem, levels, [lam], ["pdp_op"])["pdp_op"].least_loss
    drawn = ridge.sample_coefficients(problem, levels, lam, releases=2_000, rng=rng)
    off = prepared.in_units(drawn @ problem.X_test.T) - prepared.in_units(problem.y_test)
    squares = np.mean(off**2, axis=1)
    helpers.assert_within_errors(squares, prepared.typical_miss(loss) ** 2)
    assert prepared.unit == "points"


def test_the_mean_is_missed_by_the_root_mean_square_of_what_its_releases_are_off_by(nhefs):
    prepared, levels, _ = nhefs
    means = draw_means(prepared.problem, levels, 4_000, np.random.default_rng(2))
    off = prepared.in_units(means) - prepared.in_units(prepared.problem.y_test)
    helpers.assert_within_errors(np.mean(off**2, axis=1), decide(*nhefs).trivial_miss ** 2)


@pytest.mark.parametrize(
    ("method", "rival"),
    [("pdp_op", "private_mean"), ("objective", "private_mean"), ("pdp_op", "zero")],
)
def test_the_chance_to_beat_a_rival_is_how_often_a_release_does(method, rival):
    """Second road: both are drawn."""
    problem, levels, lam = helpers.small_problem(rows=60, d=3), helpers.mixed_levels(60), 1.0
    rng, draws = np.random.default_rng(3), 6_000
    chance = chance_of_beating(helpers.inputs(problem, levels, lam), method, rival, draws, (4,))
    first, second = (
        sample_losses(problem, levels, lam, one, releases=draws, rng=rng)[0]
        for one in (method, rival)
    )
    assert 0.05 < chance.value < 0.95
    helpers.assert_within_errors(first < second, chance.value, expected_error=chance.standard_error)


def test_without_noise_there_is_no_chance_about_it():
    problem = helpers.small_problem(rows=60, d=3)
    public = np.full(60, np.inf)
    for lam, value in ((1e-3, 1.0), (1e6, 0.0)):
        settings = helpers.inputs(problem, public, lam)
        chance = chance_of_beating(settings, "pdp_op", "private_mean", 10, (0,))
        assert (chance.value, chance.standard_error) == (value, 0.0)


def test_few_draws_and_unknown_rivals_are_refused():
    settings = helpers.inputs(helpers.small_problem(), helpers.mixed_levels(40), 1.0)
    for trivial, draws, says in (("median", 10, "trivial"), ("zero", 1, "draws")):
        with pytest.raises(InvalidInput, match=says):
            chance_of_beating(settings, "pdp_op", trivial, draws, (0,))


@pytest.mark.parametrize("low", [0.01, 2.0])
def test_the_loss_at_the_public_lambda_is_what_that_lambda_has_by_itself(low):
    """Second road: a curve of the one λ, whether or not its method is drawn."""
    prepared = helpers.prepared_of("diabetes")
    levels = levels_of(prepared, low)
    sweep = loss_sweep(prepared.problem, levels, RidgeScenario(series=("zero",)))
    public = decide(prepared, levels, sweep).public
    alone = ridge.loss_curves(
        prepared.problem, levels, [public.lam], [public.method], rng=np.random.default_rng(0)
    )
    assert public.loss == pytest.approx(alone[public.method].least_loss, rel=LONG_FORMULA)


def test_a_regression_is_recommended_where_the_verdict_is_for_it():
    prepared = helpers.prepared_of("simulated_medical_cost")
    for high, better in ((0.05, False), (10.0, True)):
        levels = levels_of(prepared, high=high)
        sweep = loss_sweep(prepared.problem, levels, RidgeScenario())
        decision = decide(prepared, levels, sweep)
        assert decision.regression_is_better is better
        assert decision.trivial_loss == sweep.verdict.trivial_loss


def test_of_public_records_alone_lambda_may_be_below_those_that_noise_needs():
    prepared = helpers.prepared_of("rand_hie")
    levels = np.full(prepared.problem.rows, np.inf)
    decision = decide(prepared, levels, loss_sweep(prepared.problem, levels, RidgeScenario()))
    assert decision.public.lam < LOWEST
    assert decision.regression_is_better
    assert decision.public.miss == pytest.approx(decision.without_privacy, rel=1e-3)


def test_a_regression_on_public_records_is_judged_over_draws_of_who_is_public(nhefs):
    """Second road: the profile deals its levels out by other seeds."""
    prepared, *_ = nhefs
    problem = prepared.problem
    profile = make_profile(ProfileSettings("log_uniform", low=0.01, high=10.0, public_share=0.02))
    levels, *others = (dealt(profile, problem.rows, seed) for seed in range(151))
    sweep = loss_sweep(problem, levels, RidgeScenario())
    decision = decide(prepared, levels, sweep, by_chance=True)
    lams, ways = [decision.public.lam], ["pdp_op", "private_mean"]
    curves = [ridge.loss_curves(problem, other, lams, ways) for other in others]
    losses = np.array([[each[way].least_loss for way in ways] for each in curves])
    wins = losses[:, 0] < losses[:, 1]
    helpers.assert_within_errors(
        wins, decision.beats.value, expected_error=decision.beats.standard_error
    )
    low, high = decision.among_draws
    within = [low <= prepared.typical_miss(loss) <= high for loss in losses[:, 0].tolist()]
    assert 0.8 < np.mean(within) < 0.98
    assert (decision.public_alone, decision.regression_is_better) == (24, False)
    assert decision.depends_on_who_is_public
    of_a_column = decide(prepared, levels, sweep)  # which says who is public: no other draw is
    assert of_a_column.regression_is_better
    assert not of_a_column.depends_on_who_is_public


@pytest.mark.parametrize("level", [0.5, 20.0])
def test_the_strictest_level_for_all_is_no_change_where_all_have_it_and_costs_where_not(level):
    prepared = helpers.prepared_of("diabetes")
    rows = prepared.problem.rows
    asked = np.where(np.arange(rows) % 2, level, 10.0 * level)
    equal, mixed = (
        decide(prepared, levels, loss_sweep(prepared.problem, levels, RidgeScenario()))
        for levels in (np.full(rows, level), asked)
    )
    assert equal.strictest_loss == equal.public.loss == mixed.strictest_loss
    assert mixed.public.loss < mixed.strictest_loss


@given(st.floats(0.0, 1e6))
def test_a_miss_of_synthetic_labels_is_the_root_of_the_loss_as_a_share_of_their_range(loss):
    prepared = prepare(Records.synthetic(10, 2, 0), None)
    assert prepared.unit == RANGE_UNIT
    expected = 50.0 * loss**0.5  # labels on [-1, 1]: 2 is the whole range
    assert prepared.typical_miss(loss) == pytest.approx(expected, rel=LONG_FORMULA)


@pytest.mark.parametrize("near", [0.99, 1.01])
def test_a_lambda_set_by_hand_is_no_public_choice_because_it_may_know_the_records(nhefs, near):
    prepared, levels, sweep = nhefs
    found = decide(prepared, levels, sweep).public
    by_hand = loss_sweep(prepared.problem, levels, RidgeScenario(lam=near * found.lam))
    assert by_hand.lams.size == sweep.lams.size + 1
    assert decide(prepared, levels, by_hand).public.lam == found.lam
