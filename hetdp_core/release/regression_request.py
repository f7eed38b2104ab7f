"""What a curator asks for in a regression: everything that is public about it, and no value."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from hetdp_core import conversions, validate
from hetdp_core.datasets import Column, Dataset
from hetdp_core.errors import InvalidInput
from hetdp_core.release.products import Coding, coding_of
from hetdp_core.release.request import ReleaseRequest
from hetdp_core.tables.columns import READ_OFF
from hetdp_core.validate import FloatArray


@dataclass(frozen=True, eq=False)
class RegressionRequest:
    """A regression to be released; all of this is public, and becomes part of the guarantee.

    Attributes:
        target: the column to predict, and what each user asks for.
        features: the columns to predict it from, with declared bounds or labels.
        delta: the chance with which each user's epsilon may fail, the same for all.
        judged: whether some records are held back to say, privately, if the regression predicts
            better than the mean.
    """

    target: ReleaseRequest
    features: tuple[Column, ...]
    delta: float
    judged: bool = False

    def __post_init__(self) -> None:
        """Check that target and features fit together."""
        conversions.checked_delta(self.delta)
        names = [column.name for column in self.features]
        if not names:
            raise InvalidInput("features", "must be at least one column", 0, "choose a column")
        if self.target.column in names:
            found = f"{self.target.column[:40]!r} among them"
            raise InvalidInput("features", "must not include what is predicted", found)
        if len(set(names)) < len(names):
            raise InvalidInput("features", "must be named once each", ", ".join(map(repr, names)))
        for column in self.features:
            _check(column)
        coding_of(self.features)  # refuses what is too large

    @property
    def epsilon(self) -> FloatArray:
        """(n,) what each user asks for, for everything that is released."""
        return self.target.epsilon

    @property
    def users(self) -> int:
        """Number of users n, which is public."""
        return self.target.users

    @property
    def coding(self) -> Coding:
        """How a record becomes whole numbers."""
        return coding_of(self.features)


def regression_request(
    dataset: Dataset,
    target: ReleaseRequest,
    features: Sequence[str],
    delta: float,
    judged: bool = False,
) -> RegressionRequest:
    """Return a request for a regression on declared columns; reads the schema and no value.

    Args:
        dataset: whose schema declares the columns.
        target: of `request_for` or `request_by_column` for the same dataset.
        features: names of columns to predict from, in the order of the schema whatever is given.
        delta, judged: see `RegressionRequest`.

    Raises:
        InvalidInput: no such column, one of privacy levels, or one whose bounds or labels were
            read off the data; see also `RegressionRequest`.
    """
    usable = {one.name: one for one in dataset.info.columns if one.kind != "level"}
    chosen = [usable[validate.choice(name, usable, "feature")] for name in features]
    ordered = tuple(sorted(chosen, key=list(usable.values()).index))
    return RegressionRequest(target, ordered, delta, judged)


def _check(column: Column) -> None:
    """Refuse a feature that is public, or whose scale would tell somebody's value."""
    if column.kind == "level":
        found = "privacy levels, which the receipt makes public"
        raise InvalidInput(f"feature {column.name[:40]!r}", "must be protected", found)
    what = f"bounds of {column.name!r}" if column.bounds else f"labels of {column.name!r}"
    if column.bounds_from == READ_OFF:
        remedy = "type them from what the column means"
        raise InvalidInput(what, "must not come from the data", READ_OFF, remedy)
    if column.bounds is not None:
        low, high = validate.wide_interval(column.bounds, what)
        validate.positive(high - low, f"width of the range of {column.name!r}")
    elif not column.categories:
        raise InvalidInput(what, "must be declared", "none", "type them, or leave it out")
