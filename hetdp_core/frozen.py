"""Frozen dataclasses whose arrays are frozen, too."""

from __future__ import annotations

from dataclasses import fields
from typing import Any

import numpy as np


def freeze_arrays(instance: Any) -> None:
    """Make every array field of a frozen dataclass a read-only view.

    Call it in `__post_init__`.  The caller's own arrays stay as they are, and writable.
    """
    for item in fields(instance):
        value = getattr(instance, item.name)
        if isinstance(value, np.ndarray):
            view = value.view()
            view.flags.writeable = False
            object.__setattr__(instance, item.name, view)
