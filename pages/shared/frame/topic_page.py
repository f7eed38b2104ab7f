"""The page of a topic, in its order: title, hero figure, tabs or slides."""

from __future__ import annotations

from pages.shared import slides
from pages.shared.controls.scenario import Scenario
from pages.shared.frame import compare
from pages.shared.frame.tabs import draw_tabs
from pages.shared.frame.topic import Topic


def draw_topic(topic: Topic, shared: Scenario) -> None:
    """Draw all of a topic's page for the shared scenario."""
    slides.title(topic.question, topic.slides)
    given = topic.draw_hero(shared, compare.pinned(topic))
    draw_tabs(topic.tabs, topic.slides, topic.tabs_key, *given)
