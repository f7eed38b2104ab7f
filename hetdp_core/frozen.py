"""Frozen dataclasses whose arrays are frozen, too."""

from __future__ import annotations

from typing import Any

import numpy as np


def freeze_arrays(instance: Any) -> None:
    """Make every array of a frozen dataclass a read-only view; it has no slots.

    Call it in `__post_init__`.  The caller's own arrays stay as they are, and writable.
    """
    for name, value in [*vars(instance).items()]:  # `fields` would take half of all the time
        if isinstance(value, np.ndarray):
            view = value.view()
            view.flags.writeable = False
            object.__setattr__(instance, name, view)
