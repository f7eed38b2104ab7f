"""Table I of the paper, recomputed.

The paper prints log MSE over 20,000 simulations in a "high variance" and a "low
variance" regime of log epsilon, but the text that survives has lost the regimes'
parameters.  The regimes below are our assumption; with them every printed value comes
out within 0.3 and in the printed order.
"""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass

import numpy as np

from hetdp_core import validate
from hetdp_core.mean.comparison import simulate, symmetric_beta
from hetdp_core.mean.methods import METHODS, plan

USERS = 1000
VARIANCE = 1.0 / 20.0
"""Variance of Beta(2, 2) on an interval of length 1."""

PROFILES = 10
"""Profiles over which the closed forms are averaged."""


@dataclass(frozen=True)
class Regime:
    """One column of Table I: log epsilon uniform on [log_low, log_high] (assumed)."""

    title: str
    log_low: float
    log_high: float
    printed: Mapping[str, float]


_METHODS = ("adpm", "proportional", "local", "sampling", "fme", "uniform")

REGIMES: Mapping[str, Regime] = {
    key: Regime(title, low, high, dict(zip(_METHODS, printed, strict=True)))
    for key, title, low, high, printed in (
        ("high", "High variance", -4.0, 2.0, (-9.3, -9.0, -7.2, -6.5, -6.2, -5.1)),
        ("low", "Low variance", -3.0, -2.0, (-8.1, -8.1, -1.3, -7.9, -6.2, -7.1)),
    )
}
"""Printed log MSE by regime and method."""


@dataclass(frozen=True)
class TableOneRow:
    """One method in one regime: log MSE printed, ours in closed form, ours simulated.

    Attributes:
        exact: mean over `PROFILES` profiles of the exact log MSE.
        simulated: log of the simulated MSE for the first profile, or None.
        simulated_error: its standard error (of the log), or None.
    """

    regime: str
    method: str
    printed: float
    exact: float
    simulated: float | None = None
    simulated_error: float | None = None

    @property
    def difference(self) -> float:
        """Ours minus printed, in nats."""
        return self.exact - self.printed


def table_one(seed: int, trials: int = 0) -> list[TableOneRow]:
    """Recompute Table I.

    Args:
        seed: of the profiles and, if any, the simulations.
        trials: simulated data sets per regime (the paper: 20,000); 0 for closed forms
            only.
    """
    validate.count(seed, 0, None, "seed")
    return [row for index, key in enumerate(REGIMES) for row in _rows(key, [seed, index], trials)]


def _rows(key: str, seed: list[int], trials: int) -> list[TableOneRow]:
    regime, rng = REGIMES[key], np.random.default_rng(seed)
    profiles = [
        np.exp(rng.uniform(regime.log_low, regime.log_high, USERS)) for _ in range(PROFILES)
    ]
    checks = {}
    if trials:
        plans = {method: plan(method, profiles[0]) for method in regime.printed}
        checks = simulate(plans, symmetric_beta(VARIANCE), trials, rng)

    def row(method: str) -> TableOneRow:
        logs = np.log([plan(method, levels).mse(VARIANCE) for levels in profiles])
        check = checks.get(method)
        return TableOneRow(
            key,
            method,
            regime.printed[method],
            float(np.mean(logs)),
            None if check is None else float(np.log(check.mse)),
            None if check is None else check.standard_error / check.mse,
        )

    return [row(method) for method in METHODS if method in regime.printed]
