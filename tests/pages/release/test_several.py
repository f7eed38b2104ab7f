"""Several means released at once: Gaussian noise, a receipt in zCDP, added up with single means."""

import math

import pytest

from hetdp_core.errors import InvalidInput
from hetdp_core.release.promised import useful_delta
from tests.pages.app import go_to, sentences
from tests.pages.release.room import (
    TRUE_MEAN,
    all_text,
    literally,
    receipts,
    release,
    steps_of,
    with_table,
)


def several(app, **held):
    """The page with several means chosen."""
    for key, value in held.items():
        app.session_state[key] = value
    app.session_state["released"] = "several"
    return app.run()


def test_several_means_are_released_at_once_with_a_receipt_in_zcdp():
    app = several(with_table())
    assert not app.exception
    assert "**2 numbers** over 500 people, with Gaussian noise" in all_text(app)
    assert "weaker than ε always" in all_text(app)
    release(app)
    assert steps_of(app) == ["done"] * 4
    text = receipts(app)[0]
    assert "rho of zero-concentrated differential privacy" in text
    assert "Mean of 'age': " in text
    assert "Mean of 'wage': " in text
    for value in (TRUE_MEAN, TRUE_MEAN * 31.5):
        assert f"{value:.4f}" not in all_text(app)


def test_releases_of_both_kinds_are_added_up_in_zcdp():
    app = release(several(with_table()))
    assert "This would be **release 2 of this session**" in all_text(app)
    assert "Added up in zCDP" in all_text(app)
    app.session_state["released"] = "mean"
    app.run()
    assert "adds up releases of single means alone" in all_text(app)
    assert "This would be **release 2 of this session**" in all_text(app)
    release(app)
    assert len(receipts(app)) == 2
    go_to(app, "decision")
    assert "added up in zCDP they give away at most ρ" in " ".join(sentences(app.success))


def test_no_column_or_too_little_left_for_each_is_one_sentence_and_nothing_can_be_released():
    app = several(with_table(), release_columns=[])
    assert not app.exception
    assert "number of columns" in literally(app.error)
    assert not [one for one in app.button if one.label == "Release now"]
    app = several(with_table(), release_delta=1e-15)
    assert not app.exception
    assert steps_of(app)[2] == "now"


@pytest.mark.parametrize("released", ["several", "regression"])
@pytest.mark.parametrize("delta", [0.0, -1.0, 1.0, 2.0])
def test_a_chance_out_of_range_is_one_sentence_and_nothing_can_be_released(released, delta):
    app = several(with_table())
    app.session_state["released"] = released
    app.run()
    app.number_input(key="release_delta").set_value(delta).run()
    assert not app.exception
    (said,) = app.error
    assert "Chance δ that ε fails must lie between 1e-15 and 0.1" in literally([said])
    assert f"got {delta:g}; take one far below 1 in the number of people" in literally([said])
    assert not [one for one in app.button if one.label == "Release now"]
    app.number_input(key="release_delta").set_value(1e-5).run()
    assert not app.error
    assert [one for one in app.button if one.label == "Release now"]


def test_a_chance_that_is_no_number_is_refused():
    with pytest.raises(InvalidInput, match="got nan; take one"):
        useful_delta(math.nan, "the chance")


def test_a_receipt_after_one_of_a_single_mean_says_what_both_add_up_to():
    app = release(several(release(with_table()), release_columns=["age", "wage"]))
    (said,) = [one for one in receipts(app)[0].splitlines() if one.startswith("This is release 2")]
    assert "in zCDP, and epsilon = " in said
    assert said not in receipts(app)[1]


def test_one_column_alone_is_one_number_and_one_mean():
    app = release(several(with_table(), release_columns=["age"]))
    assert "**1 number** over 500 people" in all_text(app)
    assert any("1 mean at once" in one.label for one in app.expander)
