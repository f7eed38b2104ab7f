"""Lesson across all topics: what varies, who is trusted, and which tool fits."""

from __future__ import annotations

import math
from collections.abc import Callable

from hetdp_core.mean.plan import WORST_VARIANCE
from pages.inside.features import results, views
from pages.inside.mean import lesson as mean
from pages.inside.odometer import lesson as odometer
from pages.inside.ridge import lesson as ridge
from pages.inside.topics import TOPICS
from pages.shared.controls import catalog, scenario
from pages.shared.controls.state import State
from pages.shared.figure.view import View
from pages.shared.lessons.lesson import Choice, Lesson, Picture, Place, Slider, Step, without

WHICH = "Which topic fits?"
TOOLS = {key: topic.title for key, topic in TOPICS.items()}
USERS, COLUMNS = "heterogeneous_mean", "feature_privacy"
PREDICT, QUESTIONS = "ridge", "privacy_odometer"
CORNER_OF_THE_REGION = Place("x", lambda _, times: 1.0 / (1.0 + times))


def region(key: str) -> Picture:
    """Return the picture of Theorem 1's region, with the level of this control."""
    return lambda settings: views.error_region(settings[key])


def columns_of_a_survey(settings: State) -> View:
    return views.pair_map(settings["dataset"], ("age", "sex", "race", "school", "bmi"))


def local_noise(settings: State) -> float:
    """Return how many times the noise of ADPM that of local reports is, in the worst case."""
    plans = mean.compared(settings).plans
    return math.sqrt(plans["local"].noise_at(WORST_VARIANCE) / plans["adpm"].noise_variance)


def times_adpm(method: str) -> Callable[[State], float]:
    """Return what gives a method's error over ADPM's, both in the worst case."""
    error, of_adpm = mean.worst_case(method), mean.worst_case("adpm")
    return lambda settings: error(settings) / of_adpm(settings)


