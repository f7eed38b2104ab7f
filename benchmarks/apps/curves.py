"""The figure all benchmark pages draw: two stacked panels of five curves with 200 points."""

import numpy as np

from hetdp_core.figures.figure import Figure

X = np.logspace(-2, 1, 200)
POWERS = [(power + panel, "y" if panel == 1 else "y2") for panel in (1, 2) for power in range(1, 6)]


def heights(strength: float | np.ndarray) -> list[np.ndarray]:
    """The ten curves; for strengths (F, 1), ten arrays (F, 200)."""
    return [strength / (1 + X**power) for power, _ in POWERS]


def curves(strength: float) -> Figure:
    return Figure(
        [
            {"type": "scatter", "x": X, "y": y, "yaxis": axis, "name": str(power)}
            for y, (power, axis) in zip(heights(strength), POWERS, strict=True)
        ],
        {
            "xaxis": {"type": "log", "range": [-2, 1], "anchor": "y2"},
            "yaxis": {"range": [0, 2], "domain": [0.55, 1]},
            "yaxis2": {"range": [0, 2], "domain": [0, 0.45]},
        },
    )
