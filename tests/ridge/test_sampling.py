"""Jorgensen sampling, as published and repaired: every mask of a few records, counted exactly."""

import itertools

import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import ridge
from hetdp_core.errors import InvalidInput
from hetdp_core.ridge.loss_inputs import subsamples
from hetdp_core.ridge.quadratic import mean_squared_error
from hetdp_core.ridge.sampling import MOST_WORK, SAMPLERS, check_work
from tests.ridge.helpers import LAMBDA, inputs, small_problem, solve, training
from tests.tolerance import LONG_FORMULA, ROUNDING

SAMPLING = ("jorgensen_max", "jorgensen_mean", "jorgensen_repaired")
PUBLISHED = SAMPLING[:2]
LEVELS = np.array([0.3, 1.0, 2.0, 0.5, 1.5, 0.8])


def every_mask(method, problem, epsilon, lam):
    """Chance, coefficients and rate of the noise of each mask, by loops and a linear solver."""
    threshold = np.mean(epsilon) if method == "jorgensen_mean" else np.max(epsilon)
    keep = np.minimum(np.expm1(epsilon) / np.expm1(threshold), 1.0)
    calibration = ridge.Calibration()
    for mask in itertools.product([False, True], repeat=len(epsilon)):
        kept = np.array(mask)
        chance = np.prod(np.where(kept, keep, 1.0 - keep))
        counted = len(epsilon) if method == "jorgensen_repaired" else np.count_nonzero(kept)
        if counted == 0:
            yield chance, np.zeros(problem.X.shape[1]), np.inf
            continue
        theta = solve(problem.X, problem.y, kept / counted, lam)
        yield chance, theta, ridge.noise_rate(counted * threshold, lam, problem.bounds, calibration)


@pytest.mark.parametrize("method", SAMPLING)
@pytest.mark.parametrize("regularised", [False, True])
def test_averages_over_masks_agree_with_the_sum_over_all_of_them(method, regularised):
    problem, lam = small_problem(rows=6, d=3), 0.5
    gram = problem.X_test.T @ problem.X_test / len(problem.y_test)
    penalty = lam * np.eye(3) if regularised else 0.0
    loss = mean_squared_error(problem.X_test, problem.y_test)
    mean = square = 0.0
    for chance, theta, rate in every_mask(method, problem, LEVELS, lam):
        curve = gram + penalty
        value = loss.at(theta) + theta @ (penalty * np.eye(3)) @ theta
        slope = curve @ theta - loss.cross
        # E b bᵀ = 4 I / rate²; E (bᵀAb)² = (d+1)(d+3) (tr² + 2 tr A²) / rate⁴, d = 3
        part = value + 4.0 * np.trace(curve) / rate**2
        linear = 4.0 * slope @ slope * 4.0 / rate**2
        quartic = 24.0 * (np.trace(curve) ** 2 + 2.0 * np.sum(curve**2)) / rate**4
        mean += chance * part
        square += chance * (
            value**2 + 2.0 * value * 4.0 * np.trace(curve) / rate**2 + linear + quartic
        )
    found = ridge.loss_curves(problem, LEVELS, [lam], [method], masks=20_000)[method]
    moments = found.losses(regularised)
    assert abs(moments.mean[0] - mean) <= 4.0 * moments.standard_error[0]
    # 4 standard errors: 0.005 over 25 runs of 20,000 masks
    assert moments.std[0] == pytest.approx(np.sqrt(square - mean**2), rel=0.02)


def test_the_masks_are_drawn_with_the_chances_of_the_records():
    """With one feature that tells records apart, the mean release tells the chances."""
    X, levels = np.eye(4), np.array([0.2, 0.7, 1.1, 2.0])
    problem = ridge.RidgeProblem(X, np.ones(4), X, np.ones(4))
    drawn = ridge.sample_coefficients(
        problem, levels, 1e3, "jorgensen_repaired", releases=40_000, rng=np.random.default_rng(2)
    )
    kept = np.expm1(levels) / np.expm1(2.0)
    expected = kept * 0.25 / (0.25 + 1e3)
    error = np.std(drawn, axis=0) / np.sqrt(len(drawn))
    assert np.all(np.abs(np.mean(drawn, axis=0) - expected) <= 4.0 * error)


@pytest.mark.parametrize("method", SAMPLING)
def test_with_public_records_only_they_are_kept_and_nothing_is_random(method):
    problem = small_problem(rows=6, d=2)
    levels = np.array([np.inf, 0.5, np.inf, 1.0, np.inf, 2.0])
    curve = ridge.loss_curves(problem, levels, [0.5], [method])[method]
    assert curve.noise_rate[0] == np.inf
    np.testing.assert_allclose(curve.unregularised.std, 0.0, atol=ROUNDING)
    if method in PUBLISHED:
        public = ridge.loss_curves(problem, levels, [0.5], ["pdp_op"])["pdp_op"]
        expected = pytest.approx(public.unregularised.mean, rel=LONG_FORMULA)
        assert curve.unregularised.mean == expected


def test_a_mask_that_keeps_nothing_releases_zero_without_noise_as_published():
    problem, rng = small_problem(rows=2, d=2), np.random.default_rng(0)
    levels = np.array([1e-9, 2e-9])  # the threshold makes the chance 1 for the largest level
    asked = problem, levels, 1.0, "jorgensen_mean"
    assert np.all(np.isfinite(ridge.sample_coefficients(*asked, releases=50, rng=rng)))
    nothing = subsamples(np.zeros((1, 2), dtype=bool), problem)
    for sampler, rate in zip(SAMPLERS.values(), (np.inf, np.inf, None), strict=True):
        theta, found = sampler.fits(nothing, inputs(problem, levels, 1.0))
        np.testing.assert_array_equal(theta, 0.0)
        assert found[0, 0] == rate if rate else np.isfinite(found[0, 0])


