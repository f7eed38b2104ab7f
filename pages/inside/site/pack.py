"""A live figure as one line of text: all that its browser half is told, and what moves in it."""

from __future__ import annotations

import zlib
from base64 import b64encode
from typing import Any

import pandas as pd
from plotly.io.json import to_json_plotly

from hetdp_core.computation import Computation
from pages.inside.site.page import headline_class
from pages.shared import kept
from pages.shared.figure.live_figure import caption_of, table, take_away
from pages.shared.figure.live_figure.parcel import DIGEST_LENGTH, parcel
from pages.shared.figure.view import View


def packed(view: View) -> str:
    """Return a view in base64: compressed, a line of JSON, then figure and sweep as a parcel.

    The JSON is what `live_figure` sends to the browser, for a slider that nobody answers, and
    under "files" those that the dashboard makes when it is asked.
    """
    shipped = parcel(view.figure, view.frames)
    about = {**_about(view), "digest": shipped[:DIGEST_LENGTH].decode()}
    content = to_json_plotly(about).encode() + b"\n" + shipped
    return b64encode(zlib.compress(content, 9)).decode()


def _about(view: View) -> dict[str, Any]:
    numbers = kept.value(view.numbers)
    files = _files(view, numbers)
    shown = table.encode(numbers, caption_of(view.name, view.frames))
    return {
        "asset": "",
        "name": view.name,
        "height": view.height,
        "stage": False,
        "fills": False,
        "headline": headline_class(view.key),
        "table": shown if len(numbers.columns) else None,
        "stem": take_away.stem(view.key) if files else None,
        "offers": [*files],
        "files": files,
        "current": view.frames.current if view.frames else 0,
        "answers": 0,
        "reports": False,
        "limits": None,
    }


def _files(view: View, numbers: pd.DataFrame) -> dict[str, dict[str, str]]:
    """Numbers and script, where there is something to take away."""
    if not isinstance(view.numbers, Computation):
        return {}
    texts = {"csv": take_away.csv(numbers), "py": take_away.python(view.name, view.numbers)}
    return {
        ending: {"ending": ending, "type": take_away.TYPES[ending], "text": text}
        for ending, text in texts.items()
    }
