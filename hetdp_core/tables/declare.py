"""A user's own table becomes a dataset, with the schema that the user declares."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace

import pandas as pd

from hetdp_core import datasets
from hetdp_core.calls import Call, own_file
from hetdp_core.datasets import Column, Dataset, DatasetInfo
from hetdp_core.errors import InvalidInput
from hetdp_core.tables.columns import checked, levels, numbers
from hetdp_core.tables.read import RawTable, read_table

INSURANCE = "simulated_medical_cost"
"""The shipped dataset with the columns of the well-known insurance.csv."""


def declare(
    table: RawTable,
    columns: Sequence[Column],
    key: str = "own",
    *,
    simulated: bool = False,
    average: str = "",
) -> Dataset:
    """Return the named columns of a table as a dataset, in the order given.

    A cell that cannot be read as a number is a missing value; values outside the bounds and labels
    that are not declared stay as they are, as in a shipped dataset.  Nothing is left out.

    Args:
        table: a user's own file.
        columns: at least one with bounds; each name once and in the file.
        key: of the dataset; it is known by it, so no function of its cells.
        simulated: whether it is the sample of this dashboard.
        average: the column to begin with; "" averages the first with numbers, predicts the last.

    Returns:
        A dataset whose script leaves out signs and codes, which may be copied from cells.

    Raises:
        InvalidInput: a column is unknown, named twice or not declared as `Column` demands,
            or a cell of privacy levels is none (named with its column and line).
    """
    names = [column.name for column in columns]
    numeric = [column.name for column in columns if column.kind not in ("category", "level")]
    if len(set(names)) < len(names):
        raise InvalidInput("columns", "must be declared once each", names)
    if not numeric:
        remedy = "declare one a number, an integer or binary"
        raise InvalidInput("columns", "must include one with numbers", "none", remedy)
    columns = tuple(map(checked, columns))
    values = {column.name: _values(table, column) for column in columns}
    info = DatasetInfo(
        key=key,
        title="Simulated sample" if simulated else "Your table",
        row_is="one row of your file; it stands for one person if each person has one row",
        source="Made up by this dashboard: nobody's data."
        if simulated
        else "Uploaded by you, held in the memory of this session only.",
        licence="Yours.",
        caveat="Bounds and labels are those you declared: they are part of the guarantee.",
        columns=columns,
        default_target=average or numeric[-1],
        default_column=average or numeric[0],
        simulated=simulated,
        file="",
    )
    skipped = (table.skipped,) if table.skipped else ()
    read = Call(read_table, own_file("your-table.csv"), table.separator, *skipped)
    told = tuple(replace(column, ignored=(), missing=()) for column in columns)
    source = Call(declare, read, told).cached().owned(key)
    note = (
        "Your own table: put the path of your file here, and the signs and codes that you declared."
    )
    return Dataset(info, pd.DataFrame(values), source.noted(note))


def _values(table: RawTable, column: Column) -> pd.Series:
    if column.kind == "category":
        cells = pd.Series(table.column(column.name), dtype="str")
        return cells.mask(cells == "")
    if column.kind == "level":
        return pd.Series(levels(table, column))
    rules = column.words, column.ignored, column.missing
    return pd.Series(numbers(table.column(column.name), column.decimal, *rules))


def recognised(table: RawTable) -> tuple[Column, ...] | None:
    """Return declarations for a file that is known by its header, None for any other.

    Known is insurance.csv (age, sex, bmi, children, smoker, region, charges, in any order):
    it gets the bounds and labels of the simulated table that is shipped with these columns.
    They were fixed without this file, so they tell nothing about it.
    """
    known = {column.name: column for column in datasets.info(INSURANCE).columns}
    if set(table.names) != set(known):
        return None
    reason = "as for the simulated table with the same columns, fixed without this file"
    return tuple(
        replace(
            known[name],
            description=known[name].description.replace(" (simulated)", ""),
            bounds_from=reason,
            decimal=table.decimal,
        )
        for name in table.names
    )
