"""The weather as a topic: how warm it is, which one control sets."""

from dataclasses import replace

import pandas as pd

from hetdp_core.calls import Call
from hetdp_core.figures import theme
from hetdp_core.papers import Paper
from pages.shared.controls.control import Control
from pages.shared.controls.panel import Panel
from pages.shared.controls.scenario import Scenario, read
from pages.shared.controls.state import State, current_state
from pages.shared.figure.view import View, draw, small
from pages.shared.frame.tabs import Section
from pages.shared.frame.topic import Topic
from pages.shared.lessons.lesson import Choice, Lesson, Step

WARMTH = Control("warmth", "Warmth", "number", 20.0, -50.0, 50.0)
PAPER = Paper("Weather", "Frost", "On the Weather")


class Weather(Topic[Scenario]):
    """Its door stands among the tests."""

    @property
    def page(self) -> str:
        return __file__.replace("topic.py", "door.py")


def table(warmth: float) -> pd.DataFrame:
    return pd.DataFrame({"day": [1, 2], "warmth": [warmth, warmth]})


def hero(state: State) -> View:
    warmth = state[WARMTH.key]
    line = {"type": "scatter", "x": [1, 2], "y": [warmth, warmth], "name": "warmth"}
    figure = theme.figure([line], {})
    says = f"It is **{warmth:g} degrees** warm."
    return View("weather", "Warmth of two days", says, figure, Call(table, warmth))


def card(state: State, shared: Scenario) -> View:
    del shared
    view = hero(state)
    return small("weather", "Weather", "A card about the weather.", view.figure)


def draw_hero(shared: Scenario, beside: View | None) -> Scenario:
    draw(hero(current_state()), beside)
    return shared


def tomorrow(state: State, _: Scenario) -> list[View]:
    return [replace(hero(state), key="tomorrow")]


LESSON = Lesson(
    "weather",
    "Is it warm?",
    "What a thermometer is for.",
    "Anybody.",
    1,
    (
        Step(
            title="Now",
            text="Look out of the window.",
            ask="Is it warm?",
            why="It is.",
            source="Frost, page 1",
            topic="weather",
            before=hero,
            after=hero,
            question=Choice({"yes": "Yes", "no": "No"}, lambda _: "yes"),
        ),
    ),
)

TOPIC = Weather(
    key="weather",
    room="weather",
    title="Weather",
    question="Is it warm?",
    help="How warm it is.",
    panel=lambda _: Panel(WARMTH, (WARMTH,), presented=WARMTH),
    controls=(WARMTH,),
    view=hero,
    card=card,
    draw_hero=draw_hero,
    chosen=read,
    sections=(Section("Tomorrow", "Tomorrow", tomorrow, slide=2),),
    tabs_key="weather_view",
    lesson=LESSON,
)
