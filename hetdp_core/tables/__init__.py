"""A user's own CSV: read as text, its columns guessed, then declared like a shipped dataset.

Everything here follows from the names in the header, the number of rows, the separator and what
the user declares; only `curator`, `bounds_from_data`, `labels_from_data` and `words_asking` tell
what stands in the cells, and say for whose eyes that is.
"""

from hetdp_core.tables.columns import numbers, words_asking
from hetdp_core.tables.declare import (
    bounds_from_data,
    declare,
    labels_from_data,
    recognised,
)
from hetdp_core.tables.description import Description, columns_of, described
from hetdp_core.tables.guess import (
    ColumnGuess,
    averageable,
    first_averaged,
    guess_schema,
    holding_levels,
)
from hetdp_core.tables.read import RawTable, read_table
from hetdp_core.uploads import SEPARATORS
