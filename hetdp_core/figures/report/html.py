"""A whole scenario as one HTML file that needs no network: figures, numbers, settings, sources."""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from hashlib import sha256
from html import escape
from importlib.resources import files
from typing import Any

import pandas as pd
import plotly.graph_objects as go
from plotly.io.json import to_json_plotly

_HERE = files("hetdp_core.figures.report")

MOST_ROWS = 300
"""Rows of a table in the report; the dashboard gives all of them as CSV."""

_COLOURS = {
    "--st-text-color": "#262626",
    "--st-background-color": "#FFFFFF",
}
"""What figures leave to the page, for a page on white."""


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
        errata: (what, where and why) of the papers.
        sources: papers, then data with their licences.
        link: opens the same scenario; "" if no server is known.
        versions: of the software that made it.
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


def to_html(report: Report) -> str:
    """The file, with plotly.js inside; it loads nothing, and its policy forbids it to."""
    plotly = (files("plotly") / "package_data" / "plotly.min.js").read_text(encoding="utf-8")
    body = "\n".join(
        [
            f"<h1>{escape(report.title)}</h1>",
            f"<p>Made on {escape(report.made)}. {_link(report.link, 'Open it live')}</p>",
            *(_chapter(number, one) for number, one in enumerate(report.chapters, start=1)),
            "<h2>Settings</h2>",
            _settings(report),
            "<h2>Errata of the papers</h2>",
            _listed(f"<strong>{_text(what)}</strong> {_text(why)}" for what, why in report.errata),
            "<h2>Sources</h2>",
            _listed(map(_text, report.sources)),
            "<h2>Made with</h2>",
            _rows(("Software", "Version"), list(report.versions.items())),
        ]
    )
    script = (_HERE / "report.js").read_text(encoding="utf-8")
    return _PAGE.format(
        policy=_policy(plotly, script),
        title=escape(report.title),
        style=(_HERE / "report.css").read_text(encoding="utf-8"),
        plotly=plotly,
        body=body,
        script=script,
    )


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
<script>{script}</script>
</body>
</html>
"""


def _chapter(number: int, one: Chapter | Missing) -> str:
    if isinstance(one, Missing):
        return f"<h2>{escape(one.title)}</h2>\n<p>Not shown: {escape(one.problem)}</p>"
    return f"""<section aria-labelledby="chapter-{number}">
<h2 id="chapter-{number}">{escape(one.title)}</h2>
<p class="headline">{_text(one.headline)}</p>
<div class="figure" role="figure" aria-label="{escape(one.name)}" style="height: {one.height}px">
<script type="application/json">{_figure(one.figure)}</script></div>
<p class="caption">{_text(one.caption)} {_link(one.link, "Open this topic live")}</p>
<details><summary>The numbers</summary>{_table(one.table, one.name)}</details>
</section>"""


def _figure(figure: go.Figure) -> str:
    """Data and layout as JSON that cannot end the element it stands in."""
    parts = figure.to_dict()
    layout: dict[str, Any] = parts.get("layout", {})
    for unwanted in ("width", "height"):
        layout.pop(unwanted, None)
    text: str = to_json_plotly({"data": parts["data"], "layout": layout})
    for name, colour in _COLOURS.items():
        text = text.replace(f"var({name})", colour)
    return text.replace("<", "\\u003c")


def _table(table: pd.DataFrame, name: str) -> str:
    more = f" (the first {MOST_ROWS} of {len(table):,} rows)" if len(table) > MOST_ROWS else ""
    columns = [str(column) for column in table.columns]
    rows = zip(*(_cells(table.iloc[:MOST_ROWS, k]) for k in range(table.shape[1])), strict=True)
    return _rows(columns, list(rows), caption=f"{name}{more}")


def _cells(column: pd.Series[Any]) -> list[str]:
    if pd.api.types.is_float_dtype(column):
        return [f"{value:.4g}" for value in column.tolist()]
    return [str(value) for value in column.tolist()]


def _settings(report: Report) -> str:
    heads = ("Control", "Set to")
    changed = _rows(heads, report.changed) if report.changed else "<p>All is as at first.</p>"
    others = _rows(heads, report.others)
    return f"{changed}<details><summary>All other settings</summary>{others}</details>"


def _rows(heads: Sequence[str], rows: Sequence[Sequence[str]], caption: str = "") -> str:
    told = f"<caption>{escape(caption)}</caption>" if caption else ""
    top = "".join(f'<th scope="col">{escape(head)}</th>' for head in heads)
    body = "\n".join(
        f'<tr><th scope="row">{escape(row[0])}</th>'
        + "".join(f"<td>{escape(cell)}</td>" for cell in row[1:])
        + "</tr>"
        for row in rows
    )
    name = escape(caption or heads[0])
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{name}">'
        f"<table>{told}<thead><tr>{top}</tr></thead><tbody>{body}</tbody></table></div>"
    )


def _listed(items: Any) -> str:
    return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


def _link(address: str, words: str) -> str:
    """A plain link to a server; other addresses are shown as text."""
    if not address:
        return ""
    if not address.startswith(("http://", "https://")):
        return f"<code>{escape(address)}</code>"
    return f'<a href="{escape(address)}" rel="noreferrer">{escape(words)}</a>'


def _text(markdown: str) -> str:
    r"""Text with `**strong**` and `*emphasis*`; a backslash keeps a mark as it is.

    >>> _text(r"**2 < 3**, *so* 2 \* 3")
    '<strong>2 &lt; 3</strong>, <em>so</em> 2 * 3'
    """
    ours = markdown.replace("\0", "")  # which stands for what a backslash keeps, below
    kept = re.sub(r"\\(.)", lambda mark: f"\0{ord(mark[1])}\0", ours)
    shown = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(kept))
    shown = re.sub(r"\*(.+?)\*", r"<em>\1</em>", shown)
    return re.sub("\0(\\d+)\0", lambda mark: escape(chr(int(mark[1]))), shown)
