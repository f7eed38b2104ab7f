"""A running Streamlit and a running Chromium, for browser tests and benchmarks."""

import os
import shutil
import socket
import subprocess
import sys
import time
import urllib.error
import urllib.request
from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from playwright.sync_api import Browser, ConsoleMessage, Error, Page, Playwright, ViewportSize

from pages.shared.figure import live_figure  # noqa: F401  (puts its script among the files)
from pages.shared.scripts import STATIC_FOLDER, ensure_plotly_asset
from tests.browser.find_browser import find_browser

ROOT = Path(__file__).resolve().parents[2]
VIEWPORT: ViewportSize = {"width": 1440, "height": 900}
PHONE: ViewportSize = {"width": 390, "height": 844}
START_SECONDS = 600  # a server that ends before is noticed at once


def launch_chromium(playwright: Playwright) -> Browser:
    """A headless Chromium that calls nobody but the pages it is given.

    Pages of one context and one host share a process, as tabs do that one opened from another:
    while one of them stays open, the next finds Streamlit and plotly compiled.
    """
    return playwright.chromium.launch(
        executable_path=find_browser(),
        args=[
            "--no-sandbox",
            "--disable-gpu",
            "--no-first-run",
            "--process-per-site",
            "--disable-background-networking",
            "--disable-component-update",
            "--disable-sync",
        ],
    )


def stage(script: Path, folder: Path) -> Path:
    """A copy of a lone script in `folder`, with what browsers fetch where Streamlit serves it."""
    ensure_plotly_asset(folder / "static")
    for script_of_ours in STATIC_FOLDER.glob("*-*.js"):
        shutil.copy(script_of_ours, folder / "static")
    return Path(shutil.copy(script, folder))


class StreamlitServer:
    """`streamlit run script` on a free port of 127.0.0.1, ready once the constructor returns.

    It runs in the project's root, so the project's configuration holds; `options` are added to
    the command ("--server.baseUrlPath=lab").
    """

    def __init__(self, script: Path, log: Path, options: Sequence[str] = ()) -> None:
        self.script, self._log_file = script, log
        port = _free_port()
        base = [o.partition("=")[2].strip("/") for o in options if "baseUrlPath" in o]
        self.url = "/".join([f"http://127.0.0.1:{port}", *base, ""])
        self._command = [sys.executable, "-m", "streamlit", "run", str(script)]
        self._command += ["--server.headless=true", "--server.address=127.0.0.1"]
        self._command += [f"--server.port={port}", *options]
        self._start()

    def _start(self) -> None:
        with self._log_file.open("ab") as output:
            self._process = subprocess.Popen(
                self._command,
                cwd=ROOT,
                env={**os.environ, "PYTHONPATH": str(ROOT)},
                stdout=output,
                stderr=subprocess.STDOUT,
            )
        self._wait_until_ready()

    def _wait_until_ready(self) -> None:
        deadline = time.monotonic() + START_SECONDS
        while time.monotonic() < deadline and self._process.poll() is None:
            try:
                with urllib.request.urlopen(f"{self.url}_stcore/health", timeout=5):
                    return
            except (urllib.error.URLError, OSError):
                time.sleep(0.1)
        self.stop()
        raise RuntimeError(f"streamlit run {self.script} did not start:\n{self.log}")

    @property
    def log(self) -> str:
        """What the server has printed so far."""
        return self._log_file.read_text(encoding="utf-8", errors="replace")

    @property
    def megabytes(self) -> float:
        """Memory of the server's process that is in use now (Linux)."""
        status = Path(f"/proc/{self._process.pid}/status").read_text(encoding="ascii")
        line = next(line for line in status.splitlines() if line.startswith("VmRSS"))
        return int(line.split()[1]) / 1024

    @property
    def processor_seconds(self) -> float:
        """What the server's process has used of the processor so far, all threads (Linux).

        `/proc` counts in ticks of 10 ms, about what a move takes.  The process's own clock counts
        nanoseconds; Linux numbers it as `clock_getcpuclockid` does.
        """
        return time.clock_gettime((~self._process.pid << 3) | 2)

    @property
    def children(self) -> list[int]:
        """Processes that the server has started and that still run, by number (Linux)."""
        parents: dict[int, list[int]] = {}
        for status in Path("/proc").glob("[0-9]*/stat"):
            try:
                fields = status.read_text(encoding="utf-8", errors="replace")
            except OSError:  # gone since
                continue
            state, parent = fields.rpartition(")")[2].split()[:2]
            if state != "Z":
                parents.setdefault(int(parent), []).append(int(status.parent.name))
        found = list(parents.get(self._process.pid, ()))
        for one in found:  # grows while it is walked through: children of children
            found += parents.get(one, ())
        return found

    def restart_killed(self) -> None:
        """Kill the server without a warning, and start another one where it was."""
        self._process.kill()
        self._process.wait()
        self._start()

    def stop(self) -> None:
        """End the server; harmless if it has ended already."""
        self._process.terminate()
        try:
            self._process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self._process.kill()
            self._process.wait()


def _free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return int(probe.getsockname()[1])


def collect_console_errors(page: Page, errors: list[str]) -> dict[str, Callable[..., None]]:
    """From now on, add the page's console errors and uncaught exceptions to `errors`.

    Opened at the address of a page, Streamlit first looks for its server one level too deep
    (`/page/_stcore/health`); that 404 is its own and is left out.  Returns the listeners by
    event, so that they can be removed.
    """

    def on_console(message: ConsoleMessage) -> None:
        if message.type == "error" and "/_stcore/" not in message.location["url"]:
            errors.append(f"{message.text} ({message.location['url']})")

    def on_page_error(error: Error) -> None:
        errors.append(str(error))

    page.on("console", on_console)
    page.on("pageerror", on_page_error)
    return {"console": on_console, "pageerror": on_page_error}


@contextmanager
def opened_offline(browser: Browser, file: Path, viewport: ViewportSize) -> Iterator[Page]:
    """A saved file, opened without a network; it may ask for nothing, and leave no errors."""
    context = browser.new_context(viewport=viewport, offline=True)
    context.set_default_timeout(120_000)
    errors: list[str] = []
    asked: list[str] = []
    try:
        page = context.new_page()
        collect_console_errors(page, errors)
        page.on("request", lambda request: asked.append(request.url))
        page.goto(file.as_uri())
        yield page
        assert errors == []
        assert asked == [file.as_uri()]
    finally:
        context.close()
