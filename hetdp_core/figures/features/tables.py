"""The numbers behind the figures of feature privacy, as tables."""

from __future__ import annotations

from collections.abc import Sequence

import numpy as np
import pandas as pd

from hetdp_core.features import RULES, Correlation, CorrelationSweep, Guarantees, RuleComparison
from hetdp_core.features.allocation.questions import TITLE
from hetdp_core.features.mechanism import QueryShares
from hetdp_core.features.notions import CopiesSweep, RegionSweep
from hetdp_core.features.regression import Releases
from hetdp_core.features.sweep import typical_miss
from hetdp_core.validate import FloatArray


def correlation(sweep: CorrelationSweep) -> pd.DataFrame:
    """Return typical error, squared distance and privacy of the whole report along q, by rule."""
    table = pd.DataFrame({"q": sweep.q})
    for rule, curve in sweep.curves.items():
        table[f"{RULES[rule].title}: error, % of range"] = curve.miss
        table[f"{RULES[rule].title}: squared distance"] = curve.total
        table[f"{RULES[rule].title}: ε of the report"] = curve.ldp_level
    table[f"{TITLE}: error, % of range"] = sweep.questions.miss
    table[f"{TITLE}: squared distance"] = sweep.questions.total
    return table


def printed(sweep: CorrelationSweep) -> pd.DataFrame:
    """Return typical error of projected estimates along q, by rule of the paper and channel."""
    table = pd.DataFrame({"q": sweep.q})
    for rule in ("paper", "min_delta"):
        for words, totals in (
            ("unbiased", sweep.projected()),
            ("as printed", sweep.projected(as_printed=True)),
            ("cap", sweep.projected(caps=True)),
        ):
            miss = typical_miss(totals[rule], len(sweep.scenario.delta))
            table[f"{RULES[rule].title}: error, % of range, {words}"] = miss
    return table


def per_feature(sweep: CorrelationSweep, q: float) -> pd.DataFrame:
    """Return the level asked, budget and typical error of each feature at one value of q."""
    place, capped = sweep.index(q), sweep.scenario.capped
    table = pd.DataFrame({"feature": np.arange(1, capped.size + 1), "requested δ": capped})
    for rule, curve in sweep.curves.items():
        table[f"{RULES[rule].title}: budget"] = curve.budgets[place]
        table[f"{RULES[rule].title}: error, % of range"] = curve.feature_misses[place]
    group = np.searchsorted(sweep.groups.levels, capped)
    chance = sweep.drawn.chances[place, group]
    table[f"{TITLE}: level of the answer"] = sweep.drawn.levels[place, group] * (chance > 0.0)
    table[f"{TITLE}: chance of being asked"] = chance
    table[f"{TITLE}: error, % of range"] = sweep.questions.feature_misses[place]
    return table


def triangle(shares: QueryShares) -> pd.DataFrame:
    """Return the share of each part of a report in the estimate of each feature."""
    table = pd.DataFrame(shares.shares, columns=[f"feature {name}" for name in shares.features])
    table.insert(0, "privacy ε", shares.privacy)
    table.insert(0, "part of the report", np.arange(1, len(table) + 1))
    return table


def measured(correlations: Correlation, null: FloatArray, labels: Sequence[str]) -> pd.DataFrame:
    """Return q of each feature, and what shuffled rows give."""
    return pd.DataFrame(
        {
            "feature": list(labels),
            "q measured": correlations.q,
            "q of shuffled rows (median)": np.median(null, axis=0),
            "values": correlations.values,
            "rows with the rarest value": correlations.rarest,
        }
    )


def pairs(correlations: Correlation, labels: Sequence[str]) -> pd.DataFrame:
    """Return q of each pair: how far the row's feature gives the column's away, itself aside."""
    of_others = np.where(np.eye(len(labels), dtype=bool), np.nan, correlations.pairs)
    table = pd.DataFrame(of_others, columns=list(labels))
    table.insert(0, "knowing", list(labels))
    return table


def on_dataset(result: RuleComparison, labels: Sequence[str]) -> pd.DataFrame:
    """Return the typical error of each column under each rule."""
    table = pd.DataFrame({"column": list(labels)})
    for rule, misses in result.misses.items():
        table[f"{RULES[rule].title}: error, % of range"] = misses
    table[f"{TITLE}: error, % of range"] = result.question_misses
    return table


def coefficients(releases: Releases, labels: Sequence[str]) -> pd.DataFrame:
    """Return non-private coefficients, and quartiles of the private ones."""
    table = pd.DataFrame({"column": list(labels), "not private": releases.nonprivate})
    for rule, values in releases.coefficients.items():
        low, middle, high = np.quantile(values, [0.25, 0.5, 0.75], axis=0)
        table[f"{RULES[rule].title}: 25 %"] = low
        table[f"{RULES[rule].title}: median"] = middle
        table[f"{RULES[rule].title}: 75 %"] = high
    return table


def guarantees(rows: dict[str, Guarantees]) -> pd.DataFrame:
    """Return the levels that each guarantee implies; ∞ means nothing."""
    return pd.DataFrame(
        {
            "from": list(rows),
            "LDP ε": [row.ldp for row in rows.values()],
            "BDP ε": [row.bdp for row in rows.values()],
            "CDP c, largest": [float(np.max(row.cdp)) for row in rows.values()],
            "BCDP δ, largest": [float(np.max(row.bcdp)) for row in rows.values()],
        }
    )


def regions(sweep: RegionSweep) -> pd.DataFrame:
    """Return the smallest error of a test for each level."""
    return pd.DataFrame({"δ": sweep.deltas, "smallest error of a test": sweep.least_error})


def copies(sweep: CopiesSweep) -> pd.DataFrame:
    """Return the level of bit 1 and chance of proof for each number of reports."""
    return pd.DataFrame(
        {
            "reports": sweep.copies.astype(int),
            "δ of bit 1": sweep.levels,
            "chance that a 1 is proved": sweep.proved,
        }
    )
