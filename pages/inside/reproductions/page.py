"""The page of the published results: what became of them, and what goes beyond them.

The errata of the papers by number, each with the way to where it is shown.

The second part of the Reproductions page: a card for each claim beyond the papers.
"""

from __future__ import annotations

import re
from functools import cache
from pathlib import Path
from urllib.parse import urlencode

import streamlit as st

from hetdp_core.errors import HetDPError
from hetdp_core.figures import reproductions as figures
from hetdp_core.papers import PAPERS
from hetdp_core.reproductions import ClaimCard, claim_cards
from hetdp_core.reproductions.beyond import NOTE
from pages.inside.reproductions.cards import overview, reproduction_cards
from pages.inside.topics import TOPICS
from pages.shared.frame.head import draw_head
from pages.shared.frame.tabs import DOWN
from pages.shared.words import notices

TITLE = "Beyond the papers"

LINK = "#beyond-the-papers"
"""Where its heading stands on the page."""

_NOTE = Path(__file__).resolve().parents[3] / NOTE


def way_there() -> None:
    """Draw a link down to this part, which stands below many cards."""
    st.markdown(f"[{TITLE}]({LINK}): what this project adds to the published results, below.")


def beyond_the_papers() -> None:
    """Draw the claims that are in none of the four papers, each with its evidence."""
    st.header(TITLE, anchor=LINK.removeprefix("#"))
    st.markdown(
        "Results of this project that are in none of the four papers. Each number says whether it "
        "is **exact**, a **certified bound** or **simulated**."
    )
    try:
        found = claim_cards()
    except HetDPError as error:
        notices.error(error)
        return
    for one in found:
        _draw(one)


def _draw(one: ClaimCard) -> None:
    claim = one.claim
    with st.container(border=True):
        st.subheader(claim.title, anchor=False)
        st.markdown(claim.says)
        st.table(figures.evidence(one).set_index("what"))
        left, right = st.columns([1, 2], vertical_alignment="center")
        with left:
            query = f"?{urlencode({**claim.view, DOWN: 1})}" if claim.view else ""
            st.link_button("See it live", f"{claim.page}{query}", icon=":material/open_in_new:")
        with right:
            st.markdown(f"`{claim.command}`")
        if claim.not_drawn:
            st.caption(claim.not_drawn)
        text = note_sections().get(claim.section)
        if text is None:
            st.caption(f"Proof and checks: section {claim.section} of `{NOTE}`.")
        else:
            with st.expander("Statement, proof and checks"):
                st.markdown(text)
                st.caption(f"Section {claim.section} of `{NOTE}`.")
        st.caption(f"Stored: {one.made_with}.")


@cache
def note_sections() -> dict[int, str]:
    """Return the text of each section of the note, by number; empty where it is not shipped."""
    if not _NOTE.is_file():
        return {}
    parts = re.split(r"^## (\d+)\. [^\n]*\n", _NOTE.read_text(encoding="utf-8"), flags=re.MULTILINE)
    return {int(number): text for number, text in zip(parts[1::2], parts[2::2], strict=True)}


SHOWN_UNDER = {"features": "As printed", "ridge": "As printed", "accounting": "Appendix E"}
"""The tab that shows the errata of a paper, on the page of its topic."""


def errata() -> None:
    """Draw what does not hold as printed, folded: cards and figures cite it by number."""
    with st.expander("The errata, by number"):
        for topic in TOPICS.values():
            for one in PAPERS[topic.room].errata:
                st.markdown(f"**Erratum {one.number}. {one.printed}** {one.holds}")
            if PAPERS[topic.room].errata:
                st.page_link(
                    topic.page,
                    label=f"Shown under “{SHOWN_UNDER[topic.room]}”: {topic.title}",
                    icon=":material/arrow_forward:",
                    query_params={topic.tabs_key: SHOWN_UNDER[topic.room], DOWN: "1"},
                )


def draw_results() -> None:
    """Draw all items at a glance, the errata, and a card for each item and claim."""
    draw_head("Published results", "Which published results hold up, computed again")
    way_there()
    overview()
    errata()
    reproduction_cards()
    beyond_the_papers()
