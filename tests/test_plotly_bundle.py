"""The plotly.js that browsers are sent: of Python's version, and with every trace that we draw."""

from __future__ import annotations

import ast
import re
from collections.abc import Iterator
from pathlib import Path

import plotly.graph_objects as go
from plotly.basedatatypes import BaseTraceType
from plotly.offline import get_plotlyjs_version

from pages.shared.figure.plotly_asset import LIGHT, plotly_asset_name

ROOT = Path(__file__).resolve().parent.parent
_REGISTERED = re.compile(r'moduleType:"trace",name:"(\w+)"')
_TRACES = frozenset(
    one().plotly_name
    for one in (getattr(go, name) for name in dir(go))
    if isinstance(one, type) and issubclass(one, BaseTraceType)
)
"""All that plotly can draw, by name."""


def traces_in(source: str) -> Iterator[str]:
    """Names of traces in a Python text: `{"type": "bar"}`, `type="bar"`, `go.Bar(`."""
    classes = {name.lower(): name for name in _TRACES}
    for node in ast.walk(ast.parse(source)):
        match node:
            case ast.Dict(keys=keys, values=values):
                pairs = zip(keys, values, strict=True)
                named = [v for k, v in pairs if isinstance(k, ast.Constant) and k.value == "type"]
            case ast.keyword(arg="type", value=value):
                named = [value]
            case ast.Attribute(value=ast.Name(id="go"), attr=name) if name.lower() in classes:
                named = [ast.Constant(classes[name.lower()])]
            case _:
                continue
        for value in named:
            for part in ast.walk(value):
                if isinstance(part, ast.Constant) and part.value in _TRACES:
                    yield str(part.value)


def test_the_bundle_is_of_the_version_that_python_speaks() -> None:
    version = get_plotlyjs_version()
    remedy = (
        f"The installed plotly speaks plotly.js {version}, for which {LIGHT} is missing: take it "
        f"from npm's plotly.js-cartesian-dist-min {version}, as the README beside it says."
    )
    assert LIGHT.exists(), remedy
    assert f"plotly.js (cartesian - minified) v{version}" in LIGHT.read_text("utf-8")[:200], remedy
    assert [path.name for path in LIGHT.parent.glob("*.js")] == [LIGHT.name], "remove the former"
    assert LIGHT.name in (LIGHT.parent / "README.md").read_text("utf-8")
    assert plotly_asset_name() == LIGHT.name


def test_the_bundle_draws_every_trace_that_is_named_in_our_figures() -> None:
    registered = set(_REGISTERED.findall(LIGHT.read_text("utf-8")))
    used = {
        (trace, str(path.relative_to(ROOT)))
        for folder in ("hetdp_core", "pages", "benchmarks", "tests/browser/apps")
        for path in (ROOT / folder).rglob("*.py")
        for trace in traces_in(path.read_text("utf-8"))
    }
    assert {"scatter", "bar", "box", "heatmap"} <= {trace for trace, _ in used}
    missing = {(trace, path) for trace, path in used if trace not in registered}
    assert not missing, "not in the bundle: take one that has it, or the whole of plotly.js"


def test_traces_are_found_however_they_are_written() -> None:
    text = (
        'a = {"type": "bar" if b else "sunburst"}; f(type="pie"); go.Scatter3d(); {"type": "log"}'
    )
    assert set(traces_in(text)) == {"bar", "sunburst", "pie", "scatter3d"}
