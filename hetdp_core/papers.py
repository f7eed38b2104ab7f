"""The four papers: authors, titles, and statements that do not hold."""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Any

from hetdp_core.datasets import DATA_DIR


@dataclass(frozen=True)
class Erratum:
    """A printed statement that does not hold.

    Attributes:
        printed: the printed statement, and where, in one sentence.
        holds: what holds instead, and how the dashboard shows it.
        card: the item of the paper whose numbers show it; "" for a method or a proof.
        number_at_stake: without a card, a number: its name, as printed and in truth.
    """

    number: int
    printed: str
    holds: str
    card: str = ""
    number_at_stake: tuple[str, ...] = ()


@dataclass(frozen=True)
class Paper:
    """One of the papers that the dashboard rests on; `topic` is the title of what rests on it."""

    topic: str
    authors: str
    title: str
    errata: tuple[Erratum, ...] = ()

    @property
    def citation(self) -> str:
        """Authors and title in one line.

        >>> PAPERS["odometer"].citation
        'Pan, “Actual Knowledge Gain as Privacy Loss in Local Privacy Accounting”'
        """
        return f"{self.authors}, “{self.title}”"


def _paper(words: dict[str, Any]) -> Paper:
    errata = tuple(Erratum(**erratum) for erratum in words.pop("errata", ()))
    return Paper(**words, errata=errata)


with (DATA_DIR / "evidence" / "papers.toml").open("rb") as _file:
    PAPERS: Mapping[str, Paper] = MappingProxyType(
        {room: _paper(words) for room, words in tomllib.load(_file).items()}
    )
"""By the topic that rests on it; a topic's room in the core has the same name."""
