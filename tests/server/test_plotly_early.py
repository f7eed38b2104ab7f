"""Browsers are told of plotly.js with each page, and find it."""

from __future__ import annotations

from pathlib import Path

import pytest

from pages.shared.figure.plotly_asset import ensure_plotly_asset
from pages.shared.server import plotly_early
from pages.shared.server.asgi import Server
from pages.shared.server.plotly_early import with_plotly_early
from tests.server.asked import HTML, answering, asked

PAGES = {"/ridge": (HTML, b"<html></html>"), "/x.js": (b"text/javascript", b"")}


def with_files_in(folder: Path, monkeypatch: pytest.MonkeyPatch) -> Server:
    """A server that has just been started, whose files are in a folder of its own."""
    monkeypatch.setattr(plotly_early, "ensure_plotly_asset", lambda: ensure_plotly_asset(folder))
    return with_plotly_early(answering(PAGES))


def test_a_page_names_it_and_nothing_else_does() -> None:
    server = with_plotly_early(answering(PAGES))
    assert b"app/static/plotly" in asked(server, "/ridge").headers[b"link"]
    assert b"link" not in asked(server, "/x.js").headers


def test_the_first_page_after_a_start_names_a_file_that_is_there(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    server = with_files_in(tmp_path, monkeypatch)
    (file,) = tmp_path.iterdir()
    assert f"<app/static/{file.name}>".encode() in asked(server, "/ridge").headers[b"link"]


def test_what_could_not_be_written_is_not_named(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    no_folder = tmp_path / "a file"
    no_folder.write_text("")
    server = with_files_in(no_folder / "static", monkeypatch)
    assert b"link" not in asked(server, "/ridge").headers
