"""Figures of users who differ too: errors as one type's share moves, and budgets by type."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hetdp_core.features.sweep import ErrorCurve
from hetdp_core.features.user_types.sweep import Check, TypesSweep, Worth
from hetdp_core.figures import theme
from hetdp_core.figures.features.hero import MISS, bars_below, names_of
from hetdp_core.figures.figure import Figure, Frames, MovingFigure, at_frame, moves
from hetdp_core.figures.formats import number, percent
from hetdp_core.figures.theme import Trace

SHARE = "People of group 2, %"

BARS = ("strictest", "together", "drawn")
"""Ways with bars for each group of features."""


def title(way: str) -> str:
    """Return the name of a way.

    >>> title("alone 2"), title("drawn")
    ('Only group 2', 'All people, random question')
    """
    return {
        "strictest": "Everyone like the strictest person",
        "by head": "All people, equal weight",
        "together": "All people, one method per group",
        "drawn": "All people, random question",
    }.get(way, f"Only group {way[-1]}")


def errors_by_share(sweep: TypesSweep, percent_now: float) -> MovingFigure:
    """Draw typical error of each way against the share of type 2, and of each feature group now."""
    current = sweep.index(percent_now)
    traces = [trace for way, errors in sweep.ways.items() for trace in _lines(sweep, way, errors)]
    colours, groups = theme.WAY_COLOURS, sweep.groups
    traces += [bars_below(groups, sweep.ways[way], way, title(way), colours[way]) for way in BARS]
    strictest, together = sweep.ways["strictest"], sweep.ways["together"]
    highest = 1.25 * float(np.max(strictest.miss))  # the error of one type alone may be cut
    most_missed = max(np.max(way.feature_misses) for way in (strictest, together))
    axes = {
        "xaxis": theme.titled(SHARE, range=[0, 1.01 * sweep.percent[-1]], anchor="y"),
        "yaxis": theme.titled(MISS, domain=[0.42, 1.0], range=[0.0, highest]),
        "xaxis2": theme.titled("Features with the same level", type="category", anchor="y2"),
        "yaxis2": theme.titled(
            "Error, %", domain=[0.0, 0.24], range=[0.0, 1.3 * float(most_missed)], anchor="x2"
        ),
    }
    frames = Frames(
        values=sweep.percent,
        labels=[percent(share) for share in sweep.percent],
        control=f"People of group 2 (δ × {number(sweep.types.factors[0])}), %",
        current=current,
        ends=("nobody", "all others"),
        traces=moves(traces),
        readouts={
            f"Error, {title(way).lower()}": [percent(miss) for miss in sweep.ways[way].miss]
            for way in BARS
        },
    )
    return theme.figure(at_frame(traces, current), axes, barmode="group"), frames


def _lines(sweep: TypesSweep, way: str, errors: ErrorCurve) -> list[Trace]:
    """Return the line of a way along the share, and where it is now."""
    width = 5 if way in BARS[1:] else 3 if way == "strictest" else 2
    line = theme.look(theme.WAY_COLOURS, theme.WAY_DASHES, way, width)
    now = {"x": sweep.percent[:, None], "y": errors.miss[:, None]}
    hover = f"%{{x:.3g}} %: %{{y:.3g}} %<extra>{title(way)}</extra>"
    group: Trace = {"x": sweep.percent, "legendgroup": way, "hovertemplate": hover}
    lines = [theme.lines(y=errors.miss, name=title(way), line=line, **group)]
    if way in BARS:
        lines.append(
            theme.points(
                name=f"{title(way)} now",
                showlegend=False,
                cliponaxis=False,
                marker=theme.ringed(theme.WAY_COLOURS[way]),
                moves=now,
                **group,
            )
        )
    return lines


def type_budgets(sweep: TypesSweep, percent_now: float) -> Figure:
    """Draw budget of each group of features in the report of each type, at one of the shares."""
    first, levels = list(sweep.groups.first), sweep.types.demand.levels
    place = sweep.index(percent_now)
    bars = [
        theme.bars(
            x=names_of(sweep.groups),
            y=(budgets := sweep.budgets.together[place, kind][first]),
            text=[*map(number, budgets)],
            **theme.VALUES_AT_ENDS,
            customdata=levels[kind][first],
            name=f"Group {kind + 1}",
            marker={"color": theme.WAY_COLOURS[f"alone {kind + 1}"]},
            hovertemplate="%{x}: budget ε = %{y:.3g}, requested δ = "
            "%{customdata:.3g}<extra>%{fullData.name}</extra>",
        )
        for kind in np.flatnonzero(sweep.users[place])
    ]
    axes = {
        "xaxis": theme.titled("Features, by the level group 1 asks for", type="category"),
        "yaxis": theme.titled("Budget ε", rangemode="tozero"),
    }
    return theme.figure(bars, axes, barmode="group")


def type_questions(sweep: TypesSweep, percent_now: float) -> Figure:
    """Draw the share of each type's users that is asked about each group of features alone."""
    names = [*names_of(sweep.groups), "all at once"]
    counts = sweep.asked_about(percent_now)
    users = np.sum(counts, axis=1, keepdims=True)
    share = np.divide(counts, users, out=np.zeros_like(counts), where=users > 0)
    bars = [
        theme.bars(
            x=names,
            y=100.0 * share[kind],
            text=[percent(value) for value in np.round(100.0 * share[kind], 1)],
            **theme.VALUES_AT_ENDS,
            name=f"Group {kind + 1}",
            marker={"color": theme.WAY_COLOURS[f"alone {kind + 1}"]},
            hovertemplate="%{x}: %{y:.3g} % of the group<extra>%{fullData.name}</extra>",
        )
        for kind in np.flatnonzero(sweep.users[sweep.index(percent_now)])
    ]
    axes = {
        "xaxis": theme.titled("People asked about one of …", type="category"),
        "yaxis": theme.titled("Share of the group, %", range=[0, 110], tickvals=[0, 50, 100]),
    }
    return theme.figure(bars, axes, barmode="group")


