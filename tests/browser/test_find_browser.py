"""A browser is found or the run stops with one line: tests are never skipped for want of one."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.browser import find_browser as finder
from tests.browser.find_browser import NO_BROWSER, find_browser


def program(path: Path, status: int) -> str:
    path.write_text(f"#!/bin/sh\nexit {status}\n")
    path.chmod(0o755)
    return str(path)


@pytest.fixture(autouse=True)
def nothing_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("HETDP_CHROMIUM", raising=False)


def test_the_named_browser_comes_first(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    named = program(tmp_path / "mine", 0)
    monkeypatch.setenv("HETDP_CHROMIUM", named)
    assert find_browser() == named


def test_a_named_browser_that_does_not_start_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("HETDP_CHROMIUM", "/not/there")
    with pytest.raises(SystemExit, match="HETDP_CHROMIUM is /not/there, which does not start"):
        find_browser()


def test_a_stub_that_does_not_run_is_passed_over(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    stub, real = program(tmp_path / "stub", 1), program(tmp_path / "real", 0)
    monkeypatch.setattr(finder, "_installed", lambda: iter([stub, real]))
    assert find_browser() == real


def test_without_any_browser_the_run_stops_with_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    for source in ("_installed", "_from_apt", "_from_playwright"):
        monkeypatch.setattr(finder, source, lambda: iter(()))
    with pytest.raises(SystemExit) as stop:
        find_browser()
    assert str(stop.value) == NO_BROWSER
    assert "\n" not in NO_BROWSER
