"""Scripts and styles, compressed once and kept for good; everything else as Streamlit sends it."""

from __future__ import annotations

import gzip
from pathlib import Path

import pytest
import streamlit as st

from pages.shared.figure.plotly_asset import ensure_plotly_asset, plotly_asset_name
from pages.shared.server.compressed import _compressed, with_files_compressed
from tests.server.asked import Answer, answering, asked

STREAMLIT = Path(st.__file__).parent / "static" / "static"
SCRIPT = max((STREAMLIT / "js").glob("*.js"), key=lambda file: file.stat().st_size)
STYLE = next((STREAMLIT / "css").glob("*.css"))
PLOTLY = f"/app/static/{plotly_asset_name()}"
GZIP = {"accept-encoding": "gzip, br"}
ITS_OWN = b"its own"


def answer(path: str, headers: dict[str, str], how: str = "GET") -> Answer:
    """Of a server that would answer everything with one line of its own."""
    return asked(
        with_files_compressed(answering({path: (b"text/plain", ITS_OWN)})), path, headers, how
    )


@pytest.mark.parametrize("below", ["", "/lab", "/a/b"])
@pytest.mark.parametrize(
    ("path", "file"),
    [
        (f"/static/js/{SCRIPT.name}", SCRIPT),
        (f"/static/css/{STYLE.name}", STYLE),
        (PLOTLY, ensure_plotly_asset()),
    ],
    ids=["script", "style", "plotly"],
)
def test_a_file_is_sent_compressed_and_may_be_kept_for_good(
    below: str, path: str, file: Path
) -> None:
    sent = answer(below + path, GZIP)
    assert sent.status == 200
    assert gzip.decompress(sent.body) == file.read_bytes()
    assert sent.headers[b"content-encoding"] == b"gzip"
    assert sent.headers[b"content-length"] == str(len(sent.body)).encode()
    assert b"immutable" in sent.headers[b"cache-control"]
    assert sent.headers[b"content-type"].startswith(b"text/")
    assert len(sent.body) < 0.5 * file.stat().st_size


@pytest.mark.parametrize(
    ("path", "headers", "how"),
    [
        (PLOTLY, {}, "GET"),
        (PLOTLY, {**GZIP, "range": "bytes=0-9"}, "GET"),
        (PLOTLY, GZIP, "HEAD"),
        ("/app/static/plotly-0.0.1.min.js", GZIP, "GET"),
        (f"{PLOTLY}x", GZIP, "GET"),
        (f"/elsewhere/{SCRIPT.name}", GZIP, "GET"),
        (f"/static/js/sub/{SCRIPT.name}", GZIP, "GET"),
        ("/static/js/../../index.js", GZIP, "GET"),
        ("/static/js/..%2f..%2findex.js", GZIP, "GET"),
        ("/app/static/../../app.js", GZIP, "GET"),
        ("/app/static/.hidden.js", GZIP, "GET"),
        ("/app/static/README.md", GZIP, "GET"),
        ("/static/js/\n.js", GZIP, "GET"),
        (f"{PLOTLY}\n", GZIP, "GET"),
    ],
)
def test_anything_else_is_answered_by_the_server_itself(
    path: str, headers: dict[str, str], how: str
) -> None:
    assert answer(path, headers, how).body == ITS_OWN


def test_names_of_nothing_do_not_fill_what_is_kept() -> None:
    before = _compressed.cache_info().currsize
    for number in range(3):
        assert answer(f"/static/js/no-{number}.js", GZIP).body == ITS_OWN
    assert _compressed.cache_info().currsize == before
