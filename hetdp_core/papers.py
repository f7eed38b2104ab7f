"""The four papers: who wrote them, what they are called, and what of them does not hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from types import MappingProxyType


@dataclass(frozen=True)
class Erratum:
    """A printed statement that does not hold.

    Attributes:
        number: as the pages count them.
        printed: what is printed, and where, in one sentence.
        holds: what holds instead, and how the dashboard shows it.
    """

    number: int
    printed: str
    holds: str


@dataclass(frozen=True)
class Paper:
    """One of the papers that the dashboard rests on.

    Attributes:
        authors: family names, in the printed order.
        title: as printed.
        errata: in the order of their numbers.
    """

    authors: str
    title: str
    errata: tuple[Erratum, ...] = ()

    @property
    def citation(self) -> str:
        """Authors and title in one line.

        >>> PAPERS["accounting"].citation
        'Pan, “Actual Knowledge Gain as Privacy Loss in Local Privacy Accounting”'
        """
        return f"{self.authors}, “{self.title}”"


PAPERS: Mapping[str, Paper] = MappingProxyType(
    {
        "mean": Paper(
            "Chaudhuri, Miagkov and Courtade",
            "Mean Estimation Under Heterogeneous Privacy Demands",
        ),
        "features": Paper(
            "Aliakbarpour, Chaudhuri, Courtade, Fallah and Jordan",
            "Enhancing Feature-Specific Data Protection via Bayesian Coordinate Differential "
            "Privacy",
            (
                Erratum(
                    1,
                    "Feature privacy: the radius printed in Mechanism 2 is twice the unbiased one.",
                    "Reports then average to 2v instead of v, with four times the variance. The "
                    "dashboard uses the unbiased radius and shows the printed one under “As "
                    "printed”.",
                ),
                Erratum(
                    2,
                    "Feature privacy: the choice ζ = (1 + q)/2 can be worse than plain min-δ.",
                    "A search among the splits that Proposition 4 allows is never worse than "
                    "either in the sum of variances, each at most 1, that it minimises "
                    "(“Optimised”).",
                ),
            ),
        ),
        "ridge": Paper(
            "Acharya, Boenisch, Naidu and Ziani",
            "Personalized Differential Privacy for Ridge Regression",
            (
                Erratum(
                    3,
                    "Ridge regression: two steps in the proof of Theorem 3.2 are loose.",
                    "The same guarantee holds with up to four times less noise (“sharp”).",
                ),
                Erratum(
                    4,
                    "Sampling, as published (Jorgensen, Yu and Cormode), compared with in two of "
                    "the papers: its noise depends on the number of records that happened to be "
                    "kept.",
                    "That gives away who was; exact losses on small examples exceed the promise. "
                    "With weights and noise that do not depend on the sample it holds.",
                ),
            ),
        ),
        "accounting": Paper(
            "Pan",
            "Actual Knowledge Gain as Privacy Loss in Local Privacy Accounting",
            (
                Erratum(
                    5,
                    "Privacy odometer: the losses printed in Appendix E are upper bounds of a "
                    "search that was stopped early.",
                    "The exact losses are certified to 0.0002 under “Appendix E”.",
                ),
            ),
        ),
    }
)
"""By the topic that rests on it; a topic's room in the core has the same name."""
