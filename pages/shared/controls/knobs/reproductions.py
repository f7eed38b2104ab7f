"""Which cards of the page of reproductions are shown; no part of the scenario."""

from __future__ import annotations

from hetdp_core.reproductions.record import PAPERS, Verdict
from pages.shared.controls.knobs.knob import Knob

CARDS_OF = Knob(
    "cards_of",
    "Paper",
    "choice",
    "all",
    options={"all": "All papers", **PAPERS},
    help="Shows the results of one paper alone.",
)
CARDS_WITH = Knob(
    "cards_with",
    "Verdict",
    "choice",
    "all",
    options={"all": "All verdicts", **{str(kind): str(kind) for kind in Verdict}},
    help="Shows the results with one verdict alone.",
)

ALL = (CARDS_OF, CARDS_WITH)
