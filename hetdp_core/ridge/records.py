"""Which records a comparison runs on, and the regression problem they make.

What the persons behind the records of a regression ask for, where a column says it.

The experiments of the paper: who asks for what, and the synthetic data (section 4).

Conservatives ask for ε ~ U[ε_c, ε_m], pragmatists for U[ε_m, ε_l], liberals for ε_l exactly.
"""

from __future__ import annotations

import math
from dataclasses import dataclass, replace

import numpy as np
from numpy.typing import ArrayLike

from hetdp_core import validate
from hetdp_core.datasets import Dataset
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import result
from hetdp_core.profiles import ProfileSettings, make_profile
from hetdp_core.ridge.design import Design, DesignSettings, design
from hetdp_core.ridge.problem import RidgeProblem
from hetdp_core.validate import FloatArray

CONSERVATIVE_EPSILON, PRAGMATIST_EPSILON, LIBERAL_EPSILON = 0.01, 0.2, 1.0
"""ε_c, ε_m, ε_l by default."""

CONSERVATIVE_SHARE, PRAGMATIST_SHARE = 0.34, 0.43
"""f_c and f_m by default; the liberals are the rest, f_l = 0.23."""

EPSILON_SWEEP_SHARES = (0.54, 0.37)
"""f_c and f_m where ε_c or ε_m changes, as in the authors' code; where f_c changes, f_m = 0.37."""

SYNTHETIC_FEATURES, SYNTHETIC_RECORDS, TEST_SHARE = 30, 100, 0.2
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
        "low": CONSERVATIVE_EPSILON,
        "middle": PRAGMATIST_EPSILON,
        "high": LIBERAL_EPSILON,
        "strict_share": CONSERVATIVE_SHARE,
        "middle_share": PRAGMATIST_SHARE,
    }
    return ProfileSettings("segments", users=records, seed=seed, **(defaults | changes))  # type: ignore[arg-type]


def draw_levels(settings: ProfileSettings, rng: np.random.Generator) -> FloatArray:
    """Return (n,) levels of a profile, dealt out to the records at random."""
    return make_profile(settings).assigned(rng)


def draw_synthetic(
    n: int, d: int, rng: np.random.Generator
) -> tuple[FloatArray, FloatArray, FloatArray]:
    """Return features (n, d) uniform on [0, 1], labels (n,) and the truth θ* (d,) behind them.

    y = θ*ᵀx with θ* uniform on the sphere of radius 1 / sqrt(d), so |y| <= 1; no intercept, no
    noise.
    """
    n, d = validate.count(n, 1, None, "n"), validate.count(d, 1, None, "d")
    features = rng.random((n, d))
    theta = rng.standard_normal(d)
    truth = theta / (np.linalg.norm(theta) * math.sqrt(d))
    return features, features @ truth, truth


def synthetic_problem(
    rng: np.random.Generator, records: int = SYNTHETIC_RECORDS, d: int = SYNTHETIC_FEATURES
) -> RidgeProblem:
    """Return synthetic data, of which the last fifth (rounded up) is held out."""
    return problem_with_truth(rng, records, d)[0]


def problem_with_truth(
    rng: np.random.Generator, records: int, d: int
) -> tuple[RidgeProblem, FloatArray]:
    """Return a `synthetic_problem` and the (d,) coefficients θ* that its labels obey."""
    features, labels, truth = draw_synthetic(records, d, rng)
    train = records - math.ceil(TEST_SHARE * records)
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


@result
class AskedLevels:
    """Levels that go with their records, in the order of these.

    Attributes:
        training: (n,) of the training records, > 0; infinity = public.
        test: (m,) of the test records.
    """

    training: FloatArray
    test: FloatArray


def levels_of_records(dataset: Dataset, column: str, prepared: Prepared) -> AskedLevels:
    """Return each record's own level: nothing is dealt out by chance.

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
    asked = dataset.levels(column)
    return AskedLevels(asked[prepared.design.training_rows], asked[prepared.design.test_rows])
