"""The game of a regression: a private coefficient, with one record's label high or low.

Central model, one feature, every record at level epsilon (bounded neighbours), output perturbation
with the sharp noise (`hetdp_core.ridge.noise`).  In one dimension its density, proportional to
e^(-rate |b|), is Laplace's.  The noise has to hide any change of any record in any data set; here a
label alone changes, in known data, so that less than epsilon is spent on it, and the more the
larger λ is.
"""

from __future__ import annotations

import numpy as np

from hetdp_core import validate
from hetdp_core.game.one_number import OneNumber
from hetdp_core.ridge.releases import fit

RECORDS = 100
LAMBDA = 1.0
SLOPE = 0.5
"""Labels of the others are this times their feature, which is spread evenly from -1 to 1."""


def regression_game(epsilon: float) -> OneNumber:
    """Return the rules at a level.

    Args:
        epsilon: from 0.05 to 5, natural log.

    Raises:
        InvalidInput: it is not.

    >>> rules = regression_game(1.0)
    >>> round(rules.ceiling, 3), round(rules.clearest, 2), round(rules.best, 3)
    (0.731, 0.59, 0.644)
    """
    level = validate.within(validate.positive(epsilon, "epsilon"), 0.05, 5.0, "epsilon")
    others = np.linspace(-1.0, 1.0, RECORDS - 1)
    features, known = np.append(others, 1.0)[:, None], SLOPE * others
    levels, unused = np.full(RECORDS, level), np.random.default_rng(0)
    low, high = (
        fit(features, np.append(known, label), levels, LAMBDA, rng=unused) for label in (-1.0, 1.0)
    )
    answers = float(low.nonprivate[0]), float(high.nonprivate[0])
    return OneNumber(level, *answers, 1.0 / high.noise_rate)
