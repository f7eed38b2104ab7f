"""A lower bound on the minimax MSE by information: van Trees' inequality over private answers.

Values are +-1/2, the upper one with chance (1 + theta) / 2, so that the mean is theta / 2.  With
T_i = tanh(epsilon_i / 2), levels ascending, the Fisher information I(theta) of the answer of any
mechanism that is epsilon_i-DP for user i obeys, for every k,

    sqrt(I(theta)) <= A_k(theta) = sum_{i<=k} T_i / (1 - |theta| T_i)
                                   + sqrt((n - k) / (1 - theta**2))

Proof.  The answer y has the score S(y) = E[sum of s_i | y], s_i the score of x_i, so
I = E[S * sum of s_i].  Let p_i(y | +) and p_i(y | -) be the law of y given x_i.  For one user
E[S s_i] is the integral of S * (p_i(y | +) - p_i(y | -)) / 2, and from
e^-epsilon <= p_i(y | +) / p_i(y | -) <= e^epsilon follows
|p_i(y | +) - p_i(y | -)| <= 2 T_i / (1 - |theta| T_i) * p(y): at most T_i / (1 - |theta| T_i)
* sqrt(I).  The users after k together give at most sqrt(I * (n - k) / (1 - theta**2)), by
Cauchy and Schwarz, since s_i has the variance 1 / (1 - theta**2).  Divide by sqrt(I).

Van Trees' inequality with the prior cos**2(pi theta / (2 tau)) / tau on [-tau, tau], whose own
information is pi**2 / tau**2, gives for every 0 < tau < 1

    minimax MSE >= (1/4) / (E_prior[A(theta)**2] + pi**2 / tau**2),   A = min over k of A_k.

The expectation is bounded from above, cell by cell of [0, tau]: with one k for a cell, A_k**2 is
convex and rising there while the prior falls, so its integral is at most the cell's prior mass
times the mean of A_k**2 at both ends (a chord, and Chebyshev's inequality for sums).

Floats: every sum has positive terms, so it is off by at most `Blocks.slack` of itself, and the
result is made smaller by several times that (4e-12 for a thousand levels, 2e-9 for a million): what
is returned is a bound in exact arithmetic, too.
"""

from __future__ import annotations

import numpy as np
from scipy.optimize import minimize_scalar

from hetdp_core.mean.blocks import Blocks
from hetdp_core.validate import FloatArray

CELLS = 16
"""Cells of [0, tau]: ever more of them would raise the bound by 0.1 % or less."""

_WIDTHS = np.geomspace(0.01, 0.98, 14)
"""Trial values of tau; 1 - theta T stays away from 0, so that it is rounded well."""


def information_bound(blocks: Blocks) -> float:
    """Return a lower bound on the worst-case MSE of every private estimator of the mean.

    Any tau gives a valid bound, so the search for the best need not be exact.

    Args:
        blocks: of the users; see `blocks_of`.

    Returns:
        A number in (0, 1/4), for data on [-1/2, 1/2].
    """
    values = [_denominator(blocks, float(width)) for width in _WIDTHS]
    best = int(np.argmin(values))
    around = _WIDTHS[max(best - 1, 0)], _WIDTHS[min(best + 1, _WIDTHS.size - 1)]
    refined = minimize_scalar(
        lambda width: _denominator(blocks, float(width)),
        bounds=around,
        method="bounded",
        options={"xatol": 1e-4},
    )
    return 0.25 / min(float(refined.fun), values[best]) * (1.0 - 8.0 * blocks.slack)


def _denominator(blocks: Blocks, width: float) -> float:
    """Return an upper bound on E[A**2] + pi**2 / tau**2 for tau = width."""
    edges = np.linspace(0.0, width, CELLS + 1)
    squares = information_limits(blocks, edges) ** 2
    cells = np.min((squares[1:] + squares[:-1]) / 2.0, axis=-1)
    rounding = blocks.slack * float(np.sum(cells))  # of the masses, which are differences
    return float(_masses(CELLS) @ cells) + rounding + (np.pi / width) ** 2


def information_limits(blocks: Blocks, theta: FloatArray) -> FloatArray:
    """Return A_k(theta) for k = 0 and the end of each block, (C, B + 1), for (C,) thetas in [0, 1).

    The square of each is an upper bound on the Fisher information of every private answer.
    """
    at = theta[:, None]
    coupled = blocks.summed(
        blocks.low / (1.0 - at * blocks.low), blocks.high / (1.0 - at * blocks.high)
    )
    in_full: FloatArray = np.sqrt(blocks.rest / (1.0 - at**2))
    return coupled + in_full


def _masses(cells: int) -> FloatArray:
    """Return the prior's mass on each cell of [0, tau] and its mirror image together."""
    edges = np.linspace(0.0, 1.0, cells + 1)
    return np.diff(edges + np.sin(np.pi * edges) / np.pi)
