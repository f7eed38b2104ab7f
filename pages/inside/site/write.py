"""The folder of the site: pages, their figures' data, and what all pages share."""

from __future__ import annotations

import shutil
from json import dumps
from pathlib import Path

import pages.shared.frame
from hetdp_core.errors import InvalidInput
from pages.inside.site.dashboard import Dashboard
from pages.inside.site.pack import packed
from pages.inside.site.page import Page
from pages.inside.site.sheets import data_file, html, in_menu
from pages.inside.site.sheets import pages as all_pages
from pages.shared.figure.live_figure import CSS, JS
from pages.shared.figure.plotly_asset import ensure_plotly_asset
from pages.shared.kept import without_sessions

_HERE = Path(__file__).parent
_ICON = Path(pages.shared.frame.__file__).with_name("icon.svg")

ASSETS = "assets"


def write(folder: Path, dashboard: Dashboard) -> list[Page]:
    """Write the site into a folder, over what it wrote there before; return its pages.

    Nothing else in the folder is touched.  `InvalidInput` where it cannot be written to.
    """
    assets = folder / ASSETS
    try:
        assets.mkdir(parents=True, exist_ok=True)
        with without_sessions():
            made = all_pages(dashboard)
            _write_pages(made, folder, dashboard)
        (assets / "site.js").write_text(script(), encoding="utf-8")
        (assets / "site.css").write_text(CSS + _text("site.css"), encoding="utf-8")
        (assets / "without-script.css").write_text(_text("without-script.css"), encoding="utf-8")
        shutil.copyfile(_ICON, assets / _ICON.name)
    except OSError as error:
        raise InvalidInput("The folder", "must be writable", str(error)) from error
    if not ensure_plotly_asset(assets).exists():
        raise InvalidInput("The folder", "must take plotly.min.js", str(assets))
    return made


def _write_pages(made: list[Page], folder: Path, dashboard: Dashboard) -> None:
    menu = [page for page in made if in_menu(page)]
    for page in made:
        (folder / page.file).write_text(html(page, menu, dashboard), encoding="utf-8")
        if page.views:
            (folder / ASSETS / data_file(page)).write_text(_data(page), encoding="utf-8")


def script() -> str:
    """Return what runs on every page: the live figure as it is, and what the site adds."""
    return f'"use strict";\n(() => {{\n{JS}\n{_text("site.js")}\n}})();\n'


def _data(page: Page) -> str:
    """A script, because a page that is a file may not read other files."""
    texts = {key: packed(view) for key, view in page.views.items()}
    return f"window.hetdpFigures = {dumps(texts, indent=0)};\n"


def _text(name: str) -> str:
    return (_HERE / name).read_text(encoding="utf-8")
