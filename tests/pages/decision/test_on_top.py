"""The decision knows what the session released before: exposure adds up, whatever is decided."""

import json
import re
from html import escape

import numpy as np
import pytest

from hetdp_core.decision import bets_right
from hetdp_core.figures.decision import AND_BEFORE, RELATED, with_before
from hetdp_core.figures.formats import bound, number
from hetdp_core.meaning import right_at_most
from hetdp_core.release.receipt import HOLDS_SAMPLING, MAY_DIFFER
from tests.pages.app import prose, put, sentences
from tests.pages.decision.room import save
from tests.pages.release.room import all_text, press, promised, release, table, with_table


def on_top(app):
    """What each option makes of what was released before."""
    return [sentence for sentence in sentences(app.main.markdown) if "arlier results" in sentence]


def made(app):
    return app.session_state["releases_of_this_session"]


def decide_on(app):
    """The step Decide again, after something was published."""
    return press(app, "Compare the options again")


def test_about_a_column_that_was_not_released_every_release_is_decide_on():
    app = decide_on(release(with_table()))
    app.selectbox(key="release_column").set_value("wage").run()
    assert len(on_top(app)) == 3
    assert any("**adds its ε to the total**" in sentence for sentence in sentences(app.info))


def test_each_option_is_on_top_of_what_was_released_before():
    app = release(with_table())
    before = float(np.max(made(app)[0].release.guaranteed))
    decide_on(app)
    *more, out = on_top(app)
    assert f"at most ε = {number(before)} about anyone" in out
    assert out.endswith(f"; at most {bound(100 * right_at_most(0.5, before))} of 100 bets right.**")
    assert len(more) == 2
    strictest = table()[0].frame["eps"].min()  # the second option: the same for all
    assert f"at most ε = {number(before + strictest)} about anyone" in more[1]
    assert f"at most {bound(bets_right(before + strictest))} of 100 bets right" in more[1]


def beyond(app):
    """What is said of people who would have given more than they ask for."""
    return [sentence for sentence in sentences(app.warning) if "Taken together" in sentence]


def test_each_option_says_for_how_many_it_would_be_more_than_they_ask_for():
    app = release(with_table())
    asked, given = table()[0].frame["eps"].to_numpy(), made(app)[0].release.guaranteed
    decide_on(app)
    more = [
        int(np.sum(given + one > asked * (1.0 + 1e-9)))
        for one in (given, np.full(asked.size, asked.min()))
    ]
    assert all(more)
    assert beyond(app) == [
        f"Taken together, {people} people give more than their level." for people in more
    ]


def test_before_a_release_neither_an_option_nor_the_page_to_print_speaks_of_earlier_ones(saved):
    app = with_table()
    assert (on_top(app), beyond(app)) == ([], [])
    save(promised(app))
    assert AND_BEFORE not in saved[-1][1]


def test_what_stands_after_plus_minus_is_one_number_from_the_decision_to_the_receipt_file():
    """No typical error has this sign."""
    said = plus_minus(all_text(with_table()))
    for place, each in enumerate(said):
        app = promised(with_table(), place)
        assert set(plus_minus(all_text(app))) == {each}
        (entry,) = made(release(app))
        assert set(plus_minus(f"{all_text(app)} {app.expander[0].label}")) == {each}
        kept = json.loads(entry.json)
        assert number(kept["half_width"]) == each
        assert f"mean of 'age' from 500 people is {kept['released']:.15g}" in entry.text
        assert f"{kept['released']:.15g}" in app.expander[0].label
    assert len(said) == 2


@pytest.mark.parametrize("everybody", [False, True])
def test_beside_an_interval_stands_what_it_holds(everybody):
    app = put(with_table(), everybody=everybody)
    said = prose(app.caption)
    each = re.findall(r"\*\*result ± [\d.]+ years\*\*: (.*?) within it", said)
    holds = "noise and pull to the middle stay" if everybody else "the population’s mean lies"
    assert each == [holds] * 2  # one for each way to publish
    promise = prose(promised(app).markdown)
    assert (HOLDS_SAMPLING in said) == (HOLDS_SAMPLING in promise) == (not everybody)


@pytest.mark.parametrize("option", [0, 1])
def test_publish_receipt_and_print_name_earlier_results_and_whose_level_they_exceed(saved, option):
    earlier = made(release(with_table()))[0]
    file = ("mine.json", earlier.json.encode(), "application/json")
    app = with_table()
    app.file_uploader(key="receipts_brought").set_value([file]).run()
    said = [text for text in sentences(app.warning) if "larger total ε" in text][option]
    assert any(said in text for text in sentences(promised(app, option).warning))
    save(app)
    page, printed = saved[-1][1], (said, "some people may exceed their level")[option]
    assert page.index('class="recommended"') < page.index(printed) < page.index("<table>")
    assert AND_BEFORE in page
    save(release(app))
    given_to = made(app)[-1].release.guaranteed
    most, asked = earlier.release.receipt.most, table()[0].frame["eps"].to_numpy()
    people = int(np.sum(given_to + most > asked * (1.0 + 1e-9)))
    assert f", {people} people would have a larger total ε than their level." in said
    told = "some" if option else f"{people}"  # how many would be how many have the strictest level
    assert f"too, {told} people would have given more than their epsilon" in made(app)[-1].text
    assert (f"{people} people" in made(app)[-1].json) == (option == 0)
    for each in (page, saved[-1][1]):
        assert printed in each
        assert (f"{people} people" in each) == (option == 0)
        named = f"{earlier.identifier}, {earlier.release.receipt.time}: weighted mean of"
        assert f"{named} &#x27;age&#x27; " in each
    assert MAY_DIFFER in saved[-1][1]


def plus_minus(text):
    """Of what is released; that of a population holds more."""
    each = re.findall(r"(?<!population: )± ([\d.,]*\d)", text)
    return [number(float(off.replace(",", ""))) for off in each]


@pytest.mark.parametrize("epsilon", [0.0, 0.5, float("inf")])
def test_bets_right_are_those_of_a_fact_as_likely_as_not(epsilon):
    odds = np.exp(epsilon)
    expected = 100.0 if np.isinf(odds) else 100.0 * odds / (1.0 + odds)
    assert bets_right(epsilon) == pytest.approx(expected, rel=1e-12)


def test_by_a_column_that_is_not_used_nobody_is_counted():
    app = with_table()
    app.selectbox(key="release_levels_from").set_value("same").run()
    put(app, release_same_level=0.9)
    decide_on(release(app))
    assert on_top(app)
    assert beyond(app) == []


def save_of(app, saved):
    """What is printed beside the last release: what was given away before it, not with it."""
    save(app)
    return saved[-1]


def test_the_page_to_print_tells_what_each_option_adds_up_to(saved):
    app = release(with_table())
    assert AND_BEFORE not in save_of(app, saved)[1]
    release(app)
    before = float(np.max(made(app)[0].release.guaranteed))
    sheet, page = save_of(app, saved)
    assert sheet.before == pytest.approx(before)
    for option in sheet.decision.options:
        assert escape(with_before(option, before)) in page
    assert AND_BEFORE in page


def test_where_unequal_weights_move_a_mean_further_than_its_noise_screen_and_page_say_so(saved):
    app = save(promised(with_table(table("age,eps\n" + "30,0.01\n40,5\n" * 400))))
    said = "Unequal weights may move the mean by up to "
    assert said in prose(app.warning)
    assert f'<th scope="row">{RELATED}</th>' in saved[-1][1]
