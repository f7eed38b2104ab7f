"""Heterogeneous mean: every user sets their own epsilon, a curator releases one mean."""

import streamlit as st

from hetdp_core.errors import HetDPError
from pages.shared.mean_sections import SECTIONS
from pages.shared.saturation_hero import saturation_hero
from pages.shared.scenario import current

scenario = current()
st.title("Some privacy is free", anchor=False)
sweep = saturation_hero(scenario)

tabs = st.tabs(list(SECTIONS), key="view", on_change="rerun", bind="query-params")
for tab, draw in zip(tabs, SECTIONS.values(), strict=True):
    if tab.open:
        with tab:
            try:
                draw(scenario, sweep)
            except HetDPError as error:
                st.error(str(error))
