"""Results are frozen with their arrays; the arrays that they were made of stay as they are."""

from dataclasses import FrozenInstanceError

import numpy as np
import pytest

from hetdp_core.results import result
from hetdp_core.validate import FloatArray


@result
class Found:
    """A result as any other."""

    levels: FloatArray


def test_neither_a_result_nor_its_arrays_can_be_changed_but_what_was_given_can():
    own = np.zeros(2)
    found = Found(own)
    with pytest.raises(ValueError, match="read-only"):
        found.levels[0] = 1.0
    with pytest.raises(FrozenInstanceError):
        found.levels = own  # type: ignore[misc]
    own[0] = 1.0
    assert found != Found(own)
