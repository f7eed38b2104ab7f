"""Several columns and every noise: the closed form, its guarantee, and its error."""

import math
from dataclasses import replace

import cvxpy as cp
import numpy as np
import pytest
from hypothesis import given
from hypothesis import strategies as st

from hetdp_core import conversions, mean
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.noises import ACCOUNTINGS, NOISES, Promise
from hetdp_core.mean.several import (
    GAUSSIAN,
    MOST_DRAWN,
    Design,
    column_curves,
    plan_several,
    several_sweep,
)
from hetdp_core.profiles import ProfileSettings, make_profile
from tests.mean.second_roads import drawn_noise
from tests.strategies import privacy_levels
from tests.tolerance import LONG_FORMULA, ROUNDING, SEARCHED

PURE = Promise("pure")
KINDS = [(noise, kind) for noise in NOISES for kind in ACCOUNTINGS]
KEPT = [(n, k) for n, k in KINDS if NOISES[n].keeps(Promise(k))]


def error(noise, promise, columns, epsilon, shape="cube"):
    plan = plan_several(promise.implied_by(epsilon), Design(noise, promise, columns, shape))
    return math.sqrt(plan.affine_worst_case_mse)


@given(privacy_levels(), st.sampled_from(["laplace", "k_norm"]), st.sampled_from(["cube", "ball"]))
def test_one_column_with_pure_epsilon_is_adpm_itself(levels, noise, shape):
    found, adpm = plan_several(levels, Design(noise, PURE, 1, shape)), mean.adpm(levels)
    np.testing.assert_allclose(found.weights, adpm.weights, rtol=ROUNDING)
    np.testing.assert_allclose(found.privacy_given, adpm.privacy_given, rtol=ROUNDING)
    assert found.saturation_level == pytest.approx(adpm.saturation_level, rel=ROUNDING)
    assert found.noise_scale == pytest.approx(adpm.noise_scale, rel=ROUNDING)
    assert found.worst_case_mse == pytest.approx(adpm.worst_case_mse, rel=ROUNDING, abs=0)
    assert found.users_saturated == adpm.users_saturated


# The solver is asked for more than it can promise, so as to stop late; its value is compared
# to 1e-6 all the same.
@pytest.mark.filterwarnings("ignore:Solution may be inaccurate")
@pytest.mark.parametrize(("noise", "kind"), KEPT)
@pytest.mark.parametrize("columns", [1, 40])
def test_the_weights_are_the_optimum_of_a_convex_program(noise, kind, columns):
    """Minimise |w|**2/4 + spread * scale**2 under w_i <= scale * level_i on the simplex."""
    promise = Promise(kind, 1e-4)
    implied = promise.implied_by(np.geomspace(0.05, 4.0, 25))
    design = Design(noise, promise, columns)
    levels = design.kind.levels(promise, implied, columns)
    weights, scale = cp.Variable(25, nonneg=True), cp.Variable(nonneg=True)
    parts = cp.hstack([0.5 * weights, math.sqrt(design.price / 4.0) * scale])
    rules = [cp.sum(weights) == 1, weights <= cp.multiply(scale, levels)]
    problem = cp.Problem(cp.Minimize(cp.norm(parts)), rules)
    problem.solve(solver=cp.CLARABEL, tol_gap_abs=1e-12, tol_gap_rel=1e-12, tol_feas=1e-12)
    found = plan_several(implied, design).affine_worst_case_mse
    assert found == pytest.approx(problem.value**2, rel=SEARCHED)


@given(privacy_levels(public=False), st.integers(1, 200), st.sampled_from(["cube", "ball"]))
def test_with_pure_epsilon_one_noise_for_all_columns_is_never_worse(levels, columns, shape):
    one = error("k_norm", PURE, columns, levels, shape)
    assert one <= error("laplace", PURE, columns, levels, shape) * (1.0 + ROUNDING)


@given(privacy_levels(max_users=12), st.integers(1, 60), st.sampled_from(KEPT))
def test_asking_for_less_never_increases_the_error(levels, columns, pair):
    noise, kind = pair
    levels = np.clip(levels, 1e-3, None)
    more = np.concatenate([levels[:-1], [levels[-1] * 2.0]])
    before = error(noise, Promise(kind), columns, levels)
    assert error(noise, Promise(kind), columns, more) <= before * (1.0 + LONG_FORMULA)


def test_levels_with_counts_equal_one_entry_a_user():
    design = Design("gaussian", Promise("concentrated"), 4)
    grouped = plan_several([0.5, 0.01], design, counts=[3, 40])
    plain = plan_several([0.5] * 3 + [0.01] * 40, design)
    assert grouped.worst_case_mse == pytest.approx(plain.worst_case_mse, rel=ROUNDING)
    assert grouped.users_saturated == plain.users_saturated
    np.testing.assert_allclose(grouped.weights, [plain.weights[0], plain.weights[-1]])


