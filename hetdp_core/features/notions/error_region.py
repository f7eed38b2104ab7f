"""What a test can do against one feature: Theorem 1 as a region of error rates."""

from __future__ import annotations

import numpy as np

from hetdp_core import validate
from hetdp_core.validate import FloatArray


def error_region(delta: float) -> FloatArray:
    """Return (4, 2) corners (α, β) of all pairs of error rates that δ-BCDP allows, in order around.

    (0, 1), (t, t), (1, 0), (1-t, 1-t) with t = 1/(1 + e^δ): the region is symmetric, since
    a test may be turned round.
    """
    level = validate.positive(delta, "delta", allow_infinity=True)
    t = float(np.exp(-np.logaddexp(0.0, level)))
    return np.array([[0.0, 1.0], [t, t], [1.0, 0.0], [1.0 - t, 1.0 - t]])
