"""The steps of all lessons, drawn without a page around them."""

from streamlit.testing.v1 import AppTest

from pages.inside.lessons.progress import lessons
from tests.pages.app import open_page, sentences

STEPS = [(key, number) for key in lessons() for number in range(1, len(lessons()[key].steps) + 1)]


def step_of(key, number):
    return lessons()[key].steps[number - 1]


def everything(key, revealed):
    """All steps of a lesson below each other, and what they claim."""
    import streamlit as st

    from pages.inside.lessons.progress import lessons
    from pages.inside.lessons.slide import draw_step

    lesson = lessons()[key]
    for number in range(1, len(lesson.steps) + 1):
        draw_step(lesson, number, revealed)
    st.session_state["truths"] = [step.truth() for step in lesson.steps]
    st.session_state["texts"] = [
        tuple(map(step.write, (step.text, step.ask, step.why))) for step in lesson.steps
    ]


def drawn(key, revealed):
    script = AppTest.from_function(
        everything, kwargs={"key": key, "revealed": revealed}, default_timeout=120
    )
    app = script.run()
    assert not app.error
    return app


def results(app):
    return sentences([*app.success, *app.info, *app.warning])


def on(key, number, **params):
    return open_page("lessons", lesson=key, step=str(number), **params)


def address(app, *keys):
    values = (app.query_params[key] for key in keys)
    return tuple(value if isinstance(value, str) else value[-1] for value in values)
