"""What a mean is of: a column, its bounds, and who stands in the table."""

from __future__ import annotations

import math
from dataclasses import dataclass

from hetdp_core import validate
from hetdp_core.datasets import Dataset
from hetdp_core.errors import InvalidInput
from hetdp_core.mean.plan import MeanPlan
from hetdp_core.tables.columns import READ_OFF

EQUAL = 1e-9
"""Relative difference below which two errors, or two exposures, are the same: rounding."""


@dataclass(frozen=True)
class Subject:
    """What a mean is of.

    Attributes:
        column: its name, in words.
        unit: of its values; may be empty.
        bounds: declared range (low, high).
        users: how many rows, each one user's.
        everybody: whether these users are all whom the question is about: then nobody was drawn,
            and an answer is off by what it differs from their plain mean.
        own_levels: whether each row says what its own user asks for.  Then values may go with
            levels, which pulls a weighted answer away; levels that are dealt by chance, or are the
            same for all, go with nothing.
    """

    column: str
    unit: str
    bounds: tuple[float, float]
    users: int
    everybody: bool = False
    own_levels: bool = False

    def __post_init__(self) -> None:
        """Check the bounds and the number."""
        validate.interval(self.bounds, "bounds")
        validate.count(self.users, 1, None, "users")

    @property
    def half_range(self) -> float:
        """The most by which the middle of the range can be off, in `unit`."""
        return (self.bounds[1] - self.bounds[0]) / 2.0

    @property
    def sampling_error(self) -> float:
        """The typical error of the plain mean without privacy, in the worst case, in `unit`."""
        return 0.0 if self.everybody else self.half_range / math.sqrt(self.users)

    def typical_error(self, plan: MeanPlan) -> float:
        """Return the root of the worst-case mean squared error of a plan's answer, in `unit`.

        Exact, but a bound where users are drawn with levels of their own.
        """
        if self.everybody:
            square = plan.affine_worst_case_mse_against_sample
        elif self.own_levels:
            square = plan.affine_worst_case_mse_with_levels
        else:
            square = plan.affine_worst_case_mse
        return 2.0 * self.half_range * math.sqrt(square)


def subject_of(
    dataset: Dataset, column: str, everybody: bool = False, own_levels: bool = False
) -> Subject:
    """Return what the mean of a column is of; reads the table's schema and its number of rows.

    Args:
        dataset: the table.
        column: its name.
        everybody, own_levels: see `Subject`.

    Raises:
        InvalidInput: no such column, it has no bounds, or they were read off the data: all that
            follows from them would tell of somebody's value.
    """
    name = validate.choice(column, dataset.numeric_columns(), "column")
    declared = dataset.info.column(name)
    if declared.bounds_from == READ_OFF:
        remedy = "type them from what the column means"
        raise InvalidInput(f"bounds of {name!r}", "must not come from the data", READ_OFF, remedy)
    assert declared.bounds is not None  # numeric columns have them
    users = len(dataset.frame)
    return Subject(declared.label, declared.unit, declared.bounds, users, everybody, own_levels)
