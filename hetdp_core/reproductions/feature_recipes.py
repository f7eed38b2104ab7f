"""What the cards of the feature-privacy paper are checked against."""

from __future__ import annotations

from collections.abc import Mapping

import numpy as np

from hetdp_core import features
from hetdp_core.experiments import SWEEPS
from hetdp_core.experiments.features import AS_PRINTED
from hetdp_core.features import FeatureScenario, correlation_sweep
from hetdp_core.features.mechanism import query_shares
from hetdp_core.features.notions import (
    FiniteMechanism,
    example_1,
    example_2,
    reveal_chance,
    total_variation_bounds,
)
from hetdp_core.parallel import Sweep, expected
from hetdp_core.reproductions.recipe import Recipe, Values, exact, kept, of_sweep
from hetdp_core.validate import FloatArray

MECHANISMS = 200
"""Random mechanisms on which the arrows of Figure 1 are tried."""

FIGURE_3_TRIALS = 30
"""Runs per point; the paper: 1,000.  Closed forms stand beside them."""


def random_mechanism(rng: np.random.Generator) -> FiniteMechanism:
    """Return three bits under a random prior, four outputs, every table positive."""
    prior = rng.dirichlet(np.ones(8)).reshape(2, 2, 2)
    return FiniteMechanism(prior, rng.dirichlet(np.full(4, 2.0), (2, 2, 2)))


def conversions(seed: int) -> Values:
    """Recompute Figure 1: how far an exact level exceeds what an arrow promises; at most 0."""
    rng = np.random.default_rng(seed)
    excess: dict[str, float] = {}
    for _ in range(MECHANISMS):
        found = random_mechanism(rng)
        cdp, bcdp, q = found.cdp_levels, found.bcdp_levels, total_variation_bounds(found.prior)
        arrows = {
            "LDP to CDP": np.max(cdp) - found.ldp_level,
            "LDP to BCDP": np.max(bcdp) - found.ldp_level,
            "CDP to LDP": found.ldp_level - np.sum(cdp),
            "CDP to BCDP": np.max(bcdp - features.cdp_to_bcdp(cdp, q)),
        }
        excess = {
            name: max(float(over), excess.get(name, -np.inf)) for name, over in arrows.items()
        }
    return excess


def triangle(seed: int) -> Values:
    """Recompute Figure 2: which query feeds which estimate, as in Figure 3 at q = 0.1."""
    del seed
    scenario = FeatureScenario()
    alloc = features.allocate(scenario.delta, scenario.epsilon, scenario.q, n=scenario.n)
    found = query_shares(alloc)
    return {
        "queries": float(found.privacy.size),
        "privacy of all queries together": float(np.sum(found.privacy)),
        "largest departure of a feature's shares from 1": float(
            np.max(np.abs(np.sum(found.shares, axis=0) - 1.0))
        ),
        "shares of queries that do not see the feature": _unseen(alloc.stages.starts, found.shares),
    }


def _unseen(starts: np.ndarray, shares: FloatArray) -> float:
    """Query k sees the features from `starts[k]` on, in the order of growing budgets."""
    before = np.arange(shares.shape[1]) < starts[:, None]
    return float(np.sum(np.abs(shares[before])))


def figure_3_in_closed_form(seed: int) -> Values:
    """Return expected errors of Figure 3, and where the paper's rule loses to min-δ."""
    del seed
    values = _expected(SWEEPS["figure-3"], "expected")
    for mark, printed in (("", False), (AS_PRINTED, True)):
        loses = correlation_sweep(FeatureScenario(as_printed=printed)).paper_loses_from
        values[f"paper loses from q{mark}"] = np.inf if loses is None else loses
    return values


def _expected(sweep: Sweep, what: str) -> Values:
    """Return the closed forms of a sweep, by method and point."""
    rows = expected(sweep)
    places, methods, losses = (rows[name] for name in (sweep.parameter, "method", "expected"))
    return {
        kept(method, float(at), what): float(loss)
        for at, method, loss in zip(places, methods, losses, strict=True)
    }


def _figure_3_claims(values: Mapping[str, float]) -> Values:
    """Return medians of the paper's rule over those of min-δ, both with the radius as printed."""
    points = [float(point["q"]) for point in SWEEPS["figure-3"].points]
    ratio = {
        q: values[kept(f"paper{AS_PRINTED}", q, "median")]
        / values[kept(f"min_delta{AS_PRINTED}", q, "median")]
        for q in points
    }
    plain = [values[kept(f"min_delta{AS_PRINTED}", q, "median")] for q in points]
    return {
        "largest ratio up to q = 1/2": max(ratio[q] for q in points if q <= 0.5),
        "largest ratio below q = 1": max(ratio[q] for q in points if q < 1.0),
        "distance of the ratio from 1 at q = 1": abs(ratio[1.0] - 1.0),
        "range of min-δ over its mean": float(np.ptp(plain) / np.mean(plain)),
    }


def against_size(seed: int) -> Values:
    """Return expected errors of the two sweeps of Figure 4's setting, unbiased and as printed."""
    del seed
    found: Values = {}
    for key in ("mse-against-dimension", "mse-against-sensitive-share"):
        found |= _expected(SWEEPS[key], SWEEPS[key].parameter)
    return found


def first_example(seed: int) -> Values:
    """Recompute Example 1 with a = b = c = 1/2: exact levels by enumeration."""
    del seed
    found = example_1()
    first, second = found.bcdp_levels
    return {"δ of bit 1": float(first), "δ of bit 2": float(second), "ε": found.ldp_level}


def second_example(seed: int) -> Values:
    """Recompute Example 2: the level of bit 1 for one copy and for two."""
    del seed
    return {
        "δ of bit 1, one copy": float(example_2(1).bcdp_levels[0]),
        "δ of bit 1, two copies": float(example_2(2).bcdp_levels[0]),
        "chance that two copies prove x1 = 1": reveal_chance(2),
    }


RECIPES: tuple[Recipe, ...] = (
    exact(
        "features-conversions", "Arrows between four notions (Figure 1)", conversions, MECHANISMS
    ),
    exact("features-triangle", "Queries and the features they feed (Figure 2)", triangle),
    of_sweep("figure-3", SWEEPS["figure-3"], _figure_3_claims, trials=FIGURE_3_TRIALS),
    exact("figure-3-exact", "Figure 3 in closed form", figure_3_in_closed_form),
    exact("features-size", "Error against dimension and sensitive share (Figure 4)", against_size),
    exact("features-example-1", "BCDP without LDP (Example 1)", first_example),
    exact("features-example-2", "BCDP does not compose (Example 2)", second_example),
)
