"""What the persons behind the records of a regression ask for, where a column says it."""

from __future__ import annotations

from dataclasses import dataclass

from hetdp_core.datasets import Dataset
from hetdp_core.errors import InvalidInput
from hetdp_core.frozen import freeze_arrays
from hetdp_core.ridge.records import Prepared
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class AskedLevels:
    """Levels that go with their records, in the order of these.

    Attributes:
        training: (n,) of the training records, > 0; infinity = public.
        test: (m,) of the test records.
    """

    training: FloatArray
    test: FloatArray

    def __post_init__(self) -> None:
        """Make the arrays read-only."""
        freeze_arrays(self)


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
