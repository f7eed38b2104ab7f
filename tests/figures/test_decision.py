"""The page to print: the core's numbers, foreign text as it is, nothing to run or to fetch."""

import re
from dataclasses import replace
from html import escape

import numpy as np
import pytest

from hetdp_core.decision import Subject, decide, releasing
from hetdp_core.figures import decision as figures
from hetdp_core.figures import decision_dots
from hetdp_core.figures.formats import bound, number
from hetdp_core.figures.report.decision import NOTHING_RELEASED, Sheet, to_html
from tests.html_reader import Reader
from tests.plotlys import checked

EVIL = "<script>alert(1)</script><img src=//host/x onerror=alert(2)> &amp; \"'"
AGES = Subject("Age", "years", (20.0, 120.0), 400)
LEVELS = np.array([0.1] * 200 + [2.0] * 200)
BOTH = decide([releasing("A", AGES, [0.1] * 400), releasing("B", AGES, LEVELS)])
ALONE = decide([releasing("as set", AGES, LEVELS)])


def sheet(text="some words", **changes):
    whole = Sheet(
        decision=BOTH,
        settings=[(text, text)],
        pinned=[(text, text)],
        link="http://host/decision?n=5",
        not_in_link=text,
        released=text,
        receipts=[text],
        before=0.0,
        sources={"Table": text},
        made_on=text,
    )
    return replace(whole, **changes)


def test_foreign_text_is_shown_letter_by_letter_and_makes_no_element():
    evil, harmless = Reader(to_html(sheet(EVIL))), Reader(to_html(sheet()))
    assert evil.tags == harmless.tags
    assert not {"script", "img", "iframe", "link", "object"} & set(evil.tags)
    assert not [name for _, given in evil.elements for name in given if name.startswith("on")]
    assert evil.text.count(EVIL) == harmless.text.count("some words") > 7
    named = decide([releasing("B", Subject(EVIL[:60], EVIL, (0.0, 1.0), 400), LEVELS)])
    read = Reader(to_html(sheet(decision=named)))
    assert set(read.tags) == set(harmless.tags)
    assert EVIL in read.text


def test_nothing_runs_and_nothing_is_fetched():
    page = to_html(sheet())
    assert "default-src 'none'; script-src 'none'; " in page
    assert not [word for word in ("<script", "style=", "url(", "@import") if word in page]


@pytest.mark.parametrize("decision", [BOTH, ALONE])
def test_the_numbers_are_the_core_s(decision):
    pages = (to_html(sheet(decision=decision, receipts=["this", "other"][:n])) for n in (1, 2))
    text, with_another = (Reader(page).text for page in pages)
    assert "result published before" not in text
    assert "result published before" in with_another
    for option in decision.options:
        assert f"{number(option.typical_error)} years" in text
        for share in option.groups:
            assert f"{share.users:,} with level ε = {number(share.low)}: at" in text
            assert f"ε = {number(share.guaranteed)}" in text
        if option.releases:
            assert f"at most {bound(option.right)} of 100" in text
            assert number(option.most_exposed) in text


def test_weights_beside_each_other_have_one_precision_and_never_more_than_all():
    """Of people 100 % and of the middle 0.005 % contradict each other."""
    for level in (0.001, 0.01, 0.5, 5.0):
        option = releasing("as set", replace(AGES, users=412, everybody=True), np.full(412, level))
        told = (
            f"{figures.gives_and_gets(option, option.groups[0])} {figures.rest_of_weight(option)}"
        )
        shares = re.findall(r"([\d.]+) %", told)
        assert sum(map(float, shares)) == pytest.approx(100.0)
        assert all(len(share.partition(".")[2]) <= 1 for share in shares)


def test_without_a_receipt_it_says_that_nothing_was_released():
    assert NOTHING_RELEASED in Reader(to_html(sheet(receipts=[]))).text
    released = Reader(to_html(sheet(receipts=["Release 1a2b", "Release 3c4d"]))).text
    assert NOTHING_RELEASED not in released
    assert "2 receipts" in released
    assert released.index("Release 1a2b") < released.index("Release 3c4d")


def test_only_a_link_to_a_server_is_a_link():
    for address in ("javascript:alert(1)", "//host/x", "", "data:text/html,x"):
        assert "a" not in Reader(to_html(sheet(link=address))).tags
    page = to_html(sheet(link='http://host/?x="><script>'))
    assert "<script" not in page
    assert escape('http://host/?x="><script>') in page


@pytest.mark.parametrize(
    ("address", "here"),
    [
        ("http://localhost:8501/decision?v=2", True),
        ("http://[::1]:8501/decision", True),
        ("https://privacy.example/decision?v=2", False),
        ("http://[broken/decision", False),
    ],
)
def test_a_link_that_leads_nowhere_from_another_computer_is_not_printed(address, here):
    page = to_html(sheet(link=address))
    assert (f'href="{escape(address)}"' in page) != here


def test_the_figure_has_a_row_an_option_and_the_table_all_its_dots():
    drawn = decision_dots.figure(BOTH)
    assert list(checked(drawn).layout.yaxis.ticktext)[-1] == "Do not release"
    assert {"A", "B"} < set(checked(drawn).layout.yaxis.ticktext)
    assert len(decision_dots.values_table(BOTH)) == 40


def test_how_far_the_answer_is_drawn_to_the_middle_stands_beside_the_dots_of_its_row():
    these, strict = replace(AGES, everybody=True), [1e-5] * 200 + [2.0] * 200
    pulled = decide([releasing("A", these, strict), releasing("B", these, [0.1] * 400)])
    drawn = checked(decision_dots.figure(pulled))
    layout = drawn.layout
    (said,) = (one for one in layout.annotations if "pull to the middle" in one.text)
    axis = layout.yaxis
    rows = dict(zip(axis.ticktext, axis.tickvals, strict=True))
    assert rows["A"] < said.y
    lean = pulled.options[0].lean
    assert figures.in_unit(pulled.options[0], lean) in said.text
    (line,) = (one for one in drawn.data if np.array_equal(one.x, [-lean, lean]))
    assert max(line.y) < rows["A"]
    apart = decide([releasing("A", AGES, LEVELS)])  # not in its typical error
    assert "without noise" not in str(checked(decision_dots.figure(apart)).layout.annotations)


def test_releases_in_another_unit_are_not_drawn_on_the_same_axis():
    other = Subject("Weight", "kg", (1.0, 300.0), 400)
    mixed = decide([releasing("A", other, LEVELS), releasing("B", AGES, LEVELS)])
    assert set(decision_dots.rows_of(mixed)) == {"B"}
    decision_dots.figure(mixed)
    assert "kg" in Reader(to_html(sheet(decision=mixed))).text
