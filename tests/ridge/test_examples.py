"""What the tabs of the ridge page show."""

import numpy as np
import pytest
from scipy import stats

from hetdp_core import datasets, ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.outcomes import CHANCES, TWENTY
from hetdp_core.profiles import ProfileSettings, dealt, make_profile
from hetdp_core.ridge.dependence import PARAMETERS, depends_on
from hetdp_core.ridge.example_releases import (
    DRAWS,
    FEWER_DRAWS,
    RELEASABLE,
    one_release,
    spread_out,
    typical_misses,
)
from hetdp_core.ridge.improvements import improvements
from hetdp_core.ridge.records import Records, paper_profile, prepare
from hetdp_core.ridge.sampling_privacy_loss import sampling_leaks
from hetdp_core.ridge.sweep import PRINTED, RidgeScenario, loss_sweep

KEY = "simulated_medical_cost"
SERIES = ("pdp_op", PRINTED, "non_personalised", "private_mean")


@pytest.fixture(scope="module")
def dataset():
    return datasets.load(KEY)


def records(**changes):
    settings = ridge.DesignSettings("charges", centre_labels=True)
    return Records(KEY, settings, **changes)


def levels(rows, seed=0):
    return make_profile(paper_profile(rows)).assigned(np.random.default_rng(seed))


def test_a_known_norm_is_used_only_when_asked_for(dataset):
    known = prepare(records(), dataset).problem.bounds
    unknown = prepare(records(known_norm=False), dataset).problem.bounds
    assert known.row_norm == pytest.approx(np.sqrt(7))
    assert unknown.row_norm == pytest.approx(np.sqrt(12))


def test_synthetic_records_are_drawn_anew_for_each_seed():
    first, again, other = (
        prepare(Records.synthetic(50, 3, seed), None).problem.X for seed in (1, 1, 2)
    )
    np.testing.assert_array_equal(first, again)
    assert np.any(first != other)


def test_records_without_their_dataset_are_refused():
    with pytest.raises(InvalidInput, match="dataset must be given"):
        prepare(records(), None)


def test_every_step_of_the_ladder_helps_on_the_medical_costs(dataset):
    epsilon = levels(prepare(records(), dataset).problem.rows)
    steps = improvements(records(), dataset, epsilon)
    losses = [step.loss for step in steps if not step.trivial]
    assert len(losses) == 5
    assert losses == sorted(losses, reverse=True)
    assert steps[-1].trivial


def test_the_ladder_of_synthetic_records_leaves_out_what_needs_a_schema():
    made = Records.synthetic(60, 4, 0)
    steps = improvements(made, None, levels(48))
    assert steps[0].title == "As printed"
    assert steps[0].loss >= steps[1].loss


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_a_dependence_has_one_loss_for_every_value_and_best_is_no_worse(parameter, dataset):
    scenario = RidgeScenario(series=SERIES)
    dependence = depends_on(
        parameter, records(), prepare(records(), dataset), ProfileSettings(), scenario
    )
    for key in SERIES:
        assert dependence.at_lambda[key].shape == dependence.values.shape
        assert np.all(dependence.best[key] <= dependence.at_lambda[key] * (1 + 1e-12))


def test_a_dependence_that_runs_out_of_time_shows_the_values_it_has(dataset):
    scenario, answers = RidgeScenario(series=SERIES), iter([True, True, False])
    asked = ("records", records(), prepare(records(), dataset), ProfileSettings(), scenario)
    whole = depends_on(*asked)
    part = depends_on(*asked, lambda: next(answers))
    assert (part.values.size, part.left_out, whole.left_out) == (3, 3, 0)
    for key in SERIES:
        np.testing.assert_array_equal(part.best[key], whole.best[key][:3])


def test_a_dependence_has_the_losses_of_the_page_at_its_present_setting(dataset):
    """Second road: the sweep that the hero figure shows."""
    scenario, prepared = RidgeScenario(series=SERIES, lam=2.0), prepare(records(), dataset)
    found = depends_on("records", records(), prepared, paper_profile(7), scenario)
    asked = dealt(make_profile(paper_profile(7)), prepared.problem.rows, 0)
    sweep = loss_sweep(prepared.problem, asked, scenario)
    for key in SERIES:
        assert found.at_lambda[key][-1] == pytest.approx(sweep.mean_loss(key)[sweep.lams == 2.0][0])
        assert found.spread[key][-1] == pytest.approx(sweep.moments(key).std[sweep.lams == 2.0][0])


def test_stricter_conservatives_cost_non_personalised_privacy_most(dataset):
    scenario = RidgeScenario(series=SERIES)
    dependence = depends_on(
        "epsilon_conservative", records(), prepare(records(), dataset), ProfileSettings(), scenario
    )
    assert np.all(np.diff(dependence.at_lambda["non_personalised"]) < 0)
    gain = dependence.at_lambda["non_personalised"] / dependence.at_lambda["pdp_op"]
    assert gain[0] == np.max(gain)


def test_an_unknown_parameter_is_refused(dataset):
    with pytest.raises(InvalidInput, match="parameter must be one of"):
        depends_on(
            "weather",
            records(),
            prepare(records(), dataset),
            ProfileSettings(),
            RidgeScenario(series=SERIES),
        )


