"""Every table, figure and worked example of the four papers, and the verdict on it.

Printed values and words lie in `data/evidence/`, next to our numbers, which are stored with seed
and versions:

    python -m hetdp_core.evidence mean-table-one
"""

from hetdp_core.evidence.catalogue import Card, card, cards, chosen, claim_cards, tally
from hetdp_core.evidence.items import Check, Finding, Item, Verdict, verdict
from hetdp_core.evidence.recipes import RECIPES
from hetdp_core.evidence.results import stored
