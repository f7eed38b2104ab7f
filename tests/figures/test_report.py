"""The report: complete, without a network, and safe whatever names a reader's table has."""

import json
import re
from base64 import b64encode
from dataclasses import replace
from hashlib import sha256

import pandas as pd
import pytest

from hetdp_core.figures.figure import Figure
from hetdp_core.figures.report.html import MOST_ROWS, Chapter, Missing, Report, to_html
from tests.html_reader import Reader

EVIL = """</script><img src=x onerror="alert('1')">&amp;"""
DRAWN = "Plotly.newPlot(place, "


def chapter(text: str = "a name", rows: int = 3) -> Chapter:
    line = {"type": "scatter", "x": [1, 2], "y": [3.0, float("nan")], "name": text}
    upright = {"type": "line", "xref": "x", "x0": 1.5, "x1": 1.5, "yref": "y domain"}
    ink = {"line": {"color": "var(--st-text-color)"}, "y0": 0, "y1": 1}
    figure = Figure(
        [line], {"yaxis": {"title": {"text": text}}, "shapes": [{**upright, **ink}], "xaxis": {}}
    )
    table = pd.DataFrame({text: range(rows), "value": [0.5] * rows, "word": [text] * rows})
    return Chapter(text, text, figure, text, table, text, text)


def report(text: str = "a name", **changes) -> Report:
    pairs, parts = [(text, text)], (chapter(text), Missing(text, text))
    whole = Report(text, text, parts, pairs, pairs, pairs, [text], text, {text: text})
    return replace(whole, **changes)


def test_text_is_shown_as_it_is_and_makes_no_element():
    evil, harmless = Reader(to_html(report(EVIL))), Reader(to_html(report()))
    assert evil.tags == harmless.tags
    assert evil.tags.count("img") == 0
    assert evil.text.count(EVIL) == harmless.text.count("a name") >= 15
    assert evil.open == []


def test_the_figures_come_through_as_they_were():
    (written,) = (text for text in Reader(to_html(report(EVIL))).scripts if DRAWN in text)
    parts, _ = json.JSONDecoder().raw_decode(written[written.index(DRAWN) + len(DRAWN) :])
    layout = parts["layout"]
    assert parts["data"][0]["name"] == layout["yaxis"]["title"]["text"] == EVIL
    assert layout["shapes"][0]["line"]["color"] == "#262626"
    assert "width" not in layout


def test_nothing_is_loaded_from_anywhere():
    page = Reader(to_html(report(link="https://example.org/?n=5&q=1")))
    for tag, attributes in page.elements:
        assert "src" not in attributes
        assert "href" not in attributes or tag == "a"
    assert [a["href"] for tag, a in page.elements if tag == "a"] == ["https://example.org/?n=5&q=1"]
    policies = [a["content"] for _, a in page.elements if "http-equiv" in a]
    assert policies[0] is not None
    assert policies[0].startswith("default-src 'none';")
    assert page.tags.count("link") == 0


@pytest.mark.parametrize("link", ["javascript:alert(1)", "data:text/html,x", "?n=5", "//host"])
def test_only_addresses_of_servers_become_links(link):
    page = Reader(to_html(report(link=link)))
    assert page.tags.count("a") == 0
    assert link in page.text


def test_marks_become_strong_and_emphasised_and_escaped_ones_stay():
    shown = to_html(report(made_on=r"**1 < 2** and *so* on, 2 \* 3"))
    assert "**1 &lt; 2**" in shown  # plain text where no Markdown is meant
    shown = to_html(report(sources=[r"**1 < 2** and *so* on, 2 \* 3 \* 4"]))
    assert "<strong>1 &lt; 2</strong> and <em>so</em> on, 2 * 3 * 4" in shown


def test_plotly_is_inside_once_and_long_tables_say_what_is_left_out():
    html = to_html(report(chapters=[chapter(rows=MOST_ROWS + 5), chapter()]))
    assert len(re.findall(r"plotly\.js v\d", html)) == 1
    page = Reader(html)
    assert f"(the first {MOST_ROWS} of {MOST_ROWS + 5} rows)" in page.text
    assert page.tags.count("tr") == (1 + MOST_ROWS) + (1 + 3) + 2 * 2


def test_a_problem_that_quotes_its_input_is_shown_letter_by_letter() -> None:
    said = r"levels must be numbers (given: '**1** \* <b>2</b> ![](//host/x)')."
    html = to_html(report(chapters=[Missing("Mean", said)]))
    assert f"Not shown: {said}" in Reader(html).text


def test_whatever_a_text_holds_it_is_shown():
    marks = "".join(map(chr, range(1, 128))) + "\0 \0009999999999\0 \00060\0 \\"
    page = Reader(to_html(report(marks)))
    assert page.tags.count("img") == 0
    assert page.open == []


def test_no_script_runs_but_those_of_the_report():
    page = Reader(to_html(report(EVIL)))
    (policy,) = (
        attributes["content"] or ""
        for tag, attributes in page.elements
        if tag == "meta" and attributes.get("http-equiv") == "Content-Security-Policy"
    )
    sums = {b64encode(sha256(text.encode()).digest()).decode() for text in page.scripts}
    assert set(re.findall("'sha256-(.+?)'", policy)) == sums
    assert len(sums) == 2
    assert "unsafe" not in policy.split("script-src")[1].split(";")[0]
    for rule in ("default-src", "base-uri", "form-action"):
        assert f"{rule} 'none'" in policy


def test_what_is_computed_from_a_table_of_ones_own_is_marked_for_the_curator_alone():
    marked, plain = (to_html(report(curator_only=only)) for only in (True, False))
    assert marked.count("For the curator only.") == 1
    assert "For the curator only" not in plain
