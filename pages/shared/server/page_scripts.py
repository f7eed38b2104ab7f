"""The scripts that run in each page before Streamlit's own."""

from __future__ import annotations

from pathlib import Path

SERVER_KNOWN = b"""
window.__streamlit ??= {
  BACKEND_BASE_URL: new URL("./", location.href).href,
  HOST_CONFIG: JSON.parse(document.getElementById("host-config").textContent),
};
"""
"""Where the server is and what it allows, after an element that says the latter: see
`server_known`.  The server is in the page's folder: the page's own files are named beside it in
just this way."""


def _read(name: str) -> bytes:
    return Path(__file__).with_name(name).read_text("utf-8").encode()


AS_EVER = (_read("browser_history.js"), _read("unsaved.js"))
"""One entry in the browser's history for each act of the user; nothing unsaved is lost by a slip.
They need not know of the server."""

ALL = (SERVER_KNOWN, *AS_EVER)
