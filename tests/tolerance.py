"""How far two floats may lie apart that would be equal on paper, and why."""

import numpy as np

ROUNDING = 1e-12
"""A closed form, or a few hundred operations: their rounding, of about 1e-16 each, piles up to
less on any processor."""

LAST_PLACES = 1e-14
"""A handful of operations: a few units in the last place (2e-16), whatever their order."""

UNMOVED = 1e-6
"""What is reported of an optimum may differ so much when an input moves in its last place:
more digits are not shown."""


def moved(values, seed):
    """Each finite number one unit in its last place up or down, as chance will have it."""
    numbers = np.asarray(values, dtype=np.float64)
    up = np.random.default_rng(seed).random(numbers.shape) < 0.5
    found = np.nextafter(numbers, np.where(up, np.inf, -np.inf))
    return np.where(np.isfinite(numbers), found, numbers)
