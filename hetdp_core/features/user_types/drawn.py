"""Who is asked what: shares of each type's users for every way to report, drawn by chance.

As with one type (`allocation.questions`) it pays to draw one of several ways to report, for each
user and without looking at the data.  Each way keeps the levels of the user's type by itself.  It
is one feature alone, or the budgets that all users of the type would have together.

Users of a type who report differently count as types of their own, so `combined_variance` holds for
them.  With K_i = Σ_f n_f P_fi r_fi over all ways f, v_i = 1/K_i - σ²/n: Σ_i v_i is convex in the
shares (an A-optimal design).  The multiplicative steps below lower it each time, because 1/Σ_f x_f
<= Σ_f λ_f²/x_f for any weights λ that add up to 1.
"""

from __future__ import annotations

import numpy as np

from hetdp_core.features.allocation.questions import lone_levels
from hetdp_core.features.allocation.search import WORTH_WHILE
from hetdp_core.features.user_types.budgets import Demand, Index, combined_variance
from hetdp_core.results import result
from hetdp_core.validate import FloatArray

STEPS = 400

ENOUGH = 1e-4
"""Relative gap to the best shares at which they stop."""


@result
class Plan:
    """Ways to report in each of S crowds, and how many users report so.

    Attributes:
        kinds: (F,) the type of users of each way.
        users: (S, F) how many; on paper, so not always whole.
        budgets: (S, F, d) of Mechanism 1.
        gap: (S,) no shares of the same ways have a Σ_i v_i smaller by more than this share.
    """

    kinds: Index
    users: FloatArray
    budgets: FloatArray
    gap: FloatArray

    def whole_users(self, crowd: int) -> FloatArray:
        """Return (F,) whole numbers of users of one crowd; each type keeps its number."""
        users = np.floor(self.users[crowd])
        for kind in np.unique(self.kinds):
            ways = np.flatnonzero(self.kinds == kind)
            missing = np.rint(np.sum(self.users[crowd, ways] - users[ways]))
            users[ways[np.argmax(users[ways])]] += missing
        return np.asarray(users)


def drawn_plan(demand: Demand, users: FloatArray, together: FloatArray) -> Plan:
    """Return the best shares of users for each feature alone and for given budgets.

    Never worse than those budgets for all users, in sum_i min(v_i, 1).

    Args:
        demand, users: the levels of the types, and (S, T) users of each type.
        together: (S, T, d) budgets that all users of a type would have.
    """
    types, d = demand.levels.shape
    alone = np.stack([lone_levels(levels, np.array([demand.q])) for levels in demand.levels])
    lone = alone[:, :, None] * np.eye(d)
    ways = np.concatenate(
        [np.broadcast_to(lone, (len(users), types, d, d)), together[:, :, None]], 2
    )
    precision = demand.precision(ways)
    information = precision / (1.0 + demand.second_moment * precision)
    shares, gap = _best_shares(users, information)
    plain = np.zeros_like(shares)
    plain[..., -1] = 1.0
    errors = [_error(demand, users, share, precision) for share in (plain, shares)]
    better = (errors[1] < errors[0] * (1.0 - WORTH_WHILE))[:, None, None]
    used = np.where(better, shares, plain) * users[:, :, None]
    return Plan(
        np.repeat(np.arange(types), d + 1),
        used.reshape(len(users), -1),
        ways.reshape(len(users), -1, d),
        gap,
    )


def _error(
    demand: Demand, users: FloatArray, shares: FloatArray, precision: FloatArray
) -> FloatArray:
    crowds, _, _, d = precision.shape
    heads = (shares * users[:, :, None]).reshape(crowds, -1)
    variance = combined_variance(heads, precision.reshape(crowds, -1, d), demand.second_moment)
    return np.asarray(np.sum(np.minimum(variance, 1.0), axis=-1))


def _best_shares(users: FloatArray, information: FloatArray) -> tuple[FloatArray, FloatArray]:
    """Return (S, T, M) shares with the least Σ_i 1/K_i, and their relative gap.

    Features that nobody tells anything about are left out, and so are types that tell nothing.

    information : (S, T, M, d) P r of each way about each feature.
    """
    heads = users / np.sum(users, axis=1, keepdims=True)
    shares = np.full(information.shape[:3], 1.0 / information.shape[2])
    gap = np.full(len(users), np.inf)
    for _ in range(STEPS):
        known = np.einsum("st,stm,stmd->sd", heads, shares, information)
        errors = np.divide(1.0, known, out=np.zeros_like(known), where=known > 0)
        gain = np.einsum("sd,stmd->stm", errors**2, information)
        most, least = np.sum(heads * np.max(gain, axis=2), axis=1), np.sum(errors, axis=1)
        gap = np.divide(most, least, out=np.ones_like(least), where=least > 0) - 1.0
        if np.all(gap <= ENOUGH):
            break
        moved = shares * np.sqrt(gain)
        total = np.sum(moved, axis=2, keepdims=True)
        shares = np.divide(moved, total, out=shares.copy(), where=total > 0)
    return shares, gap
