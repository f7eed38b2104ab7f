"""How far two floats may lie apart that would be equal on paper, and why."""

import numpy as np

ROUNDING = 1e-12
"""A closed form, or a few hundred operations: their rounding, of about 1e-16 each, piles up to
less on any processor."""

LAST_PLACES = 1e-14
"""A handful of operations: a few units in the last place (2e-16), whatever their order."""

LONG_FORMULA = 1e-9
"""A sum of thousands of terms, formulas within formulas, or a difference or an equation that
magnifies rounding: a thousand times ROUNDING, and far less than what any mistake changes."""

CERTIFIED = 2e-9
"""The core certifies a maximum over linear queries to 1e-9: two of its answers about the same
one, or an answer and the truth, are no farther apart than twice that."""

SEARCHED = 1e-6
"""The optimum, or the integral, reported by a search, quadrature or convex solver that stops by
itself: they are content with about 1e-8, and do not promise all of it."""

SOLVED = 1e-4
"""Where the optimum of a general convex solver lies: with its value known to 1e-8, a place where
the value is flat is known to the root of that."""

UNMOVED = 1e-6
"""What is reported of an optimum may differ so much when an input moves in its last place:
more digits are not shown."""


def half_a_unit(places):
    """Of the last digit of a number printed to so many places: what rounding took or added."""
    return 0.5 * 10.0**-places


def moved(values, seed):
    """Each finite number one unit in its last place up or down, as chance will have it."""
    numbers = np.asarray(values, dtype=np.float64)
    up = np.random.default_rng(seed).random(numbers.shape) < 0.5
    neighbours = np.nextafter(numbers, np.where(up, np.inf, -np.inf))
    return np.where(np.isfinite(numbers), neighbours, numbers)
