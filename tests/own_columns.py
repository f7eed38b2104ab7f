"""Columns of a reader's own table, as the page declares them."""

from hetdp_core.datasets import Column
from hetdp_core.numerals import holds_levels


def own_column(name, **said):
    """A column of numbers, or of levels where it is named like them; what is said comes first.

    An age is in years.
    """
    kind = "level" if holds_levels(name) else "number"
    told = {"kind": kind, "label": name, "description": "A column of your table."}
    told["unit"] = "years" if name == "age" else ""
    return Column(
        name, **{**told, "bounds_from": "declared by you", "sensitivity": "medium", **said}
    )
