"""A user's own CSV: read as text, its columns guessed, then declared like a shipped dataset.

Everything here follows from the names in the header, the number of rows, the separator and what
the user declares; only `curator`, `bounds_from_data`, `labels_from_data` and `words_asking` tell
what stands in the cells, and say for whose eyes that is.
"""

from hetdp_core.tables.columns import bound_name, numbers, words_asking
from hetdp_core.tables.declare import (
    bounds_from_data,
    declare,
    labels_from_data,
    recognised,
    recognition_note,
)
from hetdp_core.tables.describe import csv_text, escape_for_spreadsheet, json_text
from hetdp_core.tables.guess import ColumnGuess, guess_schema
from hetdp_core.tables.needed import (
    SAMPLE_NAME,
    SAMPLE_ROWS,
    SAMPLE_SEED,
    averageable,
    columns_needed,
    first_averaged,
    holding_levels,
    sample_csv,
    with_levels,
)
from hetdp_core.tables.read import RawTable, read_table
from hetdp_core.uploads import SEPARATORS
