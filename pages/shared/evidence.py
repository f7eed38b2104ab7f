"""The way to the card of a published result, wherever a claim leads there."""

from __future__ import annotations

import re

from hetdp_core.reproductions import Reproduction, cards

A_PAGE = 5
"""Cards shown at a time."""

_PAGE, CARD = "cards_page", "card"
"""Parameters of a link: which cards are shown, and which of them is brought into sight."""


def way_to(item: Reproduction) -> dict[str, str]:
    """Return the parameters of a link to the card of an item on the page of all of them."""
    place = next(i for i, one in enumerate(cards()) if one.item == item)
    return {_PAGE: str(1 + place // A_PAGE), CARD: anchor(item)}


def anchor(item: Reproduction) -> str:
    """Return where on that page the card of an item stands: a name for links."""
    return re.sub(r"[^a-z0-9]+", "-", f"{item.paper} {item.item}".lower()).strip("-")
