"""How tall a table is: whole, or as many whole rows as are seen at once."""

from __future__ import annotations

from typing import Literal

import pandas as pd

_ROW_PX = 35
_BORDERS_PX = 2


def height_of(table: pd.DataFrame, most: int = 12) -> int | Literal["content"]:
    """Return the height at which no row is cut; a longer table scrolls below `most` of them."""
    return "content" if len(table) <= most else _ROW_PX * (most + 1) + _BORDERS_PX
