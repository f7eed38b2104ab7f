"""The four papers: who wrote them, what they are called, and what of them does not hold."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
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
        people: as BibTeX writes authors.
        published: fields of BibTeX on where and when, as far as they are known here.
    """

    authors: str
    title: str
    errata: tuple[Erratum, ...] = ()
    people: str = ""
    published: Mapping[str, str] = field(default_factory=dict)

    @property
    def bibtex(self) -> str:
        """An entry for a bibliography in BibTeX.

        >>> print(PAPERS["accounting"].bibtex.split(",")[0])
        @misc{pan2023actual
        """
        fields = {
            "author": self.people or self.authors,
            "title": f"{{{self.title}}}",
            **self.published,
        }
        kind = "inproceedings" if "booktitle" in fields else "misc"
        words = [word for word in self.title.lower().split() if len(word) > 3]
        family = self.authors.replace(",", " ").split()[0].lower()
        key = f"{family}{self.published.get('year', '')}{words[0].partition('-')[0]}"
        lines = (f"  {name} = {{{value}}}," for name, value in fields.items())
        return "\n".join([f"@{kind}{{{key},", *lines, "}"])

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
            people="Chaudhuri, S. and Miagkov, K. and Courtade, T. A.",
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
            "Aliakbarpour, M. and Chaudhuri, S. and Courtade, T. A. and Fallah, A. and "
            "Jordan, M. I.",
            {
                "booktitle": "Proceedings of The 28th International Conference on Artificial "
                "Intelligence and Statistics",
                "series": "Proceedings of Machine Learning Research",
                "volume": "258",
                "pages": "4069--4077",
                "year": "2025",
            },
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
            "Acharya, K. and Boenisch, F. and Naidu, R. and Ziani, J.",
            {"year": "2024", "eprint": "2401.17127", "archiveprefix": "arXiv"},
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
            "Pan, M.",
            {"year": "2023", "eprint": "2307.08159", "archiveprefix": "arXiv"},
        ),
    }
)
"""By the topic that rests on it; a topic's room in the core has the same name."""
