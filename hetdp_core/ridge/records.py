"""Which records a comparison runs on, and the regression problem they make."""

from __future__ import annotations

from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.datasets import Dataset
from hetdp_core.errors import InvalidInput
from hetdp_core.ridge.design import Design, DesignSettings, design
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.ridge.settings import problem_with_truth
from hetdp_core.validate import FloatArray


@dataclass(frozen=True)
class Records:
    """Where records come from, and how they become numbers.

    Attributes:
        dataset: key of a dataset, or `SYNTHETIC`.
        settings: how its columns are prepared; None for synthetic records.
        known_norm: use the bound on the length of a row that follows from its columns, and
            not sqrt(d).
        rows, dimension, seed: of synthetic records (training and test together).
    """

    dataset: str
    settings: DesignSettings | None
    known_norm: bool = True
    rows: int = 100
    dimension: int = 30
    seed: int = 0

    @classmethod
    def synthetic(cls, rows: int, dimension: int, seed: int) -> Records:
        """Return records of the paper's synthetic setting, drawn anew for each seed."""
        rows = validate.count(rows, 5, 100_000, "synthetic records")
        dimension = validate.count(dimension, 1, 200, "synthetic features")
        return cls(SYNTHETIC, None, False, rows, dimension, seed)


SYNTHETIC = "synthetic"

RANGE_UNIT = "% of range"
"""Unit of what synthetic records are missed by."""


@dataclass(frozen=True, eq=False)
class Prepared:
    """A regression problem with the words that belong to it.

    Attributes:
        problem: training and test records.
        titles: (d) of the coefficients, as users know them.
        design: how the records were prepared; None for synthetic ones.
        target: what is predicted, as users know it.
        truth: (d,) coefficients that the labels obey exactly; None where nobody knows them.
        unit: of the target and of `typical_miss`; empty for a pure number.
    """

    problem: RidgeProblem
    titles: tuple[str, ...]
    design: Design | None
    target: str = "label"
    truth: FloatArray | None = None
    unit: str = ""

    def typical_misses(self, losses: ArrayLike) -> FloatArray:
        """Return what predictions are off by, for expected squared errors in squared labels.

        The roots of the expected squared errors (root mean square, "±"), in units of the target:
        the root times the width of the target's declared range over that of the labels.
        Synthetic labels have no unit: in percent of the width of their range.

        >>> prepare(Records.synthetic(10, 2, 0), None).typical_misses([0.25, 1.0])  # on [-1, 1]
        array([25., 50.])
        """
        low, high = self.problem.label_range
        shares: FloatArray = np.sqrt(np.asarray(losses, dtype=np.float64)) / (high - low)
        return shares * (100.0 if self.design is None else self.design.label_scale)

    def typical_miss(self, loss: float) -> float:
        """Return what predictions are off by for one loss, see `typical_misses`."""
        return float(self.typical_misses(loss))

    def in_units(self, values: FloatArray) -> FloatArray:
        """Return labels or predictions in the units of the target."""
        return values if self.design is None else self.design.to_units(values)

    def first(self, rows: int) -> Prepared:
        """Return the records with the first training records only."""
        problem = self.problem
        rows = validate.count(rows, 1, problem.training.rows, "training records")
        fewer = RidgeProblem(
            problem.X[:rows],
            problem.y[:rows],
            problem.X_test,
            problem.y_test,
            problem.row_norm,
            problem.label_bound,
            problem.label_interval,
        )
        return replace(self, problem=fewer)


def prepare(records: Records, dataset: Dataset | None) -> Prepared:
    """Return the regression problem of these records.

    Args:
        records: what is wanted.
        dataset: the dataset of that key; None for synthetic records.

    Raises:
        InvalidInput: see `design`; a dataset is missing.
    """
    if records.settings is None:
        return _synthetic(records)
    if dataset is None:
        raise InvalidInput("dataset", "must be given", "none", "choose another dataset")
    made = design(dataset, records.settings)
    norm = made.row_norm if records.known_norm else None
    problem = RidgeProblem(
        made.X_train,
        made.y_train,
        made.X_test,
        made.y_test,
        norm,
        made.label_bound,
        made.label_range,
    )
    target = dataset.info.column(made.target)
    return Prepared(problem, made.titles, made, target.label, unit=target.unit)


def _synthetic(records: Records) -> Prepared:
    rng = np.random.default_rng(records.seed)
    problem, truth = problem_with_truth(rng, records.rows, records.dimension)
    titles = tuple(f"x{k}" for k in range(1, records.dimension + 1))
    return Prepared(problem, titles, None, truth=truth, unit=RANGE_UNIT)
