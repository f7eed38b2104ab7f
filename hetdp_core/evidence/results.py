"""Results on disk: numbers with the seed, trials and versions that made them.

Reads the items of the papers: words from `<paper>.toml`, a number a row from `<paper>.csv`.

Columns of numbers, of which a file has those that it needs; an empty cell says nothing:

    card, label, value                 which item, what the number is, its name where it is stored
    printed, within, band_widened      what the paper prints, and how far ours may be from it
    at_least, at_most                  what a sentence of the paper says about it
    recipe, kind                       see `Check`
"""

from __future__ import annotations

import csv
import hashlib
import json
import math
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, fields
from functools import cache
from pathlib import Path
from typing import Any

import numpy as np

import hetdp_core
from hetdp_core import validate
from hetdp_core.datasets import DATA_DIR
from hetdp_core.errors import InvalidInput
from hetdp_core.evidence.items import KINDS, Check, Item, SeenThere

FOLDER = DATA_DIR / "evidence"

_NUMBERS = ("printed", "within", "band_widened", "at_least", "at_most")
_COLUMNS = {"card", *(column.name for column in fields(Check))} - {"printed_as"}
_NEEDED = ("card", "label", "value")


def read_items(name: str, folder: Path = FOLDER) -> tuple[Item, ...]:
    """Return the items of a paper in the order of its file, each with its numbers.

    A card has its own words, after those of the shared blocks that it is `like`.  Lists and tables
    are joined; anything else of its own replaces the shared words.

    Args:
        name: of both files: the paper, or "beyond", where each card names its topic itself.

    Raises:
        InvalidInput: a card or a row breaks a rule; says where, and what to do.
    """
    words = tomllib.loads((folder / f"{name}.toml").read_text(encoding="utf-8"))
    shared = words.get("shared", {})
    cards = [_joined(card, shared, f"{name}.toml") for card in words["cards"]]
    names = [card["item"] for card in cards]
    twice = [item for item in names if names.count(item) > 1]
    if twice:
        raise InvalidInput(f"{name}.toml", "must hold each card once", twice[0], "rename one")
    checks = read_checks(folder / f"{name}.csv", names)
    return tuple(Item(**{"paper": name, **card}, checks=checks[card["item"]]) for card in cards)


def _joined(card: dict[str, Any], shared: Mapping[str, Any], file: str) -> dict[str, Any]:
    merged: dict[str, Any] = {}
    likes = [validate.choice(like, shared, f"like in {file}") for like in card.pop("like", [])]
    for part in (*(shared[like] for like in likes), card):
        for key, value in part.items():
            match value:
                case list():
                    merged[key] = [*merged.get(key, []), *value]
                case dict():
                    merged[key] = {**merged.get(key, {}), **value}
                case _:
                    merged[key] = value
    missing = {"item", "shows", "recipe"} - merged.keys()
    unknown = merged.keys() - {field.name for field in fields(Item)}
    if missing or unknown:
        rule = "must have item, shows, recipe and no field that `Item` lacks"
        raise InvalidInput(f"{file}, {card.get('item', 'a card')}", rule, [*missing, *unknown])
    merged["assumptions"] = tuple(merged.get("assumptions", ()))
    if "seen_there" in merged:
        merged["seen_there"] = SeenThere(**merged["seen_there"])
    return merged


