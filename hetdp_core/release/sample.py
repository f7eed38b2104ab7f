"""A made-up table to rehearse a release with: nobody's data, and it says so wherever it goes."""

from __future__ import annotations

from functools import cache

import numpy as np

SAMPLE_NAME = "simulated-sample.csv"
"""Name of the file."""

SAMPLE_ROWS = 600
"""Imaginary people."""

SAMPLE_SEED = 13
"""Seed of the generator."""

SAMPLE_MEAN = ("sbp", "60", "260", "mmHg")
"""The column whose mean is tried, and its entries: so a try needs no typing."""

_LEVELS = ("0.1",) * 3 + ("0.5",) * 5 + ("2",) * 2
"""The levels: of ten people three, five and two."""


@cache
def sample_csv() -> bytes:
    """Return a CSV of imaginary adults: who, age, blood pressure, whether they smoke, and epsilon.

    Age is uniform on 20 to 79.  Systolic blood pressure is 90 plus half the age plus the sum of
    four uniform whole numbers from 0 to 10.  One adult in five smokes.  Of ten, three ask for
    epsilon = 0.1, five for 0.5, two for 2, independently of their values.  Whole numbers alone are
    drawn and added, so every processor writes the same bytes (for the same numpy version).

    >>> sample_csv().splitlines()[0].decode()
    'person_id,age,sbp,smoker,epsilon'
    """
    rng = np.random.default_rng(SAMPLE_SEED)
    age = rng.integers(20, 80, SAMPLE_ROWS)
    pressure = 90 + age // 2 + np.sum(rng.integers(0, 11, (SAMPLE_ROWS, 4)), axis=1)
    smokes = rng.integers(0, 5, SAMPLE_ROWS) == 0
    levels = rng.integers(0, len(_LEVELS), SAMPLE_ROWS)
    rows = (
        f"{place},{age[place - 1]},{pressure[place - 1]},"
        f"{'yes' if smokes[place - 1] else 'no'},{_LEVELS[levels[place - 1]]}"
        for place in range(1, SAMPLE_ROWS + 1)
    )
    return ("\n".join(["person_id,age,sbp,smoker,epsilon", *rows]) + "\n").encode()
