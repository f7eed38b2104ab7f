"""What an article about a paper is made of, and how its words become HTML."""

from __future__ import annotations

import re
from dataclasses import dataclass
from html import escape

from hetdp_core.figures.report.markup import inline
from hetdp_core.reproductions import Card, cards

_TERM = re.compile(r"\[\[([^|\]]+)(?:\|([^\]]+))?\]\]")
"""`[[words|series]]`: words that light up a series of the figure; alone they are its name."""


@dataclass(frozen=True)
class Claim:
    """Something that the paper says, in our words, and where it is checked.

    says : one or two sentences.
    item : table, figure or example of the paper, as the reproductions call it.
    """

    says: str
    item: str


@dataclass(frozen=True)
class Section:
    """A heading, and paragraphs with `**strong**` and `[[terms|series]]`."""

    title: str
    paragraphs: tuple[str, ...]


@dataclass(frozen=True)
class Article:
    """An article about one of the papers.

    room : of the topic and of the paper, as in the core.
    lead : what the paper is about, in two or three sentences.
    sections, claims : in order.
    """

    room: str
    lead: str
    sections: tuple[Section, ...]
    claims: tuple[Claim, ...]

    @property
    def texts(self) -> list[str]:
        """All its paragraphs."""
        said = [text for section in self.sections for text in section.paragraphs]
        return [self.lead, *said, *(claim.says for claim in self.claims)]

    @property
    def series(self) -> set[str]:
        """Names of the series that its terms light up."""
        found = (match for text in self.texts for match in _TERM.finditer(text))
        return {match[2] or match[1] for match in found}

    def checked(self) -> list[tuple[Claim, Card]]:
        """Return each claim with what became of it."""
        known = {one.item.item: one for one in cards() if one.item.paper == self.room}
        return [(claim, known[claim.item]) for claim in self.claims]


def prose(text: str) -> str:
    """Return a paragraph as HTML; its terms are buttons that the live figure listens to."""
    return _TERM.sub(_button, inline(text))


def _button(match: re.Match[str]) -> str:
    series = escape(match[2] or match[1])  # `inline` has escaped it; a name has no marks
    return f'<button type="button" class="term" data-series="{series}">{match[1]}</button>'
