"""The folder of the site: pages, what they share, and each live figure as one line of text."""

from __future__ import annotations

import shutil
import zlib
from base64 import b64encode
from json import dumps
from pathlib import Path
from typing import Any

import pages.shared
from hetdp_core.errors import InvalidInput
from hetdp_core.figures.report import page as plain
from pages.inside.site.page import Dashboard, Page, headline_class
from pages.inside.site.sheets import data_file, html
from pages.inside.site.sheets import pages as all_pages
from pages.shared.figure.live_figure import CSS, JS, digest, payload
from pages.shared.figure.view import View
from pages.shared.scripts import ensure_plotly_asset


def packed(view: View) -> str:
    """Return, compressed, what `live_figure` sends to the browser, for a slider nobody answers."""
    content = payload(view.figure, view.frames)
    about: dict[str, Any] = {
        "name": view.name,
        "height": view.height,
        "fills": False,
        "headline": headline_class(view.key),
        "numbers": True,
        "digest": digest(content),
        "content": content.decode(),
        "current": view.frames.current if view.frames else 0,
        "answers": 0,
        "reports": False,
        "limits": None,
    }
    return b64encode(zlib.compress(dumps(about).encode(), 9)).decode()


_HERE = Path(__file__).parent
_ICON = Path(pages.shared.__file__).with_name("frame") / "icon.svg"
_PLAIN_CSS = Path(plain.__file__).with_name("report.css")

ASSETS = "assets"


def write(folder: Path, dashboard: Dashboard) -> list[Page]:
    """Write the site into a folder, over what it wrote there before; return its pages.

    Nothing else in the folder is touched.  `InvalidInput` where it cannot be written to.
    """
    assets = folder / ASSETS
    try:
        assets.mkdir(parents=True, exist_ok=True)
        every = all_pages(dashboard)
        menu = [page for page in every if not page.file.startswith("lesson-")]  # those have a list
        for page in every:
            (folder / page.file).write_text(html(page, menu, dashboard), encoding="utf-8")
            if page.views:
                texts = {key: packed(view) for key, view in page.views.items()}
                (folder / ASSETS / data_file(page)).write_text(
                    f"window.hetdpFigures = {dumps(texts, indent=0)};\n", encoding="utf-8"
                )
        (assets / "site.js").write_text(script(), encoding="utf-8")
        style = _PLAIN_CSS.read_text(encoding="utf-8") + CSS + _text("site.css")
        (assets / "site.css").write_text(style, encoding="utf-8")
        (assets / "without-script.css").write_text(_text("without-script.css"), encoding="utf-8")
        shutil.copyfile(_ICON, assets / _ICON.name)
    except OSError as error:
        raise InvalidInput("The folder", "must be writable", str(error)) from error
    if not ensure_plotly_asset(assets).exists():
        raise InvalidInput("The folder", "must take plotly.min.js", str(assets))
    return every


def script() -> str:
    """Return what runs on every page: the live figure as it is, and what the site adds."""
    return f'"use strict";\n(() => {{\n{JS}\n{_text("site.js")}\n}})();\n'


def _text(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
