"""A page of the site as its file says it: elements, texts, and where its links lead."""

from __future__ import annotations

from html.parser import HTMLParser
from pathlib import Path
from urllib.parse import urlsplit

HOST = "https://dash.example.org/lab/"
"""The dashboard to which the pages link."""

VOID = {"meta", "link", "input", "br"}

LEADS = {"href", "src", "srcset", "action", "formaction", "data", "poster", "ping", "background"}
"""Attributes that hold an address."""


class Reader(HTMLParser):
    """Elements with their attributes, and the text that is not a script or a style."""

    def __init__(self, file: Path) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.open: list[str] = []
        self.feed(file.read_text(encoding="utf-8"))

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        self.texts.append(data)

    @property
    def text(self) -> str:
        return "".join(self.texts)

    @property
    def ids(self) -> set[str]:
        return {given["id"] or "" for _, given in self.elements if "id" in given}

    @property
    def links_in_main(self) -> list[str]:
        """Addresses of the links between the menu and the foot that stay in the folder."""
        names = [tag for tag, _ in self.elements]
        inside = self.elements[names.index("main") : names.index("footer")]
        found = [given["href"] or "" for tag, given in inside if tag == "a"]
        return [address for address in found if not address.startswith(HOST)]

    def all(self, tag: str, name: str) -> list[str]:
        return [given[name] or "" for its, given in self.elements if its == tag and name in given]


def leads_somewhere(page: Reader, read: dict[str, Reader], address: str) -> bool:
    """Whether a link of a page leads to a page of the site, and to a place in it that is there."""
    split = urlsplit(address)
    if split.scheme or split.netloc or split.query:
        return False
    target = read.get(split.path) if split.path else page
    return target is not None and (not split.fragment or split.fragment in target.ids)
