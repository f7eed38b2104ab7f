"""A late figure is sent as plotly would send it, and is a plotly figure to whoever asks."""

from __future__ import annotations

import copy
import pickle
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import numpy as np
import plotly.graph_objects as go
import pytest

from hetdp_core.figures.late import LateFigure
from tests.sent import as_read, checked


def parts() -> dict[str, Any]:
    return {
        "data": [
            {"type": "scatter", "x": np.array([1.0, np.nan]), "y": (1, 2), "name": None},
            {"type": "heatmap", "z": np.eye(2), "x": np.array(["a", "b"]), "y": np.array([1, 2])},
        ],
        "layout": {"template": {}, "margin": {"b": 3}, "shapes": [{"type": "line", "x0": 1}]},
    }


def test_it_is_sent_as_plotly_would_send_it() -> None:
    figure = checked(parts())
    assert as_read(LateFigure(parts()).to_dict()) != as_read(
        figure.update_layout(margin_b=4).to_dict()
    )


def test_what_was_sent_may_be_changed_and_the_figure_stays() -> None:
    figure = LateFigure(parts())
    sent = figure.to_dict()
    sent["data"][0]["y"] = None
    sent["layout"]["shapes"][0]["x0"] = 2
    sent["layout"]["margin"]["b"] = 0
    assert repr(as_read(figure.to_dict())) == repr(as_read(LateFigure(parts()).to_dict()))


CHANGES = {
    "a new trace": lambda figure: figure.add_scatter(x=[1], y=[2]),
    "a property of the layout": lambda figure: setattr(figure.layout.margin, "b", 9),
    "an update of the layout": lambda figure: figure.update_layout(margin_b=9),
    "axes": lambda figure: figure.update_xaxes(range=[0, 1]),
    "a property of a trace": lambda figure: setattr(figure.data[0], "y", [7]),
    "traces": lambda figure: figure.update_traces(showlegend=False),
    "fewer traces": lambda figure: setattr(figure, "data", figure.data[:1]),
    "by path": lambda figure: figure.layout.__setitem__("shapes[0].x0", 5),
    "the layout": lambda figure: setattr(figure, "layout", {"height": 30}),
    "an annotation": lambda figure: figure.add_annotation(x=1, text="here"),
}


@pytest.mark.parametrize("change", CHANGES.values(), ids=CHANGES)
def test_what_is_changed_of_it_is_changed_as_of_any_figure(change: Any) -> None:
    late, plotlys = LateFigure(parts()), go.Figure(parts(), _validate=False)
    before = repr(as_read(late.to_dict()))
    change(late)
    change(plotlys)
    assert repr(as_read(late.to_dict())) == repr(as_read(plotlys.to_dict())) != before


@pytest.mark.parametrize(
    "way", [go.Figure, copy.deepcopy, lambda one: pickle.loads(pickle.dumps(one))]
)
def test_a_copy_is_a_figure_of_its_own(way: Any) -> None:
    late = LateFigure(parts())
    twin = way(late)
    assert isinstance(twin, go.Figure)
    twin.layout.margin.b = 8
    assert late.layout.margin.b == 3


def test_many_readers_at_once_find_all_of_it() -> None:
    for _ in range(20):
        late = LateFigure(parts())
        with ThreadPoolExecutor(8) as threads:
            found = set(threads.map(_seen, [late] * 16))
        assert found == {(2, 3)}


def _seen(figure: go.Figure) -> tuple[int, int]:
    return len(figure.data), figure.layout.margin.b
