"""Fixtures for tests in a real browser: `chromium`, `server`, `page`, `tour`, `console_errors`."""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from pathlib import Path

import pytest
from playwright.sync_api import Browser, BrowserContext, Page, expect, sync_playwright

from tests.browser.dashboard import SLOW, visit
from tests.browser.harness import (
    PHONE,
    ROOT,
    VIEWPORT,
    StreamlitServer,
    collect_console_errors,
    for_the_first_time,
    launch_chromium,
    stage,
)

APPS = Path(__file__).parent / "apps"
expect.set_options(timeout=SLOW)  # an effect is waited for; how long it takes is no test's matter
collect_ignore_glob = ["apps/*"]  # scripts for Streamlit, not modules

Server = Callable[..., StreamlitServer]
_running: list[StreamlitServer] = []


@pytest.fixture(scope="session")
def chromium() -> Iterator[Browser]:
    """One browser for all tests; without one the whole run stops, and says why."""
    with sync_playwright() as playwright:
        try:
            browser = launch_chromium(playwright)
        except SystemExit as error:
            pytest.exit(str(error), returncode=1)
        yield browser
        browser.close()


@pytest.fixture(scope="session")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Server]:
    """`server(script, *options)`: a running Streamlit, started once for the same arguments.

    `script` is a path below the project's root ("app.py") or the name of a script in `apps/`.
    """
    started: dict[tuple[str, ...], StreamlitServer] = {}

    def start(script: str, *options: str) -> StreamlitServer:
        if (script, *options) not in started:
            folder = tmp_path_factory.mktemp("streamlit")
            alone = APPS / f"{script}.py"
            path = stage(alone, folder) if alone.exists() else ROOT / script
            one = StreamlitServer(path, folder / "streamlit.log", options)
            started[script, *options] = one
            _running.append(one)
        return started[script, *options]

    yield start
    for one in started.values():
        one.stop()
        _running.remove(one)


@pytest.fixture
def console_errors() -> list[str]:
    """The console errors of `page`; a test that expects some clears the list."""
    return []


def furnished(context: BrowserContext, server: Server) -> BrowserContext:
    """A context with a page that stays open: whatever is opened beside it starts in half the time.

    It holds what all pages load, compiled, in the process that pages of a context share.
    """
    context.set_default_timeout(SLOW)
    visit(context.new_page(), server("app.py").url)
    return context


@pytest.fixture(scope="session")
def desk(chromium: Browser, server: Server) -> Iterator[BrowserContext]:
    """Where all pages are opened."""
    context = chromium.new_context(viewport=VIEWPORT, reduced_motion="reduce")
    yield furnished(context, server)
    context.close()


@pytest.fixture(scope="session")
def pocket(chromium: Browser, server: Server) -> Iterator[BrowserContext]:
    """Where pages of a phone are opened."""
    context = chromium.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    yield furnished(context, server)
    context.close()


@pytest.fixture
def phone(pocket: BrowserContext, console_errors: list[str]) -> Iterator[Page]:
    """A fresh page on a phone; the test fails if it leaves errors in the console."""
    yield from watched(for_the_first_time(pocket), console_errors)


@pytest.fixture
def page(desk: BrowserContext, console_errors: list[str]) -> Iterator[Page]:
    """A fresh page, 1440 by 900; the test fails if it leaves errors in the console."""
    yield from watched(desk.new_page(), console_errors)


def watched(page: Page, console_errors: list[str]) -> Iterator[Page]:
    """The page, closed after the test; errors in its console fail it."""
    collect_console_errors(page, console_errors)
    yield page
    page.close()
    assert not console_errors, f"errors in the browser's console: {console_errors}"


@pytest.fixture(scope="module")
def one_page(desk: BrowserContext) -> Iterator[Page]:
    """The page behind `tour`; a file of tests may ask for another one, of a phone for example."""
    page = desk.new_page()
    yield page
    page.close()


@pytest.fixture
def tour(one_page: Page, console_errors: list[str]) -> Iterator[Page]:
    """Like `page`, but one for all tests of a file, which visit address after address.

    It opens the second one in half of the time, since it has compiled Streamlit already.
    """
    listening = collect_console_errors(one_page, console_errors)
    yield one_page
    for event, listener in listening.items():
        one_page.remove_listener(event, listener)
    assert not console_errors, f"errors in the browser's console: {console_errors}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show what the servers printed beside a failure."""
    report = yield
    if report.failed:
        for one in _running:
            report.sections.append((f"log of {one.script.name}", one.log[-5000:]))
    return report