def read_checks(path: Path, cards: Iterable[str]) -> dict[str, tuple[Check, ...]]:
    """Return the numbers of each card in a CSV file, in its order; each must have one.

    Raises:
        InvalidInput: names file, line, rule, the entry there and the remedy.
    """
    checks: dict[str, dict[str, Check]] = {card: {} for card in cards}
    with path.open(encoding="utf-8", newline="") as file:
        rows = csv.DictReader(file)
        columns = rows.fieldnames or ()
        wrong = [name for name in columns if name not in _COLUMNS or columns.count(name) > 1]
        missing = [name for name in _NEEDED if name not in columns]
        if wrong or missing:
            rule = f"must name columns among {', '.join(sorted(_COLUMNS))}, each once"
            needed = f"{', '.join(_NEEDED)} are needed"
            raise InvalidInput(f"{path.name}, line 1", rule, wrong or "none", needed)
        for row in rows:
            place = f"{path.name}, line {rows.line_num}"
            check = _check(row, place)
            if row["card"] not in checks:
                remedy = f"add it to {path.stem}.toml, or write it as there"
                raise InvalidInput(f"{place}: card", "must be a known card", row["card"], remedy)
            if check.label in checks[row["card"]]:
                remedy = "say what tells the two numbers apart"
                raise InvalidInput(f"{place}: label", "must be unique", check.label, remedy)
            checks[row["card"]][check.label] = check
    bare = [card for card, its in checks.items() if not its]
    if bare:
        raise InvalidInput(path.name, "must hold a row for each card", "none", f"add {bare[0]!r}")
    return {card: tuple(its.values()) for card, its in checks.items()}


def _check(row: dict[str, Any], place: str) -> Check:
    """Return a row as a check; `place` is its file and line."""
    if None in row or None in row.values():
        remedy = 'put a text with a comma between quotation marks: "a, b"'
        raise InvalidInput(place, "must have as many cells as line 1", "another number", remedy)
    empty = [column for column in _NEEDED if not row[column].strip()]
    if empty:
        raise InvalidInput(f"{place}: {empty[0]}", "must not be empty", "nothing", "fill it in")
    numbers = {
        column: _number(row[column], column, place) for column in _NUMBERS if row.get(column)
    }
    if "printed" in numbers and numbers.keys() & {"at_least", "at_most"}:
        remedy = "keep the one or the other"
        raise InvalidInput(place, "must be judged by a number or a sentence", "both", remedy)
    if "printed" not in numbers and numbers.keys() & {"within", "band_widened"}:
        remedy = "fill in printed, or empty within and band_widened"
        raise InvalidInput(place, "must allow a distance from a printed number", "none", remedy)
    if "kind" in row and row["kind"] not in KINDS:
        raise InvalidInput(f"{place}: kind", f"must be one of {', '.join(KINDS)}", row["kind"])
    texts = {name: row[name] for name in row if name != "card" and name not in _NUMBERS}
    if math.isfinite(numbers.get("printed", math.inf)) and "band_widened" not in numbers:
        texts["printed_as"] = row["printed"]
    return Check(**{**texts, **numbers})


def _number(text: str, column: str, place: str) -> float:
    try:
        number = float(text)
    except ValueError:
        number = math.nan
    if not (math.isfinite(number) or (column == "printed" and number == math.inf)):
        remedy = "write 0.5 or 1e-9, or nothing; inf may stand under printed alone"
        raise InvalidInput(f"{place}: {column}", "must be a finite number", repr(text), remedy)
    if column in ("within", "band_widened") and number < 0.0:
        raise InvalidInput(f"{place}: {column}", "must not be negative", text, "drop the sign")
    return number


DIGITS = 8
"""Significant digits that are stored: more would differ from one processor to the next."""

Values = dict[str, float]


def value_name(method: object, at: object, what: str = "mean") -> str:
    """Name a stored value of a sweep: `what` of the trials ("mean", "first" ...) at a point.

    >>> value_name("paper", 0.25)
    'paper at 0.25: mean'
    """
    place = at if isinstance(at, str) else f"{at:g}"
    return f"{method} at {place}: {what}"


@dataclass(frozen=True)
class StoredResult:
    """The result of a recipe's last run, for which seed and trials.

    Attributes:
        records: which table of medical costs it ran on; "" where none is used.
        version, numpy: of this project, and of numpy, whose generators made the draws.
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
    """Return the result that `to_json` wrote into a file of this name.

    Raises:
        InvalidInput: the numbers are not those that were written.
    """
    content = json.loads(text)
    digest = content.pop("digest")
    values = {key: float(value) for key, value in content.pop("values").items()}
    result = StoredResult(**content, values=values)
    if result.digest != digest:
        remedy = "store it again with `make reproductions`"
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
    """Write a result down, with the versions at hand; infinities are allowed, NaN is not."""
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
