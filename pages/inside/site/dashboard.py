"""What needs Python is in the dashboard: where that is, if somebody says so."""

from __future__ import annotations

from dataclasses import dataclass
from html import escape

from hetdp_core.errors import InvalidInput
from hetdp_core.figures.report.markup import link


@dataclass(frozen=True)
class Dashboard:
    """The dashboard that the site points to.

    address : of its overview; "" where none is known.

    Raises `InvalidInput` for an address of anything but a web server.
    """

    address: str = ""

    def __post_init__(self) -> None:
        """Refuse what is no address of a server, and end it with a slash."""
        given = self.address
        if given and not given.startswith(("http://", "https://")):
            rule, remedy = "must begin with http:// or https://", "or leave it out"
            raise InvalidInput("The dashboard's address", rule, given, remedy)
        object.__setattr__(self, "address", f"{given.rstrip('/')}/" if given else "")

    def link(self, path: str, words: str) -> str:
        """Return a link to one of its pages, or "" where it is not known."""
        return link(f"{self.address}{path}", words) if self.address else ""

    def note(self, needs: str, path: str, words: str) -> str:
        """Return a note on what needs Python, with a link to where that runs.

        needs : plain text, a sentence.
        """
        where = self.link(path, words) or (
            "It starts with <code>make run</code> in the project's folder."
        )
        return f'<p class="note"><strong>Needs Python.</strong> {escape(needs)} {where}</p>'
