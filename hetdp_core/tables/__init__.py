"""A user's own CSV: read as text, its columns guessed, then declared like a shipped dataset.

Nothing of what is read becomes a bound or a list of labels unless the user asks for it by
`bounds_from_data` or `labels_from_data`, because both would leak.
"""

from hetdp_core.tables.cells import numbers
from hetdp_core.tables.declare import (
    bounds_from_data,
    declare,
    labels_from_data,
    recognised,
    recognition_note,
)
from hetdp_core.tables.guess import MAX_LABELS, ColumnGuess, guess_schema
from hetdp_core.tables.read import (
    MAX_CELLS,
    MAX_COLUMNS,
    RawTable,
    escape_for_spreadsheet,
    read_table,
)

__all__ = [
    "MAX_CELLS",
    "MAX_COLUMNS",
    "MAX_LABELS",
    "ColumnGuess",
    "RawTable",
    "bounds_from_data",
    "declare",
    "escape_for_spreadsheet",
    "guess_schema",
    "labels_from_data",
    "numbers",
    "read_table",
    "recognised",
    "recognition_note",
]
