"""Speed of ADPM against a sort, a convex solver, and enumeration of the saturation index."""

from __future__ import annotations

import tracemalloc
import warnings
from collections.abc import Iterator

import numpy as np

from benchmarks.timing import Row, alternating, median_seconds, milliseconds
from hetdp_core import mean
from hetdp_core.conversions import gaussian_level
from hetdp_core.mean.certificate import certify
from hetdp_core.mean.equal_levels import geometric
from hetdp_core.mean.local import local
from hetdp_core.mean.noises import Promise
from hetdp_core.mean.plan import WORST_VARIANCE
from hetdp_core.mean.saturation import NOISE_PRICE, single_level
from hetdp_core.mean.several import Design, plan_several
from hetdp_core.mean.worth import worth
from hetdp_core.profiles import PrivacyProfile
from tests.mean.second_roads import adpm_by_convex_program


def rows() -> Iterator[Row]:
    """All measurements of this topic, each as soon as it is done."""
    yield weights_against_a_sort()
    yield weights_against_a_solver()
    yield from enumeration_cost_curve()
    yield from levels_without_users()
    yield certificate_against_a_sort()
    yield certificate_without_users()
    yield from every_noise()
    yield worth_against_a_sort()
    yield local_against_a_sort()
    yield best_of_one_level_against_a_sort()
    yield single_level_against_a_sort()


def _levels(users: int) -> np.ndarray:
    return np.exp(np.random.default_rng(0).uniform(-4.0, 2.0, users))


def weights_against_a_sort() -> Row:
    """n = 10**6."""
    levels = _levels(1_000_000)
    plan, sort = alternating(lambda: mean.adpm(levels), lambda: np.sort(levels), 11)
    detail = f"{milliseconds(plan)} / {milliseconds(sort)}"
    return Row("ADPM weights, n = 10^6, in units of np.sort", plan / sort, "4", detail)


def weights_against_a_solver() -> Row:
    """n = 10**4."""
    levels = _levels(10_000)
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        solver = median_seconds(lambda: adpm_by_convex_program(levels), 3)
    plan = median_seconds(lambda: mean.adpm(levels), 21)
    detail = f"{milliseconds(solver)} / {milliseconds(plan)}"
    return Row("cvxpy, n = 10^4, in units of ADPM weights", solver / plan, "> 500", detail)


def adpm_by_enumeration(epsilon: np.ndarray) -> np.ndarray:
    """The optimal weights (n,) for finite levels, by trying every saturation index: O(n**2).

    As Cummings et al. (2023) solve the same program.
    """
    order = np.argsort(epsilon, kind="stable")
    ascending = epsilon[order]

    def candidate(k: int) -> np.ndarray:
        """If exactly the first k users keep their own level."""
        exact = ascending[:k]
        shared = (exact @ exact + NOISE_PRICE) / np.sum(exact)
        scaled = np.concatenate([exact, np.full(ascending.size - k, shared)])
        return scaled / np.sum(scaled)

    def objective(weights: np.ndarray) -> float:
        return float(WORST_VARIANCE * weights @ weights + 2.0 * np.max(weights / ascending) ** 2)

    best = min((candidate(k) for k in range(1, epsilon.size + 1)), key=objective)
    return best[np.argsort(order)]


def enumeration_cost_curve() -> Iterator[Row]:
    """O(n**2) against O(n log n)."""
    for users in (300, 1000, 3000, 10_000):
        levels = _levels(users)
        slow = median_seconds(lambda levels=levels: adpm_by_enumeration(levels), 3)  # type: ignore[misc]
        fast = median_seconds(lambda levels=levels: mean.adpm(levels), 21)  # type: ignore[misc]
        detail = f"{milliseconds(slow)} / {milliseconds(fast)}"
        yield Row(f"enumeration, n = {users:,}, in units of ADPM weights", slow / fast, "", detail)


def levels_without_users() -> Iterator[Row]:
    """3 * 10**9 users on three levels: the same time and memory as three users."""
    levels = [0.1, 1.0, np.inf]
    many, few = alternating(
        lambda: mean.adpm_from_levels(levels, [10**9] * 3),
        lambda: mean.adpm_from_levels(levels, [1] * 3),
        51,
    )
    detail = f"{milliseconds(many)} (limit 1 ms)"
    yield Row("3 * 10^9 users on 3 levels, in units of 3 users", many / few, "", detail)
    peaks = [_peak_bytes(levels, count) for count in (10**9, 1)]
    detail = f"{peaks[0]:,} bytes at most"
    yield Row("peak memory of the same, in units of 3 users", peaks[0] / peaks[1], "", detail)


