"""What an old link may say of a release: which of three kinds it is.  One mean is what is left."""

from __future__ import annotations

from collections.abc import Mapping, Sequence

RETIRED = "released"
"""The parameter that chose what is released."""

_GONE = ("Several means", "A regression")


def retired(params: Mapping[str, Sequence[str]]) -> list[str]:
    """Return a sentence where a link asks for a kind of release that there is no longer."""
    if (params.get(RETIRED) or [""])[-1] not in _GONE:
        return []
    return ["Several means at once and regressions are no longer released: a release is one mean."]
