"""Who moves the mean: what one more user of each group is worth, and a step of all of it."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.formats import level, percent
from hetdp_core.mean.worth import Worth

VOLUNTEER = "public volunteer"


def worth_table(worths: Worth) -> pd.DataFrame:
    """Return what one more user is worth: in units of the least, as a derivative and recomputed."""
    return pd.DataFrame(
        {
            "one more": [
                *((f"person at ε = {level(middle)}") for middle in worths.middle),
                VOLUNTEER,
            ],
            "worth as much as": worths.in_units,
            "lowers the MSE by, % (derivative)": worths.percent(worths.one_more),
            "lowers the MSE by, % (recomputed)": worths.percent(worths.one_more_exactly),
        }
    )


def relaxing(worths: Worth) -> Figure:
    """Draw by how much the worst case falls where all of a group ask for a step less privacy."""
    table = relaxing_table(worths)
    exact, slope = table["lowers the MSE by, %"], table["by the derivative, %"]
    names = [f"{of}: <b>{percent(by)}</b>" for of, by in zip(table["group"], exact, strict=True)]
    bars = {
        "type": "bar",
        "orientation": "h",
        "name": "recomputed",
        "x": exact,
        "y": names,
        "marker": {"color": theme.BLUE},
        "hovertemplate": "%{y}: %{x:.3g} %<extra></extra>",
    }
    marks = {
        "type": "scatter",
        "mode": "markers",
        "name": "by the derivative",
        "x": slope,
        "y": names,
        "marker": {"color": theme.INK, "symbol": "diamond-open", "size": 10, "line": {"width": 2}},
        "cliponaxis": False,  # whole at 0, too
        "hovertemplate": "%{y}: %{x:.3g} % by the derivative<extra></extra>",
    }
    end = max(1.0, 1.1 * float(np.max([*exact, *slope], initial=0.0)))
    axes = {
        "xaxis": theme.titled("Squared error falls by, %", range=[0.0, end]),
        "yaxis": {"autorange": "reversed", "type": "category"},
    }
    return theme.figure([bars, marks], axes)


def groups(worths: Worth) -> list[str]:
    """Name each group by its levels."""
    alone = worths.low == worths.high
    ends = zip(alone, worths.low, worths.high, strict=True)
    return [
        f"all at ε = {level(low)}" if is_single else f"ε from {level(low)} to {level(high)}"
        for is_single, low, high in ends
    ]


def relaxing_table(worths: Worth) -> pd.DataFrame:
    """Return what a step of each group is worth, recomputed and by the derivative."""
    return pd.DataFrame(
        {
            "group": groups(worths),
            "users": worths.users,
            "lowers the MSE by, %": worths.percent(worths.relaxed_exactly),
            "by the derivative, %": worths.percent(worths.relaxed),
        }
    )
