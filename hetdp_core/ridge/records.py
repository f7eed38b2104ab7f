"""Which records a comparison runs on, the regression problem they make, and the levels.

In the paper's experiments (section 4) conservatives ask for ε ~ U[ε_c, ε_m], pragmatists for
U[ε_m, ε_l], liberals for ε_l exactly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.datasets import Dataset
from hetdp_core.errors import InvalidInput
from hetdp_core.numerals import unit_of_errors
from hetdp_core.profiles import ProfileSettings, make_profile
from hetdp_core.results import result
from hetdp_core.ridge.design import TEST_SHARE, Design, DesignSettings, design
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.validate import FloatArray

CONSERVATIVE_SHARE, PRAGMATIST_SHARE = 0.34, 0.43
"""f_c and f_m by default; the liberals are the rest, f_l = 0.23."""

EPSILON_SWEEP_SHARES = (0.54, 0.37)
"""f_c and f_m where ε_c or ε_m changes, as in the authors' code; where f_c changes, f_m = 0.37."""

SYNTHETIC_FEATURES, SYNTHETIC_RECORDS = 30, 100
"""Size of the synthetic data, test records included."""


def paper_profile(records: int, seed: int = 0, **changes: float) -> ProfileSettings:
    """Return the paper's privacy profile for this many training records.

    Args:
        records: training records n.
        seed: of the levels within the segments.
        changes: other values of `low` (ε_c), `middle` (ε_m), `high` (ε_l), `strict_share`
            (f_c), `middle_share` (f_m).
    """
    defaults = {
        "low": 0.01,
        "middle": 0.2,
        "high": 1.0,
        "strict_share": CONSERVATIVE_SHARE,
        "middle_share": PRAGMATIST_SHARE,
    }
    return ProfileSettings("segments", users=records, seed=seed, **(defaults | changes))  # type: ignore[arg-type]


def draw_levels(settings: ProfileSettings, rng: np.random.Generator) -> FloatArray:
    """Return (n,) levels of a profile, assigned to the records at random."""
    return make_profile(settings).assigned(rng)


def synthetic_problem(
    rng: np.random.Generator, records: int = SYNTHETIC_RECORDS, d: int = SYNTHETIC_FEATURES
) -> RidgeProblem:
    """Return synthetic data, of which the last fifth (rounded up) is held out."""
    return _problem_with_truth(rng, records, d)[0]


def _problem_with_truth(
    rng: np.random.Generator, records: int, d: int
) -> tuple[RidgeProblem, FloatArray]:
    """Return a `synthetic_problem` and the (d,) coefficients θ* that its labels obey.

    Features are uniform on [0, 1], and y = θ*ᵀx with θ* uniform on the sphere of radius
    1 / sqrt(d), so |y| <= 1; no intercept, no noise.
    """
    features, theta = rng.random((records, d)), rng.standard_normal(d)
    truth = theta / (np.linalg.norm(theta) * math.sqrt(d))
    labels, train = features @ truth, records - math.ceil(TEST_SHARE * records)
    problem = RidgeProblem(features[:train], labels[:train], features[train:], labels[train:])
    return problem, truth


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
        """Return records of the paper's synthetic setting, drawn again for each seed."""
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
        target: the predicted column, as users know it.
        truth: (d,) coefficients that the labels obey exactly; None where nobody knows them.
        unit: of the target; empty for a pure number.
    """

    problem: RidgeProblem
    titles: tuple[str, ...]
    design: Design | None
    target: str = "label"
    truth: FloatArray | None = None
    unit: str = ""

    def typical_misses(self, losses: ArrayLike) -> FloatArray:
        """Return the typical errors of predictions, for expected squared errors in squared labels.

        The roots of the expected squared errors (root mean square), in units of the target:
        the root times the width of the target's declared range over that of the labels.
        Synthetic labels have no unit: in percent of the width of their range.

        >>> prepare(Records.synthetic(10, 2, 0), None).typical_misses([0.25, 1.0])  # on [-1, 1]
        array([25., 50.])
        """
        low, high = self.problem.label_range
        shares: FloatArray = np.sqrt(np.asarray(losses, dtype=np.float64)) / (high - low)
        return shares * (100.0 if self.design is None else self.design.label_scale)

    def typical_miss(self, loss: float) -> float:
        """Return the typical error of predictions for one loss, see `typical_misses`."""
        return float(self.typical_misses(loss))

    @property
    def unit_of_errors(self) -> str:
        """Unit of `typical_miss`: percentages differ by points."""
        return unit_of_errors(self.unit)

    def in_units(self, values: FloatArray) -> FloatArray:
        """Return labels or predictions in the units of the target."""
        return values if self.design is None else self.design.to_units(values)

    def first(self, rows: int) -> Prepared:
        """Return the records with the first training records only."""
        problem = self.problem
        rows = validate.count(rows, 1, problem.rows, "training records")
        return replace(self, problem=replace(problem, X=problem.X[:rows], y=problem.y[:rows]))


def prepare(records: Records, dataset: Dataset | None) -> Prepared:
    """Return the regression problem of these records.

    Args:
        records: the wanted ones.
        dataset: the dataset of that key; None for synthetic records.

    Raises:
        InvalidInput: see `design`; a dataset is missing.
    """
    if records.settings is None:
        rng = np.random.default_rng(records.seed)
        problem, truth = _problem_with_truth(rng, records.rows, records.dimension)
        titles = tuple(f"x{k}" for k in range(1, records.dimension + 1))
        return Prepared(problem, titles, None, truth=truth, unit=RANGE_UNIT)
    if dataset is None:
        raise InvalidInput("dataset", "must be given", "none", "choose another dataset")
    rows = design(dataset, records.settings)
    problem = RidgeProblem(
        rows.X_train,
        rows.y_train,
        rows.X_test,
        rows.y_test,
        rows.row_norm if records.known_norm else None,
        rows.label_bound,
        rows.label_range,
        intercept=True,
    )
    target = dataset.info.column(rows.target)
    return Prepared(problem, rows.titles, rows, target.label, unit=target.unit)


@result
class RecordLevels:
    """Levels that go with their records, in the order of these.

    Attributes:
        training: (n,) of the training records, > 0; infinity = public.
        test: (m,) of the test records.
    """

    training: FloatArray
    test: FloatArray


def record_levels(dataset: Dataset, column: str, prepared: Prepared) -> RecordLevels:
    """Return each record's own level: nothing is assigned at random.

    Args:
        dataset: that `prepared` was made from.
        column: of it, declared as privacy levels.
        prepared: its records; incomplete ones are left out together with their levels.

    Raises:
        InvalidInput: no such column, or a level in it is not usable; the records are synthetic.
    """
    if prepared.design is None:
        rule = "must be those of a table with a column of levels"
        raise InvalidInput("records", rule, "synthetic ones", "deal out a privacy profile")
    levels, rows = dataset.levels(column), prepared.design
    return RecordLevels(levels[rows.training_rows], levels[rows.test_rows])
