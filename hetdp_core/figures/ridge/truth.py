"""Figure of how far private coefficients are from the true ones."""

from __future__ import annotations

from hetdp_core.figures import theme
from hetdp_core.figures.figure import Figure
from hetdp_core.figures.ridge.losses import WITHOUT_DASH
from hetdp_core.figures.text import share
from hetdp_core.figures.theme import Trace
from hetdp_core.ridge.truth import Distances


def distances_to_truth(found: Distances) -> Figure:
    """Draw how far coefficients of PDP-OP are from the true ones: bound, exact, before noise."""
    confident = f"bound of Theorem 3.6 (holds with chance ≥ {share(found.bound.confidence)})"
    lines = (
        (confident, found.bound.total, theme.VERMILLION, "dash", 3),
        ("exact, root of the mean square", found.exact, theme.RIDGE_COLOURS["pdp_op"], "solid", 5),
        ("before noise", found.without_noise, theme.INK, WITHOUT_DASH, 2),
    )
    traces: list[Trace] = [
        {
            "type": "scatter",
            "x": found.lams,
            "y": values,
            "name": name,
            "mode": "lines",
            "line": {"color": colour, "dash": dash, "width": width},
            "hovertemplate": "λ = %{x:.3g}: %{y:.3g}<extra>%{fullData.name}</extra>",
        }
        for name, values, colour, dash, width in lines
    ]
    axes = {
        "xaxis": theme.logarithmic("Regularisation λ", dtick=1),
        "yaxis": theme.logarithmic("Distance ‖θ̂ - θ*‖"),
    }
    return theme.figure(traces, axes)
