"""All methods side by side on one profile, in closed form and, if asked, simulated.

Table I of the paper, recomputed.

The paper prints log MSE over 20,000 simulations in a "high variance" and a "low variance" regime of
log epsilon.  The text that survives has lost the regimes' parameters.  The regimes below are our
assumption; with them every printed value comes out within 0.3 and in the printed order.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike, NDArray

from hetdp_core import validate
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.bounds import lower_bounds
from hetdp_core.mean.certificate import Certificate
from hetdp_core.mean.equal_levels import rivals
from hetdp_core.mean.methods import METHODS, plan
from hetdp_core.mean.plan import WORST_VARIANCE, MeanPlan, clipped, percent_error
from hetdp_core.mean.saturation import adpm
from hetdp_core.results import result

CHUNK_VALUES = 1_000_000
"""Data values held in memory at a time, for any number of trials."""

Draw = Callable[[np.random.Generator, tuple[int, int]], NDArray[np.floating]]
"""Makes (trials, users) independent values on [-1/2, 1/2] with mean 0."""


@dataclass(frozen=True)
class SimulatedMSE:
    """A simulated MSE, its standard error, and how many data sets were simulated."""

    mse: float
    standard_error: float
    trials: int

    @property
    def error(self) -> float:
        """Root of the MSE, in percent of the range of the data."""
        return percent_error(self.mse)

    @property
    def error_spread(self) -> float:
        """Four standard errors of `error`, by linearisation."""
        return 2.0 * self.error * self.standard_error / self.mse if self.mse > 0 else 0.0


def symmetric_beta(variance: float) -> Draw:
    """Return draws of Beta(a, a) on [-1/2, 1/2], whose variance is 1 / (4 (2a + 1))."""
    variance = validate.within(variance, 0.0, WORST_VARIANCE, "variance")
    if variance == 0.0:
        return lambda _rng, shape: np.zeros(shape)
    if variance == WORST_VARIANCE:
        return lambda rng, shape: rng.integers(0, 2, shape) - 0.5
    a = min((WORST_VARIANCE / variance - 1.0) / 2.0, 1e300)  # stays finite for tiny variances
    return lambda rng, shape: rng.beta(a, a, shape) - 0.5


def simulate(
    plans: Mapping[str, MeanPlan], draw: Draw, trials: int, rng: np.random.Generator
) -> dict[str, SimulatedMSE]:
    """Return the simulated MSE of several plans on the same data sets, with mean 0.

    Args:
        plans: per-user plans for the same number of users.
        draw: makes the data, see `symmetric_beta`.
        trials: number of data sets, at least 2.

    Memory is bounded by `CHUNK_VALUES`, not by trials * users.
    """
    trials = validate.count(trials, 2, None, "trials")
    sizes = {plan.users for plan in plans.values()}
    if len(sizes) != 1 or any(plan.counts is not None for plan in plans.values()):
        raise InvalidInput("plans", "must be per user and for the same users", f"sizes {sizes}")
    (users,) = sizes
    per_chunk = max(1, CHUNK_VALUES // users)
    totals = {name: np.zeros(2) for name in plans}
    for start in range(0, trials, per_chunk):
        data = draw(rng, (min(per_chunk, trials - start), users))
        for name, of_name in plans.items():
            squares = of_name.release(data, rng) ** 2
            totals[name] += np.sum(squares), np.sum(squares**2)
    simulated = {}
    for name, (first, second) in totals.items():
        average = float(first) / trials
        variance = max(float(second) / trials - average**2, 0.0)
        simulated[name] = SimulatedMSE(average, float(np.sqrt(variance / (trials - 1))), trials)
    return simulated


@result
class Comparison:
    """Exact errors of every method, for data on [-1/2, 1/2].

    Attributes:
        plans: by method, in the order of `METHODS`.
        mse: exact MSE at that variance and a mean in the middle of the range, by method.
        worst_case_mse: over all distributions, by method; also of
            `hetdp_core.mean.equal_levels.RIVALS`, where all ask for the same.
        certificate: how close ADPM, as published and shrunk, is to the best possible.
    """

    plans: dict[str, MeanPlan]
    variance: float
    mse: dict[str, float]
    worst_case_mse: dict[str, float]
    certificate: Certificate

    @property
    def errors(self) -> dict[str, float]:
        """Root of the MSE at this variance, in percent of the range, by method."""
        return {method: percent_error(mse) for method, mse in self.mse.items()}

    @property
    def worst_case_errors(self) -> dict[str, float]:
        return {method: percent_error(mse) for method, mse in self.worst_case_mse.items()}

    @property
    def tuned_error(self) -> float:
        """Error of ADPM if this variance were public knowledge and the weights tuned to it."""
        known = max(self.variance, 1e-9)
        return percent_error(adpm(self.plans["adpm"].epsilon, known).mse(self.variance))

    @property
    def shrunk_error(self) -> float:
        """Root of the shrunk answer's worst-case MSE, in percent of the range."""
        return percent_error(self.certificate.shrunk.worst_case_mse)

    @property
    def best(self) -> str:
        """The method with the smallest `mse`; ADPM where it is as good."""
        return _least(self.mse)

    @property
    def safest(self) -> str:
        """The method or rival with the smallest worst case; ADPM where it is as good."""
        return _least(self.worst_case_mse)

    def among(self, methods: Sequence[str]) -> Comparison:
        """Return the same of these methods alone; unknown ones are left out."""
        known = [method for method in self.plans if method in methods]
        return replace(
            self,
            plans={method: self.plans[method] for method in known},
            mse={method: self.mse[method] for method in known},
            worst_case_mse={method: self.worst_case_mse[method] for method in known},
        )


def _least(errors: Mapping[str, float]) -> str:
    least = min(errors, key=lambda method: errors[method])
    return "adpm" if errors.get("adpm", np.inf) <= errors[least] * (1.0 + 1e-9) else least


def compare(epsilon: ArrayLike, variance: float) -> Comparison:
    """Return the exact errors of all methods for (n,) levels and data of this variance."""
    levels = validate.epsilons(epsilon)
    plans = {method: plan(method, levels) for method in METHODS}
    bounds = lower_bounds(np.sort(levels))
    alike = bool(np.all(levels == levels[0]))
    return Comparison(
        plans,
        variance,
        {method: of_method.mse(variance) for method, of_method in plans.items()},
        {method: of_method.worst_case_mse for method, of_method in plans.items()}
        | (rivals(levels.size, float(levels[0])) if alike else {}),
        Certificate(plans["adpm"].worst_case_mse, clipped(plans["adpm"]), bounds),
    )


def affordable_trials(users: int, wanted: int) -> int:
    """Return trials that stay within 20 million data values, at least 20."""
    return max(20, min(wanted, 20_000_000 // users))


def check_by_simulation(
    comparison: Comparison, trials: int, rng: np.random.Generator
) -> dict[str, SimulatedMSE]:
    """Return Monte-Carlo MSE of every method at the comparison's variance (mean 0)."""
    return simulate(comparison.plans, symmetric_beta(comparison.variance), trials, rng)


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


_METHODS = ("adpm", "proportional", "ldpe", "sampling", "fme", "uniform")

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
        trials: simulated data sets per regime (the paper: 20,000); 0 for closed forms only.
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
