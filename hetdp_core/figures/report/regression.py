"""The decision about a released regression as one HTML page: see `report.decision`."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from hetdp_core.errors import shortened
from hetdp_core.figures.release import use as words
from hetdp_core.figures.release.regression import coefficients
from hetdp_core.figures.report.decision import (
    LONGEST,
    MOST_NAME,
    SIGNATURE,
    page,
    receipt_part,
    shown,
    written_part,
)
from hetdp_core.figures.report.markup import listed
from hetdp_core.figures.text import number
from hetdp_core.release import RegressionUse, regression_as_text, regression_in_short
from hetdp_core.release.regression_use import USES

MOST_COEFFICIENTS = 10
"""Coefficients that are named; of more their number is told."""

MOST_RECEIPT = 5_000
"""Letters of a receipt that stands there whole; of a longer one the short form does."""


@dataclass(frozen=True, eq=False)
class RegressionSheet:
    """All that stands on the page; every text is shown letter by letter, whatever it holds.

    Attributes:
        use: the regression, and what the rule recommends.
        decided, decider, notes, made, adds_up, made_with, reason: see `report.decision.Sheet`.
    """

    use: RegressionUse
    decided: str
    decider: str
    notes: str
    made: str
    adds_up: str
    made_with: str
    reason: str = ""


def regression_to_html(sheet: RegressionSheet) -> str:
    """Return the page: one file, with nothing in it that a browser would run or fetch."""
    release = sheet.use.release
    target = release.plan.request.target
    title = f"Decision: regression of {shortened(target.column, LONGEST)}"
    unit = f" {target.unit}" if target.unit else ""
    whole = regression_as_text(release)
    receipt = whole if len(whole) <= MOST_RECEIPT else regression_in_short(release)
    body = [
        f"<h1>{shown(title)}</h1>",
        f"<p>{target.users:,} records, {shown(target.column)} from {number(target.bounds[0])} to "
        f"{number(target.bounds[1])}{shown(unit)}. Made on {shown(sheet.made)}.</p>",
        '<div class="recommended"><strong>'
        f"{shown(words.recommendation(sheet.use))}.</strong> {shown(words.reason(sheet.use))}"
        "</div>",
        _side_by_side(sheet.use),
        _coefficients(sheet.use),
        f'<p class="small">Everybody has paid already, whatever is decided: nobody more than '
        f"{shown(words.most_exposed(release))}.</p>",
        listed(map(shown, words.given_by(release))),
        *written_part(
            sheet.decided,
            sheet.notes,
            USES.values(),
            words.recommended(sheet.use),
            sheet.reason,
        ),
        f'<p class="small">{shown(sheet.made_with)}.</p>',
        *receipt_part(receipt, sheet.adds_up, target.simulated),
        SIGNATURE.format(name=shown(sheet.decider[:MOST_NAME])),
    ]
    return page(title, "\n".join(body))


def _side_by_side(use: RegressionUse) -> str:
    rows = "".join(
        f'<tr><th scope="row">{shown(USES[key])}</th><td>{shown(said)}</td></tr>'
        for key, said in words.what_it_is(use).items()
    )
    return f'<table class="uses"><tbody>{rows}</tbody></table>'


def _coefficients(use: RegressionUse) -> str:
    found = coefficients(use.release)
    head = "".join(f'<th scope="col">{escape(name)}</th>' for name in found.columns)
    rows = "".join(
        "<tr>"
        + "".join(f"<td>{shown(shortened(str(cell), LONGEST))}</td>" for cell in cells)
        + "</tr>"
        for cells in found.head(MOST_COEFFICIENTS).itertuples(index=False)
    )
    more = len(found) - MOST_COEFFICIENTS
    rest = f'<p class="small">and {more} more, in the receipt.</p>' if more > 0 else ""
    return f"<table><thead><tr>{head}</tr></thead><tbody>{rows}</tbody></table>{rest}"
