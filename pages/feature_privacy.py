"""Feature privacy: some features ask for more than others, and nobody is trusted."""

import streamlit as st

from hetdp_core.errors import HetDPError
from pages.shared.feature_controls import feature_scenario
from pages.shared.feature_hero import feature_hero
from pages.shared.feature_sections import SECTIONS
from pages.shared.scenario import current

shared = current()
st.title("Protect some features more", anchor=False)
scenario = feature_scenario(shared)
sweep = feature_hero(scenario)

tabs = st.tabs(list(SECTIONS), key="feature_view", on_change="rerun", bind="query-params")
for tab, draw in zip(tabs, SECTIONS.values(), strict=True):
    if tab.open:
        with tab:
            try:
                draw(shared, sweep)
            except HetDPError as error:
                st.error(str(error))
