"""A DataFrame as the texts of an HTML table."""

from __future__ import annotations

from typing import Any

import pandas as pd

MOST_ROWS = 300
"""A table for reading; whoever wants all rows downloads the data."""


def encode(table: pd.DataFrame, caption: str) -> dict[str, Any]:
    """Caption, column names and rows of texts (the index is left out).

    Numbers are written with four significant digits.  Of a longer table only the first
    `MOST_ROWS` rows are sent, and the caption says so.
    """
    if len(table) > MOST_ROWS:
        caption = f"{caption} (the first {MOST_ROWS} of {len(table):,} rows)"
    columns = [_texts(table.iloc[:MOST_ROWS, i]) for i in range(table.shape[1])]
    return {
        "caption": caption,
        "columns": [str(name) for name in table.columns],
        "rows": list(zip(*columns, strict=True)),
    }


def _texts(column: pd.Series[Any]) -> list[str]:
    values = column.tolist()
    if pd.api.types.is_float_dtype(column):
        return [f"{value:.4g}" for value in values]
    if pd.api.types.is_integer_dtype(column):
        return [f"{value:,}" for value in values]
    return [str(value) for value in values]