def worth_table(sweep: TypesSweep, of_one_more: Worth) -> pd.DataFrame:
    """Return the worth of one more user, in units of the least and as a derivative."""
    factors = [1.0, *sweep.types.factors]
    names = [
        (f"person of group {kind + 1}, δ × {number(ratio)}") for kind, ratio in enumerate(factors)
    ]
    return pd.DataFrame(
        {
            "one more": [*names, "person who hides nothing"],
            "worth as much as": of_one_more.in_units,
            "lowers the sum of variances by": [*of_one_more.types, of_one_more.volunteer],
        }
    )


def checked(sweep: TypesSweep, check: Check) -> Figure:
    """Draw exact errors next to those of simulated releases, with two standard errors."""
    traces: list[Trace] = []
    for way in check.ways:
        exact, simulated, low, high = check.ways[way]
        bar = {"type": "bar", "x": names_of(sweep.groups)}
        traces += [
            {
                **bar,
                "y": exact,
                "name": f"{title(way)}: exact",
                "marker": {"color": theme.WAY_COLOURS[way]},
            },
            {
                **bar,
                "y": simulated,
                "name": f"{title(way)}: simulated",
                "marker": {"color": theme.WAY_COLOURS[way], "pattern": theme.HATCH},
                "error_y": {
                    "type": "data",
                    "symmetric": False,
                    "array": high - simulated,
                    "arrayminus": simulated - low,
                },
            },
        ]
    axes = {
        "xaxis": theme.titled("Features with the same level", type="category"),
        "yaxis": theme.titled(MISS, rangemode="tozero"),
    }
    return theme.figure(traces, axes, barmode="group")


def checked_table(sweep: TypesSweep, check: Check) -> pd.DataFrame:
    """Return exact and simulated errors of each group, and two standard errors either side."""
    rows = [
        [title(way), name, *numbers, check.releases]
        for way, columns in check.ways.items()
        for name, *numbers in zip(names_of(sweep.groups), *columns, strict=True)
    ]
    columns = ["exact, % of range", "simulated, % of range", "low", "high", "releases"]
    return pd.DataFrame(rows, columns=["way", "features", *columns])


def types_table(sweep: TypesSweep) -> pd.DataFrame:
    """Return users of each type and typical error of each way along the share."""
    table = pd.DataFrame({SHARE: sweep.percent})
    for kind, users in enumerate(sweep.users.T):
        table[f"people of group {kind + 1}"] = users.astype(int)
    for way, errors in sweep.ways.items():
        table[f"{title(way)}: error, % of range"] = errors.miss
        for name, first in zip(names_of(sweep.groups), sweep.groups.first, strict=True):
            table[f"{title(way)}: {name}"] = errors.feature_misses[:, first]
    return table


def budgets_table(sweep: TypesSweep, percent_now: float) -> pd.DataFrame:
    """Return level asked and budget of each group of features, by type, at one of the shares."""
    first, place = list(sweep.groups.first), sweep.index(percent_now)
    table = pd.DataFrame({"features": names_of(sweep.groups)})
    for kind, levels in enumerate(sweep.types.demand.levels):
        table[f"group {kind + 1}: requested δ"] = levels[first]
        table[f"group {kind + 1}: budget ε"] = sweep.budgets.together[place, kind][first]
    return table


def questions_table(sweep: TypesSweep, percent_now: float) -> pd.DataFrame:
    """Return how many users of each type are asked what, at one of the shares."""
    table = pd.DataFrame({"asked about": [*names_of(sweep.groups), "all at once"]})
    for kind, counts in enumerate(sweep.asked_about(percent_now)):
        table[f"group {kind + 1}: people"] = counts
    return table
