"""The proxy in front of the processes: HAProxy, how it is found, told what to do, and asked.

It was chosen by need: it keeps a browser at a process by a cookie of its own, which the address of
a room can change; it asks each process whether it is well, sends what a process that has just died
was asked to another at once, and cuts the connections of one that hangs; all in the version that
Debian ships.  (nginx, as Debian ships it, asks no process whether it is well; the value of Caddy's
cookie is a secret that the address of a room cannot set; neither cuts connections.)
"""

from __future__ import annotations

import os
import resource
import shutil
import socket
import subprocess
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

from pages.inside.lessons.classroom.processes import LEAD, ROOM
from pages.inside.serve.ports import Address
from pages.inside.serve.workers import HOST, Worker

COOKIE = "dashboard"
"""Says which process a browser is kept at.  The processes themselves never see it."""

BACKEND = "workers"

SYSTEM = "/usr/local/sbin:/usr/sbin:/sbin"
"""Where Debian puts it: not in the search path of everybody."""

_PARTS = ("/_stcore/", "/media/", "/component/", "/static/", "/app/static/")
"""What belongs to a page that is there already."""

_WAIT = (
    "<!doctype html><html lang=en><meta charset=utf-8>"
    "<meta name=viewport content='width=device-width'><meta name=color-scheme content='light dark'>"
    "<meta http-equiv=refresh content=2><title>One moment</title>"
    "<p style='font:1.2rem sans-serif;margin:3rem'>The dashboard is starting. "
    "This page looks again by itself.</p>"
)


@dataclass(frozen=True)
class Timing:
    """How fast the proxy notices what; times in milliseconds.

    every, when_failing : between two questions whether a process is well.
    answer : which it must answer in; long, since one that computes for many answers late.
    fall : questions in a row without an answer, for a process to count as down.
    """

    every: int = 2000
    when_failing: int = 250
    answer: int = 5000
    fall: int = 6


def find(search: str | None = None) -> str | None:
    """Return the path of HAProxy's program; None where there is none."""
    given = os.environ.get("PATH", "") if search is None else search
    return shutil.which("haproxy", path=f"{given}:{SYSTEM}" if search is None else given)


def command(program: str, file: Path) -> list[str]:
    """Return the command that runs the proxy in the foreground."""
    return [program, "-db", "-q", "-f", str(file)]


def check(program: str, file: Path) -> str:
    """Return what HAProxy has to say against a configuration; "" if nothing."""
    done = subprocess.run(
        [program, "-c", "-f", str(file)], capture_output=True, text=True, check=False
    )
    return (done.stderr.strip() or f"exit code {done.returncode}") if done.returncode else ""


def configuration(
    addresses: Sequence[Address], workers: Sequence[Worker], control: Path, timing: Timing
) -> str:
    """Return HAProxy's configuration.

    addresses : where people come to.
    control : the socket through which `down` asks.
    """
    marks = " ".join(worker.mark for worker in workers)
    return "\n".join(
        [
            *_global(control),
            *_defaults(timing),
            *_frontend(addresses),
            *_backend(workers, marks, timing),
            "",
        ]
    )


def _global(control: Path) -> list[str]:
    return [
        "global",
        f"    maxconn {_connections()}",
        "    nbthread 1  # the cores are for Python",
        "    noreuseport  # a second proxy must not share the address",
        f"    stats socket {control} mode 600 level user",
    ]


def _defaults(timing: Timing) -> list[str]:
    return [
        "defaults",
        "    mode http",
        "    timeout connect 2s",
        f"    timeout check {timing.answer}ms",
        "    timeout http-request 15s  # for the head of a request",
        "    timeout http-keep-alive 30s",
        "    timeout client 2m",
        "    timeout server 10m  # a report of all pages is computed when it is downloaded",
        "    timeout tunnel 10m  # websockets; Streamlit's own ping comes every 30 s",
        "    timeout client-fin 30s",
        "    timeout queue 10s",
        "    retries 3",
        "    option redispatch 1",
        "    # A process that has just died: connections that were kept open to it are empty.",
        "    retry-on conn-failure empty-response",
        f'    http-error status 503 content-type "text/html; charset=utf-8" string "{_WAIT}"'
        ' hdr Retry-After 2 hdr Cache-Control "no-store"',
    ]


