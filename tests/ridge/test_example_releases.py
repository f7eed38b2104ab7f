"""What the tabs of the ridge page show."""

from dataclasses import replace

import numpy as np
import pytest
from scipy import stats

from hetdp_core import datasets, ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.outcomes import CHANCES
from hetdp_core.profiles import ProfileSettings, dealt, make_profile
from hetdp_core.ridge import common_draws, objective
from hetdp_core.ridge import example_releases as releases
from hetdp_core.ridge.common_draws import losses_from_common_draws, usual_losses
from hetdp_core.ridge.decision import decide
from hetdp_core.ridge.dependence import PARAMETERS, Dependence, depends_on, improvements
from hetdp_core.ridge.methods import draw_predictor
from hetdp_core.ridge.problem import REMEMBERED
from hetdp_core.ridge.records import RANGE_UNIT, Records, draw_levels, paper_profile, prepare
from hetdp_core.ridge.sampling import sampling_leaks
from hetdp_core.ridge.sweep import PRINTED, RidgeScenario, loss_sweep
from tests.ridge.helpers import assert_within_errors, inputs, mixed_levels, small_problem, solve
from tests.tolerance import LONG_FORMULA

KEY = "simulated_medical_cost"
SERIES = ("pdp_op", PRINTED, "non_personalised", "private_mean")


@pytest.fixture(scope="module")
def dataset():
    return datasets.load(KEY)


def records(**changes):
    settings = ridge.DesignSettings("charges", centred=True)
    return Records(KEY, settings, **changes)


def levels(rows, seed=0):
    return draw_levels(paper_profile(rows), np.random.default_rng(seed))


def test_a_known_norm_is_used_only_when_asked_for(dataset):
    known = prepare(records(), dataset).problem.bounds
    unknown = prepare(records(known_norm=False), dataset).problem.bounds
    assert known.row_norm == pytest.approx(np.sqrt(7 - 3 * 0.75))
    assert unknown.row_norm == pytest.approx(np.sqrt(12))


def test_every_step_of_the_ladder_helps_on_the_medical_costs(dataset):
    epsilon = levels(prepare(records(), dataset).problem.rows)
    steps = improvements(records(), dataset, epsilon)
    losses = [step.loss for step in steps if not step.trivial]
    assert len(losses) == 5
    assert losses == sorted(losses, reverse=True)
    assert steps[-1].trivial


def test_the_ladder_of_synthetic_records_leaves_out_what_needs_a_schema():
    steps = improvements(Records.synthetic(60, 4, 0), None, levels(48))
    assert steps[0].title == "As printed"
    assert steps[0].loss >= steps[1].loss


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_a_dependence_has_one_loss_for_every_value_and_best_is_no_worse(parameter, dataset):
    scenario = RidgeScenario(series=SERIES)
    dependence = depends_on(
        parameter, records(), prepare(records(), dataset), ProfileSettings(), scenario
    )
    for key in SERIES:
        assert dependence.public[key].shape == dependence.values.shape
        assert (dependence.prepared.unit == RANGE_UNIT) is (parameter == "dimension")
        there = dependence.public[key]
        assert np.all((dependence.best[key] <= there * (1 + 1e-12)) | np.isnan(there))


def test_a_dependence_that_runs_out_of_time_shows_the_values_it_has(dataset):
    scenario, answers = RidgeScenario(series=SERIES), iter([True, True, False])
    asked = ("records", records(), prepare(records(), dataset), ProfileSettings(), scenario)
    whole = depends_on(*asked)
    part = depends_on(*asked, lambda: next(answers))
    assert (part.values.size, part.left_out, whole.left_out) == (3, 3, 0)
    for key in SERIES:
        np.testing.assert_array_equal(part.best[key], whole.best[key][:3])


def test_a_regression_wins_where_it_has_the_smaller_loss_and_nowhere_without_a_rival():
    made, own = prepare(Records.synthetic(9, 1, 0), None), {"pdp_op": np.array([np.nan, 2.0, 1.0])}
    both = {**own, "private_mean": np.array([3.0, 1.5, 1.5])}
    for losses, wins in ((both, [False, False, True]), (own, None)):
        varied = Dependence("records", np.arange(3.0), losses, losses, made, None)
        assert varied.regression_wins(True) == varied.regression_wins(False) == wins


def test_a_dependence_ends_with_the_verdict_wherever_the_slider_is(dataset):
    """Second road: the decision beside the hero figure."""
    drawn = ("pdp_op", "objective", "noisy_sums", "private_mean")
    scenario, prepared = RidgeScenario(series=drawn, lam=2.0), prepare(records(), dataset)
    found = depends_on("records", records(), prepared, paper_profile(7), scenario)
    asked = dealt(make_profile(paper_profile(7)), prepared.problem.rows, 0)
    sweep = loss_sweep(prepared.problem, asked, scenario)
    public = decide(prepared, asked, sweep).public
    there = sweep.lams == public.lam
    assert found.public[public.method][-1] == pytest.approx(public.loss)
    for key in (public.method, "noisy_sums", "private_mean"):
        assert found.public[key][-1] == pytest.approx(sweep.mean_loss(key)[there][0])


