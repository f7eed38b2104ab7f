"""Scripts and styles of our components as they are sent: Streamlit puts them into every message."""

from __future__ import annotations

import re

_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)


def lean(source: str) -> str:
    """Return a script or a style sheet without the comments that have lines of their own.

    >>> print(lean("// why\\nlet a; // stays\\n/** of\\n * b */\\nlet b;\\n"), end="")
    let a; // stays
    let b;
    """
    return _COMMENT.sub("", source)
