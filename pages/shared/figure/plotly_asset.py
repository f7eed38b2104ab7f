"""plotly.js for the browser: the part of it that draws our figures, a third of the whole.

`plotly/` holds plotly.js's own bundle for axes at right angles, in the version of the installed
plotly package (its README says where it is from).  Where that package is another version, its own
file takes the bundle's place: three times as large, but browser and Python never speak two
versions.  Streamlit serves the folder `static/` beside the main script at `app/static/`; the file
goes there under a name that carries its version, so that the browser may keep it for good.
"""

from __future__ import annotations

import logging
from functools import cache
from importlib.resources import files
from pathlib import Path

from plotly.offline import get_plotlyjs_version

from pages.shared.scripts import STATIC_FOLDER, put

_LOGGER = logging.getLogger(__name__)

LIGHT = Path(__file__).with_name("plotly") / f"plotly-cartesian-{get_plotlyjs_version()}.min.js"
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
