"""What a receipt says of releases before it: which one it is, and what all of them give away.

Only those of one session are known; a receipt says so.
"""

from __future__ import annotations

import json
from collections.abc import Iterator

from hetdp_core.counted import counted
from hetdp_core.release.composition import ConcentratedSoFar, GivenSoFar
from hetdp_core.release.decimals import rounded_up
from hetdp_core.release.groups import condensed
from hetdp_core.release.receipt import MOST_LINES, in_words
from hetdp_core.tables import json_text

OTHERS = "Releases of other sessions are not in this sum."


def added_up(given: GivenSoFar | ConcentratedSoFar, from_table: int, beyond: int = 0) -> str:
    """Return what a receipt says of the releases before it and of whose wish they go beyond.

    In lines; "" where it is the first and goes beyond nobody's.

    Args:
        given: what all releases give away together, with this one as the last; where all have
            pure epsilons, grouped by what this one gives.
        from_table: how many of them are from this table, with this one.
        beyond: how many people these give more than they ask for.

    >>> import numpy as np
    >>> from hetdp_core.release import compose
    >>> given = np.array([1.0, 0.5])
    >>> print(added_up(compose([given, given], given), 2))
    This is release 2 of this session, and number 2 from this table. Added up over all of them, \
nobody is exposed to more than epsilon = 2. Releases of other sessions are not in this sum.
    - 1 person given epsilon = 0.5 by this one: 1 in total
    - 1 person given epsilon = 1 by this one: 2 in total
    >>> added_up(compose([given], given), 1, beyond=1)
    '1 person has given more than the epsilon that the table says they ask for.'
    """
    in_all = given.in_all if isinstance(given, GivenSoFar) else given.releases
    lines = [*_lines(given, in_all, from_table)] if in_all > 1 else []
    if beyond:
        lines.append(
            f"{counted(beyond, 'person has', 'people have')} given more than the epsilon that the "
            "table says they ask for."
        )
    return "\n".join(lines)


def _lines(given: GivenSoFar | ConcentratedSoFar, in_all: int, from_table: int) -> Iterator[str]:
    elsewhere = (
        " Releases from other tables, which differ in any cell, count for everybody with the most "
        "that they gave away about anyone."
        if in_all > from_table
        else ""
    )
    yield (
        f"This is release {in_all} of this session, and number {from_table} from this table. "
        f"Added up over all of them, nobody is exposed to more than {_most(given)}.{elsewhere} "
        f"{OTHERS}"
    )
    if isinstance(given, GivenSoFar) and len(given.groups) > 1:
        for span in condensed(given.groups, MOST_LINES):
            who, level = counted(span.users, "person", "people"), in_words(span.low, span.high)
            total = in_words(span.least, span.guaranteed)
            yield f"- {who} given epsilon = {level} by this one: {total} in total"


def _most(given: GivenSoFar | ConcentratedSoFar) -> str:
    if isinstance(given, GivenSoFar):
        return f"epsilon = {rounded_up(given.most, 4):.4g}"
    rho, epsilon = (f"{rounded_up(one, 4):.4g}" for one in (given.rho, given.epsilon))
    return f"rho = {rho} in zCDP, and epsilon = {epsilon} but for a chance delta = {given.delta:g}"


def text_with(text: str, earlier: str) -> str:
    """Return a receipt in words with what `added_up` says at its end."""
    return f"{text}{earlier}\n" if earlier else text


def json_with(text: str, earlier: str) -> str:
    """Return a receipt in JSON with what `added_up` says under "added_up"."""
    return json_text({**json.loads(text), "added_up": earlier}) if earlier else text
