"""What the tabs of the ridge page show."""

import numpy as np
import pytest

from hetdp_core import datasets, ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.profiles import ProfileSettings, make_profile
from hetdp_core.ridge.dependence import PARAMETERS, depends_on
from hetdp_core.ridge.exploration import PRINTED, RidgeScenario, explore
from hetdp_core.ridge.improvements import improvements
from hetdp_core.ridge.realised import sampling_leaks
from hetdp_core.ridge.records import Records, paper_profile, prepare
from hetdp_core.ridge.shown_releases import RELEASABLE, one_release, spread_out

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
    asked = levels(prepare(records(), dataset).problem.training.rows)
    steps = improvements(records(), lambda wanted: prepare(wanted, dataset), asked)
    losses = [step.best.loss for step in steps if not step.trivial]
    assert len(losses) == 5
    assert losses == sorted(losses, reverse=True)
    assert steps[-1].trivial


def test_the_ladder_of_synthetic_records_leaves_out_what_needs_a_schema():
    made = Records.synthetic(60, 4, 0)
    steps = improvements(made, lambda wanted: prepare(wanted, None), levels(48))
    assert steps[0].title == "As printed"
    assert steps[0].best.loss >= steps[1].best.loss


@pytest.mark.parametrize("parameter", PARAMETERS)
def test_a_dependence_has_one_loss_for_every_value_and_best_is_no_worse(parameter, dataset):
    scenario = RidgeScenario(series=SERIES)
    found = depends_on(
        parameter, records(), prepare(records(), dataset), ProfileSettings(), scenario
    )
    for key in SERIES:
        assert found.at_lambda[key].shape == found.values.shape
        assert np.all(found.best[key] <= found.at_lambda[key] * (1 + 1e-12))


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
    asked = make_profile(paper_profile(7)).resized(prepared.problem.training.rows)
    sweep = explore(prepared.problem, asked.assigned(np.random.default_rng(0)), scenario)
    for key in SERIES:
        assert found.at_lambda[key][-1] == pytest.approx(sweep.mean_loss(key)[sweep.current])
        assert found.spread[key][-1] == pytest.approx(sweep.moments(key).std[sweep.current])


def test_stricter_conservatives_cost_non_personalised_privacy_most(dataset):
    scenario = RidgeScenario(series=SERIES)
    found = depends_on(
        "epsilon_conservative", records(), prepare(records(), dataset), ProfileSettings(), scenario
    )
    assert np.all(np.diff(found.at_lambda["non_personalised"]) < 0)
    gain = found.at_lambda["non_personalised"] / found.at_lambda["pdp_op"]
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
    asked = levels(made.training.rows)
    found = spread_out(made, asked, RidgeScenario(lam=5.0), method, 300)
    again = spread_out(made, asked, RidgeScenario(lam=5.0), method, 300)
    np.testing.assert_array_equal(found.released, again.released)
    assert found.quartiles.shape == (3, made.bounds.dimension)
    assert np.all(np.diff(found.quartiles, axis=0) > 0)


def test_one_release_is_told_in_the_units_of_the_target(dataset):
    prepared = prepare(records(), dataset)
    asked = levels(prepared.problem.training.rows)
    found = one_release(prepared, asked, RidgeScenario(lam=1.0), "pdp_op")
    assert 0 <= found.true.min() < found.true.max() <= 75_000
    assert prepared.design is not None
    assert found.loss == pytest.approx(
        np.mean((found.predicted - found.true) ** 2) / prepared.design.label_scale**2
    )


def test_published_sampling_breaks_its_promise_and_the_repaired_one_keeps_it():
    leaks = sampling_leaks()
    assert max(leak.published for leak in leaks) > 5.0
    assert all(leak.published > 1.0 for leak in leaks)
    assert all(leak.repaired <= 1.0 for leak in leaks)
