"""The decision about a table of one's own, before and after something of it is released."""

import re
from html import escape

import numpy as np
import pytest

from hetdp_core.decision import as_asked_or_alike, decide, releasing, subject_of
from hetdp_core.figures import decision as words
from hetdp_core.figures.report.decision import NOTHING_RELEASED, OTHER_LEFT_OUT
from hetdp_core.release.receipt import COUNTS, HOLDS_SAMPLING, STRICTEST
from pages.shared.text.notices import literal
from tests.pages.app import go_to, open_page, prose, put, sentences
from tests.pages.decision.room import PAGE, labelled, pinned, said, save, shown
from tests.pages.release import room

PROFILE = "Privacy profile"

TWO_COLUMNS = "age,weight,eps\n" + "30,70,0.1\n40,80,0.5\n" * 200


def labels(app):
    """What the page's lists to choose from are called."""
    return [one.label for one in app.main.selectbox]


def receipts_made(app):
    return [one.release.receipt for one in app.session_state["releases_of_this_session"]]


def test_a_released_table_of_ones_own_is_decided_about_with_its_receipt(saved):
    app = room.release(room.with_table())
    (receipt,) = receipts_made(app)
    save(app)
    (sheet, page) = saved[-1]
    (named,) = sheet.receipts
    assert named.startswith(f"{receipt.identifier}, {receipt.time}: ")
    assert f"{receipt.released:.6g}" in page
    assert NOTHING_RELEASED not in page
    assert f"{sheet.published.plus_minus[0]} (for the population, at least 19" in page
    assert page.count(HOLDS_SAMPLING) == 1
    assert page.index(escape(receipt.in_short)) < page.index(">Chosen: Release with each")
    assert "Recommended" not in page
    assert "mine.csv" not in page
    room.press(app, "Compare the options again")
    own, _ = room.table()
    levels = own.frame["eps"].to_numpy()
    shown(
        app, decide(as_asked_or_alike(subject_of(own, "age"), levels)), exceeds=True, is_known=True
    )
    assert PROFILE not in labels(app)
    assert "age" not in str(dict(app.query_params))


@pytest.mark.parametrize("option", [0, 1])
def test_the_page_of_one_ε_for_all_says_of_no_level_how_many_have_it(saved, option):
    """Nor any number of the other way to publish, from which that could be calculated."""
    levels = room.table()[0].frame["eps"].to_numpy()
    by_level = as_asked_or_alike(subject_of(room.table()[0], "age"), levels)[0]
    app = room.promised(room.with_table(), option)
    (sheet, page) = saved[-1]
    counts = [words.gives(by_level, share) for share in by_level.groups]
    for number in (*counts, words.typically_off(by_level)):
        assert (escape(number) in page) == (option == 0)
    assert (STRICTEST in page, COUNTS in page) == (option == 1, option == 0)
    each = sheet.published.plus_minus
    for off in each:
        assert off == "" or re.fullmatch(r"± \S+ years", off)
        assert f"<td>the result {off}</td>" in page or not off
    assert len({*each}) == len(sheet.decision.options)  # each option has its own
    assert f"**{sheet.published.plus_minus[0]}** of the" in said(app)


@pytest.mark.parametrize("is_told", [True, False])
def test_once_a_receipt_tells_how_many_have_each_level_no_page_keeps_quiet_about_it(saved, is_told):
    app = room.release(room.with_table())
    (receipt,) = receipts_made(app)
    if not is_told:  # as that of other levels, or of one ε for all
        vars(receipt)["groups"] = receipt.groups[:1]
    save(room.press(app, "Compare the options again"))
    assert ("For the curator." in saved[-1][1]) != is_told
    save(room.promised(app, 1))
    assert (OTHER_LEFT_OUT in saved[-1][1]) != is_told


@pytest.mark.parametrize(("option", "source"), [(1, "strictest"), (0, "column")])
def test_the_release_begins_with_the_option_that_was_chosen(option, source):
    app = room.with_table()
    levels = room.table()[0].frame["eps"].to_numpy()
    options = as_asked_or_alike(subject_of(room.table()[0], "age"), levels)
    room.press(app, f"{literal(words.choice(options[option]))} …")
    receipt = room.receipts(room.release(app))[0]
    if source == "strictest":
        assert f"500 people with ε = {levels.min():g} for all" in receipt
        assert "one ε for all: the strictest level in a column" in receipt
        assert "not requested" not in receipt
    else:
        assert "250 people who asked for ε = 0.2" in receipt


