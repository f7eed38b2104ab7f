"""What goes beyond the papers: claims, each with numbers that follow from stored results.

Whether a claim holds is never written down: it follows from those of its numbers that are judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum

from hetdp_core.errors import InvalidInput
from hetdp_core.reproductions.record import Check, Finding
from hetdp_core.reproductions.storage import StoredResult, stored

NOTE = "docs/beyond-the-papers.md"
"""The note for referees: a numbered section for each claim, with proofs and checks."""


class Kind(StrEnum):
    """What a number is."""

    EXACT = "exact"
    BOUND = "certified bound"
    SIMULATED = "simulated"


@dataclass(frozen=True)
class Evidence:
    """One number behind a claim.

    Attributes:
        kind: exact, a certified bound or simulated.
        check: what it is, where it is stored, and what the claim says about it.
    """

    kind: Kind
    check: Check


@dataclass(frozen=True)
class Claim:
    """A result that is in none of the four papers.

    Attributes:
        title: of the card.
        says: the claim in one or two plain sentences.
        section: of `NOTE`.
        recipe: name of the stored result behind it.
        evidence: its numbers; at least one is judged.
        page: address of the page where it is seen live.
        view: parameters of that address.
        not_drawn: which of the numbers that page does not draw, in a sentence or two; "" where the
            card says no more about it.
    """

    title: str
    says: str
    section: int
    recipe: str
    evidence: tuple[Evidence, ...]
    page: str
    view: Mapping[str, str]
    not_drawn: str = ""

    @property
    def command(self) -> str:
        """What makes the numbers again."""
        return f"python -m hetdp_core.reproductions {self.recipe}"


@dataclass(frozen=True)
class ClaimCard:
    """A claim with its numbers.

    Attributes:
        claim: what is claimed.
        result: the stored result behind it.
        findings: one of each piece of evidence.
    """

    claim: Claim
    result: StoredResult
    findings: tuple[Finding, ...]

    @property
    def made_with(self) -> str:
        """With what the numbers were made."""
        made = self.result
        return f"{made.recipe}: seed {made.seed}; version {made.version}, numpy {made.numpy}"


def claim_card(claim: Claim, look_up: Callable[[str], StoredResult] = stored) -> ClaimCard:
    """Return the card of a claim.

    Args:
        claim: what to check.
        look_up: the stored result of a recipe.

    Raises:
        InvalidInput: a number contradicts the claim, or none could.
    """
    result = look_up(claim.recipe)
    findings = tuple(one.check.find(result.values) for one in claim.evidence)
    judged = [one for one in findings if one.agrees is not None]
    wrong = [one.label for one in judged if not one.agrees]
    if wrong or not judged:
        shown = wrong[0] if wrong else "no number that could contradict it"
        raise InvalidInput(claim.title, "must be borne out by its own numbers", shown)
    return ClaimCard(claim, result, findings)
