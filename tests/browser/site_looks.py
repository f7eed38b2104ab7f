"""What is looked at on a page of the site: who is kept out, what is cut off."""

from __future__ import annotations

from typing import Any

from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import Page as Tab

ALIKE = ".live-figure-scroll tr:nth-child(n + 3), .scroll tr:nth-child(n + 3)"
"""Most of a long table takes long, and one row is like another."""

UNFOLD = """() => document.querySelectorAll("main details")
    .forEach((one, place) => { one.open = place < 20; })"""

REVEAL = """() => document.querySelectorAll("form[data-judgements]").forEach(form => {
    form.querySelector("[type=radio]")?.click();
    form.querySelector("[type=range]")?.dispatchEvent(new Event("input"));
    form.querySelector("button").click();
})"""

CUT_OFF = """() => [...document.querySelectorAll("main *, header *, footer *")]
    .filter(one => !one.closest("svg, .js-plotly-plot, .live-figure-scroll, .scroll"))
    .filter(one => {
        const { left, right, width, height } = one.getBoundingClientRect();
        return width > 1 && height > 1 && (left < -1 || right > innerWidth + 1);
    }).map(one => one.outerHTML.slice(0, 100))"""

CUT_TEXT = """() => [...document.querySelectorAll("main *, header *, footer *")]
    .filter(one => ["hidden", "clip"].includes(getComputedStyle(one).overflowX)
        && one.clientWidth > 1 && one.scrollWidth > one.clientWidth + 1
        && !one.closest("svg, .js-plotly-plot"))
    .map(one => one.outerHTML.slice(0, 100))"""


def serious(tab: Tab) -> list[str]:
    """Findings of axe that keep somebody out, one line each."""
    context = {"include": [["html"]], "exclude": [[ALIKE]]}
    settings = {"resultTypes": ["violations"], "preload": False}  # it would fetch style sheets
    found: dict[str, Any] = Axe().run(tab, context, settings).response
    return [
        f"{rule['id']}: {node['html'][:120]} {node['failureSummary'][:200]}"
        for rule in found["violations"]
        if rule["impact"] in ("serious", "critical")
        for node in rule["nodes"]
    ]