def certificate_against_a_sort() -> Row:
    """The largest of four lower bounds and the upper one, their own sort included, n = 10**6."""
    levels = _levels(1_000_000)
    ones = np.ones(levels.size)
    both, sort = alternating(
        lambda: certify(PrivacyProfile(np.sort(levels), ones)), lambda: np.sort(levels), 11
    )
    detail = f"{milliseconds(both)} / {milliseconds(sort)}"
    return Row("U and L, n = 10^6, in units of np.sort", both / sort, "12", detail)


def certificate_without_users() -> Row:
    """3 * 10**9 users on three levels: U and L in the time of three users."""
    levels = np.array([0.1, 1.0, np.inf])
    many, few = alternating(
        lambda: certify(PrivacyProfile(levels, np.full(3, 1e9))),
        lambda: certify(PrivacyProfile(levels, np.ones(3))),
        21,
    )
    detail = f"{milliseconds(many)} (limit 10 ms)"
    return Row("U and L, 3 * 10^9 users on 3 levels, in units of 3 users", many / few, "", detail)


def _peak_bytes(levels: list[float], count: int) -> int:
    tracemalloc.start()
    mean.adpm_from_levels(levels, [count] * 3)
    peak = tracemalloc.get_traced_memory()[1]
    tracemalloc.stop()
    return peak


def every_noise() -> Iterator[Row]:
    """n = 10**6: the same solver with another price; and levels as (epsilon, delta)."""
    levels = _levels(1_000_000)
    design = Design("gaussian", Promise("concentrated"), columns=5)
    gaussian, laplace = alternating(
        lambda: plan_several(levels, design), lambda: mean.adpm(levels), 5
    )
    detail = f"{milliseconds(gaussian)} / {milliseconds(laplace)}"
    yield Row("weights for 5 columns, n = 10^6, in units of ADPM", gaussian / laplace, "5", detail)
    convert = median_seconds(lambda: gaussian_level(levels, 1e-6), 3)
    detail = f"{milliseconds(convert)} / {milliseconds(laplace)}"
    yield Row("(ε, δ) to μ, n = 10^6, in units of ADPM", convert / laplace, "", detail)


def local_against_a_sort() -> Row:
    """Two-point reports, n = 10**6: the plan, and its worst table for these very people."""
    levels = _levels(1_000_000)
    found, sort = alternating(
        lambda: local(levels).affine_worst_case_mse_against_sample, lambda: np.sort(levels), 5
    )
    detail = f"{milliseconds(found)} / {milliseconds(sort)}"
    return Row("two-point reports, n = 10^6, in units of np.sort", found / sort, "12", detail)


def best_of_one_level_against_a_sort() -> Row:
    """The least favourable prior of 1,000 users with one level, to 0.1 %."""
    numbers = _levels(1_000_000)
    found, sort = alternating(lambda: geometric(1000, 0.1), lambda: np.sort(numbers), 3)
    detail = f"{milliseconds(found)} / {milliseconds(sort)}"
    return Row("best mean for one level, n = 1,000, in units of np.sort", found / sort, "4", detail)


def worth_against_a_sort() -> Row:
    """What one more user and a group that asks for less are worth: recomputed ten times."""
    levels = _levels(1_000_000)
    ascending = np.sort(levels)
    profile = PrivacyProfile(ascending, np.ones(ascending.size))
    found, sort = alternating(lambda: worth(profile), lambda: np.sort(levels), 5)
    detail = f"{milliseconds(found)} / {milliseconds(sort)}"
    return Row("who moves the mean, n = 10^6, in units of np.sort", found / sort, "40", detail)


def single_level_against_a_sort() -> Row:
    """Is personalising worth it, for n = 10**6 levels: after the sort, linear."""
    levels = np.sort(_levels(1_000_000))
    profile, shuffled = PrivacyProfile(levels, np.ones(levels.size)), _levels(1_000_000)
    ours, sort = alternating(lambda: single_level(profile), lambda: np.sort(shuffled), 11)
    detail = f"{milliseconds(ours)} / {milliseconds(sort)}"
    return Row("best single level, n = 10**6, in units of a sort", ours / sort, "12", detail)
