"""A handout: all questions before the first answer, safe whatever it says."""

from dataclasses import replace

import pytest

from hetdp_core.figures.figure import Figure
from hetdp_core.figures.report.handout import Exercise, Handout, Picture, to_html
from tests.figures.test_report import EVIL
from tests.html_reader import Reader


def picture(text: str) -> Picture:
    line = {"type": "scatter", "x": [1, 2], "y": [3, 4], "name": text}
    return Picture(Figure([line], {}), text, 300)


def exercise(text: str = "words", **changes) -> Exercise:
    shown = picture(text)
    one = Exercise(text, text, text, [text] * 2, "", shown, text, text, text, shown, "")
    return replace(one, **changes)


def shown(*exercises: Exercise, text: str = "words") -> Reader:
    return Reader(to_html(Handout(text, text, text, exercises, "")))


def test_all_questions_come_before_the_first_answer():
    found = shown(
        exercise(ask="First?", answer="Yes", why="Hence."),
        exercise(ask="Second?", options=[], range="From 1 to 9.", answer="7"),
    ).text
    questions, answers = found.split("Answers")
    assert "First?" in questions
    assert "From 1 to 9." in questions
    assert "Yes" not in questions
    assert "Hence." not in questions
    assert answers.index("First?") < answers.index("Yes") < answers.index("Second?")


def test_every_question_and_every_answer_has_its_figure_under_its_name():
    found = shown(exercise(before=picture("asks"), after=picture("answers")))
    names = [one["aria-label"] for tag, one in found.elements if one.get("role") == "figure"]
    assert names == ["asks", "answers"]
    assert sum("Plotly.newPlot" in script for script in found.scripts[1:]) == 2


def test_text_is_shown_as_it_is_and_makes_no_element():
    evil, harmless = shown(exercise(EVIL), text=EVIL), shown(exercise())
    assert evil.tags == harmless.tags
    assert evil.text.count(EVIL) == harmless.text.count("words") > 10


@pytest.mark.parametrize(("link", "links"), [("", 0), ("https://host/ridge?v=2", 1)])
def test_an_exercise_leads_to_the_dashboard_where_one_is_known(link, links):
    found = shown(exercise(link=link))
    assert [one["href"] for tag, one in found.elements if tag == "a"] == [link] * links
