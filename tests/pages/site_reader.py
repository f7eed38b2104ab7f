"""Where the links of the site lead."""

from urllib.parse import urlsplit

from tests.html_reader import Reader

HOST = "https://dash.example.org/lab/"
"""The dashboard to which the pages link."""

LEADS = {"href", "src", "srcset", "action", "formaction", "data", "poster", "ping", "background"}
"""Attributes that hold an address."""


def links_in_main(page: Reader) -> list[str]:
    """Addresses of the links between the menu and the foot that stay in the folder."""
    inside = page.elements[page.tags.index("main") : page.tags.index("footer")]
    links = [attributes["href"] or "" for tag, attributes in inside if tag == "a"]
    return [address for address in links if not address.startswith((HOST, "data:text/"))]


def leads_somewhere(page: Reader, read: dict[str, Reader], address: str) -> bool:
    """Whether a link of a page leads to a page of the site, and to a place in it that is there."""
    split = urlsplit(address)
    if split.scheme or split.netloc or split.query:
        return False
    target = read.get(split.path) if split.path else page
    return target is not None and (not split.fragment or split.fragment in target.ids)
