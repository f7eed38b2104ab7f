"""A whole scenario as one HTML file that needs no network: figures, numbers, settings, sources."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files

import pandas as pd
import plotly.graph_objects as go
from plotly.offline import get_plotlyjs

from hetdp_core.decision import Decision
from hetdp_core.figures.report.decision import side_by_side
from hetdp_core.figures.report.markup import folded, inline, link, listed, table_of

MOST_ROWS = 300
"""Rows of a table in the report; the dashboard gives all of them as CSV."""

_INK, _PAPER = "#262626", "#FFFFFF"

_AXIS = {
    "automargin": True,
    "gridcolor": "#E6E6E6",
    **dict.fromkeys(("zerolinecolor", "linecolor", "tickcolor"), "#BBBBBB"),
}

_ON_A_PHONE = """const drawn = document.getElementById("{plot_id}");
if (drawn.clientWidth < 560) Plotly.relayout(drawn, {"font.size": 12, "legend.orientation": "h",
  "legend.yref": "container", "legend.yanchor": "bottom", "legend.y": 0,
  "legend.xanchor": "left", "legend.x": 0});"""

_SCRIPT = re.compile("<script>(.*?)</script>", re.DOTALL)


@dataclass(frozen=True, eq=False)
class Chapter:
    """One topic of the report.

    Attributes:
        title: of the topic.
        headline: what the figure shows; `**strong**` and `*emphasis*` are understood.
        figure: drawn with its own height or `height` pixels.
        name: what the figure shows, in a few words.
        table: the numbers behind it.
        caption: what they rest on, in the same form as the headline.
        link: where the topic is found live; "" for nowhere.
        height: of the figure in pixels.
    """

    title: str
    headline: str
    figure: go.Figure
    name: str
    table: pd.DataFrame
    caption: str
    link: str = ""
    height: int = 460


@dataclass(frozen=True)
class Missing:
    """A topic that the scenario does not fit, and why."""

    title: str
    problem: str


@dataclass(frozen=True, eq=False)
class Report:
    """All that a report says; every text is shown as it is, whatever it holds.

    Attributes:
        title: of the whole.
        made: date and time in words.
        chapters: in order.
        changed: (control, value) of all that is not as at first.
        others: (control, value) of the rest.
        errata: (what, where and why) of the papers, in an appendix.
        sources: papers, then data with their licences.
        link: opens the same scenario; "" if no server is known.
        versions: of the software that made it.
        decision: before the chapters; after it where there is but one, which is what the report
            is about. None for nothing.
    """

    title: str
    made: str
    chapters: Sequence[Chapter | Missing]
    changed: Sequence[tuple[str, str]]
    others: Sequence[tuple[str, str]]
    errata: Sequence[tuple[str, str]]
    sources: Sequence[str]
    link: str
    versions: Mapping[str, str]
    decision: Decision | None = None


def to_html(report: Report) -> str:
    """The file, with plotly.js inside; it loads nothing, and its policy forbids it to."""
    plotly = get_plotlyjs()
    figures = [_figure(one) if isinstance(one, Chapter) else "" for one in report.chapters]
    changed = _settings(report.changed) if report.changed else "<p>All is as at first.</p>"
    body = "\n".join(
        [
            f"<h1>{escape(report.title)}</h1>",
            f"<p>Made on {escape(report.made)}. {link(report.link, 'Open it live')}</p>",
            *_in_order(_decision(report.decision), list(map(_chapter, report.chapters, figures))),
            f"<h2>Settings</h2>{changed}",
            folded("All other settings", _settings(report.others)),
            "<h2>Sources</h2>",
            listed(map(inline, report.sources)),
            "<h2>Made with</h2>",
            listed(escape(f"{name} {version}") for name, version in report.versions.items()),
            *_appendix(report.errata),
        ]
    )
    return _PAGE.format(
        policy=_policy(plotly, *(script for one in figures for script in _SCRIPT.findall(one))),
        title=escape(report.title),
        style=files("hetdp_core.figures.report").joinpath("report.css").read_text("utf-8"),
        plotly=plotly,
        body=body,
    )


def _in_order(decision: str, chapters: list[str]) -> list[str]:
    return [*chapters, decision] if len(chapters) == 1 else [decision, *chapters]


def _decision(decision: Decision | None) -> str:
    if decision is None:
        return ""
    subject = decision.options[-1].subject
    return (
        f"<section><h2>Decision: mean of {escape(subject.column)}</h2>"
        f"<p>Of all {subject.users:,} rows of the table, each one user's, whatever number of users "
        f"a figure is about.</p>{side_by_side(decision)}</section>"
    )


def _appendix(errata: Sequence[tuple[str, str]]) -> list[str]:
    if not errata:
        return []
    told = (f"<strong>{inline(what)}</strong> {inline(why)}" for what, why in errata)
    return ["<h2>Appendix: errata of the papers</h2>", listed(told)]


def _policy(*scripts: str) -> str:
    """Nothing is loaded or sent, and no script runs but these."""
    sums = (b64encode(sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{one}'" for one in sums)
    return (
        f"default-src 'none'; script-src {allowed}; style-src 'unsafe-inline'; "
        "img-src data: blob:; base-uri 'none'; form-action 'none'"
    )


_PAGE = """<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta http-equiv="Content-Security-Policy" content="{policy}">
<title>{title}</title>
<style>
{style}
</style>
<script>{plotly}</script>
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def _chapter(one: Chapter | Missing, figure: str) -> str:
    if isinstance(one, Missing):
        return f"<h2>{escape(one.title)}</h2>\n<p>Not shown: {escape(one.problem)}</p>"
    rows = len(one.table)
    more = f" (the first {MOST_ROWS} of {rows:,} rows)" if rows > MOST_ROWS else ""
    return f"""<section>
<h2>{escape(one.title)}</h2>
<p class="headline">{inline(one.headline)}</p>
<div role="figure" aria-label="{escape(one.name)}">{figure}</div>
<p class="caption">{inline(one.caption)} {link(one.link, "Open this topic live")}</p>
{folded(f"The numbers{more}", table_of(one.table[:MOST_ROWS], one.name))}
</section>"""


def _figure(one: Chapter) -> str:
    """The figure as plotly writes it, on a white page."""
    figure = go.Figure(one.figure)
    figure.update_layout(font_color=_INK, font_family="system-ui, Arial, Helvetica, sans-serif")
    figure.update_layout(paper_bgcolor=_PAPER, plot_bgcolor=_PAPER, width=None, height=one.height)
    figure.update_xaxes(_AXIS).update_yaxes(_AXIS)
    written: str = figure.to_html(
        {"displaylogo": False}, include_plotlyjs=False, full_html=False, post_script=_ON_A_PHONE
    )
    ours = written.replace("var(--st-text-color)", _INK)
    return ours.replace("var(--st-background-color)", _PAPER)


def _settings(rows: Sequence[tuple[str, str]]) -> str:
    return table_of(pd.DataFrame(rows, columns=["Control", "Set to"]), "Settings")