def _frontend(addresses: Sequence[Address]) -> list[str]:
    meant = "url_dec(1),regsub([^A-Za-z],,g),upper"
    return [
        "frontend everybody",
        *(f"    bind {address.literal}" for address in addresses),
        "    # Who one is said to be, is said by this proxy alone.",
        "    http-request del-header X-Forwarded- -m beg",
        "    http-request del-header Forwarded",
        "    http-request del-header X-Real-IP",
        "    option forwardfor",
        "    http-request disable-l7-retry if METH_POST",
        "    # The code of a room begins with the mark of the process that holds it.",
        f'    http-request set-var(txn.room) "urlp({ROOM}),{meant}"',
        f'    http-request set-var(txn.room) "urlp({LEAD}),{meant}" if {{ urlp({LEAD}) -m found }}',
        f"    default_backend {BACKEND}",
    ]


def _backend(workers: Sequence[Worker], marks: str, timing: Timing) -> list[str]:
    return [
        f"backend {BACKEND}",
        "    # In turn, not by load: a class comes at once, before its first session counts.",
        "    # (roundrobin at times sends eight in a row to one, where another came up late.)",
        "    balance static-rr",
        f"    cookie {COOKIE} insert indirect nocache httponly attr SameSite=Lax",
        f"    acl in_a_room var(txn.room) -m beg {marks}",
        "    ignore-persist if in_a_room",
        *(
            f"    use-server {worker.name} if {{ var(txn.room) -m beg {worker.mark} }}"
            for worker in workers
        ),
        "    # Only who was chosen by turn is given the cookie of itself.",
        f'    http-response add-header Set-Cookie "{COOKIE}=%s; path=/; HttpOnly; SameSite=Lax"'
        " if in_a_room",
        "    # A browser without cookies: the parts of its pages come from one process at least.",
        f"    acl a_part path_beg {' '.join(_PARTS)}",
        "    stick-table type ipv6 size 10k expire 2h",
        f"    stick on src if a_part !{{ req.cook({COOKIE}) -m found }}",
        "    option httpchk",
        f"    http-check send meth GET uri /_stcore/health ver HTTP/1.1 hdr Host {HOST}",
        "    http-check expect status 200",
        f"    default-server check inter {timing.every}ms fastinter {timing.when_failing}ms"
        f" downinter {timing.when_failing}ms fall {timing.fall} rise 1"
        " on-marked-down shutdown-sessions",
        *(
            f"    server {worker.name} {HOST}:{worker.port} cookie {worker.name}"
            for worker in workers
        ),
    ]


def _connections() -> int:
    """As many at a time as files may be open, of which each takes two."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    return 8000 if most == resource.RLIM_INFINITY else min(8000, max((most - 100) // 2, 50))


def well(control: Path) -> set[str] | None:
    """Return the names of the workers that answer; None while the proxy does not know."""
    said = b""
    with suppress(OSError), socket.socket(socket.AF_UNIX) as asked:
        asked.settimeout(2)
        asked.connect(str(control))
        asked.sendall(b"show stat\n")
        while part := asked.recv(65536):
            said += part
    return read(said.decode())


def read(said: str) -> set[str] | None:
    """Return the same from HAProxy's table of states."""
    head, *lines = said.lstrip("# ").splitlines() or [""]
    rows = [dict(zip(head.split(","), line.split(","), strict=False)) for line in lines if line]
    ours = [row for row in rows if row.get("pxname") == BACKEND and row["svname"] != "BACKEND"]
    if not ours or any("INI" in row["check_status"] for row in ours):
        return None
    # A star before it says that the next question is on its way.
    return {row["svname"] for row in ours if row["check_status"].lstrip("* ") == "L7OK"}
