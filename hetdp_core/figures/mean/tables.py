"""The numbers behind the figures, as tables a screen reader or a spreadsheet can take."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

import pandas as pd

from hetdp_core.mean.column import NAMED, ColumnEstimate
from hetdp_core.mean.comparison import REGIMES, Comparison, SimulatedMSE, TableOneRow
from hetdp_core.mean.methods import METHODS
from hetdp_core.mean.saturation import Step
from hetdp_core.mean.sweep import ErrorCurve, SaturationSweep


def saturation(sweep: SaturationSweep, high: float) -> pd.DataFrame:
    """Return requested and given privacy, and weight, along the sorted users, at one `high`."""
    curve = sweep[high]
    return pd.DataFrame(
        {
            "people, % from the most private": curve.share,
            "requested ε": curve.requested,
            "applied ε": curve.granted,
            "weight × n": curve.relative_weight,
        }
    )


def error_curve(curve: ErrorCurve) -> pd.DataFrame:
    """Return the worst-case error by method along the control."""
    errors = {
        f"{METHODS[method].title}, % of range": values for method, values in curve.errors.items()
    }
    return pd.DataFrame({"highest ε": curve.highs, **errors})


def comparison(result: Comparison, simulated: Mapping[str, SimulatedMSE]) -> pd.DataFrame:
    """Return all methods: exact errors, and the simulated ones where there are any."""
    worst, errors = result.worst_case_errors, result.errors
    table = pd.DataFrame(
        {
            "method": [NAMED[method][0] for method in worst],
            "idea": [NAMED[method][1] for method in worst],
            "error, % of range": [errors.get(method) for method in worst],
            "worst case, % of range": list(worst.values()),
        }
    )
    table["shrunk to the middle: worst case, % of range"] = [
        result.shrunk_error if method == "adpm" else None for method in worst
    ]
    if simulated:
        checks = {method: (check.error, check.error_spread) for method, check in simulated.items()}
        both = [checks.get(method, (None, None)) for method in worst]
        table[["simulated, % of range", "± 4 standard errors"]] = both
    return table


def table_one(rows: Sequence[TableOneRow]) -> pd.DataFrame:
    """Return printed and recomputed ln MSE; simulated columns only where simulated."""
    table = pd.DataFrame(
        {
            "regime": [REGIMES[row.regime].title for row in rows],
            "method": [METHODS[row.method].title for row in rows],
            "printed": [row.printed for row in rows],
            "ours, exact": [row.exact for row in rows],
            "difference": [row.difference for row in rows],
            "ours, simulated": [row.simulated for row in rows],
            "standard error": [row.simulated_error for row in rows],
        }
    )
    return table.dropna(axis="columns", how="all")


def column_errors(result: ColumnEstimate, **names: str) -> pd.DataFrame:
    """Return exact error of every method on one column; some are called by other names."""
    return pd.DataFrame(
        {
            "method": [names.get(method, NAMED[method][0]) for method in result.rms_error],
            "error": list(result.rms_error.values()),
            "worst case": list(result.worst_error.values()),
        }
    )


def column_interval(result: ColumnEstimate) -> pd.DataFrame:
    """Return the true mean, private estimate and the ends of both intervals.

    There is one interval about these people.
    """
    sampled = () if result.everybody else result.confidence_interval
    values = [result.true_mean, result.private_estimate, *result.privacy_interval, *sampled]
    quantities = ["true mean", "private estimate", *_ENDS]
    return pd.DataFrame({"quantity": quantities[: len(values)], "value": values})


_ENDS = (
    "privacy interval from",
    "privacy interval to",
    "confidence interval from",
    "confidence interval to",
)


def recursion(steps: Sequence[Step]) -> pd.DataFrame:
    """Return the worked example, one row a user."""
    return pd.DataFrame(
        {
            "user": [step.user for step in steps],
            "requested ε": [step.level for step in steps],
            "limit (S₂ + 8) / S₁": [step.limit for step in steps],
            "applied s": [step.scaled for step in steps],
            "weight": [step.weight for step in steps],
            "saturated": [step.saturated for step in steps],
        }
    )
