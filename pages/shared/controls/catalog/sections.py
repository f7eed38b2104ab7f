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
    help="One ε for each person of the example; “inf” means public.",
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
    help="How often the example outputs 1, except for the input (0, 1).",
)

EXAMPLES = (WORKED_EXAMPLE, OUTPUT_CHANCE)

EVERYBODY = flag_control(
    "everybody",
    "The result describes only these people",
    False,
    "Off: these people are a sample of a larger population, and privacy levels and values are "
    "unrelated. On: the result is the mean of these people only, for any levels and values. There "
    "is no sampling error, but nobody gets more than an equal share, which often means more noise.",
)

SAMPLE = "The result assumes that these people are a sample of a larger population"
QUESTIONS = {
    False: f"{SAMPLE}, and that privacy levels and values are unrelated.",
    True: "The result describes only these people. Nothing is assumed about levels and values.",
}
"""What is asked, by this switch, in the same sentence everywhere."""

CARDS_OF = choice_control(
    "cards_of",
    "Paper",
    {"all": "All papers", **{room: paper.topic for room, paper in PAPERS.items()}},
    "Shows the results of one paper only.",
)
CARDS_WITH = choice_control(
    "cards_with",
    "Verdict",
    {"all": "All verdicts", **{str(kind): str(kind) for kind in Verdict}},
    "Shows the results with one verdict only.",
    was={"Not reproducible": str(Verdict.IMPOSSIBLE)},
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
    return ["Several means at once and regressions are no longer released. A release is one mean."]
