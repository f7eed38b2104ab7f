"""Chances of taking part: the worst pair, and its price by quadrature and by convolution."""

from __future__ import annotations

import numpy as np
import pytest
from scipy import integrate
from scipy.stats import norm

from hetdp_core.conversions import gaussian_epsilon
from hetdp_core.ridge.chances import chances, spent_by

DELTA = 1e-6
ORDINARY = [(0.3, 0.1, 20), (0.03, 0.1, 20), (0.7, 0.5, 20), (0.05, 0.3, 7), (0.002, 0.2, 20)]
EXTREME = (0.004, 1.0, 20)


def spent(chance, shift, steps, delta=DELTA):
    return float(spent_by(np.array([chance]), delta, shift, steps)[0])


def densities(x, chance, shift):
    """P and Q of the worst pair."""
    return ((1 - chance) * norm.pdf(x) + chance * norm.pdf(x, mean) for mean in (shift, -shift))


def one_step(gamma, chance, shift):
    """H_γ of the pair, at the place where their ratio is γ: found by bisection."""
    low, high = np.full(np.shape(gamma), -35.0), np.full(np.shape(gamma), 35.0)
    for _ in range(60):
        middle = (low + high) / 2
        first, second = densities(middle, chance, shift)
        below = first < gamma * second
        low, high = np.where(below, middle, low), np.where(below, high, middle)
    tails = [(1 - chance) * norm.sf(low) + chance * norm.sf(low, m) for m in (shift, -shift)]
    return tails[0] - gamma * tails[1]


def by_convolution(epsilon, chance, shift, steps, rounding):
    """δ(ε) of the pair with each step's loss rounded to a fine grid: up, down."""
    x = np.linspace(-9.0, 9.0 + shift, 200_001)
    first, second = densities(x, chance, shift)
    loss, size = np.log(first / second), 2**19
    width = 2.1 * steps * np.max(np.abs(loss)) / size
    places = rounding(loss / width).astype(np.int64) % size
    law = np.bincount(places, first * (x[1] - x[0]), size)
    all_steps = np.fft.irfft(np.fft.rfft(law) ** steps, size)
    gained = -np.expm1(epsilon - width * np.arange(size // 2))
    return float(np.sum(all_steps[: size // 2] * np.maximum(gained, 0.0)))


@pytest.mark.parametrize("gamma", [0.2, 1.0, 1.3, 4.0])
def test_no_two_vectors_are_told_apart_better_than_the_opposite_ones(gamma):
    """In the plane, by summing over a fine grid; the worst pair itself attains its formula."""
    axis = np.linspace(-9.0, 9.0, 361)
    across, up = np.meshgrid(axis, axis)
    rng, chance, shift = np.random.default_rng(0), 0.3, 1.2

    def law(mean):
        moved = norm.pdf(across - mean[0]) * norm.pdf(up - mean[1])
        return (1 - chance) * norm.pdf(across) * norm.pdf(up) + chance * moved

    def told(first, second):
        return np.sum(np.maximum(law(first) - gamma * law(second), 0.0)) * (axis[1] - axis[0]) ** 2

    worst = one_step(gamma, chance, shift)
    assert told((shift, 0), (-shift, 0)) == pytest.approx(worst, abs=1e-4)
    for angles, lengths in zip(rng.uniform(0, 7, (40, 2)), rng.random((40, 2)), strict=True):
        vectors = [
            shift * r**0.3 * np.array([np.cos(a), np.sin(a)])
            for a, r in zip(angles, lengths, strict=True)
        ]
        assert told(*vectors) <= worst + 1e-4


@pytest.mark.parametrize(("chance", "shift"), [(0.3, 0.5), (0.02, 0.9), (0.9, 0.1)])
def test_one_step_and_two_cost_what_quadrature_says(chance, shift):
    for delta in (1e-6, 1e-3):
        single = spent(chance, shift, 1, delta)
        assert one_step(np.exp(single), chance, shift) == pytest.approx(delta, rel=2e-3)
        double, x = spent(chance, shift, 2, delta), np.linspace(-9.0, 10.0, 4001)
        first, second = densities(x, chance, shift)
        told = first * one_step(np.exp(double) * second / first, chance, shift)
        assert (1 - 5e-3) * delta <= integrate.trapezoid(told, x) <= delta


@pytest.mark.parametrize(("chance", "shift", "steps"), [*ORDINARY, EXTREME])
def test_a_convolution_on_a_fine_grid_confirms_the_level_and_that_little_less_breaks_it(
    chance, shift, steps
):
    level = spent(chance, shift, steps)
    assert by_convolution(level, chance, shift, steps, np.ceil) <= DELTA * (1 + 2e-3)
    assert by_convolution(level, chance, shift, steps, np.floor) <= DELTA
    slack = 0.8 if (chance, shift, steps) == EXTREME else 0.99
    assert by_convolution(slack * level, chance, shift, steps, np.floor) > DELTA


@pytest.mark.parametrize("steps", [1, 4, 20])
@pytest.mark.parametrize("shift", [0.001, 0.1, 1.0])
def test_who_always_takes_part_pays_what_gaussian_noise_costs(shift, steps):
    exact = gaussian_epsilon(2.0 * shift * np.sqrt(steps), DELTA)
    assert exact <= spent(1.0, shift, steps) <= 1.004 * exact


def test_chances_keep_each_level_and_the_next_tried_would_not():
    levels = np.geomspace(1e-3, 3.0, 200)
    found = chances(levels, DELTA, 0.1, 20)
    assert np.all(np.diff(found) >= 0)
    assert np.all(spent_by(found, DELTA, 0.1, 20) <= levels)
    assert np.all(spent_by(found * 1.025, DELTA, 0.1, 20) > levels)


def test_who_hardly_ever_takes_part_is_protected_by_that_alone_and_the_relaxed_always_do():
    found = chances(np.array([1e-12, 1e3]), DELTA, 0.1, 20)
    assert DELTA / 20 < found[0] < 1e-5
    assert by_convolution(0.0, found[0], 0.1, 20, np.round) <= DELTA
    assert by_convolution(0.0, 1.05 * found[0], 0.1, 20, np.round) > DELTA
    assert found[1] == 1.0
