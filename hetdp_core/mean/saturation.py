"""ADPM: the optimal weights of an affine estimator, and where they saturate.

Scaled weights are s_i = min(epsilon_i, tau) (Theorem 2 and Lemma 3 of the paper).  The
recursion (22) finds tau user by user.  It can be had faster: with the sums S1_k, S2_k of
the k smallest levels and of their squares,

    D_k = epsilon_{k+1} * S1_k - S2_k

never decreases in k, because D_k - D_{k-1} = (epsilon_{k+1} - epsilon_k) * S1_k.  So the first k
with D_k > 8, where saturation begins, is found by bisection down to a block that fits into the
processor's cache.  In the block one comparison of prefix sums finds it: O(n) additions in all.  The
same tau is the root of sum_i epsilon_i * max(tau - epsilon_i, 0) = 8, which the tests use as an
independent way.  `recursion` is slow and plain on purpose: it explains the closed form on a handful
of users, and checks it in the tests.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.plan import MIDPOINT_MSE, WORST_VARIANCE, MeanPlan, rounded_up, sum_of_squares
from hetdp_core.profiles import PrivacyProfile
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

NOISE_PRICE = 2.0 / WORST_VARIANCE
"""The 8 of Eq. (22): noise variance 2 eta**2 against sampling variance 1/4."""

_BLOCK = 16_384


def saturation_level(
    levels: FloatArray, counts: FloatArray | None = None, noise_price: float = NOISE_PRICE
) -> float:
    """Return the level tau at which scaled weights saturate; infinity if they never do.

    Args:
        levels: (K,) privacy levels in ascending order, the first one finite.
        counts: (K,) users at each level, all positive; None for one each.
        noise_price: 2 / variance of the data: the 8 of Eq. (22) at the worst case.
    """
    start, stop = 0, int(np.searchsorted(levels, np.inf))
    before = (0.0, 0.0)
    while stop - start > _BLOCK:
        middle = (start + stop) // 2
        first, second = np.add(before, _sums(levels, counts, start, middle))
        if levels[middle] * first > second + noise_price:
            stop = middle
        else:
            start, before = middle, (first, second)
    block, following = levels[start:stop], levels[start + 1 : stop + 1]
    known = following.size
    mass = block if counts is None else counts[start:stop] * block
    firsts = (before[0] + np.cumsum(mass))[:known]
    seconds = (before[1] + np.cumsum(mass * block) + noise_price)[:known]
    saturated = np.flatnonzero(following * firsts > seconds)
    if not saturated.size:
        return np.inf
    k = saturated[0]
    return float(seconds[k] / firsts[k])


def _sums(
    levels: FloatArray, counts: FloatArray | None, start: int, stop: int
) -> tuple[float, float]:
    """Sum the levels from start to stop, and their squares, over all users there."""
    part = levels[start:stop]
    if counts is None:
        return float(np.sum(part)), sum_of_squares(part)
    users = counts[start:stop]
    return float(np.sum(users * part)), sum_of_squares(part, users)


def adpm(epsilon: ArrayLike, variance: float = WORST_VARIANCE) -> MeanPlan:
    """Return ADPM (Algorithm 1): of weighted means with Laplace noise, the least worst case.

    O(n log n) for one sort, O(n) after it.

    Args:
        epsilon: (n,) levels in any order, each > 0; infinity means public.
        variance: largest variance the data may have, in (0, 1/4], known beforehand
            (beyond the paper, which takes 1/4).  Less spread makes noise the larger
            part of the error, so weights saturate later: 2 / variance replaces the 8
            of Eq. (22).  It tunes the weights only; the guarantee never depends on it.

    Returns:
        A `MeanPlan` in the caller's order.  If everybody is public, weights are 1/n
        and there is no noise; where J(w) >= 1/4 the plan answers the mid-point.

    Raises:
        InvalidInput: epsilon is empty, not positive or NaN.

    >>> plan = adpm([0.5, 1.0, float("inf")])
    >>> plan.saturation_level                 # (0.5**2 + 1**2 + 8) / (0.5 + 1)
    6.166666666666667
    >>> plan.privacy_given
    array([0.5       , 1.        , 6.16666667])
    """
    levels = validate.epsilons(epsilon)
    if not validate.within(variance, 0.0, WORST_VARIANCE, "variance") > 0:
        raise InvalidInput("variance", "must be positive", variance)
    return _plan(levels, np.sort(levels), None, None, 2.0 / variance)


def adpm_from_levels(levels: ArrayLike, counts: ArrayLike) -> MeanPlan:
    """Return ADPM for groups of users, without an array of users.

    Time and memory depend on the number of levels only, so three billion users on
    three levels cost as much as three.

    Args:
        levels: (K,) privacy levels > 0 in any order, ties allowed; infinity is public.
        counts: (K,) users at each level, whole numbers >= 0, at least one positive.

    Returns:
        A `MeanPlan` whose arrays are per level: weights[i] is one user's weight.

    Raises:
        InvalidInput: a level is not positive, or counts do not fit the levels.

    >>> adpm_from_levels([0.1, 2.0], [3, 7]).privacy_given    # nobody saturates
    array([0.1, 2. ])
    """
    epsilon = validate.epsilons(levels, "levels")
    users = validate.counts(counts, epsilon.size).astype(np.float64)
    order = np.argsort(epsilon, kind="stable")
    order = order[users[order] > 0]
    return _plan(epsilon, epsilon[order], users, users[order], NOISE_PRICE)


def adpm_of_sorted(levels: FloatArray, counts: FloatArray | None) -> MeanPlan:
    """Return ADPM for levels that are known to be good and in ascending order; nothing is checked.

    Args:
        levels: (K,) ascending.
        counts: (K,) users at each level, all positive; None for one each.
    """
    return _plan(levels, levels, counts, counts, NOISE_PRICE)


def _plan(
    levels: FloatArray,
    ascending: FloatArray,
    counts: FloatArray | None,
    ascending_counts: FloatArray | None,
    noise_price: float,
) -> MeanPlan:
    weights, scale, tau = saturated(levels, ascending, counts, ascending_counts, noise_price)
    plan = MeanPlan("adpm", levels, weights, scale, tau, np.minimum(levels, tau), counts)
    if scale > 0.0 and plan.affine_worst_case_mse >= MIDPOINT_MSE:
        return replace(plan, answers_midpoint=True)
    return plan


def saturated(
    levels: FloatArray,
    ascending: FloatArray,
    counts: FloatArray | None,
    ascending_counts: FloatArray | None,
    noise_price: float,
) -> tuple[FloatArray, float, float]:
    """Return the best weights, their noise scale and tau, of levels that also stand in order.

    Where everybody is public that is the plain mean, without noise.
    """
    if np.isinf(ascending[0]):
        users = float(levels.size if counts is None else np.sum(counts))
        return np.full(levels.size, 1.0 / users), 0.0, np.inf
    tau = saturation_level(ascending, ascending_counts, noise_price)
    scaled = np.minimum(levels, tau)
    total = float(np.sum(scaled) if counts is None else counts @ scaled)
    return scaled / total, rounded_up(1.0 / total), tau


def two_group_saturation(epsilon_1: float, users: int, fraction: float) -> float:
    """Return the level of the second group from which on asking for less changes nothing.

    With a fraction f of n users at epsilon_1 and the rest at epsilon_2 >= epsilon_1,
    weights saturate for epsilon_2 >= epsilon_1 + 8 / (n f epsilon_1) (Remark 3).

    >>> two_group_saturation(0.1, 1000, 0.5)
    0.26
    """
    epsilon_1 = validate.positive(epsilon_1, "epsilon_1")
    users = validate.count(users, 1, None, "users")
    fraction = validate.within(fraction, 0.0, 1.0, "fraction")
    strict_users = users * fraction
    if not strict_users > 0:
        raise InvalidInput("fraction", "must leave someone in the strict group", fraction)
    return epsilon_1 + NOISE_PRICE / (strict_users * epsilon_1)


@dataclass(frozen=True)
class Step:
    """One user's turn in the recursion, users in ascending order of epsilon.

    Attributes:
        user: 1-based position in ascending order.
        limit: (S2_k + 8) / S1_k from the users before; infinity for the first.
        scaled: s = min(level, limit).
        saturated: whether the limit decided.
    """

    user: int
    level: float
    limit: float
    scaled: float
    saturated: bool
    weight: float = 0.0


def recursion(epsilon: ArrayLike) -> list[Step]:
    """Return all steps for (n,) levels, of which at least one is finite.

    >>> [step.scaled for step in recursion([1.0, 2.0, float("inf")])]
    [1.0, 2.0, 4.333333333333333]
    """
    first_sum = second_sum = 0.0
    steps = []
    for user, level in enumerate(np.sort(validate.epsilons(epsilon)).tolist(), start=1):
        limit = (second_sum + NOISE_PRICE) / first_sum if user > 1 else np.inf
        scaled = min(level, limit)
        steps.append(Step(user, level, limit, scaled, level > limit))
        first_sum, second_sum = first_sum + scaled, second_sum + scaled**2
    return [replace(step, weight=step.scaled / first_sum) for step in steps]


@result
class SingleLevel:
    """The best single level, which all who accept it get, and how it compares with personal ones.

    At level t the m_t users who ask for t or more enter with equal weight at level t, and the
    others are left out: J_t = 1/(4 m_t) + 2/(m_t t)², t any level asked (Cyffers & Ziani 2026).

    Its least is at most K² times ADPM's J with K finite levels and nobody public, K² + 1 with
    public users.  For, of any weights w let group g, n_g users at level e_g, have the share α_g.
    A largest term is no less than an average, so

        J(w) = |w|²/4 + 2 max (w_i / ε_i)² >= Σ_g α_g² b_g,  b_g = 1/(4 n_g) + (2/K) / (n_g e_g)²,

    and Σ α_g = 1 leaves at least 1 / Σ 1/b_g.  A finite group alone has the error B_g <= K b_g,
    the public one b_g itself, and none is below J_t at its level: 1/J <= (K·K + 1) / min_t J_t.
    So at most 2 for one level and public users, and at most 4 for two levels; both are nearly
    reached (1.9999 and 3.99).  For many levels no constant will do: ε_i = 3/i for i <= 10⁶ has 128.

    Attributes:
        level: t; infinity where the public users alone are best.
        mse: its worst-case MSE on [-1/2, 1/2], the mid-point's 1/4 at most.
        ratio: times that of ADPM as published, 1 at least.
        ceiling: a bound that the ratio cannot exceed for any profile of as many levels.
    """

    level: float
    users: int
    mse: float
    ratio: float
    ceiling: int


def single_level(profile: PrivacyProfile) -> SingleLevel:
    """Return the level whose worst case is the least, of those that are as good the strictest.

    O(K) for K levels, for any number of users.

    >>> best = single_level(PrivacyProfile(np.array([0.1, 1.0]), np.array([100.0, 900.0])))
    >>> best.level, best.users, best.ceiling
    (1.0, 900, 4)
    """
    errors, users = _errors(profile)
    best = int(np.argmin(errors))
    mse = min(float(errors[best]), MIDPOINT_MSE)
    published = adpm_of_sorted(profile.levels, profile.counts).worst_case_mse
    finite = int(np.unique(profile.levels[np.isfinite(profile.levels)]).size)
    return SingleLevel(
        level=float(profile.levels[best]),
        users=int(users[best]),
        mse=mse,
        ratio=max(1.0, mse / published),
        ceiling=finite**2 + (profile.public_users > 0),
    )


def least_error(profile: PrivacyProfile) -> float:
    """Return J at the best single level, without the mid-point's limit."""
    return float(np.min(_errors(profile)[0]))


def _errors(profile: PrivacyProfile) -> tuple[FloatArray, FloatArray]:
    """Return (K,) J_t at each level t, and how many users enter there (at ties: at least)."""
    users = np.cumsum(profile.counts[::-1])[::-1]
    return WORST_VARIANCE * (1.0 / users + NOISE_PRICE / (users * profile.levels) ** 2), users