def test_stricter_conservatives_cost_non_personalised_privacy_most(dataset):
    asked = records(), prepare(records(), dataset), ProfileSettings(), RidgeScenario(series=SERIES)
    losses = depends_on("epsilon_conservative", *asked).best
    assert np.all(np.diff(losses["non_personalised"]) < 0)
    gain = losses["non_personalised"] / losses["pdp_op"]
    assert gain[0] == np.max(gain)


def test_records_without_their_dataset_and_an_unknown_parameter_are_refused(dataset):
    with pytest.raises(InvalidInput, match="dataset must be given"):
        prepare(records(), None)
    asked = records(), prepare(records(), dataset), ProfileSettings(), RidgeScenario()
    with pytest.raises(InvalidInput, match="parameter must be one of"):
        depends_on("weather", *asked)


def test_released_coefficients_scatter_around_the_weighted_regression(dataset):
    made = prepare(records(), dataset).problem
    epsilon = levels(made.rows)
    found = releases.spread_out(made, epsilon, RidgeScenario(lam=5.0), "pdp_op", 2_000)
    expected = solve(made.X, made.y, epsilon / np.sum(epsilon), 5.0)
    for drawn, centre in zip(found.released.T, expected, strict=True):
        assert_within_errors(drawn, centre)


def test_one_release_is_told_in_the_units_of_the_target(dataset):
    prepared = prepare(records(), dataset)
    epsilon = levels(prepared.problem.rows)
    release = releases.one_release(prepared, epsilon, RidgeScenario(lam=1.0), "pdp_op", 0.5)
    assert 0 <= release.true.min() < release.true.max() <= 75_000
    assert prepared.design is not None
    assert release.loss == pytest.approx(
        np.mean((release.predicted - release.true) ** 2) / prepared.design.label_scale**2
    )
    problem = prepared.problem
    columns, label = problem.X.mean(axis=0), problem.y.mean()  # at the λ that it has of its own
    clean = solve(
        problem.X - columns, problem.y - label, np.full(problem.y.size, 1.0 / problem.y.size), 0.5
    )
    without_privacy = prepared.in_units(label + (problem.X_test - columns) @ clean)
    np.testing.assert_allclose(release.without_privacy, without_privacy, rtol=LONG_FORMULA)


def test_published_sampling_breaks_its_promise_and_the_repaired_one_keeps_it():
    leaks = sampling_leaks()
    assert max(leak.published for leak in leaks) > 5.0
    assert all(leak.published > 1.0 for leak in leaks)
    assert all(leak.repaired <= 1.0 for leak in leaks)


def synthetic(dimension=1, rows=60):
    prepared = prepare(Records.synthetic(rows, dimension, 4), None)
    levels = np.random.default_rng(1).uniform(0.1, 1.0, prepared.problem.rows)
    return prepared, levels


def test_in_one_dimension_shares_below_are_those_of_laplace_noise_in_a_parabola():
    """A release misses by at most m where its noise lies between the roots of loss(b) = m²."""
    prepared, levels = synthetic()
    problem, lam = prepared.problem, 2.0
    found = releases.typical_misses(prepared, levels, RidgeScenario(lam=lam), "pdp_op")
    made = ridge.fit(problem.X, problem.y, levels, lam, rng=np.random.default_rng(0))
    law = stats.laplace(made.nonprivate[0], 1.0 / made.noise_rate)
    loss = problem.test_loss
    a, b = loss.gram[0, 0], loss.cross[0]
    roots = found.values * np.ptp(problem.label_range) / 100  # in labels, not in % of their range
    reach = np.sqrt(np.maximum(b**2 - a * (loss.constant - roots**2), 0.0)) / a
    shares = law.cdf(b / a + reach) - law.cdf(b / a - reach)
    error = np.sqrt(CHANCES * (1.0 - CHANCES) / releases.DRAWS)
    assert np.all(np.abs(shares - CHANCES) <= 4 * error + 1e-3)  # values between two draws


@pytest.mark.parametrize("method", releases.RELEASABLE)
def test_every_method_has_its_twenty_with_their_errors(method):
    prepared, levels = synthetic(3)
    misses = releases.typical_misses(prepared, levels, RidgeScenario(lam=2.0), method)
    assert misses.draws == releases.FEWER_DRAWS.get(method, releases.DRAWS)
    assert misses.unit == prepared.unit
    assert np.all(np.diff(misses.values) >= 0)
    assert 0 < misses.largest_error < misses.values[-1]
    again = releases.typical_misses(prepared, levels, RidgeScenario(lam=2.0), method)
    np.testing.assert_array_equal(again.played, misses.played)


def test_a_method_that_has_nothing_at_this_lambda_says_so():
    prepared, levels = synthetic(3)
    with pytest.raises(InvalidInput, match="must exceed"):
        releases.typical_misses(prepared, levels, RidgeScenario(lam=1e-6), "objective")