def neighbours(record, X, y, other):
    """Two training sets that differ in one record."""
    X_other, y_other = X.copy(), y.copy()
    X_other[record], y_other[record] = other[:-1], other[-1]
    return training(X, y), training(X_other, y_other)


@given(data=st.data(), lam=LAMBDA, noise=st.sampled_from(["sharp", "printed"]))
def test_the_repaired_sampling_gives_nobody_away(data, lam, noise):
    rows, d = data.draw(st.integers(1, 5)), data.draw(st.integers(1, 4))
    rng = np.random.default_rng(data.draw(st.integers(0, 10**6)))
    X, y = np.sign(rng.normal(size=(rows, d))), np.sign(rng.normal(size=rows))
    record = int(rng.integers(rows))
    other = np.append(np.sign(rng.normal(size=d)), -y[record])
    levels = 10.0 ** rng.uniform(-2.0, 0.7, rows)
    before, after = neighbours(record, X, y, other)
    losses = ridge.sampling_privacy_loss(before, after, levels, lam, "jorgensen_repaired", noise)
    assert losses.record == record
    assert losses.loss <= levels[record] * (1.0 + 1e-9)


def test_the_repaired_sampling_nearly_spends_what_it_may():
    """A certain record under strong shrinkage: the label turns round."""
    before, after = neighbours(2, np.ones((3, 1)), np.ones(3), np.array([1.0, -1.0]))
    losses = ridge.sampling_privacy_loss(
        before, after, [0.03, 0.03, 2.0], 1e3, "jorgensen_repaired", "sharp"
    )
    assert 0.95 <= losses.times_epsilon <= 1.0


@pytest.mark.parametrize("method", PUBLISHED)
@pytest.mark.parametrize(("d", "rows", "times"), [(1, 2, 1.15), (5, 2, 5.0), (30, 8, 3.0)])
def test_the_published_sampling_breaks_its_promise(method, d, rows, times):
    """Erratum 4: equal records, one relaxed, a strict one turns its label round."""
    levels = np.append(np.full(rows - 1, 0.05), 1.0)
    before, after = neighbours(0, np.ones((rows, d)), np.ones(rows), np.append(np.ones(d), -1.0))
    for noise in ("printed", "sharp"):
        losses = ridge.sampling_privacy_loss(before, after, levels, 1e3, method, noise)
        assert losses.times_epsilon > times


def test_the_realised_loss_is_the_ratio_of_two_simulated_densities():
    """Second road: count releases near the output that gives most away."""
    levels, lam = np.array([0.05, 1.0]), 1e3
    before, after = neighbours(0, np.ones((2, 1)), np.ones(2), np.array([1.0, -1.0]))
    losses = ridge.sampling_privacy_loss(before, after, levels, lam)
    counts = []
    for seed, side in enumerate((before, after)):
        problem = ridge.RidgeProblem(side.X, side.y, side.X, side.y)
        asked = problem, levels, lam, "jorgensen_max", "printed", 400_000
        drawn = ridge.sample_coefficients(*asked, rng=np.random.default_rng(seed))[:, 0]
        rate = ridge.noise_rate(1.0, lam, side.bounds, ridge.Calibration("printed"))
        counts.append(np.count_nonzero(np.abs(drawn - losses.output[0]) < 0.02 / rate))
    error = np.sqrt(np.sum(1.0 / np.array(counts)))
    assert abs(abs(np.log(counts[0] / counts[1])) - losses.loss) <= 4.0 * error + 0.01
    assert losses.times_epsilon > 1.1


def test_realised_losses_of_what_is_not_a_neighbour_are_refused():
    data, levels = training(np.ones((3, 1)), np.ones(3)), np.ones(3)
    with pytest.raises(InvalidInput, match="differ from before in one record"):
        ridge.sampling_privacy_loss(data, data, levels, 1.0)
    other = training(np.ones((3, 2)), np.ones(3))
    with pytest.raises(InvalidInput, match="shape and bounds"):
        ridge.sampling_privacy_loss(data, other, levels, 1.0)
    turned = training(np.ones((3, 1)), np.array([-1.0, 1.0, 1.0]))
    with pytest.raises(InvalidInput, match="epsilon must be finite"):
        ridge.sampling_privacy_loss(data, turned, [1.0, 1.0, np.inf], 1.0)
    first, second = (training(np.ones((13, 1)), np.append(label, np.ones(12))) for label in (1, -1))
    with pytest.raises(InvalidInput, match="number of records"):
        ridge.sampling_privacy_loss(first, second, np.ones(13), 1.0)


def test_more_samples_than_can_be_fitted_in_seconds_are_refused():
    problem = small_problem(d=4)
    most = int(MOST_WORK // (40 * 10 + 10 * 4**3))
    check_work(most, problem)
    with pytest.raises(InvalidInput, match=f"at most {most:,}"):
        check_work(most + 1, problem)
    wide, rng = small_problem(300, 250), np.random.default_rng(0)
    with pytest.raises(InvalidInput, match="samples of records"):
        ridge.sample_coefficients(wide, np.ones(300), 1.0, "jorgensen_repaired", rng=rng)
