"""Scripts and styles of our components, and plotly.js: files that the browser fetches once.

Streamlit puts what a component is given into every message.  So a long script is a file, with its
styles in it, that Streamlit serves from the folder `static/` beside the main script; what travels
is a stub that finds it.

`figure/plotly/` holds plotly.js's own bundle for axes at right angles, in the version of the
installed plotly package (its README says where it is from), a third of the whole.  Where that
package is another version, its own file takes the bundle's place: browser and Python never speak
two versions.  Its name carries its version, so that the browser may keep it for good.
"""

from __future__ import annotations

import hashlib
import json
import logging
import os
import re
import tempfile
from datetime import UTC, datetime
from functools import cache
from importlib.resources import files
from pathlib import Path

import streamlit as st
from plotly.offline import get_plotlyjs_version

_LOGGER = logging.getLogger(__name__)

STATIC_FOLDER = Path(__file__).resolve().parents[2] / "static"
"""The folder that Streamlit serves for `streamlit run app.py`."""

# Streamlit sends no Cache-Control for static files, so browsers judge by age: they keep a file
# for a tenth of the time since its last change.  Under a name of its own it never changes.
_LONG_AGO = datetime(2000, 1, 1, tzinfo=UTC).timestamp()

_COMMENT = re.compile(r"^[ \t]*(?://[^\n]*|/\*.*?\*/[ \t]*)\n", re.MULTILINE | re.DOTALL)
_STUB = Path(__file__).with_name("stub.js")
_LOOKS = Path(__file__).with_name("looks.js")


def lean(source: str) -> str:
    """Return a script or a style sheet without the comments that have lines of their own.

    >>> print(lean("// why\\nlet a; // stays\\n/** of\\n * b */\\nlet b;\\n"), end="")
    let a; // stays
    let b;
    """
    return _COMMENT.sub("", source)


def looks(style: str) -> str:
    """Return the part of a script that puts a style sheet on, `putOnLooks(element)`.

    >>> 'replaceSync("p { color: \\"red\\" }\\n")' in looks('/* why */\np { color: "red" }\n')
    True
    """
    return _LOOKS.read_text(encoding="utf-8").replace("{{looks}}", json.dumps(lean(style)))


def fetched_once(name: str, source: str) -> str:
    """Return what to give Streamlit for a component's script: a stub, the script being a file.

    The script itself where the file cannot be written, or where Streamlit serves none.

    name : of the component, in letters that a file's name may have.
    """
    script = lean(source)
    file = script_file(name, script)
    try:
        written = st.get_option("server.enableStaticServing") and put(file, script.encode())
    except OSError as error:
        _LOGGER.warning("%s travels with every message: %s.", file, error)
        return script
    return lean(_STUB.read_text(encoding="utf-8")).replace("{{name}}", file) if written else script


def script_file(name: str, script: str) -> str:
    """Return the name of a script's file: other bytes, another name, so it can be kept for good."""
    return f"{name}-{hashlib.blake2b(script.encode(), digest_size=8).hexdigest()}.js"


def put(name: str, content: bytes, folder: Path = STATIC_FOLDER) -> Path:
    """Put a file among those that are served, unless it is there, and return its path.

    Safe when several processes start at once: the file appears whole or not at all.
    Raises OSError where it is not there and cannot be written.
    """
    file = folder / name
    if file.exists():
        return file
    folder.mkdir(parents=True, exist_ok=True)
    with tempfile.NamedTemporaryFile(dir=folder, prefix=".part-", delete=False) as part:
        temporary = Path(part.name)
    try:
        temporary.write_bytes(content)
        temporary.chmod(0o644)
        os.utime(temporary, (_LONG_AGO, _LONG_AGO))
        temporary.replace(file)
    finally:
        temporary.unlink(missing_ok=True)
    return file


LIGHT = (
    Path(__file__).parent
    / "figure"
    / "plotly"
    / f"plotly-cartesian-{get_plotlyjs_version()}.min.js"
)
"""The bundle, where it is of the version that Python speaks."""


def plotly_asset_name() -> str:
    """Return the file's name; its address is `app/static/` followed by this name."""
    return LIGHT.name if LIGHT.exists() else f"plotly-{get_plotlyjs_version()}.min.js"


@cache
def ensure_plotly_asset(folder: Path = STATIC_FOLDER) -> Path:
    """Put plotly.js into `folder` unless it is there, and return its path.

    Safe when several processes start at once: the file appears whole or not at all.  Files of
    other versions are removed.  A folder that cannot be written to is fine if it holds the
    file already; otherwise a warning names the remedy, and the figures show their tables.
    """
    asset = folder / plotly_asset_name()
    if asset.exists():
        return asset
    try:
        bundled = files("plotly") / "package_data" / "plotly.min.js"
        put(asset.name, (LIGHT if LIGHT.exists() else bundled).read_bytes(), folder)
        for other in asset.parent.glob("plotly-*.min.js"):
            if other != asset:
                other.unlink(missing_ok=True)
    except OSError as error:
        _LOGGER.warning(
            "Figures will show as tables only: %s could not be written (%s). "
            "Make the folder writable, or put a copy of %s there.",
            asset,
            error,
            LIGHT,
        )
    return asset
