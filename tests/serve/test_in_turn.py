"""HAProxy itself, before two small servers of which one comes late."""

from __future__ import annotations

import socket
import subprocess
import threading
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from http.cookies import SimpleCookie
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path

import pytest

from pages.inside.serve import proxy
from pages.inside.serve.ports import Address
from pages.inside.serve.workers import HOST, Worker
from tests.serve.left import wait_until

PROGRAM = proxy.find()

pytestmark = pytest.mark.skipif(
    PROGRAM is None, reason="HAProxy is not installed (Debian, Ubuntu: apt install haproxy)"
)

QUICK = proxy.Timing(every=100, when_failing=50)


class Well(BaseHTTPRequestHandler):
    """Says of itself, whatever it is asked, that it is well."""

    def do_GET(self) -> None:
        """Answer with nothing."""
        self.send_response(200)
        self.send_header("Content-Length", "0")
        self.end_headers()

    def log_message(self, format: str, *args: object) -> None:
        """Say nothing."""


def listen(server: ThreadingHTTPServer) -> None:
    """Let a server answer from now on."""
    server.server_activate()
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()


def port(server: ThreadingHTTPServer) -> int:
    """Where a server is, or will be, reached."""
    return int(server.server_address[1])


@pytest.fixture
def servers() -> Iterator[list[ThreadingHTTPServer]]:
    """Two that have a port, but do not listen yet."""
    with ExitStack() as stack:
        made = [
            stack.enter_context(ThreadingHTTPServer((HOST, 0), Well, bind_and_activate=False))
            for _ in range(2)
        ]
        for server in made:
            server.server_bind()
        yield made
        for server in made:
            server.shutdown()


@contextmanager
def in_front_of(servers: list[ThreadingHTTPServer], folder: Path) -> Iterator[tuple[str, Path]]:
    """The proxy of the dashboard: its address, and where it is asked who is well."""
    assert PROGRAM is not None
    with socket.socket() as free:
        free.bind((HOST, 0))
        front = Address(HOST, free.getsockname()[1])
    behind = [Worker(f"worker{n}", port(one), f"M{n}", {}) for n, one in enumerate(servers, 1)]
    file, control = folder / "haproxy.cfg", folder / "control"
    file.write_text(proxy.configuration([front], behind, control, QUICK), "utf-8")
    running = subprocess.Popen(proxy.command(PROGRAM, file))
    try:
        yield f"http://{front.literal}/", control
    finally:
        running.kill()
        running.wait()


def sent_to(url: str) -> str:
    """The worker that a new browser is sent to."""
    with urllib.request.urlopen(url, timeout=10) as answer:
        held = SimpleCookie(answer.headers["Set-Cookie"])
    return held[proxy.COOKIE].value


@pytest.mark.parametrize("before", [1, 16, 25])
def test_a_process_that_comes_late_gets_every_second_browser_at_once(servers, tmp_path, before):
    first, late = servers
    listen(first)
    with in_front_of(servers, tmp_path) as (url, control):
        wait_until(lambda: proxy.well(control) == {"worker1"}, "the first is well")
        assert {sent_to(url) for _ in range(before)} == {"worker1"}
        listen(late)
        wait_until(lambda: proxy.well(control) == {"worker1", "worker2"}, "both are well")
        came = [sent_to(url) for _ in range(8)]
    assert came in (["worker1", "worker2"] * 4, ["worker2", "worker1"] * 4)
