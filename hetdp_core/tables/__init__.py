"""A user's own CSV: read as text, its columns described, then declared like a shipped dataset.

Everything here follows from the names in the header, the number of rows, the separator and what the
user declares.  Only `curator` and `cells_asking` report on the cells, and say for whose eyes;
bounds and labels are never read off them.
"""

from hetdp_core.tables.columns import cells_asking
from hetdp_core.tables.description import Description, declare, described
from hetdp_core.tables.read import RawTable, read_table
from hetdp_core.uploads import SEPARATORS
