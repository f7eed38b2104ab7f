"""A page of the site while it is put together: what it says, and the figures it has places for.

What needs Python is in the dashboard: where that is, if somebody says so.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from html import escape
from urllib.parse import quote

from hetdp_core.calls import Call
from hetdp_core.errors import InvalidInput
from hetdp_core.figures.formats import unbroken
from hetdp_core.figures.report.page import folded, inline, link
from pages.shared import cache
from pages.shared.figure.live_figure import caption_of, numbers
from pages.shared.figure.view import View


@dataclass(frozen=True)
class Page:
    """A page of the site.

    file : its name in the folder.
    title : of the browser's tab and in lists of pages.
    body : HTML, its heading included.
    views : the figures that its places show, by key.
    """

    file: str
    title: str
    body: str
    views: dict[str, View]


@dataclass(frozen=True)
class Places:
    """Places for figures, which the browser draws when they come near."""

    views: dict[str, View] = field(default_factory=dict)

    def figure(self, view: View) -> str:
        """Return a place for a figure, as high as its graph until it is drawn, and its numbers."""
        self.views[view.key] = view
        place = f'<div data-figure="{view.key}" style="min-height: {view.height}px"></div>'
        return place + _numbers(view)

    def view(self, view: View) -> str:
        text = paragraphs(unbroken(view.headline))
        headline = f'<div class="headline {headline_class(view.key)}">{text}</div>' if text else ""
        caption = (
            f'<div class="caption">{paragraphs(unbroken(view.caption))}</div>'
            if view.caption
            else ""
        )
        return f'<div class="view">{headline}{self.figure(view)}{caption}</div>'


def _numbers(view: View) -> str:
    table = cache.value(view.numbers)
    if not len(table.columns):
        return ""
    files = (
        numbers.files(view.key, view.name, view.numbers, table)
        if isinstance(view.numbers, Call)
        else []
    )
    links = " ".join(
        f'<a download="{file.name}" href="data:{file.type};charset=utf-8,{quote(file.text)}">'
        f"{file.title}</a>"
        for file in files
        if file.title != "JSON"  # the settings of the dashboard
    )
    content = numbers.html(table, caption_of(view.name, view.frames)) + f"<p>{links}</p>"
    return folded(numbers.title(view.numbers), content)


def headline_class(key: str) -> str:
    return f"headline-{key}"


def paragraphs(markdown: str) -> str:
    """Return text of ours as HTML: paragraphs, strong and emphasised words."""
    return "".join(f"<p>{inline(part)}</p>" for part in markdown.split("\n\n") if part)


def items(pairs: Iterable[tuple[str, str]]) -> str:
    rows = (f"<dt>{escape(term)}</dt><dd>{inline(text)}</dd>" for term, text in pairs)
    return f"<dl>{''.join(rows)}</dl>"


def to(file: str, words: str) -> str:
    return f'<a href="{escape(file)}">{escape(words)}</a>'


@dataclass(frozen=True)
class Dashboard:
    """The dashboard that the site points to.

    address : of its overview; "" where none is known.

    Raises `InvalidInput` for an address of anything but a web server.
    """

    address: str = ""

    def __post_init__(self) -> None:
        """Refuse what is no address of a server, and end it with a slash."""
        address = self.address
        if address and not address.startswith(("http://", "https://")):
            rule, remedy = "must begin with http:// or https://", "correct it or leave it out"
            raise InvalidInput("The dashboard's address", rule, address, remedy)
        object.__setattr__(self, "address", f"{address.rstrip('/')}/" if address else "")

    def link(self, path: str, words: str) -> str:
        """Return a link to one of its pages, or "" where it is not known."""
        return link(f"{self.address}{path}", words) if self.address else ""

    def note(self, needs: str, path: str, words: str) -> str:
        """Return a note, a plain sentence on what needs Python, with a link to where that runs."""
        where = self.link(path, words) or (
            "It starts with <code>make run</code> in the project's folder."
        )
        return f'<p class="note"><strong>Needs Python.</strong> {escape(needs)} {where}</p>'
