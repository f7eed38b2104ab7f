"""A script that fails, to see what a visitor is told."""

import streamlit as st

st.title("Fails")
raise RuntimeError("a secret that only the log may hold")
