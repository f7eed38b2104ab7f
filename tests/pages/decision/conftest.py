"""The pages to sign that a test makes."""

from __future__ import annotations

import pytest

from hetdp_core.figures.report.decision import to_html
from hetdp_core.figures.report.regression import regression_to_html
from pages.inside.decision import regression as regression_room
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


@pytest.fixture
def saved_regression(monkeypatch):
    """The pages to sign about regressions that are made from now on."""
    found = []

    def note(one):
        found.append((one, regression_to_html(one)))
        return found[-1][1]

    monkeypatch.setattr(regression_room, "regression_to_html", note)
    return found
