"""A mean answers one of two questions by one switch: report, slide and overview follow it too."""

import re
from datetime import UTC, datetime

import pytest

from hetdp_core.figures.report.html import Chapter, to_html
from pages.inside.mean.topic import TOPIC
from pages.inside.overview import report
from pages.inside.release import questions
from pages.shared.cache import value
from pages.shared.controls.catalog.sections import QUESTIONS
from pages.shared.controls.scenario import read
from pages.shared.controls.state import of_params
from tests.pages.app import headline, open_page, prose, sentences, texts_in

HALVES = {"profile": "Two groups", "n": "300", "low": "0.1", "high": "5", "strict": "50"}
SATURATES = {False: 0.1 + 8 / (150 * 0.1), True: (8 / 15 + 15) / 150}
"""The level at which 150 users who ask for 5 saturate beside 150 who ask for 0.1, by formula."""


def settings(everybody, **params):
    return {**HALVES, **params, **({"everybody": "true"} if everybody else {})}


@pytest.mark.parametrize("everybody", [False, True])
def test_the_report_has_the_figures_of_its_question_and_says_which_it_is(everybody):
    report.decided = questions.present
    made = report.report(of_params(settings(everybody)), datetime.now(UTC), "", TOPIC.key)
    (chapter,) = made.chapters
    assert isinstance(chapter, Chapter)
    assert chapter.table["applied ε"].max() == pytest.approx(SATURATES[everybody])
    assert QUESTIONS[everybody] in chapter.caption
    assert made.decision is not None
    assert [option.subject.everybody for option in made.decision.options] == [everybody] * 2
    page = to_html(made)
    assert f"<p>{QUESTIONS[everybody]}</p>" in page
    assert QUESTIONS[not everybody] not in page


@pytest.mark.parametrize("everybody", [False, True])
def test_why_privacy_is_free_is_what_the_weights_show(everybody):
    said = headline(open_page(TOPIC.key, **settings(everybody)))
    assert ("gives them an equal share, and a larger ε" in said) is everybody


def test_a_report_without_a_mean_says_nothing_of_its_question():
    made = report.report(of_params({}), datetime.now(UTC), "", "ridge")
    assert made.question == ""
    assert not any(question in to_html(made) for question in QUESTIONS.values())


@pytest.mark.parametrize("everybody", [False, True])
def test_the_first_slide_says_what_is_assumed(everybody):
    first, later = (
        sentences(open_page(TOPIC.key, present="1", slide=slide, **settings(everybody)).markdown)
        for slide in ("1", "2")
    )
    assert QUESTIONS[everybody] in first
    assert QUESTIONS[not everybody] not in first
    assert not set(QUESTIONS.values()) & set(later)


def test_off_a_slide_the_caption_says_it_alone():
    app = open_page(TOPIC.key)
    assert not set(QUESTIONS.values()) & set(sentences(app.markdown))
    assert QUESTIONS[False] in prose(app.caption)


@pytest.mark.parametrize("everybody", [False, True])
def test_in_small_the_figure_is_that_of_the_page(everybody):
    state = of_params(settings(everybody, n="10", low="0.05", strict="80"))
    large, small = TOPIC.view(state), TOPIC.card(state, read(state))
    share = "20 %" if everybody else "0 %"
    assert small.headline.startswith(f"{share} of people get **more privacy")
    assert (value(large.numbers)["applied ε"].max() < 5) == everybody


TOO_MUCH = re.compile(
    r"whatever the (data|values)|over all data|(for|of) (any|all) (data|values)\b", re.IGNORECASE
)
"""What is not so where something is assumed of a population."""

ROOMS = (
    "pages/inside/mean",
    "pages/inside/overview",
    "pages/inside/lessons",
    "pages/inside/site",
    "hetdp_core/figures/mean",
    "hetdp_core/figures/report",
)


@pytest.mark.parametrize("room", ROOMS)
def test_no_sentence_of_a_mean_claims_more_than_its_question_allows(room):
    texts = [*texts_in(room)]
    assert texts
    assert [text for text in texts if TOO_MUCH.search(text)] == []
