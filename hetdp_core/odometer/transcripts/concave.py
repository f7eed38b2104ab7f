"""The largest sum of logarithms of affine functions and a quadratic, on a cube, certified."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from hetdp_core.odometer.transcripts.quadratic import Quadratic
from hetdp_core.validate import FloatArray

MOST_STEPS = 200
"""Newton steps at most; a stop before the gap is met leaves a wider, still valid interval."""

_SUFFICIENT = 1e-4
_HALVINGS = 40
_NOISE = 1e-15


@dataclass(frozen=True, eq=False)
class ConcaveMaximum:
    """A point, its value, and how much any other point of the cube may gain on it.

    Attributes:
        point: (d,) in [-1, 1]^d.
        value: of the function there: a lower end of its maximum.
        gap: value + gap is an upper end of its maximum.
        steps: Newton steps taken.
    """

    point: FloatArray
    value: float
    gap: float
    steps: int

    @property
    def upper(self) -> float:
        """Upper end of the maximum."""
        return self.value + self.gap


def maximise_log_affine(
    slopes: FloatArray,
    offsets: FloatArray,
    start: FloatArray,
    gap: float = 1e-9,
    quadratic: Quadratic | None = None,
) -> ConcaveMaximum:
    """Maximise sum_j log(offsets_j + slopes_j · z) over z in [-1, 1]^d, certified.

    A concave quadratic may be added to it.

    Projected Newton steps with a line search (Bertsekas 1982): coordinates at a bound that
    the gradient pushes against stay fixed, the others take a Newton step, clipped to the
    cube.  The function g is concave, so g(z) + max over v of grad g(z)·(v - z) bounds it
    everywhere (the Frank-Wolfe gap), at whatever z the steps end.

    Args:
        slopes: (m, d).
        offsets: (m,), each larger than sum |slopes_j|: all arguments are positive.
        start: (d,) where to begin, in the cube.
        gap: stop when the certified gap is at most this.
        quadratic: added; none by default.
    """
    point = np.clip(start, -1.0, 1.0)
    added = Quadratic.none(point.size) if quadratic is None else quadratic
    arguments = offsets + slopes @ point
    value = float(np.sum(np.log(arguments)) + added.value(point))
    for step in range(MOST_STEPS + 1):
        ratios = slopes / arguments[:, None]
        gradient = np.sum(ratios, axis=0) + added.gradient(point)
        certified = max(float(np.sum(np.abs(gradient)) - gradient @ point), 0.0)
        if certified <= gap or step == MOST_STEPS:
            break
        newton = _newton(point, gradient, ratios, added)
        moved = _line_search(point, value, gradient, newton, slopes, offsets, added)
        moved = moved or _line_search(point, value, gradient, gradient, slopes, offsets, added)
        if moved is None:
            break
        point, arguments, value = moved
    return ConcaveMaximum(point, value, certified, step)


def _newton(
    point: FloatArray, gradient: FloatArray, ratios: FloatArray, added: Quadratic
) -> FloatArray:
    """Return the Newton direction in the coordinates that are free to move, 0 in the others.

    A sum of few terms is flat in some directions; there a small multiple of the identity
    keeps the system solvable, and the gradient is 0.
    """
    pushed = ((point >= 1.0) & (gradient >= 0)) | ((point <= -1.0) & (gradient <= 0))
    free = np.flatnonzero(~pushed)
    direction = np.zeros_like(point)
    if free.size:
        inside = ratios[:, free]
        curvature = inside.T @ inside + added.curvature[np.ix_(free, free)]
        diagonal = np.einsum("ii->i", curvature)
        diagonal += 1e-10 * float(np.max(diagonal)) + 1e-300
        direction[free] = np.linalg.solve(curvature, gradient[free])
    return direction


def _line_search(
    point: FloatArray,
    value: float,
    gradient: FloatArray,
    direction: FloatArray,
    slopes: FloatArray,
    offsets: FloatArray,
    added: Quadratic,
) -> tuple[FloatArray, NDArray[np.float64], float] | None:
    """Return the first of the steps 1, 1/2, 1/4 ... along the clipped direction that gains enough.

    Close to the maximum the gain drowns in rounding, which is why that much is forgiven: the
    gap, not the value, tells when to stop.
    """
    length, noise = 1.0, _NOISE * (offsets.size + abs(value))
    for _ in range(_HALVINGS):
        trial = np.clip(point + length * direction, -1.0, 1.0)
        arguments = offsets + slopes @ trial
        found = float(np.sum(np.log(arguments)) + added.value(trial))
        promised = float(gradient @ (trial - point))
        if promised > 0 and found >= value + _SUFFICIENT * promised - noise:
            return trial, arguments, found
        length *= 0.5
    return None
