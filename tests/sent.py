"""What is sent of a figure, numbers read as the browser reads them."""

from __future__ import annotations

import base64
from collections.abc import Mapping
from typing import Any

import numpy as np
import plotly.graph_objects as go

from hetdp_core.figures.late import LateFigure


def checked(parts: Mapping[str, Any]) -> LateFigure:
    """Return a figure as the server has it; plotly has checked it, and would send the same."""
    sent, plotlys = LateFigure(parts).to_dict(), go.Figure(parts, _validate=False).to_dict()
    for name in sent:
        assert repr(as_read(sent[name])) == repr(as_read(plotlys[name])), name
    go.Figure(parts)
    return LateFigure(parts)


def as_read(sent: Any) -> Any:
    """Return it with arrays as lists of numbers, in the order of names."""
    if isinstance(sent, np.ndarray):
        return as_read(sent.tolist())
    if isinstance(sent, dict) and "bdata" in sent:
        array = np.frombuffer(base64.b64decode(sent["bdata"]), sent["dtype"])
        shape = [int(size) for size in sent.get("shape", str(array.size)).split(",")]
        return as_read(array.reshape(shape).tolist())
    if isinstance(sent, dict):
        return {name: as_read(sent[name]) for name in sorted(sent)}
    if isinstance(sent, (list, tuple)):
        return [as_read(one) for one in sent]
    return float(sent) if isinstance(sent, (int, float)) and not isinstance(sent, bool) else sent
