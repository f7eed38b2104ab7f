"""Pieces of plain HTML, for files that need no server; every text is shown as it is."""

from __future__ import annotations

import re
from collections.abc import Iterable
from html import escape
from urllib.parse import urlsplit

import pandas as pd

from hetdp_core.figures.text import readable


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
    kept = re.sub(r"\\(.)", lambda mark: f"\0{ord(mark[1])}\0", ours)
    shown = re.sub(r"\*\*(.+?)\*\*", r"<strong>\1</strong>", escape(kept))
    shown = re.sub(r"\*(.+?)\*", r"<em>\1</em>", shown)
    return re.sub("\0(\\d+)\0", lambda mark: escape(chr(int(mark[1]))), shown)
