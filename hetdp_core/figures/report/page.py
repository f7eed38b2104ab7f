"""One HTML file that needs no network: its frame, and the figures in it as plotly draws them.

Pieces of plain HTML, for files that need no server; every text is shown as it is.
"""

from __future__ import annotations

import re
from base64 import b64encode
from collections.abc import Iterable, Sequence
from hashlib import sha256
from html import escape
from importlib.resources import files
from urllib.parse import urlsplit

import pandas as pd
from plotly.io.json import to_json_plotly
from plotly.offline import get_plotlyjs

from hetdp_core.figures.figure import Figure
from hetdp_core.figures.formats import readable
from hetdp_core.figures.theme import in_colours

_INK, _PAPER = "#262626", "#FFFFFF"

_COLOURS = {
    "--st-text-color": _INK,
    "--st-background-color": _PAPER,
    "--st-primary-color": "#0072B2",
}

_AXIS = {
    "automargin": True,
    "gridcolor": "#E6E6E6",
    **dict.fromkeys(("zerolinecolor", "linecolor", "tickcolor"), "#BBBBBB"),
}

_LETTERS = {"color": _INK, "family": "system-ui, Arial, Helvetica, sans-serif"}

_CONFIG = {"displaylogo": False, "responsive": True}

_DRAWN = """(place => Plotly.newPlot(place, {}).then(() => {{
if (place.clientWidth < 560) Plotly.relayout(place, {{"font.size": 12, "legend.orientation": "h",
  "legend.yref": "container", "legend.yanchor": "bottom", "legend.y": 0,
  "legend.xanchor": "left", "legend.x": 0}});
}}))(document.currentScript.previousElementSibling)"""

_SCRIPT = re.compile("<script>(.*?)</script>", re.DOTALL)


def page(title: str, body: str, figures: Sequence[str]) -> str:
    """Return the file; it loads nothing, and its policy forbids it to.

    title : plain text.
    body : HTML.
    figures : those in the body, as `drawn` returned them, for which plotly.js is inside; no other
        script runs, and without a figure none.
    """
    loaded = f"<script>{get_plotlyjs()}</script>" if any(figures) else ""
    return _PAGE.format(
        policy=_policy(*_SCRIPT.findall("".join([loaded, *figures]))),
        title=escape(title),
        style=files("hetdp_core.figures.report").joinpath("report.css").read_text("utf-8"),
        loaded=loaded,
        body=body,
    )


def drawn(figure: Figure, height: int) -> str:
    """Return a figure as wide as the page, on white; it is not changed.

    height : in pixels.
    """
    parts = figure.to_dict()
    layout = {**parts["layout"], "paper_bgcolor": _PAPER, "plot_bgcolor": _PAPER, "height": height}
    layout["font"] = {**layout.get("font", {}), **_LETTERS}
    axes = {name: {**axis, **_AXIS} for name, axis in layout.items() if name[1:].startswith("axis")}
    written = to_json_plotly({**parts, "layout": {**layout, **axes}, "config": _CONFIG})
    ours = in_colours(written, _COLOURS)
    return f'<div style="height: {height}px"></div><script>{_DRAWN.format(ours)}</script>'


def named(figure: str, name: str) -> str:
    """Return a figure, as `drawn` returned it, under its name for those who do not see it."""
    return f'<div role="figure" aria-label="{escape(name)}">{figure}</div>'


def _policy(*scripts: str) -> str:
    """Return nothing is loaded or sent, and no script runs but these."""
    sums = (b64encode(sha256(script.encode()).digest()).decode() for script in scripts)
    allowed = " ".join(f"'sha256-{digest}'" for digest in sums) or "'none'"
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
{loaded}
</head>
<body>
<main>
{body}
</main>
</body>
</html>
"""


def table_of(table: pd.DataFrame, name: str) -> str:
    """Return a table that scrolls by itself, under its name.

    table : any, also of a user's; numbers are rounded for reading.
    name : what it holds, for those who do not see it.
    """
    with pd.option_context("display.max_colwidth", None):
        written = readable(table).to_html(index=False, border=0, justify="left", escape=True)
    return (
        f'<div class="scroll" tabindex="0" role="region" aria-label="{escape(name)}">'
        f"{written}</div>"
    )


def folded(summary: str, content: str) -> str:
    """Return content (HTML) that opens under a summary (plain text)."""
    return f"<details><summary>{escape(summary)}</summary>{content}</details>"


def listed(items: Iterable[str]) -> str:
    """Return a list of items (HTML)."""
    return "<ul>" + "".join(f"<li>{item}</li>" for item in items) + "</ul>"


def link(address: str, words: str) -> str:
    """Return a plain link to a server; other addresses are shown as text, "" is left out."""
    if not address:
        return ""
    if not address.startswith(("http://", "https://")):
        return f"<code>{escape(address)}</code>"
    return f'<a href="{escape(address)}" rel="noreferrer">{escape(words)}</a>'


def is_this_computer(address: str) -> bool:
    """Say whether an address leads nowhere from another computer.

    >>> is_this_computer("http://localhost:8501/ridge"), is_this_computer("https://host/ridge")
    (True, False)
    >>> is_this_computer("http://127.0.0.1/"), is_this_computer("http://[::1]:8501/")
    (True, True)
    """
    try:
        host = urlsplit(address).hostname or ""
    except ValueError:  # no address at all: a bracket without its other
        return False
    return host in ("localhost", "::1") or host.startswith("127.")


def inline(markdown: str) -> str:
    r"""Return text with `**strong**` and `*emphasis*`; a backslash keeps a mark as it is.

    >>> inline(r"**2 < 3**, *so* 2 \* 3")
    '<strong>2 &lt; 3</strong>, <em>so</em> 2 * 3'
    """
    ours = markdown.replace("\0", "")  # which stands for what a backslash keeps, below
    guarded = re.sub(r"\\(.)", lambda mark: f"\0{ord(mark[1])}\0", ours)
    shown = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(guarded))
    shown = re.sub(r"\*(.+?)\*", r"<em>\1</em>", shown)
    return re.sub("\0(\\d+)\0", lambda mark: escape(chr(int(mark[1]))), shown)
