"""What the topics say and compute at fixed addresses, stored: a net under every restructuring.

    python -m tests.golden --write

stores anew what each address of `golden.json` opens; without `--write` it prints what differs.
The stored file may change only in a commit whose message says why.  No address asks for streams
that processes compute beside the page: how long these take depends on who else is at work.
"""

import json
import math
import sys
from collections.abc import Iterator
from itertools import takewhile
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs

from tests.pages.app import UNFOLDED, leads_on, open_page

FILE = Path(__file__).with_name("golden.json")
MOST_ROWS = 24
"""Of a longer table every k-th row is stored, so many at most, and each column's sum."""

RELATIVE, ABSOLUTE = 1e-9, 1e-12
"""Differences allowed: a restructured computation may add up in another order."""

Content = dict[str, Any]


def main_figure(page: str, params: dict[str, str]) -> tuple[str, dict[str, str], Content]:
    """Return a topic's main figure: its headline, its key numbers, and its table by column.

    All that reaches into the dashboard's own modules stands here.
    """
    from pages.inside.topics import TOPICS
    from pages.shared import cache
    from pages.shared.controls import address

    state = address.state_of({key: [value] for key, value in params.items()})
    TOPICS[page].finish(state, 60.0)
    view = TOPICS[page].view(state)
    table = cache.value(view.numbers)
    frames = view.frames
    assert frames is not None
    key_numbers = {name: texts[frames.current] for name, texts in frames.readouts.items()}
    return said(view.headline), key_numbers, {name: table[name].tolist() for name in table.columns}


def said(text: str) -> str:
    """Return a text with ordinary blanks: where its lines may not break is no matter."""
    return text.replace("\u00a0", " ")


def opened(address: str) -> Content:
    """Return what an address shows: words and controls above the tabs, and the main figure."""
    page, _, query = address.partition("?")
    params = {key: given[-1] for key, given in parse_qs(query).items()}
    headline, key_numbers, table = main_figure(page, params)
    params = {key: given for key, given in params.items() if not leads_on(page, given)}
    app = open_page(page, UNFOLDED, **params)
    assert not app.exception, address
    above = list(takewhile(lambda element: element.type != "tab_container", app.main))
    words = [said(element.value) for element in above if element.type == "markdown"]
    assert headline in words, address
    return {
        "headline": headline,
        "key numbers": key_numbers,
        "cards": [one for one in words if one != headline],
        "refused": [one.value for one in above if one.type in ("warning", "error")],
        "controls": sorted(_labels(above)),
        "table": {name: _thinned(column) for name, column in table.items()},
    }


def _labels(elements: list[Any]) -> Iterator[str]:
    """Yield the label of every control; a component says its own in what it is sent."""
    for element in elements:
        if element.type == "bidi_component":
            sent = json.loads(element.proto.json or "{}")
            label = sent.get("label") if isinstance(sent, dict) else None
        else:
            label = getattr(element, "label", None)
        if isinstance(label, str) and label:
            yield label


def _thinned(column: list[Any]) -> Content:
    """Return a column's length, some of its rows and the sum of its finite numbers."""
    step = math.ceil(len(column) / MOST_ROWS) or 1
    finite = [one for one in column if isinstance(one, (int, float)) and math.isfinite(one)]
    rows = [_rounded(one) for one in column[::step]]
    return {"length": len(column), "sum": _rounded(math.fsum(finite)), "rows": rows}


def _rounded(cell: Any) -> Any:
    """Return a number with twelve significant digits, anything else as a text."""
    if isinstance(cell, bool) or not isinstance(cell, (int, float)) or not math.isfinite(cell):
        return str(cell)
    return cell if isinstance(cell, int) else float(f"{cell:.12g}")


def differences(stored: Any, now: Any, place: str = "") -> Iterator[str]:
    """Yield a line for each place where what is shown now is not what is stored."""
    if isinstance(stored, dict) and isinstance(now, dict):
        if list(stored) != list(now):
            yield f"{place}: {list(stored)} is now {list(now)}"
        for name in stored.keys() & now.keys():
            yield from differences(stored[name], now[name], f"{place} / {name}")
    elif isinstance(stored, list) and isinstance(now, list) and len(stored) == len(now):
        for index, pair in enumerate(zip(stored, now, strict=True)):
            yield from differences(*pair, f"{place} [{index}]")
    elif not _same(stored, now):
        yield f"{place}: {stored!r} is now {now!r}"


def _same(stored: Any, now: Any) -> bool:
    if isinstance(stored, (int, float)) and isinstance(now, (int, float)):
        return math.isclose(stored, now, rel_tol=RELATIVE, abs_tol=ABSOLUTE)
    return bool(stored == now)


def stored() -> dict[str, Content]:
    """Return what is stored, by address."""
    content: dict[str, Content] = json.loads(FILE.read_text(encoding="utf-8"))
    return content


def write(content: dict[str, Content]) -> None:
    """Store it, an address a line."""
    lines = (
        f"{json.dumps(address)}: {json.dumps(shown, ensure_ascii=False, separators=(',', ':'))}"
        for address, shown in content.items()
    )
    FILE.write_text("{\n" + ",\n".join(lines) + "\n}\n", encoding="utf-8")


if __name__ == "__main__":
    before = stored()
    shown_now = {address: opened(address) for address in before}
    print("\n".join(differences(before, shown_now)) or "Nothing differs.")
    if "--write" in sys.argv:
        write(shown_now)
