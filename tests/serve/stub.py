"""What stands for HAProxy where a machine has none: listens, and says that all are well.

It passes nothing on; `python stub.py -c -f FILE` finds nothing wrong, `-db -q -f FILE` runs.
"""

from __future__ import annotations

import re
import socket
import sys
import urllib.request
from contextlib import suppress
from pathlib import Path

PATIENCE = 0.3
"""Seconds for an answer: less than whoever asks the stub waits for its own."""


def state(port: str) -> str:
    """What the proxy would have found by its question; one that listens may not answer yet."""
    health = f"http://127.0.0.1:{port}/_stcore/health"
    with suppress(OSError), urllib.request.urlopen(health, timeout=PATIENCE):
        return "UP,L7OK"
    return "DOWN,L4CON"


def main() -> None:
    text = Path(sys.argv[-1]).read_text("utf-8")
    if "-c" in sys.argv:
        return
    found = re.search(r"bind (\S+):(\d+)", text)
    assert found is not None
    front = socket.create_server((found[1], int(found[2])))
    control = socket.socket(socket.AF_UNIX)
    control.bind(re.search(r"stats socket (\S+)", text)[1])  # type: ignore[index]
    control.listen()
    with front, control:
        while True:
            asked, _ = control.accept()
            with asked:
                asked.recv(100)
                lines = ["# pxname,svname,status,check_status"]
                for name, port in re.findall(r"server (\w+) 127.0.0.1:(\d+)", text):
                    lines.append(f"workers,{name},{state(port)}")
                asked.sendall("\n".join([*lines, ""]).encode())


if __name__ == "__main__":
    main()
