"""Where to listen: a name becomes addresses, and each is tried before anything is started."""

from __future__ import annotations

import errno
import socket
from dataclasses import dataclass

from hetdp_core.errors import HetDPError

_NOT_HERE = (errno.EADDRNOTAVAIL, errno.EAFNOSUPPORT)


class CannotServe(HetDPError):
    """What was asked for cannot be served from this machine; says why, and what to do."""


@dataclass(frozen=True)
class Address:
    """A number in the network and a port."""

    host: str
    port: int

    @property
    def literal(self) -> str:
        """Return it as HAProxy reads it."""
        return f"[{self.host}]:{self.port}" if ":" in self.host else f"{self.host}:{self.port}"


def addresses(name: str, port: int) -> list[Address]:
    """Return all that a name stands for on this machine, free to listen at.

    Raises CannotServe where that is nothing, or where something listens there already.
    """
    try:
        found = socket.getaddrinfo(name, port, type=socket.SOCK_STREAM, flags=socket.AI_PASSIVE)
    except OSError:
        raise CannotServe(f"ADDRESS={name} is no name or number of this machine.") from None
    hosts = list(dict.fromkeys(str(one[4][0]) for one in found))
    here = [Address(host, port) for host in hosts if _is_here(host)]
    if not here:
        raise CannotServe(f"ADDRESS={name} is not an address of this machine.")
    for address in here:
        must_be_free(address, "PORT")
    return here


def must_be_free(address: Address, setting: str) -> None:
    """Raise CannotServe where something listens already.

    setting : with which another port is asked for.
    """
    try:
        _bind(address.host, address.port)
    except PermissionError:
        raise CannotServe(
            f"Port {address.port} is kept for the system: take one from 1024 on ({setting}=…)."
        ) from None
    except OSError as error:
        if error.errno != errno.EADDRINUSE:
            raise
        raise CannotServe(
            f"Port {address.port} of {address.host} is in use: end what listens there, or take "
            f"another ({setting}=…)."
        ) from None


def _is_here(host: str) -> bool:
    try:
        _bind(host, 0)
    except OSError as error:
        if error.errno in _NOT_HERE:
            return False
        raise
    return True


def _bind(host: str, port: int) -> None:
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family) as probe:
        # What was closed a moment ago does not count as in use.
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        if family == socket.AF_INET6:
            probe.setsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY, 1)
        probe.bind((host, port))