@pytest.mark.parametrize(("noise", "kind"), KEPT)
def test_public_users_alone_need_no_noise_and_one_user_is_answered_with_the_middle(noise, kind):
    design = Design(noise, Promise(kind), 3)
    public = plan_several([math.inf] * 8, design)
    assert public.noise_scale == 0.0
    assert public.worst_case_mse == pytest.approx(0.25 / 8)
    alone = plan_several([0.1], design)
    assert alone.answers_midpoint
    assert alone.worst_case_mse == 0.25
    mixed = plan_several([0.1, math.inf], design)
    assert mixed.privacy_given[1] == mixed.saturation_level < math.inf


@pytest.mark.parametrize("shape", ["cube", "ball"])
@pytest.mark.parametrize("columns", [1, 2, 7])
def test_k_norm_noise_of_scale_one_loses_at_most_the_distance(columns, shape):
    """Densities are exp(-|b|_K): the loss of a shift is at most its own norm, level 1 a diameter.

    The shift is the difference of any two points of the shape, in units of its diameter.
    """
    rng = np.random.default_rng(3)
    side = 1.0 / math.sqrt(columns)

    def norm_of(points):
        if shape == "ball":
            return np.linalg.norm(points, axis=-1)
        return np.max(np.abs(points), axis=-1) / side

    noise = drawn_noise("k_norm", columns, shape, 4000, rng)
    if shape == "ball":
        normal = rng.standard_normal((4000, columns))
        shift = normal / np.linalg.norm(normal, axis=1, keepdims=True)
    else:
        shift = side * rng.choice([-1.0, 1.0], (4000, columns))
    loss = np.abs(norm_of(noise + shift) - norm_of(noise))
    assert np.max(loss) <= 1.0 + ROUNDING
    # and that the noise drawn has this density: its norm is Gamma(d), of mean and variance d
    radius = norm_of(noise)
    assert np.mean(radius) == pytest.approx(columns, abs=4 * math.sqrt(columns / radius.size))


@pytest.mark.parametrize("kind", ["approximate", "concentrated", "gaussian"])
def test_gaussian_noise_keeps_each_users_promise_by_its_own_law(kind):
    """Replacing user i moves the sum by w_i diameters: N(w_i / sigma, 1) against N(0, 1)."""
    promise = Promise(kind, 1e-5)
    implied = promise.implied_by(np.geomspace(0.05, 3.0, 400))
    plan = plan_several(implied, Design("gaussian", promise, 6))
    mu = plan.weights / plan.noise_scale
    if kind == "approximate":
        assert np.all(conversions.gaussian_delta(mu, implied) <= 1e-5 * (1.0 + SEARCHED))
    level = {"approximate": implied, "concentrated": mu**2 / 2.0, "gaussian": mu}[kind]
    assert np.all(level <= implied * (1.0 + ROUNDING))
    assert np.all(plan.privacy_given <= implied)


def loss_law(loss, columns, step):
    """The law of d Laplace noises' privacy loss, each loss rounded up: values, chances."""
    grid = np.arange(-math.ceil(loss / step), math.ceil(loss / step) + 1) * step
    # P(loss of one noise <= v) = e^{(v - loss) / 2} / 2 for -loss <= v < loss, and 1 at loss
    below = np.where(grid >= loss, 1.0, 0.5 * np.exp((np.minimum(grid, loss) - loss) / 2.0))
    one = np.diff(below, prepend=0.0)
    law = one
    for _ in range(columns - 1):
        law = np.convolve(law, one)
    lowest = columns * grid[0]
    return lowest + step * np.arange(law.size), law


@pytest.mark.parametrize("columns", [1, 2, 5, 30])
@pytest.mark.parametrize("epsilon", [0.3, 1.0])
def test_laplace_noises_of_all_columns_together_keep_epsilon_and_delta(columns, epsilon):
    promise = Promise("approximate", 1e-3)
    level = NOISES["laplace"].levels(promise, np.array([epsilon]), columns)[0]
    losses, law = loss_law(level / math.sqrt(columns), columns, step=2e-4)
    beyond = losses > epsilon
    delta = float(np.sum(law[beyond] * -np.expm1(epsilon - losses[beyond])))
    # losses are rounded up by at most a step a column, which adds at most that much
    assert delta <= 1e-3 + columns * 2e-4
    assert float(np.sum(law)) == pytest.approx(1.0)


@given(
    st.floats(0.01, 20.0), st.integers(1, 300), st.sampled_from(KEPT), st.sampled_from([1e-8, 1e-3])
)
def test_what_a_level_keeps_is_what_was_asked_for_it(epsilon, columns, pair, delta):
    noise, promise = NOISES[pair[0]], Promise(pair[1], delta)
    implied = promise.implied_by(np.array([epsilon]))
    level = float(noise.levels(promise, implied, columns)[0])
    # orders of the Rényi divergence are searched to 1e-4 of the level
    assert noise.gives(promise, level, columns) == pytest.approx(float(implied[0]), rel=2e-4)


