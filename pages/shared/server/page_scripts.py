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

BROWSER_HISTORY = Path(__file__).with_name("browser_history.js").read_text("utf-8").encode()
"""One entry in the browser's history for each act of the user."""

ALL = (SERVER_KNOWN, BROWSER_HISTORY)
