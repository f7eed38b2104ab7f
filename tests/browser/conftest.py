"""Fixtures for tests in a real browser: `server`, `apps`, `page`, `phone`, `tour`."""

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
    launch_chromium,
    stage,
)

APPS = Path(__file__).parent / "apps"
expect.set_options(timeout=SLOW)  # an effect is waited for; how long it takes is no test's matter
collect_ignore_glob = ["apps/*"]  # scripts for Streamlit, not modules

LAB = "--server.baseUrlPath=lab"

Server = Callable[..., StreamlitServer]
_running: list[StreamlitServer] = []


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Put what needs a site first, and what needs another server where the second half begins.

    Each of two processes goes through one half and helps with the end of the other's, so that a
    site and each server but the dashboard's are made once.
    """

    def needs(item: pytest.Item, *fixtures: str) -> bool:
        return not {*fixtures}.isdisjoint(getattr(item, "fixturenames", ()))

    first = [item for item in items if needs(item, "site")]
    second = [item for name in ("apps", "own") for item in items if needs(item, name)]
    others = [item for item in items if item not in first and item not in second]
    half = max(0, len(items) // 2 - len(first))
    items[:] = [*first, *others[:half], *second, *others[half:]]


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


@pytest.fixture(scope="session")
def apps(server: Server) -> str:
    """Where the scripts in `apps/` are served, each below its name, and all below a path."""
    return server("all", LAB).url


@pytest.fixture(scope="session")
def desk(chromium: Browser) -> Iterator[BrowserContext]:
    """Where all pages but those of phones are opened."""
    context = chromium.new_context(viewport=VIEWPORT, reduced_motion="reduce")
    context.set_default_timeout(SLOW)
    yield context
    context.close()


@pytest.fixture(scope="session")
def open_page(desk: BrowserContext, server: Server) -> Page:
    """The page behind `tour`: whatever is opened beside it starts in half the time.

    It holds what all pages load, compiled, in the process that pages of a context share.
    """
    page = desk.new_page()
    visit(page, server("app.py").url)
    return page


@pytest.fixture
def tour(open_page: Page, console_errors: list[str]) -> Iterator[Page]:
    """Like `page`, but one for all tests, which `go` from address to address in it."""
    open_page.set_viewport_size(VIEWPORT)
    open_page.emulate_media(color_scheme="light", reduced_motion="reduce")
    listening = collect_console_errors(open_page, console_errors)
    yield open_page
    for event, listener in listening.items():
        open_page.remove_listener(event, listener)
    assert not console_errors, f"errors in the browser's console: {console_errors}"


@pytest.fixture
def page(open_page: Page, console_errors: list[str]) -> Iterator[Page]:
    """A fresh page, 1440 by 900; the test fails if it leaves errors in the console."""
    yield from watched(open_page.context.new_page(), console_errors)


@pytest.fixture
def phone(chromium: Browser, console_errors: list[str]) -> Iterator[Page]:
    """A phone's page, in a browser that keeps nothing of others."""
    context = chromium.new_context(viewport=PHONE, has_touch=True, reduced_motion="reduce")
    context.set_default_timeout(SLOW)
    yield from watched(context.new_page(), console_errors)
    context.close()


def watched(page: Page, console_errors: list[str]) -> Iterator[Page]:
    """The page, closed after the test; errors in its console fail it."""
    collect_console_errors(page, console_errors)
    yield page
    page.close()
    assert not console_errors, f"errors in the browser's console: {console_errors}"


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport() -> Generator[None, pytest.TestReport, pytest.TestReport]:
    """Show what the servers printed beside a failure."""
    report = yield
    if report.failed:
        for one in _running:
            report.sections.append((f"log of {one.script.name}", one.log[-5000:]))
    return report
