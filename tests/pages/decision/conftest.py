"""The pages to print that a test makes."""

import pytest

from hetdp_core.figures.report.decision import to_html
from pages.inside.release import printed


@pytest.fixture
def saved(monkeypatch):
    """What stands on the pages to print that are offered from now on, and their HTML."""
    sheets = []

    def made(sheet):
        sheets.append((sheet, to_html(sheet)))
        return sheets[-1][1]

    monkeypatch.setattr(printed, "to_html", made)
    return sheets
