"""Every table, figure and worked example of the four papers, and what became of it.

Printed values stand beside ours, which are stored with seed and versions:

    python -m hetdp_core.reproductions mean-table-one
"""

from hetdp_core.reproductions.beyond import CLAIMS, ClaimCard, claim_cards
from hetdp_core.reproductions.catalogue import (
    ITEMS,
    RECIPES,
    Card,
    card,
    cards,
    chosen,
    recipe,
    tally,
)
from hetdp_core.reproductions.record import PAPERS, Check, Finding, Reproduction, Verdict, verdict
from hetdp_core.reproductions.storage import stored
