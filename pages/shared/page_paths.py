"""Pages that others lead to, by the file of their door."""

from collections.abc import Collection
from pathlib import PurePosixPath
from urllib.parse import urlsplit

UNKNOWN = "unknown"
"""The parameter of Start's address that names a page which is not there."""

HOME = "pages/home.py"
LESSONS = "pages/lessons.py"
EVIDENCE = "pages/evidence.py"
RELEASE = "pages/release.py"
DECISION = "pages/decision.py"

EVIDENCE_BEFORE = ("pages/papers.py", "pages/reproductions.py")
"""Doors of old addresses.  The same file under another `url_path` would do but once: where a new
server is first asked for it, Streamlit looks for a file of this name, and says it is not found."""

BESIDE_TOPICS = (LESSONS, EVIDENCE, *EVIDENCE_BEFORE, RELEASE, DECISION)
"""All but home and those of topics."""


def url_path(door: str) -> str:
    """Return how a page is called in an address.

    >>> url_path(LESSONS)
    'lessons'
    """
    return PurePosixPath(door).stem


def base_of(url: str, pages: Collection[str]) -> str:
    """Return the address of the dashboard, from that of one of its pages; "" if unknown.

    pages : how these are called in an address; another last word belongs to the dashboard's own.

    >>> base_of("https://host/lab/lessons?lesson=mean", ["lessons"])
    'https://host/lab/'
    """
    parts = urlsplit(url)
    if not parts.netloc:
        return ""
    above, _, last = parts.path.rpartition("/")
    path = above if not last or last in pages else parts.path
    return f"{parts.scheme}://{parts.netloc}{path}/"
