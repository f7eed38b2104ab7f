"""What a receipt says of releases before it: which one it is, and what all of them give away.

Only those in one tab of a browser are known; a receipt says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from hetdp_core.counted import counted
from hetdp_core.release.composition import GivenSoFar
from hetdp_core.release.decimals import rounded_up
from hetdp_core.release.groups import condensed
from hetdp_core.release.receipt import MOST_LINES, in_words
from hetdp_core.tables import json_text

OTHERS = "Releases made elsewhere are not in this sum."


def added_up(given: GivenSoFar, beyond: int = 0) -> str:
    """Return what a receipt says of the releases before it and of whose wish they go beyond.

    In lines; "" where it is the first and goes beyond nobody's.

    Args:
        given: what all releases give away together, with this one as the last, grouped by what
            this one gives.
        beyond: how many people these give more than they ask for.

    >>> import numpy as np
    >>> from hetdp_core.release import compose
    >>> given = np.array([1.0, 0.5])
    >>> print(added_up(compose([given, given], given)))
    This is release 2 in this browser tab, and number 2 from this table. Added up over all of \
them, nobody is exposed to more than epsilon = 2. Releases made elsewhere are not in this sum.
    - 1 person given epsilon = 0.5 by this one: 1 in total
    - 1 person given epsilon = 1 by this one: 2 in total
    >>> added_up(compose([given], given), beyond=1)
    '1 person has given more than the epsilon that the table says they ask for.'
    """
    lines = [*_lines(given)] if given.in_all > 1 else []
    if beyond:
        lines.append(
            f"{counted(beyond, 'person has', 'people have')} given more than the epsilon that the "
            "table says they ask for."
        )
    return "\n".join(lines)


def _lines(given: GivenSoFar) -> Iterator[str]:
    elsewhere = (
        " Those from tables brought at other times count for everybody with the most that they "
        "gave away about anyone."
        if given.elsewhere
        else ""
    )
    most = f"epsilon = {rounded_up(given.most, 4):.4g}"
    yield (
        f"This is release {given.in_all} in this browser tab, and number {given.releases} from "
        "this table. "
        f"Added up over all of them, nobody is exposed to more than {most}.{elsewhere} {OTHERS}"
    )
    if len(given.groups) > 1:
        for span in condensed(given.groups, MOST_LINES):
            who, level = counted(span.users, "person", "people"), in_words(span.low, span.high)
            total = in_words(span.least, span.guaranteed)
            yield f"- {who} given epsilon = {level} by this one: {total} in total"


def text_with(text: str, earlier: str) -> str:
    """Return a receipt in words with what `added_up` says at its end."""
    return f"{text}{earlier}\n" if earlier else text


def json_with(text: str, earlier: str) -> str:
    """Return a receipt in JSON with what `added_up` says under "added_up"."""
    return json_text({**json.loads(text), "added_up": earlier}) if earlier else text
