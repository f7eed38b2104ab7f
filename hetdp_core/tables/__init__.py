"""A user's own CSV: read as text, its columns guessed, then declared like a shipped dataset.

Nothing of what is read becomes a bound or a list of labels unless the user asks for it by
`bounds_from_data` or `labels_from_data`, because both would leak.
"""

from hetdp_core.tables.cells import count_outside, numbers
from hetdp_core.tables.columns import bound_name
from hetdp_core.tables.declare import (
    bounds_from_data,
    declare,
    labels_from_data,
    recognised,
    recognition_note,
)
from hetdp_core.tables.guess import MAX_LABELS, ColumnGuess, guess_schema
from hetdp_core.tables.needed import (
    averageable,
    columns_needed,
    holding_levels,
    in_words,
    named_for_levels,
    possible_levels,
    with_levels,
    words_asking,
)
from hetdp_core.tables.read import RawTable, read_table
from hetdp_core.tables.sample import SAMPLE_NAME, SAMPLE_ROWS, SAMPLE_SEED, sample_csv
from hetdp_core.tables.write import csv_text, escape_for_spreadsheet, json_text