def test_after_a_release_the_page_says_so_and_names_the_option(saved):
    with_recommended = room.promised(room.with_table(), 1)
    app = room.press(room.release(with_recommended), "Compare the options again")
    assert re.search(r"\*\*This was released:\*\* .*, with ε = 0\.2 for all\.", prose(app.info))
    released = {"own_table_released": app.session_state["own_table_released"]}
    held = {"own_table_in_use": app.session_state["own_table_in_use"]} | released
    mean = open_page("heterogeneous_mean", held, dataset="My own table", view="With real data")
    assert "= 0.2 for all (released)" in str([one.proto for one in mean.get("bidi_component")])
    labelled(app.text_input, "Largest acceptable typical error").set_value("0.001").run()
    save(room.promised(app, 1))
    (next_sheet, page) = saved[-1]
    assert (next_sheet.released, len(next_sheet.receipts)) == ("", 1)
    assert ".</strong> Its typical error is larger than accepted. The other way to publish" in page
    assert "**Published before: " in prose(app.info)
    assert labelled(app.expander, "One more release").proto.expanded
    save(room.release(app))
    assert "did not recommend this release. Its typical error is larger" in saved[-1][1]
    assert not labelled(app.expander, "One more release").proto.expanded
    room.press(app, "Compare the options again")
    labelled(app.toggle, "The result describes only these people").set_value(True).run()
    assert "with other settings than those shown here" in prose(app.info)


def test_a_table_released_with_the_same_level_for_all_is_decided_about_with_that_level(saved):
    own, digest = room.table("age\n" + "30\n40\n" * 200)
    app = room.with_table((own, digest))
    put(app, release_same_level=0.4)
    room.press(room.release(app), "Compare the options again")
    everybody = np.full(400, 0.4)
    named = "ε = 0.4 for all"
    alike = [releasing(named, subject_of(own, "age"), everybody, assigned=True)]
    shown(app, decide(alike), is_known=True)
    assert PROFILE not in labels(app)
    assigned = "All 400 people get ε = 0.4, which the curator chose; no column of levels was"
    assert assigned in said(app)
    save(room.promised(app))
    assert assigned in saved[-1][0].sources["Privacy levels"]


def test_the_page_to_print_holds_the_receipts_of_its_column_and_names_what_else_counts(saved):
    app = room.release(room.with_table(room.table(TWO_COLUMNS)))
    save(room.release(app))
    first, again = receipts_made(app)
    named = [receipt.split(",")[0] for receipt in saved[-1][0].receipts]
    assert named == [again.identifier, first.identifier]
    room.press(app, "Compare the options again")
    app.main.selectbox(key="release_column").set_value("weight").run()
    save(room.promised(app))
    sheet, page = saved[-1]
    assert "<h1>Decision: weighted mean of weight</h1>" in page
    assert "a population that they are drawn from" in page
    assert not sheet.receipts
    assert "<h2>2 receipts, none of this mean of this file yet</h2>" in page
    assert [each.split(",")[0] for each in sheet.others] == [
        f"From this file: {one.identifier}" for one in (again, first)
    ]


def test_of_another_table_the_receipt_is_left_out(saved):
    app = room.release(room.with_table())
    save(room.put_to_use(app, room.table_in_use(app), "another"))
    assert saved[-1][0].receipts == ()
    assert "1 receipt, none of this mean of this file yet" in saved[-1][1]


def test_the_table_can_be_left_aside_for_a_shipped_one(saved):
    app = go_to(room.release(room.with_table()), PAGE)
    assert app.selectbox(key="dataset")
    assert PROFILE in labels(app)
    save(app)
    assert (saved[-1][0].receipts, saved[-1][0].before) == ((), 0.0)


def test_a_table_with_levels_of_its_own_is_compared_and_printed_with_no_profile(saved):
    app = room.with_table()
    put(app, high=3.0, lam=5.0)
    app.query_params = {"a": pinned("0.2")}
    headings = [text for text in sentences(app.run().main.markdown) if text[:5] == "#### "]
    alike = "#### Release with ε = 0.2 for all"
    assert headings == ["#### Release with each person's ε", alike, "#### Do not release"]
    assert not [one for one in app.button if one.label in ("Compare", "Unpin A", "Swap A and B")]
    app.query_params = {}
    save(room.promised(app))
    assert saved[-1][0].settings == []
    assert saved[-1][0].pinned == []


@pytest.mark.parametrize("everybody", [False, True])
def test_whether_or_not_a_value_is_missing_what_is_public_says_how_it_counts(saved, everybody):
    for cell in ("30", ""):
        app = room.with_table(room.table(TWO_COLUMNS + f"{cell},1,0.5\n" * 12))
        put(app, everybody=everybody)
        for told in (
            "12 of 412 cells are missing",
            "No ± and no recommendation",
            "These numbers stay",
        ):
            assert (told in room.curators_block(app)) == (not cell)
        room.promised(app)
        counts = "Each missing value counts as 6"
        assert counts in said(app)
        assert counts in saved[-1][1]
        receipt = room.receipts(room.release(app))[0]
        assert counts in receipt
        assert "of 412 cells" not in f"{receipt}{saved[-1][1]}{said(app)}"


def test_receipt_and_page_to_print_begin_with_one_sentence_of_result_chance_and_what_is_limited(
    saved,
):
    app = room.release(room.with_table())
    (sheet, page) = saved[-1]
    told = r"The weighted mean of 'age' from 500 people is \S+ ± \S+ years \(for the population, "
    assert re.match(told, sheet.released)
    assert room.receipts(app)[0].startswith(f"{sheet.released}\n{sheet.promised}\n")
    assert escape(sheet.promised) in page
    assert page.index(f"<strong>{escape(sheet.released)}</strong>") < page.index("<table>")
    assert "±" not in words.summary(sheet.decision).to_string()