def test_without_noise_all_twenty_miss_as_the_weighted_regression_does():
    prepared, levels = synthetic(3)
    public = np.full_like(levels, np.inf)
    misses = releases.typical_misses(prepared, public, RidgeScenario(lam=2.0), "pdp_op")
    assert misses.all_the_same
    problem = prepared.problem
    clean = solve(problem.X, problem.y, np.full(problem.y.size, 1.0 / problem.y.size), 2.0)
    miss = prepared.typical_miss(float(problem.test_loss.at(clean)))
    assert misses.values[0] == pytest.approx(miss)


METHODS_DRAWN = ("pdp_op", "objective", "noisy_sums", "non_personalised")
LEVELS = {
    "mixed": mixed_levels(40),
    "alike": np.full(40, 0.3),
    "some public": np.where(np.arange(40) % 7 == 0, np.inf, 0.5),
    "hardly any noise": mixed_levels(40) * 1e6,
}


@pytest.mark.parametrize("levels", LEVELS.values(), ids=LEVELS)
@pytest.mark.parametrize("method", METHODS_DRAWN)
def test_losses_from_common_draws_are_those_of_the_releases_drawn_at_each_lambda(method, levels):
    """Second road: coefficients are drawn, and each predicts the test records."""
    problem = small_problem()
    for lam in (2.0, 1e3, 2.0):
        asked = inputs(problem, levels, lam)
        if method == "objective" and not asked.personalised[0] > 4.0 / lam:
            continue  # not available
        drawn, _ = draw_predictor(method, asked, 300, np.random.default_rng((7, 1)))
        missed = np.mean((drawn @ problem.X_test.T - problem.y_test) ** 2, axis=1)
        found = losses_from_common_draws(method, asked, 300, (7, 1))
        np.testing.assert_allclose(found, missed, rtol=LONG_FORMULA)


def test_a_simulation_does_not_depend_on_the_signs_of_eigenvectors(monkeypatch):
    """They are a matter of rounding, and differ between processors."""
    asked = inputs(small_problem(), mixed_levels(40) * 10, 2.0)
    path, rate, radius = objective.objective_law(asked)
    signs = np.where(np.arange(path.values.size) % 2, -1.0, 1.0)
    turned = replace(path, vectors=path.vectors * signs, cross=path.cross * signs)
    seen = []
    for law in (path, turned):
        for room in (objective, common_draws):
            monkeypatch.setattr(
                room, "objective_law", lambda *_, law=law, **__: (law, rate, radius)
            )
        drawn, _ = draw_predictor("objective", asked, 20, np.random.default_rng(3))
        losses = losses_from_common_draws("objective", asked, 20, (3,))
        seen.append((drawn, losses))
    for before, after in zip(*seen, strict=True):
        np.testing.assert_allclose(after, before, rtol=LONG_FORMULA)


@pytest.mark.parametrize("method", ["pdp_op", "objective"])
def test_18_of_20_releases_lie_within_the_band(method):
    asked, draws = inputs(small_problem(), mixed_levels(40) * 10, 2.0), 4_000
    ((low,), (high,)) = usual_losses(method, asked, draws, (1,))
    drawn, loss = draw_predictor(method, asked, draws, np.random.default_rng(2))
    for beyond in (loss.at(drawn) < low, loss.at(drawn) > high):
        assert_within_errors(beyond, 0.05, expected_error=np.sqrt(0.05 * 0.95 / draws))


@pytest.mark.parametrize("method", METHODS_DRAWN)
def test_without_noise_and_with_less_than_rounding_all_losses_are_the_same_number(method):
    for levels in (np.full(40, np.inf), mixed_levels(40) * 1e18):
        if method == "noisy_sums" and np.isfinite(levels[0]):
            continue  # μ is about the root of 2 ε
        losses = losses_from_common_draws(method, inputs(small_problem(), levels, 1.0), 50, (0,))
        assert np.all(losses == losses[0])


@pytest.mark.parametrize("method", METHODS_DRAWN)
def test_what_a_problem_remembers_is_asked_for_by_levels_seed_and_number(method):
    """The same problem under one setting after the other, and a fresh one for each."""
    known = small_problem()
    for levels in (mixed_levels(40), mixed_levels(40, 2)):
        for draws, seed in ((30, (1,)), (30, (2,)), (31, (1,))):
            found, fresh = (
                losses_from_common_draws(method, inputs(problem, levels, 20.0), draws, seed)
                for problem in (known, small_problem())
            )
            np.testing.assert_array_equal(found, fresh)


def test_what_is_remembered_belongs_to_its_own_levels():
    """More levels than are remembered, there and back again."""
    problem = small_problem()
    many = [mixed_levels(40, seed) for seed in range(REMEMBERED + 2)]
    for levels in (*many, *many):
        _, path = problem.personalised(levels)
        assert path is problem.personalised(levels.copy())[1]
        theta = path.path(np.array([0.7]))[0]
        expected = solve(problem.X, problem.y, levels / np.sum(levels), 0.7)
        np.testing.assert_allclose(theta, expected, rtol=LONG_FORMULA)
