"""The ℓ2 channel: moments, exact densities, and no overflow anywhere."""

import numpy as np
import pytest

from hetdp_core import features
from hetdp_core.errors import InvalidInput
from hetdp_core.features.channel import sphere_factor, sum_of_reports
from tests.features.helpers import assert_average, report_density
from tests.tolerance import LAST_PLACES, LONG_FORMULA, ROUNDING

DIMENSIONS = [1, 2, 3, 10, 100]
LEVELS = [0.01, 0.2, 1.0, 5.0, 20.0]


def a_vector(d, length, seed=0):
    v = np.random.default_rng(seed).standard_normal(d)
    return v * (length / np.linalg.norm(v))


@pytest.mark.parametrize("alpha", LEVELS)
@pytest.mark.parametrize("d", DIMENSIONS)
@pytest.mark.parametrize("share", [1.0, 0.6])
def test_mean_and_covariance_are_those_of_theory(d, alpha, share):
    """E[Z] = v and E[Z Zᵀ] = (B²/d) I, along v, across it, and between the two."""
    n, radius = 40_000 if d < 100 else 10_000, 1.5
    v = a_vector(d, share * radius)
    rng = np.random.default_rng([1, d, int(100 * alpha)])
    reports = features.privatize_l2(np.tile(v, (n, 1)), alpha, radius, rng=rng)
    size = features.report_radius(d, alpha, radius)
    np.testing.assert_allclose(np.linalg.norm(reports, axis=1), size, rtol=LONG_FORMULA)
    axes = np.linalg.qr(np.column_stack([v, np.eye(d)]))[0][:, : min(3, d)]
    along = reports @ axes
    assert_average(along, v @ axes, slack=1e-8)
    products = np.einsum("ni,nj->nij", along, along).reshape(n, -1)
    assert_average(products, (size**2 / d) * np.eye(axes.shape[1]).ravel(), slack=1e-9)


@pytest.mark.parametrize("alpha", [1e-6, 0.2, 5.0, 50.0])
def test_the_exact_density_integrates_to_one_and_to_the_input(alpha):
    """The unbiased radius from the density alone: the mean of z over the circle is v."""
    v, radius = np.array([0.3, -0.7]), 1.0
    angles = (np.arange(200_000) + 0.5) * (2 * np.pi / 200_000)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    density = report_density(circle, v, alpha, radius)
    # the density jumps twice, by at most 2, and either jump may miss the grid by half its spacing
    spacing = 2 / 200_000
    assert np.mean(density) == pytest.approx(1.0, abs=2 * spacing)
    size = features.report_radius(2, alpha, radius)
    mean = size * np.mean(density[:, None] * circle, axis=0)
    np.testing.assert_allclose(mean, v, rtol=0, atol=2 * spacing * size)


@pytest.mark.parametrize("alpha", [1e-6, 0.2, 1.0, 5.0, 50.0])
@pytest.mark.parametrize("d", [1, 2, 3, 10])
def test_audit_the_density_ratio_is_e_to_alpha_and_no_more(d, alpha):
    rng = np.random.default_rng(d)
    inputs = rng.standard_normal((60, d))
    inputs *= (rng.uniform(0, 1, 60) ** 0.2 / np.linalg.norm(inputs, axis=1))[:, None]
    inputs[0] /= np.linalg.norm(inputs[0])
    inputs[1] = -inputs[0]
    inputs[2] = 0.0
    outputs = rng.standard_normal((400, d))
    density = np.array([report_density(outputs, v, alpha, 1.0) for v in inputs])
    ratios = np.log(np.max(density, axis=0)) - np.log(np.min(density, axis=0))
    assert np.max(ratios) == pytest.approx(alpha, rel=LONG_FORMULA, abs=0)
    assert np.all(ratios <= alpha * (1 + 1e-9))


