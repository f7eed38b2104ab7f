"""A page with nothing but the panel for a reader's own table."""

import streamlit as st

from pages.shared.tables.own_table import own_dataset, own_table_panel

st.set_page_config(layout="wide")
own_table_panel()
dataset = own_dataset()
st.markdown(f"The page has {dataset.info.key if dataset else 'no table'}.")
