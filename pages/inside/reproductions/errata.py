"""The errata of the papers by number, each with the way to where it is shown."""

from __future__ import annotations

import streamlit as st

from hetdp_core.papers import PAPERS
from pages.inside.topics import TOPICS
from pages.shared.frame.tabs import DOWN

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
