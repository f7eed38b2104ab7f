"""The pages to print that a test makes."""

from __future__ import annotations

import pytest
import streamlit as st

from hetdp_core.figures.report.decision import to_html
from pages.inside.decision import printed


@pytest.fixture
def saved(monkeypatch):
    """What stands on the pages to print that are saved from now on, and their HTML."""
    found = []
    offer = st.download_button

    def save(label, data, *rest, **options):
        clicked = offer(label, data, *rest, **{**options, "on_click": "rerun"})
        if clicked:
            data()  # which is the server's part, and a test has none
        return clicked

    monkeypatch.setattr(st, "download_button", save)
    monkeypatch.setattr(printed, "to_html", lambda sheet: found.append((sheet, to_html(sheet))))
    return found
