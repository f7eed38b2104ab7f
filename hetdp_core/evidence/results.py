"""Results on disk: numbers with the seed, trials and versions that made them."""

from __future__ import annotations

import hashlib
import json
import math
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

import hetdp_core
from hetdp_core.errors import InvalidInput
from hetdp_core.evidence.loader import FOLDER

DIGITS = 8
"""Significant digits that are stored: more would differ from one processor to the next."""

Values = dict[str, float]
"""Numbers by name."""


def value_name(method: object, at: object, what: str = "mean") -> str:
    """Name a stored value of a sweep.

    Args:
        method: of the sweep.
        at: the value of the sweep's parameter.
        what: of the trials there: "mean", "median", "first" ...

    >>> value_name("paper", 0.25)
    'paper at 0.25: mean'
    """
    place = at if isinstance(at, str) else f"{at:g}"
    return f"{method} at {place}: {what}"


@dataclass(frozen=True)
class StoredResult:
    """What a recipe gave when it was last run.

    Attributes:
        recipe: its name.
        seed, trials: see `Recipe`.
        records: which table of medical costs it ran on; "" where none is used.
        version: of this project.
        numpy: version of numpy, whose generators made the draws.
        values: numbers by name.
    """

    recipe: str
    seed: int
    trials: int
    records: str
    version: str
    numpy: str
    values: Mapping[str, float]

    @property
    def digest(self) -> str:
        """Fingerprint of all of it: a file that was edited by hand no longer carries its own."""
        text = json.dumps({**vars(self), "values": _texts(self.values)}, sort_keys=True)
        return hashlib.sha256(text.encode()).hexdigest()[:16]

    def to_json(self) -> str:
        """Return the file's content."""
        content = {**vars(self), "digest": self.digest, "values": _texts(self.values)}
        return json.dumps(content, indent=1, ensure_ascii=False) + "\n"


def from_json(text: str, name: str) -> StoredResult:
    """Return the result in a file's content.

    Args:
        text: from `StoredResult.to_json`.
        name: of the file, for the message.

    Raises:
        InvalidInput: the numbers are not those that were written.
    """
    content = json.loads(text)
    digest = content.pop("digest")
    values = {key: float(value) for key, value in content.pop("values").items()}
    result = StoredResult(**content, values=values)
    if result.digest != digest:
        remedy = "store it anew with `make reproductions`"
        raise InvalidInput(name, "must hold what was stored", "an edited file", remedy)
    return result


@cache
def stored(recipe: str) -> StoredResult:
    """Return the stored result of a recipe; read once.

    Raises:
        InvalidInput: there is none, or it was edited.
    """
    path = _path(recipe)
    if not path.is_file():
        remedy = "store it with `make reproductions`"
        raise InvalidInput("recipe", "must have been stored", repr(recipe), remedy)
    return from_json(path.read_text(encoding="utf-8"), path.name)


def store(
    recipe: str, values: Mapping[str, float], *, seed: int, trials: int, records: str = ""
) -> StoredResult:
    """Write a result down, with the versions at hand.

    Args:
        recipe: its name, which is the file's.
        values: numbers by name; infinities are allowed, NaN is not.
        seed, trials, records: see `StoredResult`.
    """
    nothing = [name for name, value in values.items() if math.isnan(value)]
    if nothing:
        raise InvalidInput("values", "must be numbers", f"NaN for {nothing[0]}")
    versions = hetdp_core.__version__, np.__version__
    result = StoredResult(recipe, seed, trials, records, *versions, rounded_values(values))
    _path(recipe).write_text(result.to_json(), encoding="utf-8")
    stored.cache_clear()
    return result


def rounded_values(values: Mapping[str, float]) -> Values:
    """Round to `DIGITS` significant digits.

    >>> rounded_values({"third": 1 / 3})
    {'third': 0.33333333}
    """
    return {name: float(f"{value:.{DIGITS}g}") for name, value in values.items()}


def _texts(values: Mapping[str, float]) -> dict[str, float | str]:
    """Write infinity, which JSON lacks, as a text."""
    return {name: value if math.isfinite(value) else str(value) for name, value in values.items()}


def _path(recipe: str) -> Path:
    return FOLDER / f"{recipe}.json"