@pytest.mark.parametrize("method", RELEASABLE)
def test_released_coefficients_scatter_around_their_expectation(method, dataset):
    made = prepare(records(), dataset).problem
    epsilon = levels(made.rows)
    found = spread_out(made, epsilon, RidgeScenario(lam=5.0), method, 300)
    again = spread_out(made, epsilon, RidgeScenario(lam=5.0), method, 300)
    np.testing.assert_array_equal(found.released, again.released)
    assert found.quartiles.shape == (3, made.bounds.dimension)
    assert np.all(np.diff(found.quartiles, axis=0) > 0)


def test_one_release_is_told_in_the_units_of_the_target(dataset):
    prepared = prepare(records(), dataset)
    epsilon = levels(prepared.problem.rows)
    release = one_release(prepared, epsilon, RidgeScenario(lam=1.0), "pdp_op")
    assert 0 <= release.true.min() < release.true.max() <= 75_000
    assert prepared.design is not None
    assert release.loss == pytest.approx(
        np.mean((release.predicted - release.true) ** 2) / prepared.design.label_scale**2
    )


def test_published_sampling_breaks_its_promise_and_the_repaired_one_keeps_it():
    leaks = sampling_leaks()
    assert max(leak.published for leak in leaks) > 5.0
    assert all(leak.published > 1.0 for leak in leaks)
    assert all(leak.repaired <= 1.0 for leak in leaks)


# --- twenty releases ------------------------------------------------------------------


def synthetic(dimension=1, rows=60):
    prepared = prepare(Records.synthetic(rows, dimension, 4), None)
    levels = np.random.default_rng(1).uniform(0.1, 1.0, prepared.problem.rows)
    return prepared, levels


def test_in_one_dimension_shares_below_are_those_of_laplace_noise_in_a_parabola():
    """A release misses by at most m where its noise lies between the roots of loss(b) = m²."""
    prepared, levels = synthetic()
    problem, lam = prepared.problem, 2.0
    found = typical_misses(prepared, levels, RidgeScenario(lam=lam), "pdp_op").outcomes
    made = ridge.fit(problem.X, problem.y, levels, lam, rng=np.random.default_rng(0))
    law = stats.laplace(made.nonprivate[0], 1.0 / made.noise_rate)
    loss = problem.test_loss
    a, b = loss.gram[0, 0], loss.cross[0]
    roots = found.values * np.ptp(problem.label_range) / 100  # in labels, not in % of their range
    reach = np.sqrt(np.maximum(b**2 - a * (loss.constant - roots**2), 0.0)) / a
    shares = law.cdf(b / a + reach) - law.cdf(b / a - reach)
    error = np.sqrt(CHANCES * (1.0 - CHANCES) / DRAWS)
    assert np.all(np.abs(shares - CHANCES) <= 4 * error + 1e-3)  # values between two draws


@pytest.mark.parametrize("method", RELEASABLE)
def test_every_method_has_its_twenty_with_their_errors(method):
    prepared, levels = synthetic(3)
    misses = typical_misses(prepared, levels, RidgeScenario(lam=2.0), method)
    assert misses.outcomes.draws == FEWER_DRAWS.get(method, DRAWS)
    assert np.all(np.diff(misses.outcomes.values) >= 0)
    assert 0 < misses.outcomes.largest_error < misses.outcomes.values[-1]
    again = typical_misses(prepared, levels, RidgeScenario(lam=2.0), method)
    np.testing.assert_array_equal(again.outcomes.played, misses.outcomes.played)


def test_a_method_that_has_nothing_at_this_lambda_says_so():
    prepared, levels = synthetic(3)
    with pytest.raises(InvalidInput, match="must exceed"):
        typical_misses(prepared, levels, RidgeScenario(lam=1e-6), "objective")


def test_without_noise_all_twenty_miss_as_the_weighted_regression_does():
    prepared, levels = synthetic(3)
    public = np.full_like(levels, np.inf)
    misses = typical_misses(prepared, public, RidgeScenario(lam=2.0), "pdp_op")
    assert misses.outcomes.all_the_same
    assert misses.outcomes.values[0] == pytest.approx(misses.without_privacy)
    assert misses.better in (0, TWENTY)


def test_misses_are_in_units_of_the_target():
    prepared = prepare(
        Records(KEY, ridge.DesignSettings("charges", centre_labels=True)), datasets.load(KEY)
    )
    levels = np.full(prepared.problem.rows, 0.5)
    misses = typical_misses(prepared, levels, RidgeScenario(lam=1.0), "pdp_op", 2000)
    true = prepared.in_units(prepared.problem.y_test)
    assert misses.one_number == pytest.approx(np.std(true))
    assert misses.outcomes.unit == datasets.info(KEY).column("charges").unit
    assert misses.better == np.sum(misses.outcomes.values < np.std(true))
    clean = prepared.problem.X_test @ ridge_without_noise(prepared, 1.0)
    missed = np.sqrt(np.mean((prepared.in_units(clean) - true) ** 2))
    assert misses.without_privacy == pytest.approx(missed)


def ridge_without_noise(prepared, lam):
    """Ridge regression by its normal equations."""
    X, y = prepared.problem.X, prepared.problem.y
    return np.linalg.solve(X.T @ X / len(y) + lam * np.eye(X.shape[1]), X.T @ y / len(y))
