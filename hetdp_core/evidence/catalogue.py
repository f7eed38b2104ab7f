"""All cards: each item of the papers with its stored numbers and the verdict they lead to."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache

from hetdp_core.evidence.items import Finding, Item, Verdict, verdict
from hetdp_core.evidence.recipes import RECIPES
from hetdp_core.evidence.results import StoredResult, read_items, stored
from hetdp_core.experiments.ridge import SIMULATED
from hetdp_core.papers import PAPERS

NOTE = "docs/beyond-the-papers.md"
"""The note for referees: a numbered section for each claim, with proofs and checks."""

NOT_SHIPPED = (
    "The authors' table insurance.csv was not at hand when results were stored: ours are for the "
    "simulated table with the same columns."
)


@dataclass(frozen=True)
class Card:
    """One item with its numbers: the stored result, a finding of each check, and the verdict.

    Attributes:
        seen_there: the number that the linked page shows too, as it is written there; "" for none.
    """

    item: Item
    result: StoredResult
    findings: tuple[Finding, ...]
    verdict: Verdict
    seen_there: str

    @property
    def reason(self) -> str:
        """The reason why the printed value is wrong, or the obstacle; "" where all came out."""
        missing = self.verdict is Verdict.IMPOSSIBLE and not self.item.obstacle
        return NOT_SHIPPED if missing else self.item.refutation or self.item.obstacle

    @property
    def made_with(self) -> str:
        """How and with what the numbers were made."""
        result = self.result
        how = f"{result.trials:,} draws, seed {result.seed}" if result.trials > 1 else "exact"
        how = f"seed {result.seed}" if self.item.section else how
        records = f", {result.records}" if result.records else ""
        return f"{result.recipe}: {how}{records}; version {result.version}, numpy {result.numpy}"


def card(item: Item, look_up: Callable[[str], StoredResult] = stored) -> Card:
    """Return the card of an item, checked against the results that `look_up` gives by recipe.

    Raises:
        InvalidInput: the item's words do not fit its numbers; see `verdict`.
    """

    def values(recipe: str) -> Mapping[str, float]:
        return look_up(recipe or item.recipe).values

    findings = tuple(check.find(values(check.recipe)) for check in item.checks)
    shown = item.seen_there
    seen = "" if shown is None else f"{values(shown.recipe)[shown.value]:{shown.form}}"
    result = look_up(item.recipe)
    elsewhere = RECIPES[item.recipe].real_records and result.records == SIMULATED
    follows = Verdict.IMPOSSIBLE if elsewhere else verdict(item, findings)
    return Card(item, result, findings, follows, seen)


@cache
def cards() -> tuple[Card, ...]:
    """Return every table, figure and worked example of the four papers, in their order."""
    return tuple(card(item) for paper in PAPERS for item in read_items(paper))


@cache
def claim_cards() -> tuple[Card, ...]:
    """Return what goes beyond the papers, in the order of the sections of `NOTE`.

    Raises:
        InvalidInput: a number contradicts its claim, or none could.
    """
    return tuple(card(item) for item in read_items("beyond"))


def chosen(paper: str = "", verdict_title: str = "") -> tuple[Card, ...]:
    """Return the cards of one paper and verdict.

    Args:
        paper: a key of `PAPERS`; "" for all.
        verdict_title: the text of a `Verdict`; "" for all.
    """
    return tuple(
        card
        for card in cards()
        if paper in ("", card.item.paper) and verdict_title in ("", str(card.verdict))
    )


def tally(cards: Sequence[Card]) -> dict[str, dict[Verdict, int]]:
    """Count the cards of each paper by verdict."""
    verdicts = [(card.item.paper, card.verdict) for card in cards]
    return {paper: {kind: verdicts.count((paper, kind)) for kind in Verdict} for paper in PAPERS}
