"""Figures of how close ADPM is to the best possible: U over L, along a control and at random."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.frames import Frames, at_frame, moves
from hetdp_core.figures.text import level, number, percent
from hetdp_core.figures.theme import Trace
from hetdp_core.mean.certificate import Certificate, CertificateCurve, CertificateScatter, stated
from hetdp_core.validate import FloatArray

SHRUNK, PUBLISHED = "ADPM, shrunk to the middle", "ADPM, as published"
NONE_BETTER = "no private method is better (bound)"
TWO_POINTS = "the same by Le Cam's bound alone"


def certificate_curve(
    found: CertificateCurve, control: str, shrinking: bool
) -> tuple[Figure, Frames]:
    """Worst-case error along the control, what no method is better than, and the gap between.

    Args:
        found: from `hetdp_core.mean.certificate`.
        control: what the slider sets.
        shrinking: whether U is that of the shrunk answer; if not, of ADPM as published.
    """
    upper, ratios = (found.shrunk if shrinking else found.published), found.ratios(shrinking)
    name = SHRUNK if shrinking else PUBLISHED
    traces = [
        _line(found.highs, found.two_points, TWO_POINTS, {"color": theme.GREY, "dash": "dot"}),
        _line(found.highs, found.lower, NONE_BETTER, {"color": theme.VERMILLION, "dash": "dash"}),
        {
            **_line(found.highs, upper, name, {"color": theme.BLUE, "width": 4}),
            "fill": "tonexty",
            "fillcolor": theme.SOFT_BLUE,
        },
        _gap(found, upper, ratios),
    ]
    if shrinking:
        look = {"color": theme.BLUE, "dash": "dot"}
        traces.append(_line(found.highs, found.published, PUBLISHED, look))
    axes = {
        "xaxis": theme.logarithmic(control),
        "yaxis": theme.logarithmic("Worst-case error, % of range"),
    }
    frames = Frames(
        values=found.highs,
        labels=[level(high) for high in found.highs],
        control=control,
        current=found.current,
        ends=("more private", "more relaxed"),
        traces=moves(traces),
        readouts={
            "Squared error, times the best possible": [f"at most {_at_most(r)}" for r in ratios],
            "Worst-case error": [f"± {percent(one)} of range" for one in upper],
            "No private method is below": [f"± {percent(one)} of range" for one in found.lower],
        },
    )
    return theme.figure(at_frame(traces, found.current), axes), frames


def _at_most(ratio: float) -> str:
    return f"{stated(ratio):.2f}"


def _line(highs: FloatArray, errors: FloatArray, name: str, look: Trace) -> Trace:
    return {
        "type": "scatter",
        "mode": "lines",
        "name": name,
        "x": highs,
        "y": errors,
        "line": {"width": 2, **look},
        "hovertemplate": "ε = %{x:.3g}: ± %{y:.3g} %<extra>%{fullData.name}</extra>",
    }


def _gap(found: CertificateCurve, upper: FloatArray, ratios: FloatArray) -> Trace:
    """The gap at the present setting, from the bound to the method, with its ratio."""
    to_the_right = found.highs < np.sqrt(found.highs[0] * found.highs[-1])
    places = ["bottom right" if right else "bottom left" for right in to_the_right]
    return {
        "type": "scatter",
        "mode": "lines+markers+text",
        "name": "now",
        "showlegend": False,
        "line": {"color": theme.INK, "width": 3},
        "marker": {"color": theme.BLUE, "size": 11, "line": {"color": "white", "width": 2}},
        "textfont": {"size": theme.FONT_SIZE + 2},
        "hovertemplate": "now: ± %{y:.3g} %<extra></extra>",
        "moves": {
            "x": np.stack([found.highs, found.highs], axis=-1),
            "y": np.stack([found.lower, upper], axis=-1),
            "text": [[f"at most × {_at_most(ratio)}", ""] for ratio in ratios],
            "textposition": places,
        },
    }


def curve_table(found: CertificateCurve) -> pd.DataFrame:
    """Upper and lower ends along the control, and both ratios of their squares."""
    return pd.DataFrame(
        {
            "most relaxed ε": found.highs,
            f"{SHRUNK}, % of range": found.shrunk,
            f"{PUBLISHED}, % of range": found.published,
            "no private method below, % of range": found.lower,
            "Le Cam's bound alone, % of range": found.two_points,
            "U / L, shrunk": found.ratios(True),
            "U / L, as published": found.ratios(False),
        }
    )


def scatter(found: CertificateScatter, present: Certificate) -> Figure:
    """Fig. 2: worst case against the lower bound, with lines of equal ratio, before and after."""
    lines = [_ratio_line(ratio, *line) for ratio, line in found.ratio_lines.items()]
    before = _cloud(
        found.two_points,
        found.published,
        found.loose_ratio,
        "ADPM as published, Le Cam's bound alone",
        {"color": theme.GREY, "size": 6, "symbol": "circle-open"},
    )
    now = _cloud(
        found.lower,
        found.upper,
        found.ratio,
        "ADPM shrunk, and the largest of three bounds",
        {"color": theme.BLUE, "size": 8},
    )
    here = {
        "type": "scatter",
        "x": [present.bounds.best],
        "y": [present.shrunk.worst_case_mse],
        "mode": "markers",
        "name": "this profile",
        "marker": {"color": theme.VERMILLION, "size": 18, "symbol": "star"},
        "hovertemplate": f"this profile: U/L = {number(present.ratio)}<extra></extra>",
    }
    axes = {
        "xaxis": theme.titled("Lower bound L", type="log", exponentformat="power"),
        "yaxis": theme.titled("Worst-case MSE, U", type="log", exponentformat="power"),
    }
    return theme.figure([*lines, before, now, here], axes)


def _cloud(
    lower: FloatArray, upper: FloatArray, ratio: FloatArray, name: str, look: Trace
) -> Trace:
    return {
        "type": "scatter",
        "x": lower,
        "y": upper,
        "customdata": ratio,
        "mode": "markers",
        "name": name,
        "marker": look,
        "hovertemplate": "U/L = %{customdata:.3g}<extra></extra>",
    }


def _ratio_line(ratio: int, lower: object, upper: object) -> Trace:
    return {
        "type": "scatter",
        "x": lower,
        "y": upper,
        "mode": "lines+text",
        "text": ["", f"U = {ratio} L" if ratio > 1 else "U = L", ""],
        "textposition": "bottom right" if ratio == 1 else "top left",
        "line": {"color": theme.GREY, "width": 1.5, "dash": "dot" if ratio > 1 else "solid"},
        "showlegend": False,
        "hoverinfo": "skip",
    }


def scatter_table(found: CertificateScatter) -> pd.DataFrame:
    """U, L and their ratio for every random profile, and what they were before."""
    return pd.DataFrame(
        {
            "users": found.users,
            "lower bound L": found.lower,
            "worst case U, ADPM shrunk": found.upper,
            "U / L": found.ratio,
            "Le Cam's bound alone": found.two_points,
            "ADPM as published": found.published,
            "their ratio": found.loose_ratio,
        }
    )
