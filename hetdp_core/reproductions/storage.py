"""Results on disk: numbers with the seed, trials and versions that made them."""

from __future__ import annotations

import hashlib
import json
import math
import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import numpy as np

from hetdp_core import validate
from hetdp_core.datasets import DATA_DIR
from hetdp_core.errors import InvalidInput

FOLDER = DATA_DIR / "reproductions"
"""One JSON file a recipe."""

DIGITS = 8
"""Significant digits that are stored: more would differ from one processor to the next."""


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
    found = StoredResult(**content, values=values)
    if found.digest != digest:
        remedy = "store it anew with `make reproductions`"
        raise InvalidInput(name, "must hold what was stored", "an edited file", remedy)
    return found


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
    trials, rounded = validate.count(trials, 1, None, "trials"), rounded_values(values)
    result = StoredResult(recipe, seed, trials, records, _version(), np.__version__, rounded)
    FOLDER.mkdir(exist_ok=True)
    _path(recipe).write_text(result.to_json(), encoding="utf-8")
    stored.cache_clear()
    return result


def rounded_values(values: Mapping[str, float]) -> dict[str, float]:
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


def _version() -> str:
    project = (DATA_DIR.parent / "pyproject.toml").read_text(encoding="utf-8")
    return str(tomllib.loads(project)["project"]["version"])
