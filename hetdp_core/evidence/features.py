"""Our numbers for the paper of feature privacy, and for what goes beyond it."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import numpy as np

from hetdp_core import features
from hetdp_core.evidence.results import Values, value_name
from hetdp_core.experiments import SWEEPS
from hetdp_core.experiments.features import AS_PRINTED
from hetdp_core.features import FeatureScenario, correlation_sweep
from hetdp_core.features.allocation.search import best_on_lines, printed_budgets_at, top_range
from hetdp_core.features.channel import total_error
from hetdp_core.features.mechanism import query_shares
from hetdp_core.features.notions import (
    FiniteMechanism,
    example_1,
    example_2,
    reveal_chance,
    total_variation_bounds,
)
from hetdp_core.features.user_types.sweep import TypesScenario, checked, types_sweep
from hetdp_core.parallel import Sweep, expected
from hetdp_core.validate import FloatArray

MECHANISMS = 200
"""Random mechanisms (three bits, four outputs) on which the arrows of Figure 1 are tried."""


def conversions(seed: int) -> Values:
    """Recompute Figure 1: how far an exact level exceeds what an arrow promises; at most 0."""
    rng = np.random.default_rng(seed)
    excess: dict[str, float] = {}
    for _ in range(MECHANISMS):
        prior = rng.dirichlet(np.ones(8)).reshape(2, 2, 2)
        mechanism = FiniteMechanism(prior, rng.dirichlet(np.full(4, 2.0), (2, 2, 2)))
        ldp, cdp, bcdp = mechanism.ldp_level, mechanism.cdp_levels, mechanism.bcdp_levels
        q = total_variation_bounds(prior)
        arrows = {
            "LDP to CDP": np.max(cdp) - ldp,
            "LDP to BCDP": np.max(bcdp) - ldp,
            "CDP to LDP": ldp - np.sum(cdp),
            "CDP to BCDP": np.max(bcdp - features.cdp_to_bcdp(cdp, q)),
        }
        excess = {
            name: max(float(over), excess.get(name, -np.inf)) for name, over in arrows.items()
        }
    return excess


def triangle(_seed: int) -> Values:
    """Recompute Figure 2: which query feeds which estimate, as in Figure 3 at q = 0.1."""
    scenario = FeatureScenario()
    alloc = features.allocate(scenario.delta, scenario.epsilon, scenario.q, n=scenario.n)
    queries = query_shares(alloc)
    # Query k sees feature starts[k] and all later ones, in the order of growing budgets.
    unseen = np.arange(queries.shares.shape[1]) < alloc.stages.starts[:, None]
    departures, unfed = np.sum(queries.shares, axis=0) - 1.0, queries.shares[unseen]
    return {
        "queries": float(queries.privacy.size),
        "privacy of all queries together": float(np.sum(queries.privacy)),
        "largest departure of a feature's shares from 1": float(np.max(np.abs(departures))),
        "shares of queries that do not see the feature": float(np.sum(np.abs(unfed))),
    }


def figure_3_in_closed_form(_seed: int) -> Values:
    """Return expected errors of Figure 3, and where the paper's rule loses to min-δ."""
    sweep = correlation_sweep(FeatureScenario())
    ends = {"": sweep.paper_loses_from(), AS_PRINTED: sweep.paper_loses_from(as_printed=True)}
    ends[", not projected"] = sweep.lines_cross_at
    losing = {f"paper loses from q{how}": np.inf if q is None else q for how, q in ends.items()}
    return {**_expected(SWEEPS["figure-3"], "expected"), **losing}


def _expected(sweep: Sweep, what: str) -> Values:
    rows = expected(sweep)
    places, methods, losses = (rows[name] for name in (sweep.parameter, "method", "expected"))
    return {
        value_name(method, float(at), what): float(loss)
        for at, method, loss in zip(places, methods, losses, strict=True)
    }


def figure_3_claims(values: Mapping[str, float]) -> Values:
    """Return medians of the paper's rule over those of min-δ, where the card shows both."""
    return {
        f"paper over min_delta{radius} at {q:g}": values[value_name(f"paper{radius}", q, "median")]
        / values[value_name(f"min_delta{radius}", q, "median")]
        for radius, places in ((AS_PRINTED, (0.5, 0.75, 1.0)), ("", (0.5,)))
        for q in places
    }


def against_size(_seed: int) -> Values:
    """Return expected errors of the two sweeps of Figure 4's setting, unbiased and as printed."""
    sweeps = (SWEEPS["mse-against-dimension"], SWEEPS["mse-against-sensitive-share"])
    return {k: v for sweep in sweeps for k, v in _expected(sweep, sweep.parameter).items()}