@pytest.mark.parametrize("shape", ["cube", "ball"])
@pytest.mark.parametrize("noise", list(NOISES))
@pytest.mark.parametrize("columns", [1, 3, 12])
def test_noise_drawn_has_the_spread_of_the_closed_form(noise, shape, columns):
    drawn = drawn_noise(noise, columns, shape, 20_000, np.random.default_rng(5))
    squares = np.sum(drawn**2, axis=1)
    found = NOISES[noise].price(columns, shape) / 4.0
    spread = 4 * float(np.std(squares)) / math.sqrt(20_000)
    assert np.mean(squares) == pytest.approx(found, abs=spread)


@pytest.mark.parametrize("noise", list(NOISES))
def test_the_worst_case_error_is_that_of_a_simulation_with_coins_in_every_column(noise):
    """The corners of the cube, each as likely: the largest variance there is."""
    columns, trials = 4, 4_000
    promise = Promise("approximate", 1e-3)
    plan = plan_several(np.geomspace(0.3, 4.0, 60), Design(noise, promise, columns))
    rng = np.random.default_rng(6)
    points = rng.choice([-0.5, 0.5], (trials, 60, columns))
    scale = plan.noise_scale * math.sqrt(columns)  # the diameter of a cube of side 1
    answers = np.einsum("i,tij->tj", plan.weights, points)
    answers = answers + scale * drawn_noise(noise, columns, "cube", trials, rng)
    squares = np.mean(answers**2, axis=1)  # of one column, in units of its range
    spread = 4 * float(np.std(squares)) / math.sqrt(trials)
    assert plan.affine_worst_case_mse == pytest.approx(np.mean(squares), abs=spread)


SETTINGS = ProfileSettings("log_uniform", users=200, low=0.05, high=2.0)


@pytest.mark.parametrize("kind", ACCOUNTINGS)
def test_curves_are_the_plans_at_each_number_of_columns(kind):
    promise = Promise(kind, 1e-5)
    curves = column_curves(SETTINGS, Design("laplace", promise, 13))
    implied = promise.implied_by(make_profile(SETTINGS).levels)
    assert set(curves.errors) == {n for n in NOISES if NOISES[n].keeps(promise)}
    assert curves.columns[curves.chosen] == 13
    here = np.searchsorted(curves.highs, SETTINGS.high)
    for noise, errors in curves.errors.items():
        for place in range(0, curves.columns.size, 8):
            plan = plan_several(implied, Design(noise, promise, int(curves.columns[place])))
            percent = 100.0 * math.sqrt(plan.worst_case_mse)
            assert errors[here, place] == pytest.approx(percent, rel=LONG_FORMULA)


def test_gaussian_noise_overtakes_exactly_where_the_curves_say():
    promise = Promise("approximate", 1e-6)
    curves = column_curves(SETTINGS, Design("laplace", promise, 13))
    epsilon = make_profile(SETTINGS).levels
    for other, numbers in curves.overtakes.items():
        start = int(numbers[np.searchsorted(curves.highs, SETTINGS.high)])
        assert 1 < start < MOST_DRAWN

        def better(columns, other=other):
            plans = [plan_several(epsilon, Design(n, promise, columns)) for n in (other, GAUSSIAN)]
            return plans[1].affine_worst_case_mse < plans[0].affine_worst_case_mse

        assert better(start)
        assert not better(start - 1)


@pytest.mark.parametrize(("noise", "kind"), KEPT)
def test_the_saturation_that_is_drawn_is_that_of_the_plan_said_in_epsilon(noise, kind):
    settings = ProfileSettings("two_groups", users=300, low=0.2, high=20.0, public_share=0.1)
    promise = Promise(kind, 1e-5)
    sweep = several_sweep(settings, Design(noise, promise, 3))
    present, profile = sweep[settings.high], make_profile(settings)
    plan = plan_several(
        promise.implied_by(profile.levels), Design(noise, promise, 3), profile.counts
    )
    assert present.worst_case_mse == plan.worst_case_mse
    assert present.saturated_share == pytest.approx(100.0 * plan.users_saturated / 300)
    said = promise.implied_by(np.array([present.level]))[0]
    assert said == pytest.approx(plan.saturation_level, rel=LONG_FORMULA)


@pytest.mark.parametrize(
    ("call", "says"),
    [
        (lambda: plan_several([1.0], Design("gaussian", PURE, 2)), "must give ε always"),
        (lambda: plan_several([0.0], Design()), "levels"),
        (lambda: plan_several([math.nan], Design()), "levels"),
        (lambda: Design(noise="pink"), "noise"),
        (lambda: Design(columns=0), "number of columns"),
        (lambda: Design(columns=2.5), "number of columns"),  # type: ignore[arg-type]
        (lambda: Design(shape="star"), "shape"),
        (lambda: Promise("maybe"), "promise"),
        (lambda: Promise("pure", 0.0), "delta"),
        (lambda: column_curves(replace(SETTINGS, users=30_000), Design()), "different levels"),
    ],
)
def test_designs_promises_and_levels_that_cannot_be_are_refused(call, says):
    with pytest.raises(InvalidInput, match=says):
        call()
