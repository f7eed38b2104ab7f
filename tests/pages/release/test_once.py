"""One confirmation is at most one release, and what a browser kept of earlier ones is counted."""

import json
from threading import Barrier, Thread

import numpy as np

from hetdp_core.release import ReleaseRequest, prepare
from hetdp_core.release.stored import with_checksum
from pages.inside.release import once
from tests.pages.release import room

PLAN = once.Checked(prepare(ReleaseRequest("age", "", (0.0, 100.0), np.full(500, 0.5), "same")))


def values(column):
    assert column == "age"
    return np.full(500, 40.0)


def test_of_many_threads_with_one_token_one_releases():
    releases = once.Releases()
    token, all_at_once = releases.promised("about", PLAN), Barrier(20)

    def click():
        all_at_once.wait()
        releases.release_once(token, "about", "a table", values)

    threads = [Thread(target=click) for _ in range(20)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert len(releases) == 1
    assert releases.refusal == "already"
    releases.promised("about", PLAN)
    assert releases.refusal == ""


def test_a_promise_keeps_its_token_while_it_stands_and_has_another_afterwards():
    releases = once.Releases()
    token = releases.promised("about", PLAN)
    assert releases.promised("about", PLAN) == token
    other = releases.promised("another", PLAN)
    assert other != token
    releases.release_once(token, "another", "a table", values)
    assert (len(releases), releases.refusal) == (0, "changed")
    releases.release_once(other, "changed since", "a table", values)
    assert (len(releases), releases.refusal) == (0, "changed")
    releases.release_once(other, "another", "a table", values)
    assert len(releases) == 1
    assert releases.promised("another", PLAN) != other


def test_an_old_click_releases_nothing_more_even_while_the_next_promise_is_checked():
    app = room.promised(room.with_table())
    app.checkbox[0].set_value(True).run()
    old = room.button(app, "Release now").proto.id
    room.button(app, "Release now").click().run()
    app.checkbox[0].set_value(True).run()
    (token,) = (part for part in [old.rpartition("_")[2]] if part)
    held = app.session_state["releases_of_this_session"]
    held.release_once(token, "anything", "a table", values)
    assert len(room.receipts(app.run())) == 1
    assert "Released already: the receipt is above" in room.literally(app.warning)
    assert room.release_button(app).label == "Release once more: ε = 0.72 in total"
    assert "**Published: " in room.literally(app.success)
    room.release_button(app).click().run()
    assert len(room.receipts(app)) == 2


def test_what_the_browser_kept_is_listed_counted_and_no_more_than_that():
    first = room.with_table()
    room.release(room.release(first))
    kept = [one.json for one in first.session_state["releases_of_this_session"]]
    most = sum(one.release.receipt.most for one in first.session_state["releases_of_this_session"])
    app = room.promised(room.with_table())
    held = app.session_state["releases_of_this_session"]
    held.take_kept([*kept, *kept, "no receipt", {"groups": 1}])
    app.run()
    said = room.all_text(app)
    assert "2 releases of an earlier session are known here: they are added up" in said
    assert "release 3 counted here" in said
    assert "A text that this browser has kept is no receipt." in room.literally(app.warning)
    titles = [one.label for one in app.expander if "mean of" in one.label]
    assert [title.split(":")[0] for title in titles] == [
        f"Receipt {json.loads(one)['identifier'][:8]} of an earlier session"
        for one in reversed(kept)
    ]
    table_of = app.dataframe[-1].value["with earlier releases ε"].tolist()
    assert float(table_of[0]) >= 0.2 + most - 0.01
    room.release(app)
    assert len(room.receipts(app)) == 3
    held.take("not a list")
    held.take(None)
    assert len(held) == 3


def renamed(entry, place):
    """The receipt of another release, but for what it says the same."""
    return with_checksum(entry.json.replace(entry.identifier, f"{place:016x}"))


def test_a_browser_cannot_hand_over_without_end():
    (entry,) = room.release(room.with_table()).session_state["releases_of_this_session"]
    held = once.Releases()
    for start in range(0, 300, 100):
        held.take_kept([renamed(entry, place) for place in range(start, start + 100)])
    assert len(held) == once.MOST_EARLIER
    assert held.left_out == (0, 200)
    held = once.Releases()
    held.take_kept([renamed(entry, place) for place in range(300)])
    assert (len(held), held.left_out) == (once.MOST_EARLIER, (0, 200))


def test_when_the_table_is_forgotten_its_promise_is_too():
    app = room.promised(room.with_table(room.table()))
    app.checkbox[0].set_value(True).run()
    token = room.button(app, "Release now").proto.id.rpartition("_")[2]
    held = app.session_state["releases_of_this_session"]
    room.button(app, "Forget my table").click().run()
    held.release_once(token, "anything", "a table", values)
    assert (len(held), held.refusal) == (0, "changed")
