"""What the name of a column suggests that it holds: no value is seen."""

from __future__ import annotations

import re
from typing import Any

from hetdp_core import datasets
from hetdp_core.datasets import Column, Kind
from hetdp_core.numerals import holds_levels, words_of
from hetdp_core.tables.columns import DECLARED

_Fields = dict[str, Any]
"""Fields of a `Column` that follow from the meaning of a quantity, never from the rows."""


def _range(low: float, high: float, reason: str, unit: str = "") -> _Fields:
    return {"bounds": (float(low), float(high)), "bounds_from": reason, "unit": unit}


def _labels(*labels: str) -> _Fields:
    return {"categories": labels, "bounds_from": "the usual labels"}


def _as_shipped(column: str) -> _Fields:
    """Return the bounds that a shipped dataset declares on medical or ordinary grounds."""
    shipped = datasets.info("nhefs").column(column)
    return {name: getattr(shipped, name) for name in ("bounds", "bounds_from", "unit")}


# A whole name, in lower case with every run of other characters as one "_".  Names that leave
# the unit open (height, weight, income) are absent: the user has to say.
_BY_NAME: dict[str, _Fields] = {
    r"((patient|current|customer)_)?age(_in)?(_(years|yrs|y))?": _range(
        0, 120, "human life", "years"
    ),
    r"bmi|body_mass_index": _as_shipped("bmi"),
    r"sbp|sysbp|systolic(_(bp|blood_pressure))?": _as_shipped("sbp"),
    r"dbp|diabp|diastolic(_(bp|blood_pressure))?": _as_shipped("dbp"),
    r"(total_)?cholesterol": _as_shipped("cholesterol"),
    r"cigs_?per_?day|cigarettes_per_day": _as_shipped("smokeintensity"),
    r"((number|num|no|n)_(of_)?)?(children|kids)": _range(
        0, 15, "none to a very large family", "children"
    ),
    r"(\w+_)?(percent|percentage|pct)": _range(0, 100, "a percentage", "%"),
    r"(\w+_)?(probability|proportion)": _range(0, 1, "a probability or a share"),
    r"((\w+_)?(birth|start|end)_)?year|year_of_\w+": _range(1900, 2100, "years of two centuries"),
    r"((\w+_)?(birth|start|end)_)?month|month_of_\w+": _range(1, 12, "months of a year"),
    r"hour(_of_day)?": _range(0, 24, "hours of a day", "hours"),
    r"height_cm": _range(30, 250, "an infant to the tallest adults", "cm"),
    r"weight_kg": _range(1, 300, "an infant to extreme obesity", "kg"),
    r"(\w+_)?(sex|gender)": _labels("female", "male"),
    r"(is_)?(current_)?(smoker|smokes|smoking)|(is_)?married|has_children": _labels("no", "yes"),
}

_IDENTIFIES = re.compile(
    r"(\w+_)?(id|uuid|guid|ssn|email|e_mail|phone|telephone|address|iban|passport)"
    r"|(first|last|full|sur|given|family|user)_?name|name|index|row(_?(names?|numbers?))?|unnamed_\d+"
)

_SENSITIVE = re.compile(
    r"income|salary|wage|debt|charge|hiv|diagnos|disease|disorder|cancer|depress|pregnan|smok"
    r"|alcohol|drug|religi|sexual|ethnic|disab|convict|insulin|glucose"
)

# Names that speak of words, of which there are as many as people think of.
_WORDS = re.compile(
    r"(\w+_)?(town|city|village|country|county|region|province|district|place|nationality|language"
    r"|ethnicity|religion|occupation|profession|job|department|education|school|university|diploma"
    r"|marital_status|status|category|type|colou?r|brand|comments?|notes?|remarks?|description"
    r"|diagnosis|date)"
)


def suggested(name: str) -> Column:
    """Return the declaration that a column's name suggests; what it does not tell is still empty.

    Such bounds or labels have to come from the user, who then declares them.  A name like that of
    levels says just this, one that speaks of words (as town) a category, any other numbers.

    >>> suggested("Age (years)").bounds, suggested("height").bounds, suggested("smoker").categories
    ((0.0, 120.0), None, ('no', 'yes'))
    >>> [suggested(name).kind for name in ("height", "epsilon", "home town")]
    ['number', 'level', 'category']
    >>> suggested("Monthly income").sensitivity, suggested("score").sensitivity
    ('high', 'medium')
    """
    words = words_of(name)
    found = next((held for rule, held in _BY_NAME.items() if re.fullmatch(rule, words)), {})
    kind: Kind = "category" if "categories" in found or _WORDS.fullmatch(words) else "number"
    if holds_levels(name):
        kind, found = "level", {}
    sensitivity = "high" if _SENSITIVE.search(words) else "medium"
    fields = {"unit": "", "bounds_from": DECLARED, "sensitivity": sensitivity, **found}
    return Column(name, kind, label=name, description="A column of your table.", **fields)


def identifies(name: str) -> bool:
    """Return whether a column of this name probably tells who somebody is."""
    return _IDENTIFIES.fullmatch(words_of(name)) is not None
