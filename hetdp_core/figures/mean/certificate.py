"""Figures of how close ADPM is to the best possible: U over L, along a control and at random."""

from __future__ import annotations

import numpy as np
import pandas as pd

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure, Frames, at_frame, moves
from hetdp_core.figures.formats import bound, level, number, percent
from hetdp_core.figures.theme import Trace
from hetdp_core.grids import Along
from hetdp_core.mean.certificate import Certificate, CertificateScatter
from hetdp_core.validate import FloatArray

SHRUNK, PUBLISHED = "ADPM, shrunk to the middle", "ADPM, as published"
NONE_BETTER = "no private method is better (bound)"
TWO_POINTS = "the same, by Le Cam's bound alone"


def certificate_curve(
    certificates: Along[Certificate], control: str, high: float, shrinking: bool
) -> tuple[Figure, Frames]:
    """Draw the worst-case error along the control, the lower bound for any method, and the gap.

    Args:
        certificates: from `hetdp_core.mean.certificate.certificate_curve`.
        control: what the slider sets.
        high: its present value.
        shrinking: whether U is that of the shrunk answer; if not, of ADPM as published.
    """
    highs, current = certificates.values, certificates.index(high)
    table, name = curve_table(certificates), SHRUNK if shrinking else PUBLISHED
    upper, lower, two_points = (
        table[f"{line}, % of range"].to_numpy() for line in (name, _LOWER, _TWO_POINTS)
    )
    ratios = table[_RATIOS[name]].to_numpy()
    traces = [
        _line(highs, two_points, TWO_POINTS, {"color": theme.GREY, "dash": "dot"}),
        _line(highs, lower, NONE_BETTER, {"color": theme.VERMILLION, "dash": "dash"}),
        {
            **_line(highs, upper, name, {"color": theme.BLUE, "width": 4}),
            "fill": "tonexty",
            "fillcolor": theme.SOFT_BLUE,
        },
        _gap(highs, lower, upper, ratios),
    ]
    if shrinking:
        published = table[f"{PUBLISHED}, % of range"].to_numpy()
        traces.append(_line(highs, published, PUBLISHED, {"color": theme.BLUE, "dash": "dot"}))
    axes = {
        "xaxis": theme.logarithmic(control),
        "yaxis": theme.logarithmic("Worst-case error, % of range"),
    }
    frames = Frames(
        values=highs,
        labels=[level(high) for high in highs],
        control=control,
        current=current,
        ends=("more private", "less private"),
        traces=moves(traces),
        readouts={
            "Squared error, times the best possible": [f"at most {bound(r)}" for r in ratios],
            "Worst-case error": [f"{percent(error)} of range" for error in upper],
            "No private method is below": [f"{percent(error)} of range" for error in lower],
        },
    )
    return theme.figure(at_frame(traces, current), axes), frames


def _line(highs: FloatArray, errors: FloatArray, name: str, look: Trace) -> Trace:
    return theme.lines(
        name=name,
        x=highs,
        y=errors,
        line={"width": 2, **look},
        hovertemplate="ε = %{x:.3g}: error %{y:.3g} %<extra>%{fullData.name}</extra>",
    )


def _gap(highs: FloatArray, lower: FloatArray, upper: FloatArray, ratios: FloatArray) -> Trace:
    """Return the gap at the present value, from the bound to the method, with its ratio."""
    to_the_right = highs < np.sqrt(highs[0] * highs[-1])
    places = ["bottom right" if right else "bottom left" for right in to_the_right]
    return theme.lines(
        mode="lines+markers+text",
        name="now",
        showlegend=False,
        line={"color": theme.INK, "width": 3},
        marker=theme.ringed(theme.BLUE, 11),
        textfont={"size": theme.FONT_SIZE + 2},
        hover="now: error %{y:.3g} %",
        moves={
            "x": np.stack([highs, highs], axis=-1),
            "y": np.stack([lower, upper], axis=-1),
            "text": [[f"at most × {bound(ratio)}", ""] for ratio in ratios],
            "textposition": places,
        },
    )


_LOWER, _TWO_POINTS = "no private method below", "Le Cam's bound alone"
_RATIOS = {SHRUNK: "U / L, shrunk", PUBLISHED: "U / L, as published"}


def curve_table(certificates: Along[Certificate]) -> pd.DataFrame:
    """Return the upper and lower ends along the control, and both ratios of their squares."""
    squares = {
        SHRUNK: [point.shrunk.worst_case_mse for point in certificates.points],
        PUBLISHED: [point.published for point in certificates.points],
        _LOWER: [point.bounds.best for point in certificates.points],
        _TWO_POINTS: [point.bounds.le_cam for point in certificates.points],
    }
    return pd.DataFrame(
        {
            "highest ε": certificates.values,
            **{f"{name}, % of range": 100.0 * np.sqrt(mse) for name, mse in squares.items()},
            _RATIOS[SHRUNK]: [point.ratio for point in certificates.points],
            _RATIOS[PUBLISHED]: [point.published_ratio for point in certificates.points],
        }
    )


def scatter(profiles: CertificateScatter, present: Certificate) -> Figure:
    """Draw Fig. 2: worst case against lower bound, with lines of equal ratio, before and after."""
    lines = [
        theme.lines(
            x=lower,
            y=upper,
            mode="lines+text",
            text=["", f"U = {ratio} L" if ratio > 1 else "U = L", ""],
            textposition="bottom right" if ratio == 1 else "top left",
            line={"color": theme.GREY, "width": 1.5, "dash": "dot" if ratio > 1 else "solid"},
            showlegend=False,
        )
        for ratio, (lower, upper) in profiles.ratio_lines.items()
    ]
    before = _cloud(
        profiles.two_points,
        profiles.published,
        profiles.loose_ratio,
        "ADPM as published, Le Cam's bound alone",
        {"color": theme.GREY, "size": 6, "symbol": "circle-open"},
    )
    now = _cloud(
        profiles.lower,
        profiles.upper,
        profiles.ratio,
        "ADPM shrunk, and the largest of four bounds",
        {"color": theme.BLUE, "size": 8},
    )
    star = theme.points(
        x=[present.bounds.best],
        y=[present.shrunk.worst_case_mse],
        name="this profile",
        marker={"color": theme.VERMILLION, "size": 18, "symbol": "star"},
        hover=f"this profile: U/L = {number(present.ratio)}",
    )
    axes = {
        "xaxis": theme.logarithmic("Lower bound L"),
        "yaxis": theme.logarithmic("Worst-case MSE, U"),
    }
    return theme.figure([*lines, before, now, star], axes)


def _cloud(
    lower: FloatArray, upper: FloatArray, ratio: FloatArray, name: str, look: Trace
) -> Trace:
    return theme.points(
        x=lower, y=upper, customdata=ratio, name=name, marker=look, hover="U/L = %{customdata:.3g}"
    )


def scatter_table(profiles: CertificateScatter) -> pd.DataFrame:
    """Return U, L and their ratio for every random profile, and the earlier ones."""
    return pd.DataFrame(
        {
            "users": profiles.users,
            "lower bound L": profiles.lower,
            "worst case U, ADPM shrunk": profiles.upper,
            "U / L": profiles.ratio,
            "Le Cam's bound alone": profiles.two_points,
            "ADPM as published": profiles.published,
            "their ratio": profiles.loose_ratio,
        }
    )
