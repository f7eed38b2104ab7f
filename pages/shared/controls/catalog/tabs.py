"""Controls of tabs and rooms, on which no topic's first figure depends."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

from hetdp_core.evidence.items import Verdict
from hetdp_core.papers import PAPERS
from pages.shared.controls.control import Control, choice_control, flag_control

WORKED_EXAMPLE = Control(
    "example",
    "Levels ε",
    "text",
    "1, 2, 4, 8, inf",
    help="One ε for each user of the example; “inf” means public.",
)
OUTPUT_CHANCE = Control(
    "example_1",
    "P(output 1) for the other inputs",
    "number",
    0.5,
    0.05,
    1.0,
    slider=(0.05, 1.0),
    step=0.05,
    help="How often the example says 1, unless its input is (0, 1).",
)

TABS = (WORKED_EXAMPLE, OUTPUT_CHANCE)

EVERYBODY = flag_control(
    "everybody",
    "The question is about these people only",
    False,
    "Off: these people are a sample of a population, and what they ask for says nothing about "
    "their values. On: the mean of these very people is asked, and nothing is assumed about their "
    "values.",
)

QUESTIONS = {
    False: "The mean is about a population from which these people come; what they ask for says "
    "nothing about their values.",
    True: "The mean is about these very people, whatever they ask for and have.",
}
"""What is asked, by this switch, in the same sentence everywhere."""

CARDS_OF = choice_control(
    "cards_of",
    "Paper",
    {"all": "All papers", **{room: paper.topic for room, paper in PAPERS.items()}},
    "Shows the results of one paper alone.",
)
CARDS_WITH = choice_control(
    "cards_with",
    "Verdict",
    {"all": "All verdicts", **{str(kind): str(kind) for kind in Verdict}},
    "Shows the results with one verdict alone.",
)

CARDS = (CARDS_OF, CARDS_WITH)
"""Which published results are shown; no part of the scenario."""

RETIRED = "released"
"""The parameter that chose which of three kinds is released; one mean is what is left."""

_GONE = ("Several means", "A regression")


def retired(params: Mapping[str, Sequence[str]]) -> list[str]:
    """Return a sentence where a link asks for a kind of release that there is no longer."""
    if (params.get(RETIRED) or [""])[-1] not in _GONE:
        return []
    return ["Several means at once and regressions are no longer released: a release is one mean."]
