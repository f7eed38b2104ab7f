"""What a class answered, as a table to keep."""

from __future__ import annotations

from pages.inside.lessons.classroom import answers
from pages.inside.lessons.progress import lessons


def test_answers_are_counted_as_they_read_in_the_order_of_the_question():
    lesson = lessons()["mean"]
    found = answers.table(lesson, {3: ("10", "2", "10"), 4: ("rises", "falls", "rises")})
    options = lesson.steps[3].question.options  # type: ignore[union-attr]
    told = found.drop(columns="question").to_numpy().tolist()
    assert told == [
        [3, "2 times", 1],
        [3, "10 times", 2],
        [4, options["falls"], 1],
        [4, options["rises"], 2],
    ]
    assert found["question"].nunique() == 2


def test_before_anybody_answered_there_is_a_table_without_rows():
    assert answers.table(lessons()["mean"], {}).empty
