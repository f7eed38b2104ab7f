"""The file of an earlier receipt is brought: changed, without a checksum, or as it was saved."""

import json

import pytest

from hetdp_core.release.stored import CHANGED, CHECKSUM, UNCHECKED
from tests.pages.release.room import all_text, literally, promised, release, with_table


@pytest.fixture(scope="module")
def saved():
    """The file of a receipt that another session saved."""
    return release(with_table()).session_state["releases_of_this_session"][0].json


def brought(text, app=None):
    app = app or promised(with_table())
    file = ("mine.json", text.encode(), "application/json")
    app.file_uploader(key="receipts_brought").set_value([file]).run()
    return app


def test_a_receipt_is_brought_before_the_decision_and_each_way_to_publish_adds_to_it(saved):
    app = brought(saved, with_table())
    assert "A result from here **adds its ε to the total**" in literally(app.info)
    assert "Together with earlier results: at most ε =" in literally(app.markdown)
    assert "If everybody here was in the other tables too, 250 people" in literally(app.warning)
    assert "release 2 counted here" in all_text(promised(app))


def test_a_receipt_that_was_changed_is_refused_and_the_page_says_so(saved):
    content = json.loads(saved)
    app = brought(json.dumps({**content, "groups": content["groups"][:1]}))
    assert f"mine.json: {CHANGED}" in literally(app.warning)
    assert "Add an earlier release" in [one.label for one in app.expander]  # no popover hides it
    assert "first release" in all_text(app)


def test_a_receipt_of_an_earlier_version_is_added_up_and_the_page_says_that_it_is_unchecked(saved):
    content = json.loads(saved)
    del content[CHECKSUM]
    app = brought(json.dumps(content))
    assert f"mine.json: {UNCHECKED}" in literally(app.warning)
    assert "release 2 counted here" in all_text(app)


@pytest.mark.parametrize("dropped", [(), (CHECKSUM,), (CHECKSUM, "total", "others")])
def test_the_last_receipt_of_several_counts_with_the_total_that_it_states(dropped):
    second = release(release(with_table())).session_state["releases_of_this_session"][1].json
    kept = {name: part for name, part in json.loads(second).items() if name not in dropped}
    app = brought(json.dumps(kept))
    assert "So far it is at most 0.72." in all_text(app)
    assert "release 3 counted here" in all_text(app)
    assert "count 1 more release whose own receipt is not here" in literally(app.info)
