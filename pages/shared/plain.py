"""Text that is not ours, shown as it is."""

from __future__ import annotations

import re


def plain(text: str) -> str:
    r"""Text from a reader's file, so that Markdown leaves it as it is.

    >>> print(plain("$5 *or* a_b"))
    \$5 \*or\* a\_b
    """
    return re.sub(r"([\\`*_\[\]$~<>&])", r"\\\1", text)
