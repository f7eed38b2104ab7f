"""Every section of every topic opens with its words, in its tab or on Evidence."""

from collections import Counter

import pytest

from pages.inside.topics import TOPICS
from pages.shared.controls import state
from pages.shared.frame.tabs import A_SLIDE, HOW
from tests.pages.app import open_page, prose

LINKS = {
    "ridge": {"dataset": "Simulated medical cost"},
    "privacy_odometer": {
        "questions": "x, x², x³ … of a number from 0 to 10",
        "eps_question": "0.405",
        "answers": "101",
    },
}
"""What the addresses of a topic say besides."""

WORDS = {
    "heterogeneous_mean": {
        "Each person's weight": "Each dot is one person",
        "Why weights saturate": "The total is smallest at **τ = 0.348**: 1.96 % of the range",
        "Error as people ask for less": (
            "The worst-case error of each method as people ask for less privacy. Left of the dashed"
        ),
        "What would it take?": "you need **3,510 people** (now 1,000 people: 1.96 %).",
        "Methods side by side": "the best weighted mean **(ADPM) has the smallest error**",
        "A real column": "the true mean and all errors are **not private**.",
        "Several columns": "K-norm noise has the smallest error here (2.39 %)",
        "How close to the best possible?": "Here **U / L is at most 1.13**",
        "Table I": "**Reproduced under stated assumptions.**",
        HOW: "**Five people, step by step**",
    },
    "feature_privacy": {
        "Feature by feature": "**Which one to choose?**",
        "What would it take?": "with the optimised budgets you need **18,3",
        "Parts of a report": "**The other route** (Proposition 6)",
        "As printed": "**Theorem 2 and Corollary 1** bound the error",
        "A real dataset": "People report the middle of one of at most 4 bins, which moves",
        "Least squares": "of the private fits beat predicting 0**",
        "Ideas": "**Two reports can reveal more than the sum of both** (Example 2)",
        HOW: "There is no trusted curator: each person sends one randomised report",
    },
    "ridge": {
        "Why personal levels help": "**Why personal levels help.**",
        "Private verdict": "mean squared error comes out",
        "Spread": "Two releases from the same records differ by chance.",
        "Coefficients": "the middle half of 500 releases, around the coefficients without privacy",
        "One release": "**One release** of the private regression (Objective perturbation) at λ =",
        "Twenty releases": "Each dot is one release's typical error",
        "What would it take?": "For a typical error of 7,120 US\\$/year (9.5 % of the range)",
        "What matters": "a part of the same training records",
        "As printed": "**Erratum 4.** The published sampling",
        HOW: "A trusted curator holds records",
    },
    "privacy_odometer": {
        "Step by step": "Question 4 asks for x⁴: allowed",
        "What would it take?": "answers of the median person",
        "What an observer believes": "the probability of this statement",
        "Answers by budget": "the middle 80 %",
        "Who still answers": "the median person answers",
        "What is learned": "Maximum likelihood is off by",
        "Health check-up": "The paper's regressions",
        "Several filters, and refusals": "A refusal can reveal something even to an observer",
        "Appendix E": "Erratum 5",
        HOW: "There is no trusted curator",
    },
}
"""What each section says, by topic."""

TESTED_ELSEWHERE = {("feature_privacy", "Users differ too"), ("privacy_odometer", "Other answers")}


def test_every_section_has_its_words_here():
    tabs = {
        (topic, tab.title)
        for topic, record in TOPICS.items()
        for tab in record.sections
        if tab.tab != A_SLIDE
    }
    words = {(topic, title) for topic, titles in WORDS.items() for title in titles}
    assert tabs == words | TESTED_ELSEWHERE, "each section has a sentence in WORDS, above"


@pytest.mark.parametrize(
    ("topic", "tab", "says"),
    [(topic, tab, says) for topic, tabs in WORDS.items() for tab, says in tabs.items()],
)
def test_every_section_opens_with_its_words(topic, tab, says):
    app = open_page(topic, **{**LINKS.get(topic, {}), TOPICS[topic].tabs_key: tab})
    assert not app.error
    assert says in prose([*app.main.markdown, *app.main.caption])


@pytest.mark.parametrize("key", TOPICS)
def test_no_two_figures_of_a_topic_share_a_key(key):
    topic, held = TOPICS[key], state.defaults()
    views = [topic.view(held), *(view for some in topic.stills(held).values() for view in some)]
    again = "give one View another key: `replace(view, key=…)`"
    assert {one: again for one, many in Counter(v.key for v in views).items() if many > 1} == {}