@pytest.mark.parametrize("share", [0.0, 0.4, 1.0])
def test_reports_follow_the_exact_density(share):
    """Chances of eight unequal sectors of the circle, from the density and from samples."""
    v, alpha = a_vector(2, share, seed=3), 0.8
    edges = np.array([0.0, 0.3, 0.9, 1.7, 2.0, 3.3, 4.1, 5.5, 2 * np.pi])
    angles = (np.arange(400_000) + 0.5) * (2 * np.pi / 400_000)
    circle = np.column_stack([np.cos(angles), np.sin(angles)])
    density = report_density(circle, v, alpha, 1.0)
    expected = np.histogram(angles, edges, weights=density)[0] / angles.size
    rng = np.random.default_rng(5)
    reports = features.privatize_l2(np.tile(v, (100_000, 1)), alpha, 1.0, rng=rng)
    sector = np.digitize(np.arctan2(reports[:, 1], reports[:, 0]) % (2 * np.pi), edges[1:-1])
    assert_average(np.eye(8)[sector], expected, slack=1e-5)


def test_the_printed_radius_is_twice_the_unbiased_one():
    """Erratum 1: as printed, reports average to twice the input."""
    v, rng = a_vector(5, 1.0), np.random.default_rng(0)
    printed = features.privatize_l2(np.tile(v, (50_000, 1)), 2.0, 1.0, rng=rng, as_printed=True)
    assert_average(printed, 2 * v)
    d, e = 5, np.exp(2.0)
    from scipy.special import gamma

    formula = np.sqrt(np.pi) * d * (e + 1) / (e - 1) * gamma((d + 1) / 2) / gamma(d / 2 + 1)
    assert np.linalg.norm(printed[0]) == pytest.approx(formula)


def test_in_one_dimension_the_channel_is_randomised_response():
    alpha, rng = 0.7, np.random.default_rng(0)
    reports = features.privatize_l2(np.ones((20_000, 1)), alpha, 1.0, rng=rng)[:, 0]
    assert set(np.round(np.abs(reports), 9)) == {round(1 / np.tanh(alpha / 2), 9)}
    assert_average(reports > 0, np.exp(alpha) / (1 + np.exp(alpha)))


def test_the_radius_keeps_its_digits_from_one_dimension_to_ten_thousand():
    """Γ(x + 1) = x Γ(x) makes neighbouring factors multiply to pi d / 2."""
    d = np.arange(1, 10_001)
    factor = sphere_factor(d)
    # log Γ is up to 40,000 here, and rounded to 1e-16 of itself
    np.testing.assert_allclose(factor[:-1] * factor[1:], np.pi * d[:-1] / 2, rtol=1e-10)
    assert factor[0] == pytest.approx(1.0, abs=LAST_PLACES)


@pytest.mark.parametrize("d", [1, 2, 1_000, 10_000])
@pytest.mark.parametrize("alpha", [1e-6, 1e-3, 1.0, 50.0])
def test_nothing_overflows_or_vanishes(d, alpha):
    size = features.report_radius(d, alpha, 1.0)
    assert size == pytest.approx(sphere_factor(d) * (np.exp(alpha) + 1) / np.expm1(alpha))
    v = np.full((3, d), 1 / np.sqrt(d))
    reports = features.privatize_l2(v, alpha, 1.0, rng=np.random.default_rng(0))
    np.testing.assert_allclose(np.linalg.norm(reports, axis=1), size, rtol=LONG_FORMULA)
    density = report_density([v[0], -v[0]], v[0], alpha, 1.0)
    assert np.log(density[0]) - np.log(density[1]) == pytest.approx(alpha, rel=LONG_FORMULA, abs=0)


def test_the_sum_of_reports_is_the_sum_of_the_reports():
    v = np.random.default_rng(0).uniform(-0.5, 0.5, (200, 4))
    whole = features.privatize_l2(v, 0.9, 1.0, rng=np.random.default_rng(7))
    quick = sum_of_reports(v, 0.9, 1.0, rng=np.random.default_rng(7))
    np.testing.assert_allclose(quick, whole.sum(axis=0), rtol=ROUNDING)


@pytest.mark.parametrize(
    ("v", "alpha", "radius", "name"),
    [
        ([[1.0, 1.0]], 1.0, 1.0, "v"),
        ([[np.nan, 0.0]], 1.0, 1.0, "v"),
        ([[0.5]], 0.0, 1.0, "alpha"),
        ([[0.5]], 1e9, 1.0, "alpha"),
        ([[0.5]], 1.0, 0.0, "radius"),
    ],
)
def test_bad_input_is_refused_with_a_sentence(v, alpha, radius, name):
    with pytest.raises(InvalidInput, match=rf"^{name} must .*\.$"):
        features.privatize_l2(v, alpha, radius, rng=np.random.default_rng(0))
