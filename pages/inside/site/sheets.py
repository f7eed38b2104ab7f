"""All pages of the site, and what stands around each."""

from __future__ import annotations

from html import escape

import hetdp_core
from pages.inside.lessons.catalogue import lessons
from pages.inside.site.dashboard import Dashboard
from pages.inside.site.landing import landing
from pages.inside.site.lesson import chooser, lesson_page
from pages.inside.site.page import Page
from pages.inside.site.results import results
from pages.inside.site.topic import topic_page
from pages.inside.topics import TOPICS
from pages.shared.controls import state
from pages.shared.figure.plotly_asset import plotly_asset_name

POLICY = (
    "default-src 'none'; script-src 'self' file:; style-src 'self' file: 'unsafe-inline'; "
    "img-src 'self' file: data: blob:; base-uri 'none'; form-action 'none'"
)
"""Nothing is loaded but files beside the page; `'self'` alone is no file to some browsers."""


def pages(dashboard: Dashboard) -> list[Page]:
    """Return every page, for controls as they are at first."""
    present = state.defaults()
    return [
        landing(present, dashboard),
        *(topic_page(topic, present, dashboard) for topic in TOPICS.values()),
        chooser(),
        *(lesson_page(lesson, dashboard) for lesson in lessons().values()),
        results(dashboard),
    ]


def html(page: Page, menu: list[Page], dashboard: Dashboard) -> str:
    """Return the text of a page's file.

    menu : the pages that every page leads to.
    """
    entries = "".join(_entry(one, page) for one in menu)
    scripts = (plotly_asset_name(), data_file(page), "site.js")
    return f"""<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="color-scheme" content="light dark">
<meta name="referrer" content="no-referrer">
<meta http-equiv="Content-Security-Policy" content="{POLICY}">
<title>{escape(page.title)} · Privacy that differs</title>
<link rel="icon" href="assets/icon.svg">
<link rel="stylesheet" href="assets/site.css">
<noscript><link rel="stylesheet" href="assets/without-script.css"></noscript>
{"".join(f'<script defer src="assets/{file}"></script>' for file in scripts if page.views)}
</head>
<body>
<a class="skip" href="#main">Skip to the content</a>
<header><nav aria-label="Pages"><ul>{entries}</ul></nav></header>
<main id="main" tabindex="-1">
<noscript><p class="note">Figures and predictions need JavaScript.</p></noscript>
{page.body}
</main>
<footer><p>Made by hetdp_core {hetdp_core.__version__}, from the figures and words of the dashboard
for heterogeneous differential privacy. {dashboard.link("", "Open the dashboard.")}</p></footer>
</body>
</html>
"""


def _entry(one: Page, present: Page) -> str:
    here = ' aria-current="page"' if one is present else ""
    return f'<li><a href="{one.file}"{here}>{escape(one.title)}</a></li>'


def in_menu(page: Page) -> bool:
    """Say whether every page leads to this one; lessons have a list of their own."""
    return not page.file.startswith("lesson-")


def data_file(page: Page) -> str:
    """Return the name of the script that holds a page's figures."""
    return f"data-{page.file.removesuffix('.html')}.js"
