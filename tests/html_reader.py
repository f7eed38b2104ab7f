"""What a page says: its elements with their attributes, its scripts, and the text of the rest."""

from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "img"}


class Reader(HTMLParser):
    """A page as a browser without scripts would read it."""

    def __init__(self, html: str) -> None:
        super().__init__()
        self.elements: list[tuple[str, dict[str, str | None]]] = []
        self.texts: list[str] = []
        self.scripts: list[str] = []
        self.open: list[str] = []
        self.feed(html)

    def handle_starttag(self, tag, attrs):
        self.elements.append((tag, dict(attrs)))
        if tag not in VOID:
            self.open.append(tag)

    def handle_endtag(self, tag):
        assert self.open.pop() == tag

    def handle_data(self, data):
        inside = self.open[-1] if self.open else ""
        if inside != "style":
            (self.scripts if inside == "script" else self.texts).append(data)

    @property
    def text(self) -> str:
        return "".join(self.texts)

    @property
    def tags(self) -> list[str]:
        return [tag for tag, _ in self.elements]

    @property
    def ids(self) -> set[str]:
        return {attributes["id"] or "" for _, attributes in self.elements if "id" in attributes}

    def all(self, tag: str, name: str) -> list[str]:
        """The values of an attribute, of all elements of a kind that have it."""
        return [
            attributes[name] or ""
            for its, attributes in self.elements
            if its == tag and name in attributes
        ]
