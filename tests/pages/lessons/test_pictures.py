"""Figures of lessons: for other settings, or with something left out."""

import pandas as pd
import pytest

from pages.inside.lessons.progress import lessons
from pages.shared.lessons.lesson import Step, at, hiding
from tests.plotlys import checked


def test_what_is_hidden_is_neither_in_the_figure_nor_in_its_table():
    step = lessons()["mean"].steps[3]
    before, after = step.before(step.state), step.after(step.state)
    assert {trace.name for trace in checked(after.figure).data} - {
        trace.name for trace in checked(before.figure).data
    } == {"PropDPM"}
    assert isinstance(before.numbers, pd.DataFrame)
    assert "PropDPM" not in set(before.numbers["series"])
    assert "ADPM" in set(before.numbers["series"])
    assert list(before.numbers) == ["series", "across", "up"]


def test_a_picture_that_hides_nothing_is_a_mistake():
    step = lessons()["mean"].steps[0]
    with pytest.raises(ValueError, match="nothing of"):
        hiding(step.before, "no such series")(step.state)


def test_the_same_figure_for_another_setting_is_that_of_the_other_link():
    step = lessons()["mean"].steps[1]
    other = Step(**{**vars(step), "params": {**step.params, "high": "0.05"}})
    found, expected = at(step.after, high="0.05")(step.state), other.after(other.state)
    assert checked(found.figure) == checked(expected.figure)
    with pytest.raises(ValueError, match="high"):
        at(step.before, high="very")
