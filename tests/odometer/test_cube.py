"""The least of a quadratic function at the corners of a cube, certified."""

import itertools

import numpy as np
import pytest

from hetdp_core.odometer.transcripts import cube
from hetdp_core.odometer.transcripts.cube import Quadratic, least_vertex
from tests.tolerance import LONG_FORMULA


@pytest.mark.parametrize("d", [4, 14, 15, 30])
@pytest.mark.parametrize("answers", [3, 40])
def test_the_least_vertex_is_below_all_that_random_vertices_reach(d, answers):
    rng = np.random.default_rng(d)
    made = Quadratic.none(d)
    for _ in range(answers):
        row = rng.normal(size=d)
        made = made.minus_square(row / np.sum(np.abs(row)), float(rng.normal()))
    least = least_vertex(made)
    corners = rng.choice([-1.0, 1.0], (20_000, d))
    assert least.lower <= least.upper <= np.min(made.value(corners)) + LONG_FORMULA
    assert least.upper == pytest.approx(float(made.value(least.point)), abs=LONG_FORMULA)
    if d <= 14:
        assert least.lower == least.upper
        every = np.array(list(itertools.product([-1.0, 1.0], repeat=d)))
        np.testing.assert_allclose(made.value(every), made.at_vertices(), atol=LONG_FORMULA)


@pytest.mark.parametrize("seed", range(6))
def test_vertices_that_were_not_followed_stay_in_the_interval(monkeypatch, seed):
    """Few beginnings are kept, so the least is missed: against all 2^15 vertices."""
    monkeypatch.setattr(cube, "_FOLLOWED", 3)
    rng, made = np.random.default_rng(seed), Quadratic.none(15)
    for _ in range(30):
        made = made.minus_square(rng.normal(size=15) / 5, float(rng.normal()))
    least = least_vertex(made)
    exact = float(np.min(made.at_vertices()))
    assert least.lower <= exact <= least.upper + LONG_FORMULA
    assert least.lower < least.upper  # it does not claim to have tried all
