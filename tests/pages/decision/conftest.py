"""The pages to sign that a test makes."""

from __future__ import annotations

import pytest

from hetdp_core.figures.report.decision import to_html
from pages.inside.decision import sheet


@pytest.fixture
def saved(monkeypatch):
    """The pages to sign that are made from now on."""
    found = []

    def note(one):
        found.append((one, to_html(one)))
        return found[-1][1]

    monkeypatch.setattr(sheet, "to_html", note)
    return found
