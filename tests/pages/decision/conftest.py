"""The pages to print that a test makes."""

from __future__ import annotations

import pytest
import streamlit as st

from hetdp_core.figures.report.decision import to_html
from pages.inside.decision import printed


@pytest.fixture
def saved(monkeypatch):
    """What stands on the pages to print that are offered from now on, and their HTML."""
    sheets = []
    offer = st.download_button

    def save(label, data, *rest, **options):
        data()  # as a click does, which a test has no server for
        return offer(label, data, *rest, **options)

    monkeypatch.setattr(st, "download_button", save)
    monkeypatch.setattr(printed, "to_html", lambda sheet: sheets.append((sheet, to_html(sheet))))
    return sheets