def first_example(_seed: int) -> Values:
    """Recompute Example 1 with a = b = c = 1/2: exact levels by enumeration."""
    mechanism = example_1()
    first, second = (float(level) for level in mechanism.bcdp_levels)
    return {"δ of bit 1": first, "δ of bit 2": second, "ε": mechanism.ldp_level}


def second_example(_seed: int) -> Values:
    """Recompute Example 2: the level of bit 1 for one copy and for two."""
    return {
        "δ of bit 1, one copy": float(example_2(1).bcdp_levels[0]),
        "δ of bit 1, two copies": float(example_2(2).bcdp_levels[0]),
        "chance that two copies prove x1 = 1": reveal_chance(2),
    }


def sharper_conversion(_seed: int) -> Values:
    """Compare sums of variances, each at most 1, by Proposition 4(2) and by the exact levels."""
    page, values = FeatureScenario(), {}
    for q in (0.01, 0.05, 0.1, 0.2, 0.25, 0.3):
        values[f"printed at {q:g}"], values[f"exact at {q:g}"] = _both_sums(
            page.delta, page.epsilon, q, page.n
        )
    ratios = []
    for point in SWEEPS["mse-against-dimension"].points[1:]:
        strict, rest = int(point["sensitive"]), int(point["dimension"] - point["sensitive"])
        delta = (float(point["delta"]),) * strict + (float(point["epsilon"]),) * rest
        printed, exact = _both_sums(delta, point["epsilon"], point["q"], int(point["users"]))
        ratios.append(printed / exact)
    values |= {"least ratio, Figure 4": min(ratios), "largest ratio, Figure 4": max(ratios)}
    ends = {"printed": 0.0, "exact": 0.0}
    unlinked = features.allocate(page.delta, page.epsilon, 0.0, "min_delta")
    for q in np.linspace(0.0, 0.5, 51):
        sums = _both_sums(page.delta, page.epsilon, float(q), page.n)
        plain = np.sum(np.minimum(features.coordinate_variance(unlinked, page.n), 1.0))
        for name, found in zip(ends, sums, strict=True):
            if found < plain * (1.0 - 1e-9):
                ends[name] = float(q) + 0.01
    values |= {f"gain ends at, {name}": end for name, end in ends.items()}
    return {**values, "distance from the level attained": _distance_from_attained()}


def _both_sums(delta: Sequence[float], epsilon: float, q: float, n: int) -> tuple[float, float]:
    """Return the least sum of variances that largest budgets by Proposition 4(2) have, and ours."""
    levels, counts = np.unique(delta, return_counts=True)
    low, high = top_range(levels, np.array([q]))
    tops = np.linspace(low, float(high), 400)[None]

    def cost(tried: FloatArray) -> FloatArray:
        budgets = printed_budgets_at(tried, levels, q)
        return total_error(budgets, counts, n, 1.0, "inverse_variance")

    printed = float(cost(best_on_lines(cost, tops)[:, None])[0, 0])
    ours = features.coordinate_variance(features.allocate(delta, epsilon, q, n=n), n)
    return printed, float(np.sum(np.minimum(ours, 1.0)))


def _distance_from_attained() -> float:
    """Enumerate Mechanism 1 on two bits, the second 1 only where the first is, with chance q."""
    c, top, q = 0.1, 0.5, 0.3
    law = np.zeros((2, 2, 8))
    for first, second in np.ndindex(2, 2):
        x = 2.0 * np.array([first, second]) - 1.0
        sides = np.sign(np.array([[1, 0], [0, 1], [-1, 0], [0, -1]]) @ x)
        both = (1.0 + np.tanh(c / 2.0) * sides) / 4.0  # the four quarters of the circle
        alone = (1.0 + np.tanh((top - c) / 2.0) * np.array([-1.0, 1.0]) * x[1]) / 2.0
        law[first, second] = np.outer(both, alone).ravel()
    prior = np.array([[0.5, 0.0], [0.5 * (1.0 - q), 0.5 * q]])
    exact = FiniteMechanism(prior, law).bcdp_levels[0]
    return float(abs(exact - features.cdp_to_bcdp([c, top], q, top)[0]))


def users_and_features(seed: int) -> Values:
    """Return typical errors on the page's scenario, exact and simulated, with one type and two."""
    types = TypesScenario(FeatureScenario())
    sweep, share = types_sweep(types), types.percents[0]
    values = {
        f"{way}: miss, {crowd}": float(sweep.ways[way].miss[at])
        for way in ("strictest", "together", "drawn")
        for crowd, at in (("one type", 0), ("two types", sweep.index(share)))
    }
    runs = checked(sweep, share, rng=np.random.default_rng(seed))
    away = [
        np.max(np.abs(simulated - expected) / np.maximum((high - low) / 4.0, 1e-300))
        for expected, simulated, low, high in runs.ways.values()
    ]
    return {**values, "largest distance in standard errors": float(max(away))}
