"""The commands of the README do what they say."""

from __future__ import annotations

import os
import re
import shutil
import signal
import socket
import subprocess
import sys
import time
from pathlib import Path
from urllib.request import urlopen

ROOT = Path(__file__).resolve().parent.parent
MAKE = shutil.which("make") or "make"

# A make that runs these tests would hand its own options to the one started here.
ENVIRONMENT = {name: value for name, value in os.environ.items() if not name.startswith("MAKE")}


def free_port() -> int:
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        port: int = probe.getsockname()[1]
        return port


def answer(address: str, seconds: float) -> str:
    """The text at an address, asked for again until something listens there."""
    deadline = time.monotonic() + seconds
    while True:
        try:
            with urlopen(address, timeout=10) as response:
                return response.read().decode()
        except OSError:  # refused, or too busy to answer in time
            if time.monotonic() > deadline:
                raise
            time.sleep(0.1)


def test_make_run_prints_the_address_where_the_dashboard_then_answers():
    # This environment is the one to use, as it is: --old-file keeps make from renewing it.
    command = [MAKE, "--no-print-directory", f"--old-file={sys.prefix}/runtime.stamp", "run"]
    server = subprocess.Popen(
        [*command, f"VENV={sys.prefix}", f"PORT={free_port()}"],
        cwd=ROOT,
        env=ENVIRONMENT,
        stdin=subprocess.DEVNULL,
        stdout=subprocess.PIPE,
        stderr=subprocess.DEVNULL,
        text=True,
        start_new_session=True,
    )
    assert server.stdout is not None
    try:
        printed = server.stdout.readline()
        address = re.search(r"http://localhost:\d+", printed)
        assert address, printed
        assert answer(f"{address[0]}/_stcore/health", seconds=600) == "ok"
    finally:
        os.killpg(server.pid, signal.SIGTERM)
        server.communicate(timeout=30)


def test_make_without_a_python_says_in_one_sentence_what_is_needed(tmp_path):
    for name in ("Makefile", "requirements.txt", "constraints.txt"):
        shutil.copy(ROOT / name, tmp_path)
    too_old = tmp_path / "bin" / "python3"
    too_old.parent.mkdir()
    too_old.write_text("#!/bin/sh\nexit 1\n", encoding="utf-8")
    too_old.chmod(0o755)
    done = subprocess.run(
        [MAKE, "run"],
        cwd=tmp_path,
        env={"PATH": str(too_old.parent)},
        capture_output=True,
        text=True,
        check=False,
    )
    sentence, *rest = done.stderr.splitlines()
    assert sentence.startswith("Python 3.11 or newer with venv is needed")
    assert len(rest) == 1, "all that follows is make's own line"
    assert done.returncode == 2
    assert not (tmp_path / ".venv").exists()


def test_make_alone_lists_every_target():
    targets = set(re.findall(r"^([a-z]+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE))
    listed = subprocess.run(
        [MAKE, "--no-print-directory"],
        cwd=ROOT,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
        check=True,
    )
    assert set(re.findall(r"^make (\w+)", listed.stdout, re.MULTILINE)) == targets
    assert {"run", "test", "check"} <= targets
