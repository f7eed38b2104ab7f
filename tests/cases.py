"""Which cases of a slow test run in `make test`, and which in `make studies`."""

from collections.abc import Iterable
from typing import Any

import pytest


def first_and_in_studies(cases: Iterable[Any], fast: int = 1) -> list[Any]:
    """Cases alike of a slow test: the first in `make test`, the others in `make studies`."""
    every = [case if isinstance(case, tuple) else (case,) for case in cases]
    others = (pytest.param(*case, marks=pytest.mark.slow) for case in every[fast:])
    return [*(pytest.param(*case) for case in every[:fast]), *others]