LESSON = Lesson(
    "across",
    "Which privacy is it?",
    "What can differ, who must be trusted, and which of the four topics fits a case.",
    "Everybody.",
    10,
    (
        Step(
            title="Do a few strict people set the level for all?",
            text="{many:,} people accept ε = {relaxed}, and **{few:,} ask for ε = {strict}**. "
            "Usual differential privacy has one ε for everyone, so it must take the "
            "strictest. {question}",
            ask="How many times larger is the worst-case error if everyone gets the strictest "
            "level?",
            why="The error is ± {uniform:percent} of the range instead of ± {adpm:percent}, "
            "because of a few people. With personal levels, everyone gets at least the "
            "privacy they ask for. The data of the others still count.",
            facts={
                "question": catalog.sections.QUESTIONS[False],
                "many": lambda s: scenario.read(s).profile.counts[1],
                "few": lambda s: scenario.read(s).profile.counts[0],
                "relaxed": lambda s: scenario.read(s).profile.levels[1],
                "strict": lambda s: scenario.read(s).profile.levels[0],
                "uniform": mean.worst_case("uniform"),
                "adpm": mean.worst_case("adpm"),
            },
            source=f"{mean.PAPER}, introduction",
            params={"profile": "Levels and counts", "levels": "0.01, 1", "counts": "50, 950"},
            topic=USERS,
            tab="Methods side by side",
            before=mean.SATURATED,
            after=without(mean.worst_cases("adpm", "uniform"), mean.BOUND),
            question=Slider(1.0, 1000.0, 0, "{} times", times_adpm("uniform"), mean.TIMES_ADPM),
        ),
        Step(
            title="What does trust save?",
            text="{users:,} people all ask for ε = {level}. A trusted curator sees the data and "
            "adds noise once, to the mean. Without a curator, each person sends one "
            "of two answers, drawn by chance. The ε is the same, but the promise is different.",
            ask="How many times larger is the worst-case error without a curator?",
            why="The error is ± {local:percent} of the range instead of ± {adpm:percent}. The "
            "sampling error is part of both. The noise alone is {noise:.0f} times as "
            "large. So ask first **who is trusted**. The mean and the regression here need "
            "a curator. Feature privacy and the odometer need none.",
            facts={
                "users": lambda s: scenario.read(s).profile.counts[0],
                "level": lambda s: scenario.read(s).profile.levels[0],
                "adpm": mean.worst_case("adpm"),
                "local": mean.worst_case("local"),
                "noise": local_noise,
            },
            source=f"{mean.PAPER}, section VI-A, with randomised response",
            params={"profile": "Levels and counts", "levels": "1", "counts": "1000"},
            topic=USERS,
            tab="Methods side by side",
            before=mean.SATURATED,
            after=without(mean.worst_cases("adpm", "local"), mean.BOUND),
            question=Slider(1.0, 1000.0, 0, "{} times", times_adpm("local"), mean.TIMES_ADPM),
        ),
        Step(
            title="Case: a hospital's patients",
            text="A hospital keeps one value of each patient. Each patient has a personal "
            "privacy level. The patients trust the hospital, which will publish one mean.",
            ask=WHICH,
            why="People differ, a curator is trusted, and the result is one mean.",
            source=f"{mean.PAPER}, Definition 1",
            params={"dataset": "Diabetes patients"},
            topic=USERS,
            before=mean.column_values,
            after=mean.SATURATED,
            question=Choice(TOOLS, lambda _: USERS),
        ),
        Step(
            title="Case: an app with personal questions",
            text="An app asks people about themselves. People send noisy reports and trust "
            "nobody. Their age matters little to them, their health a lot. The figure "
            "shows how strongly such columns are related, in at most {bins} bins each "
            "(NHEFS data).",
            ask=WHICH,
            why="Columns differ and nobody is trusted. The benefit depends on how much the "
            "columns reveal about each other.",
            facts={"bins": results.BINS},
            source="Aliakbarpour et al., Definition 4 and Assumption 1",
            topic=COLUMNS,
            before=columns_of_a_survey,
            after=TOPICS[COLUMNS].view,
            question=Choice(TOOLS, lambda _: COLUMNS),
        ),
        Step(
            title="Same word, another meaning",
            text="A report has local privacy ε = {epsilon} as a whole. Its sensitive features "
            "are protected with level δ = {delta}. The figure shows the tests that are "
            "possible about a feature protected by ε alone.",
            ask="By up to what factor can a report change the odds about a sensitive feature?",
            why="The factor is exp(δ) = {factor}. With ε alone it would be {of_epsilon}. The "
            "same letter ε can describe a whole database, a report, a feature or one "
            "answer. Always ask **what it protects**.",
            facts={
                "factor": lambda s: math.exp(s["delta"]),
                "of_epsilon": lambda s: math.exp(s["epsilon"]),
            },
            source="Aliakbarpour et al., Definitions 1 and 4, Theorem 1",
            topic=COLUMNS,
            tab="Ideas",
            before=region(catalog.features.EPSILON.key),
            after=region(catalog.features.DELTA.key),
            question=Slider(
                1.0, 10.0, 0, "× {}", lambda s: math.exp(s["delta"]), CORNER_OF_THE_REGION
            ),
        ),
        Step(
            title="Case: a health diary",
            text="One person's phone answers the questions of a research centre, one after "
            "another. Each answer is noisy. Nobody is trusted, and nobody knows how many "
            "questions will come.",
            ask=WHICH,
            why="Only what the answers revealed together matters, not the number of questions: "
            "their privacy losses may partly cancel.",
            source=f"{odometer.PAPER}, section 4",
            params={"answers": "1011"},
            topic=QUESTIONS,
            tab="Step by step",
            before=odometer.beliefs_after(0),
            after=odometer.conversation,
            question=Choice(TOOLS, lambda _: QUESTIONS),
        ),
        Step(
            title="Case: what will it cost?",
            text="An insurer holds records of people with different privacy levels. It wants to "
            "predict costs from age, weight and smoking. The insurer is trusted.",
            ask=WHICH,
            why="People differ, and the result is a prediction. First check that a regression "
            "beats the private mean at all.",
            source=f"{ridge.PAPER}, Definition 2.2",
            params=ridge.SEGMENTS,
            topic=PREDICT,
            before=mean.column_values,
            after=TOPICS[PREDICT].view,
            question=Choice(TOOLS, lambda _: PREDICT),
        ),
    ),
    needs=("zero",),
)
