"""The claims beyond the papers, in the order of the note's sections.

What goes beyond the papers: claims, each with numbers that follow from stored results.

Whether a claim holds is never written down: it follows from those of its numbers that are judged.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from enum import StrEnum
from functools import cache

from hetdp_core.errors import InvalidInput
from hetdp_core.odometer.kinds.comparison import COUNTS
from hetdp_core.reproductions.record import ROUNDING, Check, Finding
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


STANDARD_ERRORS = 4.0
"""How far a simulated number may lie from the exact one."""


def _exact(check: Check) -> Evidence:
    return Evidence(Kind.EXACT, check)


def _bound(check: Check) -> Evidence:
    return Evidence(Kind.BOUND, check)


def _simulated(check: Check) -> Evidence:
    return Evidence(Kind.SIMULATED, check)


_CERTIFICATE = Claim(
    "A sharper certificate for a private mean",
    "U, the exact worst case of ADPM's answer shrunk to the middle, stays close to L, a proven "
    "bound below which no private answer gets. Without privacy both are the same number.",
    1,
    "beyond-certificate",
    (
        _bound(
            Check("U / L, the least of 250 random profiles", "least U / L", at_least=1 - ROUNDING)
        ),
        _bound(Check("U / L, the median of them", "median U / L", at_most=1.5)),
        _bound(Check("U / L, the largest of them", "largest U / L")),
        _bound(
            Check("Median for ADPM over Le Cam's bound", "median U / L, ADPM over Le Cam's bound")
        ),
        _bound(Check("U / L for the profile the page opens with", "U / L on the page")),
        _exact(
            Check(
                "Distance of U / L from 1 if all users are public",
                "distance of U / L from 1 for public users",
                at_most=ROUNDING,
            )
        ),
    ),
    "heterogeneous_mean",
    {"view": "How good is it?"},
)

_CLOSED_FORM = Claim(
    "One closed form for every noise and several columns",
    "Laplace, K-norm and Gaussian noise, in one column or many, have the same weights min(ε, τ): "
    "only a price differs. In the cube, K-norm noise costs 4(d+1)(d+2)/3. The Gaussian rows "
    "promise less, (ε, δ) with δ = 10⁻⁶, than the others.",
    2,
    "beyond-noises",
    (
        *(
            _exact(
                Check(
                    f"{title} noise, {columns} columns: miss in the worst case, % of the diameter",
                    f"{noise}: miss in {columns} columns, %",
                )
            )
            for columns in (5, 20)
            for noise, title in (
                ("laplace", "Laplace"),
                ("k_norm", "K-norm"),
                ("gaussian", "Gaussian"),
            )
        ),
        _exact(
            Check(
                "Distance of one column with Laplace noise from the paper's ADPM",
                "distance of one Laplace column from ADPM",
                at_most=ROUNDING,
            )
        ),
        _exact(
            Check(
                "Largest gain of 400 other saturation levels, nine designs",
                "gain of any saturation level of a grid",
                at_most=ROUNDING,
            )
        ),
        _exact(
            Check(
                "Price of K-norm noise, 5 columns in a cube", "price of K-norm noise, closed form"
            )
        ),
        _simulated(Check("The same, from 20,000 draws", "price of K-norm noise, drawn")),
        _simulated(
            Check(
                "Their distance in standard errors",
                "its distance in standard errors",
                at_most=STANDARD_ERRORS,
            )
        ),
    ),
    "heterogeneous_mean",
    {"view": "Several columns"},
)

_USERS_AND_FEATURES = Claim(
    "Users and features that differ at once",
    "Types of users with levels of their own are combined with an exact expected error. Asking "
    "each user about one feature alone, drawn by chance, lowers it further, even with one type.",
    3,
    "beyond-user-types",
    (
        *(
            _exact(
                Check(f"{title}, {crowd}: typical miss, % of the range", f"{way}: miss, {crowd}")
            )
            for crowd in ("one type", "two types")
            for way, title in (
                ("strictest", "All as the strictest ask"),
                ("together", "Budgets by type"),
                ("drawn", "One feature drawn by chance"),
            )
        ),
        _simulated(
            Check(
                "Farthest simulated from exact, in standard errors",
                "largest distance in standard errors",
                at_most=STANDARD_ERRORS,
            )
        ),
    ),
    "feature_privacy",
    {"feature_view": "Users differ, too"},
)

_LOGISTIC = Claim(
    "Many logistic answers, pooled before they are bounded",
    "What 3,000 logistic answers told about eight numbers is enclosed more closely, for the same "
    "work, if answers that contradict each other cancel before they are bounded. One instance: "
    "with fewer coordinates, or steep questions, little is gained.",
    4,
    "beyond-logistic",
    (
        _bound(Check("Pooled: lower end of the realised loss", "pooled, lower end")),
        _bound(Check("Pooled: upper end", "pooled, upper end")),
        _bound(Check("Bounded one by one, the same work: upper end", "one by one, upper end")),
        _bound(
            Check(
                "Upper end pooled over one by one",
                "pooled over one by one, upper ends",
                at_most=0.5,
            )
        ),
        _exact(Check("Basic composition counts", "basic composition")),
    ),
    "privacy_odometer",
    {"odometer_view": "Budget"},
    "The linked page does not draw these numbers, of one experiment that the command computes "
    "again. Its streams pool logistic answers in the same way, where questions are logistic.",
)

_ODOMETER = Claim(
    "One odometer for every kind of answer",
    "Answers with two outputs, with several levels and with Gaussian noise share one odometer. "
    "With linear answers of two outputs and Gaussian ones the loss is exact; with levels among "
    "them it is a certified interval.",
    5,
    "beyond-odometer",
    (
        _exact(Check("Random sets of answers", "transcripts")),
        _bound(
            Check(
                "Largest excess of 1,681 records' loss over the upper end",
                "largest excess of a grid over the upper end",
                at_most=ROUNDING,
            )
        ),
        _exact(
            Check(
                "Two outputs and Gaussian: largest width of an interval",
                "largest width, two outputs and Gaussian",
                at_most=1e-6,
            )
        ),
        _bound(Check("With levels, too: largest width", "largest width, all kinds")),
        *(
            Evidence(
                kind,
                Check(
                    f"On the linked page, {COUNTS[-1]} answers {by}: {title}",
                    f"page, {key}: {what}",
                ),
            )
            for key, by, counted in (
                ("two", "by yes or no", "composition counts"),
                ("levels", "by levels", "composition counts"),
                ("gaussian", "with Gaussian noise", "counted but for a chance δ"),
            )
            for kind, what, title in (
                (Kind.SIMULATED, "told", "told, at most (median)"),
                (Kind.EXACT, "counted", counted),
            )
        ),
    ),
    "privacy_odometer",
    {"odometer_view": "Other answers"},
    "The linked page opens with the last six numbers. It does not draw the others, of random sets "
    "of answers: the command computes them again.",
)

CLAIMS = (_CERTIFICATE, _CLOSED_FORM, _USERS_AND_FEATURES, _LOGISTIC, _ODOMETER)
"""In the order of the note's sections."""


@cache
def claim_cards() -> tuple[ClaimCard, ...]:
    """Return the card of each claim, in the order of `CLAIMS`; read once."""
    return tuple(claim_card(claim) for claim in CLAIMS)
