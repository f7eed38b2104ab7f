"""Lessons: all steps of one below each other, each answer after a prediction alone."""

from __future__ import annotations

from html import escape
from json import dumps

import numpy as np

from hetdp_core.figures.report.page import inline
from pages.inside.lessons.progress import lessons
from pages.inside.lessons.slide import judged, view
from pages.inside.site.page import Dashboard, Page, Places, paragraphs, to
from pages.inside.topics import TOPICS
from pages.shared.controls import state
from pages.shared.lessons.lesson import Choice, Lesson, Slider, Step

LESSONS = "lessons.html"


def chooser() -> Page:
    cards = (
        f'<section class="card"><h2>{to(file_of(lesson), lesson.title)}</h2>'
        f"<p>{escape(lesson.learns)}</p>"
        f'<p class="caption">{len(lesson.steps)} steps · {lesson.minutes} minutes · '
        f"{escape(lesson.for_whom)}</p></section>"
        for lesson in lessons().values()
    )
    body = (
        '<h1>Lessons</h1><p class="claim">Guess first, then see the answer</p>'
        f'<div class="cards">{"".join(cards)}</div>'
    )
    return Page(LESSONS, "Lessons", body, {})


def file_of(lesson: Lesson) -> str:
    return f"lesson-{lesson.key}.html"


def lesson_page(lesson: Lesson, dashboard: Dashboard) -> Page:
    places = Places()
    steps = [
        _step(places, lesson, place + 1, dashboard)  # counted as the dashboard's links count
        for place in range(len(lesson.steps))
    ]
    body = [
        f'<h1>{escape(lesson.title)}</h1><p class="claim">{escape(lesson.learns)}</p>',
        f'<p class="caption">{lesson.minutes} minutes · {escape(lesson.for_whom)}</p>',
        *steps,
        '<p class="summary" role="status"></p>',
        f"<p>{to(LESSONS, 'All lessons')}</p>",
    ]
    return Page(file_of(lesson), lesson.title, "\n".join(body), places.views)


def _step(places: Places, lesson: Lesson, number: int, dashboard: Dashboard) -> str:
    step = lesson.steps[number - 1]
    truth = step.truth()
    tried = ""
    if step.topic:
        address = f"{TOPICS[step.topic].key}?{state.packed(step.state)}"
        tried = dashboard.link(address, "Try it yourself")
    return f"""<section class="step" aria-labelledby="step-{number}">
<h2 id="step-{number}">{number}. {escape(step.title)}</h2>
{paragraphs(step.write(step.text))}
{places.figure(view(lesson, number, False))}
{_form(step, truth, number)}
<div class="answer" hidden tabindex="-1" aria-label="The answer to step {number}">
<p class="verdict">{inline(judged(step, truth, "")[1])}</p>
{places.figure(view(lesson, number, True))}
{paragraphs(step.write(step.why))}
<p class="caption">Source: {escape(step.source)}. {tried}</p>
</div>
</section>"""


def _form(step: Step, truth: str | float, number: int) -> str:
    """Return what to predict with; what is said of each prediction stands in the form itself."""
    question = step.question
    ask = inline(step.write(step.ask))
    if isinstance(question, Choice):
        guesses, how = [*question.options], "Choose an answer first."
        radio = f'<label><input type="radio" name="step-{number}" value='
        options = enumerate(map(escape, question.options.values()))
        control = "".join(f'{radio}"{place}"> {option}</label>' for place, option in options)
    else:
        guesses, how = [*_stops(question)], "Move the slider to your prediction first."
        control = _slider(question)
    judgements = dumps([judged(step, truth, guess) for guess in guesses], ensure_ascii=False)
    return (
        f'<form data-judgements="{escape(judgements)}"><fieldset><legend>{ask}</legend>{control}'
        '</fieldset><button type="submit">Reveal</button>'
        f'<p class="first" role="alert" hidden>{how}</p></form>'
    )


def _slider(question: Slider) -> str:
    stops = _stops(question)
    texts = dumps([question.shown(stop) for stop in stops], ensure_ascii=False)
    ends = f"<span>{question.shown(stops[0])}</span><span>{question.shown(stops[-1])}</span>"
    return (
        f'<input type="range" min="0" max="{len(stops) - 1}" step="1" value="0" '
        f'data-texts="{escape(texts)}" aria-label="Your prediction" aria-valuetext="none yet">'
        f'<div class="ends">{ends}</div><p>Your prediction: <output>none yet</output></p>'
    )


def _stops(question: Slider) -> list[str]:
    """Return where the slider may stand, as a link would say it."""
    if not question.step:
        return [f"{stop:g}" for stop in question.stops]
    steps = round((question.high - question.low) / question.step)
    return [f"{stop:g}" for stop in np.linspace(question.low, question.high, 1 + steps)]
