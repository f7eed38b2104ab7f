"""Find a Chromium that really runs, or get one.

`make test` runs this first (`python -m tests.browser.find_browser` prints the path), so a
missing browser is one clear line before any test, never a skipped test.
"""

import os
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

NAMES = ("chromium", "chromium-browser", "google-chrome", "google-chrome-stable", "chrome")

NO_BROWSER = (
    "No Chromium for the browser tests: none is installed and none could be downloaded. "
    "Install one (Debian: apt install chromium) or set HETDP_CHROMIUM to its path."
)

NO_DRIVER = (
    "Playwright's driver does not start, so no browser can be driven. On a minimal Debian or "
    "Ubuntu it lacks one library: apt install libatomic1."
)


def find_browser() -> str:
    """Path of a Chromium that runs: named, installed, from apt, or downloaded, in this order.

    Raises SystemExit with one line when there is none.
    """
    if not _driver_runs():
        _apt_install("libatomic1")
        if not _driver_runs():
            raise SystemExit(NO_DRIVER)
    named = os.environ.get("HETDP_CHROMIUM")
    if named:
        if runs(named):
            return named
        raise SystemExit(f"HETDP_CHROMIUM is {named}, which does not start.")
    for source in (_installed, _from_apt, _from_playwright):
        for path in source():
            if runs(path):
                return path
    raise SystemExit(NO_BROWSER)


def runs(path: str) -> bool:
    """Whether the program starts (Ubuntu's `chromium` may be a stub that only asks for snap)."""
    try:
        return subprocess.run([path, "--version"], capture_output=True, timeout=30).returncode == 0
    except (OSError, subprocess.TimeoutExpired):
        return False


def _installed() -> Iterator[str]:
    yield from filter(None, map(shutil.which, NAMES))
    yield from _downloaded()


def _from_apt() -> Iterator[str]:
    _apt_install("chromium")
    yield from filter(None, map(shutil.which, NAMES))


def _apt_install(package: str) -> None:
    if shutil.which("apt-get") and hasattr(os, "geteuid") and os.geteuid() == 0:
        _try(["apt-get", "update", "-q"])
        _try(["apt-get", "install", "-qy", "--no-install-recommends", package])


def _driver_runs() -> bool:
    """Whether Playwright's own Node starts: a minimal Debian has not all that it needs."""
    command = [sys.executable, "-m", "playwright", "--version"]
    return subprocess.run(command, capture_output=True).returncode == 0


def _from_playwright() -> Iterator[str]:
    install = [sys.executable, "-m", "playwright", "install", "chromium"]
    if hasattr(os, "geteuid") and os.geteuid() == 0:
        _try([*install, "--with-deps"]) or _try(install)
    else:
        _try(install)
    yield from _downloaded()


def _downloaded() -> Iterator[str]:
    """The browser in Playwright's own cache, if it is there."""
    from playwright.sync_api import sync_playwright

    with sync_playwright() as playwright:
        path = playwright.chromium.executable_path
    if Path(path).exists():
        yield path


def _try(command: list[str]) -> bool:
    """Run a command quietly: what matters is whether a browser runs afterwards."""
    print(f"Looking for a browser: {' '.join(command)}", file=sys.stderr)
    environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
    try:
        done = subprocess.run(command, capture_output=True, timeout=900, env=environment)
    except (OSError, subprocess.TimeoutExpired):
        return False
    return done.returncode == 0


if __name__ == "__main__":
    print(find_browser())
