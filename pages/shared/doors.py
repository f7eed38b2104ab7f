"""Pages that others lead to, by the file of their door."""

from pathlib import PurePosixPath

HOME = "pages/home.py"
LESSONS = "pages/lessons.py"
PAPERS = "pages/papers.py"
REPRODUCTIONS = "pages/reproductions.py"
RELEASE = "pages/release.py"
DECISION = "pages/decision.py"

BESIDE_TOPICS = (LESSONS, PAPERS, REPRODUCTIONS, RELEASE, DECISION)
"""All but home and those of topics."""


def url_path(door: str) -> str:
    """Return how a page is called in an address.

    >>> url_path(LESSONS)
    'lessons'
    """
    return PurePosixPath(door).stem
